"""The museum example holds what its tutorial needs: a design, blanks, invalid outputs, and agreement that varies."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from template_rows import Row, agreement, alike, by_rater, check_pictures, check_submissions, most_used

import accord
from accord.examples.template_museum import (
    FIELDS,
    GROUPS,
    JUDGES,
    MODELS,
    PEOPLE,
    REGIONS,
    TYPES,
    UNKNOWN,
    items,
    pictures,
    submissions,
)

MATCHES = [f"{field}_match" for field in FIELDS]
ITEMS: list[Row] = items()
ROWS: list[Row] = submissions()
REFERENCES = {item["id"]: item for item in ITEMS}
OUTPUTS = {(row["item"], row["rater"]): row for row in ROWS if row["role"] == "model"}


def test_rows_and_pictures_fit_the_items() -> None:
    check_submissions(ITEMS, ROWS, {"model": list(FIELDS), "human": MATCHES, "judge": MATCHES})
    check_pictures(ITEMS, list(pictures()))


def test_the_same_twice() -> None:
    assert submissions() == ROWS
    assert items() == ITEMS
    assert dict(pictures()) == dict(pictures())


def test_one_object_a_stratum() -> None:
    assert [(item["region"], item["type"]) for item in ITEMS] == [(r, t) for r in REGIONS for t in TYPES]
    assert len({item["description"] for item in ITEMS}) == 12
    assert list(ITEMS[0]) == ["id", "image", "region", "type", "description", *FIELDS]


def test_references_have_alternatives_and_some_are_not_known() -> None:
    absent = Counter(field for item in ITEMS for field in FIELDS if item[field] is None)
    assert absent == {"creator": 5, "origin": 1}
    given = [item[field] for item in ITEMS for field in FIELDS if item[field] is not None]
    assert sum(" || " in text for text in given) > 50
    assert all(part == part.strip() != "" for text in given for part in text.split(" || "))


def test_counts_of_submissions() -> None:
    counts = Counter((row["role"], row["state"]) for row in ROWS)
    assert counts == {
        ("model", "answered"): 22,
        ("model", "invalid"): 2,
        ("human", "answered"): 44,
        ("judge", "answered"): 66,
    }
    assert {row["reason"] for row in ROWS if row["state"] == "invalid"} == {"unreadable"}
    assert {row["rater"] for row in ROWS if row["state"] == "invalid"} == set(MODELS)
    assert set(by_rater(ROWS, "human")) == set(PEOPLE)
    assert set(by_rater(ROWS, "judge")) == set(JUDGES)


def test_people_judge_the_outputs_of_their_groups_and_judges_all() -> None:
    panels = defaultdict(set)
    judged = Counter()
    for row in ROWS:
        if row["role"] == "human":
            panels[row["item"]].add(row["rater"])
        if row["role"] == "judge":
            judged[row["item"], row["of"]] += 1
    assert Counter(map(frozenset, panels.values())) == {frozenset(group): 4 for group in GROUPS}
    for group in GROUPS:
        mine = [REFERENCES[item] for item, panel in panels.items() if panel == set(group)]
        assert {item["region"] for item in mine} == set(REGIONS)
        assert {item["type"] for item in mine} == set(TYPES)
    valid = {output for output, row in OUTPUTS.items() if row["state"] == "answered"}
    assert judged == dict.fromkeys(valid, 3)
    assert {(row["item"], row["of"]) for row in ROWS if row["role"] == "human"} == valid


def test_outputs_are_judged_after_they_are_made() -> None:
    for row in ROWS:
        assert (row["of"] is None) == (row["role"] == "model")
        assert row["of"] is None or row["at"] > OUTPUTS[row["item"], row["of"]]["at"]


def test_without_a_reference_people_leave_blank_and_judges_accept_unknown_only() -> None:
    seen = set()
    for row in ROWS:
        for field in FIELDS if row["of"] else ():
            score = row["answers"][f"{field}_match"]
            if REFERENCES[row["item"]][field] is not None:
                assert score in (0, 1)
            elif row["role"] == "human":
                assert score is None
            else:
                assert score == int(OUTPUTS[row["item"], row["of"]]["answers"][field] == UNKNOWN)
                seen.add((field, score))
    assert seen == {("creator", 0), ("creator", 1), ("origin", 0), ("origin", 1)}


def test_models_answer_with_plain_texts() -> None:
    texts = [text for row in OUTPUTS.values() for text in row["answers"].values()]
    assert len(texts) == 110
    assert all(isinstance(text, str) and text[0].isalnum() for text in texts)
    assert 5 < texts.count(UNKNOWN) < 20


@pytest.mark.parametrize("role", ["human", "judge"])
def test_raters_differ_and_use_both_answers(role: str) -> None:
    assert alike(ROWS, role, MATCHES) == []
    assert max(most_used(ROWS, role, match) for match in MATCHES) < 0.9


@pytest.mark.parametrize("role", ["human", "judge"])
@pytest.mark.parametrize("match", MATCHES)
def test_agreement_is_realistic(role: str, match: str) -> None:
    assert 0.5 < agreement(ROWS, role, match, accord.Binary(), "alpha(nominal)") < 0.9
