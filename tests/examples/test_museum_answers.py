"""Models say right and wrong things at known rates, and everybody says the same whenever asked."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from accord.examples.museum_answers import MODELS, PEOPLE, QUIRKS, UNKNOWN, answers, says_match
from accord.examples.museum_objects import FIELDS, named

ALL = [(name, model, field) for name in named() for model in MODELS for field in FIELDS]


def plain(text: str) -> str:
    """A text without the sign that a slip put before it."""
    return next((text.removeprefix(quirk) for quirk in QUIRKS if text.startswith(quirk)), text)


def test_the_same_in_any_order() -> None:
    before = [answers(name, model)[field] for name, model, field in ALL]
    scores = [says_match(person, *asked) for asked in ALL[::10] for person in PEOPLE]
    answers.cache_clear()
    after = [answers(name, model)[field] for name, model, field in reversed(ALL)]
    assert after[::-1] == before
    backwards = [says_match(person, *asked) for asked in reversed(ALL[::10]) for person in reversed(PEOPLE)]
    assert backwards[::-1] == scores


def test_truth_says_where_a_text_comes_from() -> None:
    things = named()
    for name, model, field in ALL:
        answer = answers(name, model)[field]
        label, text = things[name].labels[field], plain(answer.text)
        if text in (*label.alternatives, *label.same):
            assert answer.truth == 1
        elif text in label.broader:
            assert 0 < answer.truth < 1
        else:
            assert answer.truth == 0
            region = [other for other in things.values() if other.region == things[name].region]
            assert text == UNKNOWN or any(text in other.labels[field].alternatives for other in region)


def test_models_differ_in_quality() -> None:
    totals = [sum(answers(name, model)[field].truth for name in named() for field in FIELDS) for model in MODELS]
    shares = [total / (len(named()) * len(FIELDS)) for total in totals]
    assert len(MODELS) == 9
    assert all(one > other for one, other in pairwise(shares))
    assert 0.7 < shares[0] < 0.8
    assert 0.3 < shares[-1] < 0.4


def test_some_decline_to_answer_and_some_texts_look_like_formulas() -> None:
    texts = [answers(name, model)[field].text for name, model, field in ALL]
    assert 0.04 < texts.count(UNKNOWN) / len(texts) < 0.12
    opens = Counter(quirk for text in texts for quirk in QUIRKS if text.startswith(quirk))
    assert min(opens[quirk] for quirk in QUIRKS) > 15
    assert opens.total() < 0.02 * len(texts)
    assert all(plain(text) == text.removeprefix(text[: len(text) - len(plain(text))]) != "" for text in texts)


@pytest.mark.parametrize(
    ("person", "missed", "lenient"), [("ann", 0.02, 0.02), ("bob", 0.05, 0.01), ("cleo", 0.03, 0.05)]
)
def test_people_miss_and_let_pass_as_often_as_they_should(person: str, missed: float, lenient: float) -> None:
    said = {0.0: [], 1.0: []}
    for name, model, field in ALL:
        truth = answers(name, model)[field].truth
        if truth in said:
            said[truth].append(says_match(person, name, model, field))
    assert sum(said[1.0]) / len(said[1.0]) == pytest.approx(1 - missed, abs=0.01)
    assert sum(said[0.0]) / len(said[0.0]) == pytest.approx(lenient, abs=0.01)
    assert tuple(PEOPLE) == ("ann", "bob", "cleo")


def test_errors_for_names_that_are_not_there() -> None:
    with pytest.raises(KeyError):
        answers("obj-301", MODELS[0])
    with pytest.raises(KeyError):
        answers("obj-001", "model-z")
    with pytest.raises(KeyError):
        says_match("dan", "obj-001", MODELS[0], "title")
