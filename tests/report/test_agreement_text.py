"""The text report: every number with its support, texts of the data as they are, and what is random."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import Any

import polars as pl
import pytest

import accord
from accord.agreement.estimate import REASONS, Estimate
from accord.agreement.influence import Influence
from accord.agreement.result import Agreement
from accord.annotations.ratings import NonResponse
from accord.findings import Finding
from accord.report.agreement_text import MOST_INFLUENCES, MOST_NON_RESPONSE, agreement_text

SMALL = {"replicates": 20}


def frame(raters: tuple[str, ...] = ("ann", "bob", "cy"), items: int = 12) -> pl.DataFrame:
    rows = [(at, who, (at * place) % 3 % 2, "pq"[at % 2]) for at in range(items) for place, who in enumerate(raters)]
    return pl.DataFrame(rows, schema=["item", "who", "s", "k"], orient="row")


def run(table: pl.DataFrame | None = None, **options: Any) -> Agreement:
    defaults = {"item": "item", "rater": "who", "fields": {"s": accord.Binary()}, **SMALL}
    return accord.agree(frame() if table is None else table, **(defaults | options))


def estimate(**changes: Any) -> Estimate:
    plain = Estimate("s", "fleiss", {}, None, 0.5, 0.25, 0.75, None, 12, 1234, 3, 0, False)
    return replace(plain, **changes)


def result(*estimates: Estimate, **changes: Any) -> Agreement:
    return replace(run(), **({"estimates": estimates or (estimate(),), "findings": ()} | changes))


def row(text: str, start: str = "  fleiss") -> str:
    (line,) = [line for line in text.splitlines() if line.startswith(start)]
    return " ".join(line.split())


def header(found: Agreement) -> list[str]:
    (line,) = [line for line in agreement_text(found).splitlines() if line.startswith("  measure ")]
    return line.split()


def test_what_was_read_stands_first() -> None:
    first = agreement_text(run()).splitlines()[0]
    assert first == "12 items, 36 ratings by 3 raters"
    assert agreement_text(run(rater=None)).startswith("12 items, 36 ratings by anonymous raters\n")
    read = ({"path": "a", "rows": 1000}, {"path": "b", "rows": 36})
    assert agreement_text(result(files=read)).startswith("12 items, 36 ratings by 3 raters (1,036 rows read)\n")
    one = run(frame(("ann",), 1))
    assert agreement_text(one).startswith("1 item, 1 rating by 1 rater\n")


def test_every_estimate_is_a_line_under_its_field() -> None:
    found = run(fields={"s": accord.Binary(), "k": accord.Choice()})
    lines = agreement_text(found).splitlines()
    starts = [lines.index("s"), lines.index("k")]
    assert starts == sorted(starts)
    for field, start in zip("sk", starts, strict=True):
        measures = [row.measure for row in found.estimates if row.field == field]
        assert [line.split()[0] for line in lines[start + 2 : start + 2 + len(measures)]] == measures


def test_numbers_have_three_decimals_and_their_support() -> None:
    assert row(agreement_text(result())) == "fleiss 0.500 0.250 to 0.750 12 1,234 3"


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ({"value": None, "low": None, "high": None, "reason": "no_items"}, "fleiss - - 12 1,234 3 no_items"),
        (
            {"low": None, "high": None, "reason": "undefined_replicates"},
            "fleiss 0.500 - 12 1,234 3 undefined_replicates",
        ),
        ({"low": None, "high": None, "reason": "no_replicates"}, "fleiss 0.500 - 12 1,234 3"),
        ({"raters": None}, "fleiss 0.500 0.250 to 0.750 12 1,234 -"),
        ({"value": -1e-9, "low": -0.0004, "high": 0.0}, "fleiss 0.000 0.000 to 0.000 12 1,234 3"),
        ({"value": -0.5}, "fleiss -0.500 0.250 to 0.750 12 1,234 3"),
        ({"items": 0, "ratings": 0, "raters": 0}, "fleiss 0.500 0.250 to 0.750 0 0 0"),
        ({"limited_support": True}, "fleiss 0.500* 0.250 to 0.750 12 1,234 3"),
        (
            {"limited_support": True, "value": None, "low": None, "high": None, "reason": "no_items"},
            "fleiss - - 12 1,234 3 no_items",
        ),
        ({"undefined_replicates": 7}, "fleiss 0.500 0.250 to 0.750 12 1,234 3 7 undefined draws"),
        ({"details": {"k": 3, "dropped": 2}}, "fleiss 0.500 0.250 to 0.750 12 1,234 3 k=3, 2 dropped"),
        ({"details": {"k": 3, "dropped": 0, "q": 5}}, "fleiss 0.500 0.250 to 0.750 12 1,234 3 k=3, q=5"),
        ({"details": {"degenerate": True}}, "fleiss 0.500 0.250 to 0.750 12 1,234 3 Wilson"),
        ({"details": {"degenerate": True}, "low": None, "high": None}, "fleiss 0.500 - 12 1,234 3"),
        ({"details": {"single_rated": 4}}, "fleiss 0.500 0.250 to 0.750 12 1,234 3 4 single-rated among them"),
        ({"details": {"both_empty": 5}}, "fleiss 0.500 0.250 to 0.750 12 1,234 3 5 both empty, left out"),
    ],
)
def test_a_line(changes: dict[str, Any], shown: str) -> None:
    assert row(agreement_text(result(estimate(**changes)), width=200)) == shown


def test_panels_of_many_sizes_are_cut() -> None:
    sizes = {"items_by_raters": {size: size * 10 for size in range(2, 8)}}
    text = row(agreement_text(result(estimate(details=sizes)), width=200))
    assert text.endswith("items: 20 by 2, 30 by 3, 40 by 4, 50 by 5, ...")


def test_a_star_is_explained_where_there_is_one() -> None:
    legend = "* limited support: fewer than 20 items with an uncommon value, or with a disagreement."
    assert legend in agreement_text(result(estimate(limited_support=True)))
    assert "limited support" not in agreement_text(result(estimate()))
    undefined = estimate(limited_support=True, value=None, low=None, high=None, reason="no_items")
    assert "limited support" not in agreement_text(result(undefined))


def test_wilson_is_explained_where_it_is_used() -> None:
    explained = "Wilson: every draw that is defined has the same share"
    assert explained in agreement_text(result(estimate(details={"degenerate": True})))
    assert explained not in agreement_text(result(estimate()))


def test_every_reason_that_occurs_is_explained_once() -> None:
    rows = [estimate(value=None, low=None, high=None, reason=reason) for reason in ["no_items", "no_pairable"] * 2]
    text = agreement_text(result(*rows), width=200)
    for code in ("no_items", "no_pairable"):
        assert text.count(f"{code}: {REASONS[code]}.") == 1
    assert REASONS["both_empty"] not in text


def test_slice_and_pair_have_a_column_only_where_there_is_one() -> None:
    assert header(run(measures=["fleiss"]))[:2] == ["measure", "value"]
    assert header(run(measures=["fleiss"], by="k"))[:3] == ["measure", "slice", "value"]
    assert header(run(measures=["cohen"]))[:3] == ["measure", "pair", "value"]
    assert header(run(measures=["fleiss", "cohen"], by="k"))[:4] == ["measure", "slice", "pair", "value"]


def test_without_replicates_there_is_no_column_of_intervals() -> None:
    assert "interval" in header(run())
    assert "interval" not in header(run(replicates=0))


def test_the_level_is_in_the_header() -> None:
    assert "90 % interval" in agreement_text(run(level=0.9))
    assert "99.9 % interval" in agreement_text(run(level=0.999))


HOSTILE = [
    *("[red]x[/red]", "[/]", "[link=http://x]y[/link]", "=cmd()", ":smile:", "\U0001f642", "\u0634\u0627\u0631\u0639"),
    *("e\u0301", "a\\[b", "{x}", "%s"),
]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("colour", [False, True])
def test_texts_of_the_data_are_shown_literally(name: str, colour: bool) -> None:
    table = frame(("ann", "bob", name)).with_columns(pl.lit(name).alias("k"), pl.lit(name).alias("label"))
    table = table.with_columns(pl.when(pl.col("item") == 0).then(pl.lit("skip")).otherwise(pl.col("label")).alias(name))
    found = run(
        table,
        fields={name: accord.Choice(abstain=["skip"])},
        by="k",
        pairs=True,
        leave_one_out=True,
    )
    found = replace(found, findings=(*found.findings, Finding("code", "warning", name, name, name)))
    text = re.sub(r"\x1b\[[0-9;]*m", "", agreement_text(found, width=400, colour=colour))
    shown = unicodedata.normalize("NFC", text)
    wanted = unicodedata.normalize("NFC", name)
    assert shown.splitlines()[2] == wanted
    assert f"k={wanted}" in shown
    assert f"{wanted}|" in shown or f"|{wanted}" in shown
    assert f"warning code: {wanted}: {wanted} ({wanted})" in shown
    assert shown.count(wanted) > 10


@pytest.mark.parametrize("control", ["\x1b[2J", "\x1b]0;title\x07", "\x9b5m", "\b\b\b", "\r", "\x00"])
def test_control_characters_of_the_data_never_reach_the_terminal(control: str) -> None:
    name = f"a{control}b"
    table = frame(("ann", "bob", name)).with_columns(pl.lit(name).alias("k"))
    found = run(table, by="k", pairs=True, leave_one_out=True)
    found = replace(found, findings=(Finding("code", "warning", name, name, name),))
    text = agreement_text(found, width=300)
    assert [character for character in text if unicodedata.category(character) == "Cc" and character != "\n"] == []


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\u2028", "\x85", "\x0b"])
def test_a_newline_in_a_name_does_not_begin_a_row(newline: str) -> None:
    name = f"a{newline}  fleiss  1.000"
    found = run(frame(("ann", "bob", name)), measures=["fleiss", "cohen"], leave_one_out=True)
    text = agreement_text(found, width=300)
    assert len([line for line in text.splitlines() if line.startswith("  fleiss")]) == 1
    assert len([line for line in text.splitlines() if line.startswith("  cohen")]) == 3


def test_colour_only_where_asked_for() -> None:
    assert "\x1b" not in agreement_text(run())
    assert "\x1b[1m" in agreement_text(run(), colour=True)


@pytest.mark.parametrize("width", [1, 40, 80, 500])
def test_no_number_and_no_name_is_lost_at_any_width(width: int) -> None:
    found = run(by="k", pairs=True, leave_one_out=True)
    lines = [" ".join(line.split()) for line in agreement_text(found, width=width).splitlines()]
    for row in found.estimates:
        value = "-" if row.value is None else f"{row.value:z.3f}"
        start = " ".join([row.measure, row.slice, *([row.pair] if row.pair else []), value])
        assert any(line.startswith(start) for line in lines), start


def test_a_long_name_is_shown_to_its_end() -> None:
    name = "start" + "x" * 1000 + "end"
    text = agreement_text(run(frame(("ann", "bob", name)), measures=["fleiss", "cohen"], leave_one_out=True), width=100)
    assert "\u2026" not in text
    assert text.count(name) == 3


def test_lines_end_without_white_space_and_the_text_with_a_newline() -> None:
    text = agreement_text(run(by="k", pairs=True, leave_one_out=True))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert all(line == line.rstrip() for line in text.splitlines())


def test_findings_come_by_severity_and_are_wrapped() -> None:
    findings = (
        Finding("one", "info", "", "a " * 100),
        Finding("two", "error", "a.csv:3", "b", "do this"),
        Finding("three", "warning", "field s", "c"),
    )
    lines = agreement_text(result(findings=findings), width=90).splitlines()
    start = lines.index("Findings")
    assert lines[start + 1 : start + 3] == ["  error two: a.csv:3: b (do this)", "  warning three: field s: c"]
    assert lines[start + 3].startswith("  info one: a a")
    assert lines[start + 4].startswith("    a a")
    assert all(len(line) <= 90 for line in lines)


def test_without_findings_there_is_no_heading() -> None:
    assert "Findings" not in agreement_text(result())


def test_influence_of_each_rater() -> None:
    rows = (
        Influence("s", "fleiss", "all", "ann", 0.25, -0.25, None),
        Influence("s", "fleiss", "all", "bob", None, None, "no_pairable"),
        Influence("s", "fleiss", "all", "cy", 0.5, 0.00001, None),
    )
    text = agreement_text(result(influence=rows))
    start = text.splitlines().index("Without each rater")
    assert [line.split() for line in text.splitlines()[start + 2 : start + 5]] == [
        ["s", "fleiss", "ann", "0.250", "-0.250"],
        ["s", "fleiss", "bob", "no_pairable", "-"],
        ["s", "fleiss", "cy", "0.500", "+0.000"],
    ]


@pytest.mark.parametrize("extra", [0, 3])
def test_long_influence_is_cut_and_counted(extra: int) -> None:
    rows = tuple(Influence("s", "fleiss", "all", f"r{at}", 0.5, 0.0, None) for at in range(MOST_INFLUENCES + extra))
    text = agreement_text(result(influence=rows))
    assert (f"r{MOST_INFLUENCES - 1} " in text, f"r{MOST_INFLUENCES} " in text) == (True, False)
    assert (f"and {extra} more (all of them with --json)" in text) == (extra > 0)


def test_differences() -> None:
    found = run(
        by="k", differences=[(("s", "fleiss", "k=p"), ("s", "fleiss", "k=q")), (("s", "fleiss"), ("s", "cohen"))][:1]
    )
    (row,) = found.differences
    text = agreement_text(found, width=200)
    (line,) = [line for line in text.splitlines() if line.endswith("unpaired")]
    assert f"{row.value:+z.3f}" in line
    assert str(row.left) in line
    assert str(row.right) in line
    assert "Differences" not in agreement_text(run())


def test_answers_that_do_not_count() -> None:
    rows = (
        NonResponse("s", "ann", 1200, 1000, 50, 50, {"n/a": 75, "skip": 25}),
        NonResponse("s", "bob", 10, 10, 0, 0, {}),
        NonResponse("s", None, 4, 3, 1, 0, {}),
    )
    lines = agreement_text(result(non_response=rows)).splitlines()
    start = lines.index("Answers that do not count")
    assert [" ".join(line.split()) for line in lines[start + 2 : start + 4]] == [
        "s ann 1,200 1,000 50 50 n/a 75 (6%), skip 25 (2%)",
        "s (all) 4 3 1 0 -",
    ]


def test_many_raters_without_answers_are_cut_and_counted() -> None:
    rows = tuple(NonResponse("s", f"r{at}", 2, 1, 1, 0, {}) for at in range(MOST_NON_RESPONSE + 5))
    assert "and 5 more (all of them with --json)" in agreement_text(result(non_response=rows))


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"replicates": 0}, ["No intervals were asked for (replicates 0)."]),
        ({}, ["20 bootstrap replicates (multinomial, seed 0), percentile", "Random are the items, with", "held fixed"]),
        ({"replicates": 1500, "seed": 7}, ["1,500 bootstrap replicates (multinomial, seed 7)"]),
        ({"interval": "bca"}, ["BCa"]),
        ({"resample": "index"}, ["(index, seed 0)"]),
        ({"cluster": "item"}, ["Random are the clusters (item), with"]),
        ({"strata": "k"}, ["Random are the items, within strata (k), with"]),
        ({"table": frame(tuple("abcde"))}, ["(--rater-pool)"]),
    ],
)
def test_what_is_random_is_said(options: dict[str, Any], parts: list[str]) -> None:
    text = " ".join(agreement_text(run(**options), width=200).split())
    assert [part for part in parts if part not in text] == []
    assert ("do not say how other raters would agree" in text) == (options.get("replicates") != 0)
    assert ("--rater-pool" in text) == ("table" in options)


def test_a_pool_of_raters_is_said() -> None:
    text = " ".join(agreement_text(run(frame(tuple("abcde")), rater_pool=True, strata="k"), width=200).split())
    assert "Random are the items, within strata (k) and the raters, as a sample of a larger pool" in text
    assert "Pairs of raters hold their raters fixed" in text
    assert "do not say how other raters" not in text


def test_the_rule_of_matching_is_said_where_there_are_boxes() -> None:
    table = pl.DataFrame(
        {"item": [1, 1], "who": ["ann", "bob"], "s": [[{"label": "a", "box": [0, 0, 1, 1]}]] * 2}, strict=False
    )
    assert "Boxes are matched one to one" in agreement_text(run(table, fields={"s": accord.Boxes(format="xywh")}))
    assert "Boxes are matched" not in agreement_text(run())


def test_nothing_at_all() -> None:
    text = agreement_text(replace(run(), estimates=(), findings=(), influence=(), non_response=()))
    assert text.splitlines()[2].startswith("Intervals: ")
