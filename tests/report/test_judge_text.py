"""How far judges can be trusted, as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import accord
from accord.report.judge_text import judge_text

SPEC = """
name: t
version: 1.0.0
fields:
  said: {kind: text}
  ok: {kind: binary, matches: said, reference: ref}
  mood: {kind: choice, labels: [good, bad], asked_of: [human, judge]}
policies: {intervals: {replicates: 20}}
"""
ITEMS = [{"id": f"i{at}", "ref": "x"} for at in range(40)]
Score = Callable[..., accord.Scores]


def answers(rater: str, role: str, wrong: int, model: str) -> list[dict[str, str]]:
    """Every second output is right; the first `wrong` ones are taken the other way."""
    return [
        {"item": item["id"], "of": model, "rater": rater, "role": role, "ok": str((at + (at < wrong)) % 2)}
        for at, item in enumerate(ITEMS)
    ]


@pytest.fixture
def score(make_folder: Callable[..., Path]) -> Score:
    """`score({judge: wrong}, {person: wrong})`: two models, `gpt-m` and `other`."""

    def made(judges: dict[str, int], people: dict[str, int]) -> accord.Scores:
        outputs = [
            {"item": item["id"], "rater": model, "role": "model", "said": "x"}
            for model in ("gpt-m", "other")
            for item in ITEMS
        ]
        said = [
            row
            for role, raters in (("judge", judges), ("human", people))
            for rater, wrong in raters.items()
            for model in ("gpt-m", "other")
            for row in answers(rater, role, wrong, model)
        ]
        return accord.open(make_folder(SPEC, ITEMS, outputs, said)).score()

    return made


def section(shown: str, title: str) -> list[str]:
    """The lines of a section, each with single spaces."""
    part = shown[shown.index(title) :].split("\n\n")[0]
    return [" ".join(line.split()) for line in part.splitlines()]


PEOPLE = {"ann": 0, "bob": 2, "cleo": 4}


def test_every_judge_stands_beside_people(score: Score) -> None:
    shown = judge_text(score({"gpt-j": 5, "qwen": 20}, PEOPLE), width=200)
    lines = section(shown, "Judges against people")
    assert lines[1].startswith("field judge agree 95 % interval kappa 95 % interval units people range judge is")
    assert [line.split()[:2] for line in lines[2:]] == [["ok", "gpt-j"], ["ok", "qwen"]]
    assert lines[2].endswith("80 3 0.925 to 0.950 inside")
    assert lines[3].endswith("below")


def test_the_test_of_each_judge_with_its_minima(score: Score) -> None:
    lines = section(judge_text(score({"gpt-j": 1, "qwen": 20}, PEOPLE), width=300), "Alternative-annotator test")
    assert lines[2].startswith("ok gpt-j 3 of 3 ")
    assert lines[2].endswith(" 3 yes")
    assert lines[3].startswith("ok qwen 0 of 3 ")
    assert lines[3].endswith(" 3 no")
    assert "epsilon 0.2 (0.2 for experts" in lines[4]
    assert lines[4].endswith("Minima: 3 people with 30 units each.")


def test_a_test_that_could_not_be_made_says_why(score: Score) -> None:
    lines = section(judge_text(score({"j": 1}, {"ann": 0, "bob": 2}), width=300), "Alternative-annotator test")
    assert lines[1] == "not made in any field: too_few_people"
    assert "Minima" in lines[2]


def test_bias_and_kin(score: Score) -> None:
    shown = judge_text(score({"gpt-j": 1, "qwen": 20}, PEOPLE), width=200)
    lines = section(shown, "Bias: ")
    assert "own kin - others" in lines[1]
    assert lines[3].endswith("80 - - no_kin")
    by_model = section(shown, "Bias towards each model")
    assert by_model[2].split()[:3] == ["gpt-j", "gpt-m", "kin"]
    assert by_model[3].split()[:2] == ["gpt-j", "other"]
    assert "mood" not in by_model[1]


def test_without_kin_there_is_no_column_for_it(score: Score) -> None:
    shown = judge_text(score({"j": 1}, PEOPLE))
    assert "kin" not in shown


def test_the_panel(score: Score) -> None:
    lines = section(judge_text(score({"gpt-j": 1, "qwen": 20}, PEOPLE), width=200), "Effective number of judges")
    assert lines[1].startswith("field judges worth 95 % interval error correlation units ties")
    assert lines[2].startswith("ok 2 ")
    assert lines[2].endswith(" 80 0 more than there are: errors cancel out")


def test_one_judge_is_no_panel(score: Score) -> None:
    lines = section(judge_text(score({"j": 1}, PEOPLE)), "Effective number of judges")
    assert lines[2].endswith("- 80 0 too_few_judges")


def test_without_people_there_is_one_line(score: Score) -> None:
    shown = judge_text(score({"j": 1}, {}))
    assert shown == "No people answered these fields, so the judges are compared with nobody.\n\n"
