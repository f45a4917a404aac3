"""Scores as text: tables of models, findings, and what is random."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.agreement.estimate import Estimate
from accord.findings import Finding
from accord.report.score_text import score_text
from accord.scoring.judged import ACCURACY, WRONG, ModelOutputs
from accord.verbs.init import init


@pytest.fixture(scope="module")
def museum(tmp_path_factory: pytest.TempPathFactory) -> accord.Scores:
    folder = tmp_path_factory.mktemp("text") / "museum"
    init(folder, "museum")
    return accord.open(folder).score(judges=["judge-1", "judge-3"], replicates=20)


def share(measure: str, value: float | None, items: int, model: str = "m") -> Estimate:
    reason = None if value is not None else "no_items"
    where = {"judge": "j", "output": model}
    return Estimate("ok", measure, where, None, value, None, None, reason, items, items, 1, 0, False)


def made(museum: accord.Scores, *estimates: Estimate, **changes: Any) -> accord.Scores:
    """One judge without people."""
    plain: dict[str, Any] = {
        "judges": ("j",),
        "people": (),
        "fields": ("ok",),
        "matches": ("ok",),
        "outputs": (ModelOutputs("m", 12, 2),),
        "estimates": estimates or (share(ACCURACY, 0.5, 10), share(WRONG, 5 / 12, 12)),
        "ranges": (),
        "alternatives": (),
        "families": (),
        "findings": (),
    }
    return replace(museum, **(plain | changes))


def text(result: accord.Scores, **options: Any) -> str:
    return score_text(result, folder="b", **options)


def rows(shown: str) -> list[str]:
    return [" ".join(line.split()) for line in shown.splitlines()]


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({}, "1 judge, 0 people, 12 outputs of 1 model, 2 of them cannot be read"),
        ({"outputs": (ModelOutputs("m", 1, 0),)}, "1 judge, 0 people, 1 output of 1 model"),
        ({"outputs": (), "people": ("ann",), "judges": ("j", "k")}, "2 judges, 1 person"),
    ],
)
def test_what_was_read_stands_first(museum: accord.Scores, changes: dict[str, Any], first: str) -> None:
    result = made(museum, **changes)
    # People who answered no field: no section is made of them.
    result = replace(result, fields=(), estimates=()) if result.people else result
    assert text(result, tables=False).splitlines()[0] == first


def test_a_table_of_models_and_the_same_with_unreadable_outputs_as_wrong(museum: accord.Scores) -> None:
    lines = rows(text(made(museum)))
    assert lines[2:8] == [
        "Judge j",
        "model valid ok",
        "m 10 0.500",
        "with unreadable outputs counted as wrong",
        "model outputs ok",
        "m 12 0.417",
    ]


def test_the_policy_turns_the_two_round(museum: accord.Scores) -> None:
    lines = rows(text(made(museum, design={**museum.design, "invalid_output": "wrong"})))
    assert lines[3:8] == [
        "model outputs ok",
        "m 12 0.417",
        "with unreadable outputs left out",
        "model valid ok",
        "m 10 0.500",
    ]


def test_the_second_table_has_only_models_with_unreadable_outputs(museum: accord.Scores) -> None:
    estimates = [share(measure, 0.5, 10, model) for model in "mn" for measure in (ACCURACY, WRONG)]
    both = (ModelOutputs("m", 10, 0), ModelOutputs("n", 12, 2))
    lines = rows(text(made(museum, *estimates, outputs=both)))
    assert [line for line in lines if line.startswith("m ")] == ["m 10 0.500"]
    none = rows(text(made(museum, *estimates, outputs=both[:1])))
    assert "with unreadable outputs counted as wrong" not in none


def test_a_cell_says_how_many_outputs_it_rests_on_where_not_all(museum: accord.Scores) -> None:
    lines = rows(text(made(museum, share(ACCURACY, 0.5, 8), share(WRONG, None, 0))))
    assert "m 10 0.500 of 8" in lines
    assert "m 12 - of 0" in lines


def test_tables_can_be_left_out(museum: accord.Scores) -> None:
    assert "Judge judge-1" in text(museum)
    assert "Judge judge-1" not in text(museum, tables=False)
    assert "Judge j" not in text(made(museum, matches=()))


def test_without_people_one_line_says_so(museum: accord.Scores) -> None:
    shown = text(made(museum))
    assert "No people answered these fields, so the judges are compared with nobody.\n" in shown
    assert "no_pairable" not in shown


def test_reasons_that_are_shown_are_explained_and_having_no_kin_is_not(museum: accord.Scores) -> None:
    shown = text(museum)
    assert "too_few_items: too few people answered enough of the units" in shown
    assert "* limited support: fewer than 20 units" in shown
    assert "no_kin" not in shown


def test_findings_the_most_severe_first(museum: accord.Scores) -> None:
    found = (Finding("b", "info", "x", "note"), Finding("a", "warning", "", "bad\x1b"))
    assert "Findings\n  warning a: bad\\x1b\n  info b: x: note\n" in text(made(museum, findings=found))
    assert "Findings" not in text(made(museum))


def test_what_is_random_stands_at_the_end(museum: accord.Scores) -> None:
    shown = text(museum, width=200)
    assert (
        "Intervals: 95 %, 20 bootstrap replicates (multinomial, seed 0), percentile. Random are the clusters" in shown
    )
    assert shown.endswith("How far the judges agree with each other: accord agree b --role judge --pairs\n")
    alone = text(made(museum, settings=replace(museum.settings, replicates=0)))
    assert alone.endswith("No intervals were asked for (replicates 0).\n")
    strata = {**museum.design, "cluster": None, "strata": "region"}
    assert "the items, within strata (region); judges" in text(made(museum, design=strata), width=200)


def test_notes_are_wrapped(museum: accord.Scores) -> None:
    notes = text(museum, width=60).partition("Findings")[2]
    assert notes
    assert all(len(line) <= 60 for line in notes.splitlines() if "accord agree" not in line)


def test_names_are_shown_and_not_obeyed(museum: accord.Scores) -> None:
    estimates = [replace(e, where={"judge": "j\x1b[31m", "output": "m"}) for e in made(museum).estimates]
    shown = text(made(museum, *estimates, judges=("j\x1b[31m",)))
    assert "Judge j\\x1b[31m" in shown
    assert "\x1b" not in shown


def test_colour_only_where_it_is_wanted(museum: accord.Scores) -> None:
    assert "\x1b[1m" in text(museum, colour=True)
    assert "\x1b" not in text(museum)


def test_a_folder_with_a_strange_name(museum: accord.Scores) -> None:
    assert "accord agree a\\nb --role judge" in score_text(museum, folder=str(Path("a\nb")))
