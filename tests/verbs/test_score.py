"""Scoring a folder: who is scored on what, by which rules, and what is said of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import accord
from accord.errors import InputError, UsageError

SPEC = """
name: t
version: 1.2.3
fields:
  said: {kind: text}
  ok: {kind: binary, matches: said, reference: ref, abstain: [cannot judge]}
  mood: {kind: choice, labels: [good, bad], asked_of: [human, judge]}
  tags: {kind: labels, labels: [a, b], asked_of: [judge]}
  age: {kind: rating, scale: 1..5, asked_of: [human]}
policies:
  intervals: {replicates: 20, seed: 5, level: 0.9}
raters:
  - {name: judge-z, role: judge}
  - {name: gpt-a, role: model, family: other}
"""
ITEMS = [{"id": f"i{at}", "ref": "x" if at else ""} for at in range(6)]
Make = Callable[..., Path]


def outputs(*models: str) -> list[dict[str, str | None]]:
    return [
        {"item": item["id"], "rater": model, "role": "model", "said": "x", "state": None}
        for model in models
        for item in ITEMS
    ]


def judged(rater: str, role: str, ok: str, model: str = "gpt-a") -> list[dict[str, str | None]]:
    """One letter a unit: 0, 1, - blank, ? no reply that can be read, c abstains, 7 off the labels."""
    cells = {"-": None, "?": None, "c": "cannot judge"}
    return [
        {
            "item": item["id"],
            "of": model,
            "rater": rater,
            "role": role,
            "ok": cells.get(letter, letter),
            "state": "invalid" if letter == "?" else "answered",
        }
        for item, letter in zip(ITEMS, ok, strict=True)
    ]


@pytest.fixture
def folder(make_folder: Make) -> accord.Folder:
    judges = judged("judge-a", "judge", "1010?7") + judged("judge-z", "judge", "110c-1")
    people = judged("ann", "human", "-11011") + judged("bob", "human", "-10011")
    return accord.open(make_folder(SPEC, ITEMS, outputs("gpt-a"), judges + people))


def share(result: accord.Scores, judge: str) -> tuple[float | None, int]:
    found = result.accuracy("ok", judge, "gpt-a")
    return found.value, found.items


def test_only_answers_are_judgements(folder: accord.Folder) -> None:
    """A reply that cannot be read, a blank, an abstention and a label that is none are in no denominator."""
    result = folder.score()
    assert share(result, "judge-a") == (0.5, 4)
    assert share(result, "judge-z") == (0.75, 4)
    unjudged = [f for f in result.findings if f.code == "unjudged"]
    assert [(f.where, f.count) for f in unjudged] == [("field ok", 2), ("field ok", 2)]
    assert {"invalid", "off_label", "not_asked"} <= {f.code for f in result.findings}


def test_judges_stand_by_name_and_named_ones_as_named(folder: accord.Folder) -> None:
    assert folder.score().judges == ("judge-a", "judge-z")
    assert folder.score(judges=["judge-z", "judge-a"]).judges == ("judge-z", "judge-a")
    only = folder.score(judges="judge-a")
    assert only.judges == ("judge-a",)
    assert only.get("ok", "effective_judges").reason == "too_few_judges"


def test_judges_that_are_all_declared_stand_so(make_folder: Make) -> None:
    spec = SPEC + "  - {name: judge-a, role: judge}\n"
    rows = judged("judge-a", "judge", "101010") + judged("judge-z", "judge", "110011")
    assert accord.open(make_folder(spec, ITEMS, outputs("gpt-a"), rows)).score().judges == ("judge-z", "judge-a")


def test_people_are_compared_where_the_item_has_a_reference(folder: accord.Folder) -> None:
    """They leave i0 blank, which has none; the judge answers there too."""
    found = folder.score().get("ok", "mean_pairwise", pair="judge-a|human")
    assert (found.items, found.raters) == (3, 3)
    assert found.value == pytest.approx((0 + 0.5 + 1) / 3)


def test_settings_are_those_of_the_benchmark_unless_it_is_said_otherwise(folder: accord.Folder) -> None:
    result = folder.score()
    assert (result.settings.replicates, result.settings.seed, result.settings.level) == (20, 5, 0.9)
    assert result.design["cluster"] == "item"
    assert result.design["benchmark"]["version"] == "1.2.3"  # type: ignore[index]
    asked = folder.score(replicates=0, seed=7, epsilon=0.1)
    assert (asked.settings.replicates, asked.settings.seed) == (0, 7)
    assert asked.design["alternative_annotator"]["epsilon"] == 0.1  # type: ignore[index]
    assert {test.epsilon for test in asked.alternatives} == {0.1}


def test_fields_that_cannot_be_scored_are_named(folder: accord.Folder) -> None:
    result = folder.score()
    assert result.fields == result.matches == ("ok",)
    assert [f.where for f in result.findings if f.code == "not_scored"] == ["field tags"]


def test_families_declared_and_told(folder: accord.Folder) -> None:
    families = {row.rater: (row.family, row.how) for row in folder.score().families}
    assert families == {"judge-z": ("judge", "name"), "judge-a": ("judge", "name"), "gpt-a": ("other", "declared")}


def test_a_judge_may_have_the_name_of_a_person(make_folder: Make) -> None:
    rows = judged("kim", "judge", "111111") + judged("kim", "human", "-11111")
    result = accord.open(make_folder(SPEC, ITEMS, outputs("gpt-a"), rows)).score(judges="kim")
    assert (result.judges, result.people) == (("kim (judge)",), ("kim (human)",))
    assert result.get("ok", "mean_pairwise", pair="kim (judge)|human").value == 1.0


def test_judges_of_items(make_folder: Make) -> None:
    """No outputs: no tables of models, and everything else."""
    rows = [
        {"item": item["id"], "rater": rater, "role": role, "mood": mood}
        for rater, role in (("j", "judge"), ("ann", "human"))
        for item, mood in zip(ITEMS, ["good", "bad"] * 3, strict=True)
    ]
    result = accord.open(make_folder(SPEC, ITEMS, rows)).score()
    assert (result.fields, result.matches, result.outputs) == (("mood",), (), ())
    assert result.get("mood", "mean_pairwise", pair="j|human").value == 1.0
    assert not [f for f in result.findings if f.code == "blank_slice"]


def test_answers_about_items_beside_those_about_outputs_are_no_gap(make_folder: Make) -> None:
    moods = [{"item": item["id"], "rater": "j", "role": "judge", "mood": "good"} for item in ITEMS]
    result = accord.open(make_folder(SPEC, ITEMS, outputs("gpt-a"), judged("j", "judge", "111111"), moods)).score()
    assert result.fields == ("ok", "mood")
    assert share(result, "j") == (1.0, 6)
    assert "blank_slice" not in {f.code for f in result.findings}


def test_units_in_clusters_are_said_to_depend(make_folder: Make) -> None:
    items = [{"id": f"i{at}", "ref": "x"} for at in range(40)]
    said = [
        {"item": item["id"], "rater": model, "role": "model", "said": "x"} for model in ("m1", "m2") for item in items
    ]
    answers = [
        {"item": item["id"], "of": model, "rater": rater, "role": role, "ok": str(at % 2)}
        for rater, role in (("j", "judge"), ("a", "human"), ("b", "human"), ("c", "human"))
        for model in ("m1", "m2")
        for at, item in enumerate(items)
    ]
    result = accord.open(make_folder(SPEC, items, said, answers)).score()
    (finding,) = [f for f in result.findings if f.code == "dependent_units"]
    assert "80 units as independent; they lie in 40 clusters (item)" in finding.message
    assert result.alternatives[0].passes


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"judges": ["nobody"]}, "no judge nobody; judges: judge-a, judge-z"),
        ({"judges": ["ann"]}, "no judge ann"),
        ({"epsilon": 1.5}, "epsilon: 1.5 does not lie between 0 and 1"),
        ({"epsilon": float("nan")}, "epsilon: nan"),
        ({"replicates": 3}, "replicates: 3"),
    ],
)
def test_what_cannot_be_asked_is_refused(folder: accord.Folder, options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        folder.score(**options)  # type: ignore[arg-type]


def test_a_folder_without_judges_is_refused(make_folder: Make) -> None:
    folder = accord.open(make_folder(SPEC, ITEMS, outputs("gpt-a"), judged("ann", "human", "-11111")))
    with pytest.raises(UsageError, match="no judgement that counts"):
        folder.score()


def test_a_form_without_judges_is_refused(make_folder: Make) -> None:
    spec = "name: t\nversion: 1.0.0\nfields: {ok: {kind: binary, asked_of: [human]}}\n"
    rows = [{"item": "i1", "rater": "ann", "role": "human", "ok": "1"}]
    with pytest.raises(UsageError, match="no field that can be scored is asked of judges"):
        accord.open(make_folder(spec, ITEMS, rows)).score()


def test_an_empty_folder_is_refused(make_folder: Make) -> None:
    with pytest.raises(InputError, match="no submission by human and judge counts"):
        accord.open(make_folder(SPEC, ITEMS)).score()


def test_the_same_folder_elsewhere_gives_the_same_bytes(folder: accord.Folder, tmp_path: Path) -> None:
    moved = folder.path.rename(tmp_path / "elsewhere")
    first = accord.open(moved).score().to_json()
    back = moved.rename(folder.path)
    assert accord.open(back).score().to_json() == first
    assert "elsewhere" not in first
    assert json.loads(first)["input"]["files"][0]["path"] == "items.jsonl"
