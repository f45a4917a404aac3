"""Scores as text that a person reads: a table of models for every judge, then how far the judges can be trusted."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from accord.agreement.estimate import Estimate
from accord.findings import counted, most_severe_first, visible
from accord.report.draws import NONE, Draws
from accord.report.judge_text import judge_text
from accord.report.layout import Cell, paragraph, rendered, table_text
from accord.scoring.judged import ACCURACY, WRONG
from accord.scoring.reasons import REASONS
from accord.scoring.result import Scores


def score_text(result: Scores, *, folder: str, tables: bool = True, width: int = 110, colour: bool = False) -> str:
    """Tables with one row a line, then findings and notes wrapped at `width`. folder: for commands that are named."""
    parts = [f"{_summary(result)}\n\n"]
    if tables and result.matches and result.outputs:
        parts += [_models(result, judge, colour) for judge in result.judges]
    parts += [judge_text(result, width=width, colour=colour), _legend(result, width), _findings(result, width)]
    parts.append(paragraph(_intervals(result), width))
    if len(result.judges) > 1:
        command = f"accord agree {visible(folder)} --role judge --pairs"
        parts.append(paragraph(f"How far the judges agree with each other: {command}", width))
    return "".join(parts)


def _summary(result: Scores) -> str:
    parts = [counted(len(result.judges), "judge"), counted(len(result.people), "person", "people")]
    if result.outputs:
        invalid = sum(row.invalid for row in result.outputs)
        unreadable = f", {invalid:,} of them cannot be read" if invalid else ""
        count = counted(sum(row.outputs for row in result.outputs), "output")
        parts.append(f"{count} of {counted(len(result.outputs), 'model')}{unreadable}")
    return ", ".join(parts)


def _models(result: Scores, judge: str, colour: bool) -> str:
    """The table of one judge; below it, the models with unreadable outputs as the policy does not count them."""
    wrong_first = result.design.get("invalid_output") == "wrong"
    first, second = (WRONG, ACCURACY) if wrong_first else (ACCURACY, WRONG)
    title = rendered(Text(f"Judge {visible(judge)}", style="bold"), colour=colour)
    every = [row.model for row in result.outputs]
    beside = [row.model for row in result.outputs if row.invalid]
    parts = [title, _table(result, judge, first, every, colour)]
    if beside:
        what = "left out" if wrong_first else "counted as wrong"
        parts += [f"  with unreadable outputs {what}\n", _table(result, judge, second, beside, colour)]
    return "".join([*parts, "\n"])


def _table(result: Scores, judge: str, measure: str, models: Iterable[str], colour: bool) -> str:
    counts = {row.model: row for row in result.outputs}
    body: list[list[Cell]] = []
    for model in models:
        of = counts[model].valid if measure == ACCURACY else counts[model].outputs
        cells = [_share(result.accuracy(field, judge, model, measure), of) for field in result.matches]
        body.append([f"  {model}", f"{of:,}", *cells])
    count = "valid" if measure == ACCURACY else "outputs"
    return table_text(["  model", count, *result.matches], body, right=[count, *result.matches], colour=colour)


def _share(estimate: Estimate, of: int) -> str:
    """A share; behind it how many outputs were judged, where not all of them were."""
    value = "-" if estimate.value is None else f"{estimate.value:z.3f}"
    return value if estimate.items == of else f"{value} of {estimate.items:,}"


def _legend(result: Scores, width: int) -> str:
    beside = [row for row in result.estimates if not row.measure.startswith("accuracy")] if result.people else []
    # That a judge has no kin is said by a blank cell.
    shown = [row for row in beside if row.reason != "no_kin"]
    lines = []
    if any(row.limited_support and row.value is not None for row in shown):
        least = result.settings.min_support
        lines.append(f"* limited support: fewer than {least} units add something else than most do, or disagree.")
    given = [[row.reason for row in shown], [row.reason for row in result.ranges if result.people]]
    codes = dict.fromkeys(code for codes in given for code in codes if code and code != "no_replicates")
    lines += [f"{code}: {REASONS[code]}." for code in codes]
    return "".join(paragraph(line, width) for line in lines) + ("\n" if lines else "")


def _findings(result: Scores, width: int) -> str:
    if not result.findings:
        return ""
    lines = [paragraph(str(finding), width, "  ") for finding in most_severe_first(result.findings)]
    return "".join(["Findings\n", *lines, "\n"])


def _intervals(result: Scores) -> str:
    settings = result.settings
    if not settings.replicates:
        return NONE
    draws = Draws.of(settings, result.design)
    return (
        f"Intervals: {settings.level * 100:g} %, {draws.how}, {draws.kind}. Random are the {draws.drawn}; judges and "
        "people are held fixed."
    )
