"""The streets example holds what its tutorial needs: languages, abstentions, ragged panels, off-label answers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from template_rows import Row, agreement, alike, by_rater, check_pictures, check_submissions, most_used

import accord
from accord.examples.template_streets import (
    ABSTENTIONS,
    CONDITION,
    DISTRICTS,
    ELEMENTS,
    LIGHTING,
    MODELS,
    MOOD,
    PEOPLE,
    Names,
    items,
    pictures,
    submissions,
)

NAMES: dict[str, Names] = {
    "lighting": LIGHTING,
    "condition": CONDITION,
    "elements": ELEMENTS,
    "mood": MOOD | ABSTENTIONS,
}
FIELDS = [*NAMES, "people"]
ITEMS: list[Row] = items()
ROWS: list[Row] = submissions()


def aliases(names: Names) -> dict[str, list[str]]:
    return {label: list(dict.fromkeys(name.values())) for label, name in names.items()}


READ: dict[str, tuple[accord.Field, str]] = {
    "lighting": (accord.Choice(LIGHTING, aliases=aliases(LIGHTING)), "alpha(nominal)"),
    "condition": (accord.Rating(*CONDITION, aliases=aliases(CONDITION)), "alpha(ordinal)"),
    "elements": (accord.Labels(list(ELEMENTS), aliases=aliases(ELEMENTS)), "alpha(jaccard)"),
    "mood": (
        accord.Choice(MOOD, abstain=ABSTENTIONS, aliases=aliases(MOOD | ABSTENTIONS)),
        "alpha(nominal)",
    ),
    "people": (accord.Number(), "alpha(interval)"),
}


def label(field: str, text: str) -> str | None:
    """The id of what a rater wrote, by the plainest reading: case and white space aside, a name or the id."""
    form = " ".join(text.split()).casefold()
    for name, names in NAMES[field].items():
        if form in {name, *(text.casefold() for text in names.values())}:
            return name
    return None


def plain(row: Row) -> Row:
    answers: dict[str, Any] = {}
    for field, value in row["answers"].items():
        if isinstance(value, list):
            answers[field] = [label(field, text) for text in value]
        else:
            answers[field] = label(field, value) if isinstance(value, str) else value
    return row | {"answers": answers}


PLAIN = [plain(row) for row in ROWS]
HUMAN = [row for row in PLAIN if row["role"] == "human"]


def texts(rows: list[Row]) -> list[str]:
    """Every text that these rows hold."""
    answers = [value for row in rows for value in row["answers"].values()]
    return [text for value in answers for text in (value if isinstance(value, list) else [value]) if str(text) == text]


def test_rows_and_pictures_fit_the_items() -> None:
    check_submissions(ITEMS, ROWS, {"human": FIELDS, "model": FIELDS})
    check_pictures(ITEMS, list(pictures()))


def test_the_same_twice() -> None:
    assert submissions() == ROWS
    assert items() == ITEMS
    assert dict(pictures()) == dict(pictures())


def test_slices() -> None:
    assert list(ITEMS[0]) == ["id", "image", "kind", "district"]
    assert Counter(item["kind"] for item in ITEMS) == {"photo": 10, "synthetic": 10}
    assert Counter(item["district"] for item in ITEMS) == dict(zip(DISTRICTS, (7, 7, 6), strict=True))
    assert len({(item["kind"], item["district"]) for item in ITEMS}) == 6


def test_panels() -> None:
    raters = Counter(row["item"] for row in HUMAN)
    assert Counter(raters.values()) == {3: 15, 2: 4, 1: 1}
    assert Counter(row["rater"] for row in HUMAN) == dict(zip(PEOPLE, (11, 11, 11, 11, 10), strict=True))
    models = by_rater(ROWS, "model")
    assert {model: len(mine) for model, mine in models.items()} == dict.fromkeys(MODELS, 20)
    assert {(row["state"], row["of"]) for row in ROWS} == {("answered", None)}


def test_everything_declared_is_said_by_people() -> None:
    for field, names in NAMES.items():
        said = [row["answers"][field] for row in HUMAN]
        labels = [name for value in said for name in (value if isinstance(value, list) else [value])]
        assert set(labels) - {None} == set(names), field
    assert sum(row["answers"]["elements"] == [] for row in HUMAN) >= 5
    assert [row["answers"]["condition"] for row in HUMAN].count(None) == 1
    assert all(type(row["answers"]["people"]) is int and row["answers"]["people"] >= 0 for row in PLAIN)


def test_people_write_in_two_languages_and_not_always_tidily() -> None:
    raters = by_rater(ROWS, "human")
    french = {text for names in NAMES.values() for name in names.values() for text in [name["fr"]]}
    writes = {rater: sum(text in french for text in texts(mine)) / len(texts(mine)) for rater, mine in raters.items()}
    assert {rater for rater, share in writes.items() if share > 0.7} == {"benoit", "emile"}
    assert {text for text in texts(raters["carla"])} <= {name for names in NAMES.values() for name in names}
    written = texts([row for row in ROWS if row["role"] == "human"])
    assert any(text != text.strip() for text in written)
    assert any(text.isupper() for text in written)
    assert {"Fences, walls", "clôtures, murs", "fences_walls"} <= set(written)


def test_each_model_answers_once_off_the_labels_and_no_person_does() -> None:
    strange = []
    for row in ROWS:
        for field in NAMES:
            value = row["answers"][field]
            said = value if isinstance(value, list) else [value]
            strange += [(row["rater"], field, text) for text in said if text is not None and label(field, text) is None]
    assert strange == [("model-a", "lighting", "golden hour"), ("model-b", "elements", "street lamps")]


def test_raters_differ_and_vary() -> None:
    assert alike(PLAIN, "human", ["condition"]) == []
    assert alike(PLAIN, "human", ["mood"]) == []
    assert max(most_used(HUMAN, "human", field) for field in FIELDS) <= 0.8


@pytest.mark.parametrize("field", FIELDS)
def test_agreement_is_realistic_and_every_way_of_writing_is_read(field: str) -> None:
    kind, measure = READ[field]
    value = agreement(ROWS, "human", field, kind, measure)
    assert 0.5 < value < 0.92
    tidy = agreement(HUMAN, "human", field, kind, measure)
    assert value == pytest.approx(tidy, abs=1e-12)


@pytest.mark.parametrize("field", ["lighting", "condition"])
def test_models_are_often_right(field: str) -> None:
    """Against the commonest answer of people, one model is better than the other and neither is perfect."""
    votes = {item["id"]: Counter[str]() for item in ITEMS}
    for row in HUMAN:
        votes[row["item"]][row["answers"][field]] += 1
    common = {item: count.most_common(1)[0][0] for item, count in votes.items()}
    right = Counter(
        row["rater"] for row in PLAIN if row["role"] == "model" and row["answers"][field] == common[row["item"]]
    )
    assert 8 <= right["model-b"] < right["model-a"] < 20
