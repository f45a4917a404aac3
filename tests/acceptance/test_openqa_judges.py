"""OpenQA: two judges against the released verdict of people, joined by identity, then by line."""

from __future__ import annotations

import csv

import pytest
from museum_folder import make, take

SPEC = (
    "name: openqa\nversion: 1.0.0\nfields: {ok: {kind: binary, labels: [No, Yes], column: 'Acceptable?'}}\n"
    "policies: {intervals: {replicates: 200}}\n"
)
FILES = {"gpt-4": "NQ301_gpt-4.tsv", "BEM": "NQ301_BEM.tsv"}


def rows_of(file):
    """The rows of a table whose quotes are read as a spreadsheet reads them: the verdicts have them only in part."""
    with file.open(newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table, delimiter="\t"))


@pytest.fixture(scope="module")
def source(data):
    return data / "openqa_eval_nq301"


@pytest.fixture(scope="module")
def by_identity(cli, source, tables):
    """A folder whose items are question and answer, and what came of importing each judge."""
    people = rows_of(source / "NQ301_human.tsv")
    named = [(f"{row['Question']} | {row['Model answer']}", row["Acceptable?"]) for row in people]
    folder = make(tables.folder / "by-identity", SPEC, [{"id": name} for name in dict.fromkeys(n for n, _ in named)])
    verdict = tables.csv("verdict.csv", ["item", "Acceptable?"], named)
    take(cli, folder, verdict, "--role", "human", "--by", "verdict")
    taken = {}
    for judge, file in FILES.items():
        layout = ("--format", "long", "--item", "Question,Model answer", "--role", "judge", "--by", judge)
        taken[judge] = take(cli, folder, source / file, *layout, "--partial")
    return folder, taken


@pytest.fixture(scope="module")
def by_line(cli, source, tables):
    """A folder whose items are lines."""
    columns = {"verdict": "NQ301_human.tsv", **FILES}
    cells = [[row["Acceptable?"] for row in rows_of(source / file)] for file in columns.values()]
    rows = [(str(line), *row) for line, row in enumerate(zip(*cells, strict=True), 1)]
    folder = make(tables.folder / "by-line", SPEC, [{"id": row[0]} for row in rows])
    table = tables.csv("lines.csv", ["item", *columns], rows)
    for raters, role in (("verdict", "human"), ("gpt-4,BEM", "judge")):
        take(cli, folder, table, "--format", "wide", "--raters", raters, "--role", role)
    return folder


@pytest.mark.parametrize(
    ("judge", "items", "raw", "kappa"),
    [("gpt-4", 1486, 0.847914, 0.694873), ("BEM", 1487, 0.806321, 0.616340)],
)
def test_joined_by_identity(cli, by_identity, judge, items, raw, kappa):
    check(cli, by_identity[0], judge, items, raw, kappa)


@pytest.mark.parametrize(
    ("judge", "items", "raw", "kappa"),
    [("gpt-4", 1488, 0.848118, 0.695285), ("BEM", 1490, 0.806040, 0.615718)],
)
def test_joined_by_line(cli, by_line, judge, items, raw, kappa):
    check(cli, by_line, judge, items, raw, kappa)


def check(cli, folder, judge, items, raw, kappa):
    """`accord score` and `accord agree` say the same."""
    scores = cli("score", folder, "--json")
    assert scores.code == 0, scores.err
    pair = f"{judge}|human"
    for measure, value in (("mean_pairwise", raw), ("cohen", kappa)):
        row = scores.estimate("ok", measure, pair=pair)
        assert row["value"] == pytest.approx(value, abs=1e-6)
        assert (row["items"], row["ratings"], row["raters"]) == (items, 2 * items, 2)
        assert row["low"] < row["value"] < row["high"]
    agreement = cli.agree(folder, "--role", "human,judge", "--pairs", "--replicates", 0)
    for measure, value in (("pairwise", raw), ("cohen", kappa)):
        row = agreement.estimate("ok", measure, pair=f"{judge}|verdict")
        assert row["value"] == pytest.approx(value, abs=1e-6)
        assert row["items"] == items


@pytest.mark.parametrize(
    ("judge", "line", "name"),
    [
        ("gpt-4", 151, "'india south africa test series 2018 highest runs | July 1..."),
        ("BEM", 919, "'how much money did it cost to make gta v | US$1,499.00'"),
    ],
)
def test_rows_that_do_not_join_are_named(by_identity, judge, line, name):
    (rejected,) = by_identity[1][judge]["rejects"]
    assert rejected["code"] == "unknown_item"
    assert rejected["where"].endswith(f"{FILES[judge]}:{line}")
    assert name in rejected["message"]


def test_one_person_is_no_panel(cli, by_identity):
    document = cli("score", by_identity[0], "--json").document
    assert {row["reason"] for row in document["ranges"]} == {"too_few_people"}
    assert {row["reason"] for row in document["alternative_annotator"]} == {"too_few_people"}
    assert "--csv" in cli("score", by_identity[0], "--csv", by_identity[0].parent / "none.csv").err
