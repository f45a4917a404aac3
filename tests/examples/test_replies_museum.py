"""The judges of the museum example reply about every output that can be read, in many ways, and not always well."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from accord.examples.replies_museum import JUDGES, replies
from accord.examples.template import TEMPLATES
from accord.examples.template_museum import FIELDS, UNKNOWN, items, submissions
from accord.spec.benchmark import read_benchmark

LINES: list[dict[str, Any]] = replies()
MATCHES = [f"{field}_match" for field in FIELDS]
ODD = {
    ("judge-a", 8): "refused",
    ("judge-b", 5): "cut off",
    ("judge-b", 10): "in words",
    ("judge-b", 13): "a field left out",
    ("judge-b", 18): "off the labels",
}
SCORES = {1: 1, 0: 0, "1": 1, "0": 0}  # true and false are equal to 1 and 0


def of(judge: str) -> list[dict[str, Any]]:
    return [line for line in LINES if line["rater"] == judge]


def scores(line: dict[str, Any]) -> dict[str, Any]:
    """What a reply says, by the plainest reading: the one object in it, whatever the quotes and the case of keys."""
    text = line["reply"]["content"].replace("'", '"')
    found = json.loads(text[text.index("{") : text.rindex("}") + 1])
    return {name.casefold(): SCORES.get(score, score) for name, score in found.items()}


def test_the_same_twice() -> None:
    assert replies() == LINES


def test_each_judge_replies_about_every_output_that_can_be_read() -> None:
    outputs = {(row["item"], row["rater"]) for row in submissions() if row["role"] == "model" and row["reason"] is None}
    assert len(outputs) == 22
    for judge in JUDGES:
        assert Counter((line["item"], line["of"]) for line in of(judge)) == dict.fromkeys(outputs, 1)


def test_the_judges_are_those_of_the_benchmark_and_have_judged_nothing() -> None:
    raters = read_benchmark(TEMPLATES["museum"].text).raters
    assert tuple(rater.name for rater in raters if rater.role == "judge") == JUDGES
    assert not {row["rater"] for row in submissions() if row["role"] == "judge"} & set(JUDGES)
    for rater in raters:
        served = {line["reply"]["model"] for line in of(rater.name)}
        assert all(name.startswith(rater.model or "?") for name in served)


@pytest.mark.parametrize("judge", JUDGES)
def test_all_but_a_few_say_0_or_1_for_every_field(judge: str) -> None:
    for at, line in enumerate(of(judge)):
        if (judge, at) not in ODD:
            assert list(scores(line)) == MATCHES
            assert set(scores(line).values()) <= {0, 1}
            assert line["reply"]["finish_reason"] == "stop"


def test_those_that_are_not_as_they_should_be() -> None:
    odd = {what: of(judge)[at] for (judge, at), what in ODD.items()}
    assert odd["refused"]["reply"]["content"] is None
    assert odd["refused"]["reply"]["refusal"]
    assert odd["cut off"]["reply"]["finish_reason"] == "length"
    assert "}" not in odd["cut off"]["reply"]["content"]
    assert "{" not in odd["in words"]["reply"]["content"]
    assert list(scores(odd["a field left out"])) == MATCHES[:-1]
    assert scores(odd["off the labels"])["period_match"] == "partly"


def test_there_are_many_ways_of_writing() -> None:
    texts = [line["reply"]["content"] or "" for line in LINES]
    marks = ("```", "<think>", "{'", "Here is", "_Match", ": true", ': "1"', ": 1", "{\n")
    assert all(2 <= sum(mark in text for text in texts) < len(texts) for mark in marks)


def test_only_the_judge_that_may_writes_true_and_false() -> None:
    accepts = {rater.name: rater.accept for rater in read_benchmark(TEMPLATES["museum"].text).raters}
    for judge in JUDGES:
        writes = any("true" in (line["reply"]["content"] or "") for line in of(judge))
        assert writes == ("booleans" in accepts[judge])


def test_without_a_reference_only_unknown_is_right() -> None:
    references = {item["id"]: item for item in items()}
    rows: list[dict[str, Any]] = submissions()
    said = {(row["item"], row["rater"]): row["answers"] for row in rows if row["role"] == "model"}
    seen = set()
    for judge in JUDGES:
        for at, line in enumerate(of(judge)):
            for field in FIELDS:
                if references[line["item"]][field] is None and (judge, at) not in ODD:
                    is_unknown = said[line["item"], line["of"]][field] == UNKNOWN
                    assert scores(line)[f"{field}_match"] == is_unknown
                    seen.add(is_unknown)
    assert seen == {True, False}


def test_judges_differ_and_mostly_agree() -> None:
    pairs = [
        (scores(one)[match], scores(other)[match])
        for at, (one, other) in enumerate(zip(of("judge-a"), of("judge-b"), strict=True))
        for match in MATCHES
        if ("judge-a", at) not in ODD and ("judge-b", at) not in ODD
    ]
    assert 0.7 < sum(one == other for one, other in pairs) / len(pairs) < 0.95
