"""Standing submissions on their way out: which of them, in which order, with what their cells cannot tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.exchange.format import Outgoing
from accord.annotations.exchange.incoming import CORE
from accord.annotations.items import ItemTable, rows_left_blank
from accord.annotations.log.outputs import Outputs
from accord.annotations.log.standing import Standing
from accord.errors import InputError
from accord.findings import Finding, counted
from accord.spec.benchmark import Benchmark
from accord.spec.roles import ROLES, Role
from accord.spec.states import NOT_ASKED_CELL


@dataclass(frozen=True, eq=False)
class Selected:
    """Submissions that go out. row: (R,) where each stands among the standing ones; findings: about those that stay."""

    outgoing: Outgoing
    row: NDArray[np.int64]
    findings: tuple[Finding, ...]


def select_outgoing(
    benchmark: Benchmark,
    items: ItemTable,
    standing: Standing,
    outputs: Outputs,
    roles: Sequence[Role] = (),
    passes: Sequence[str] = (),
) -> Selected:
    """The standing submissions of some roles and passes (of all where none is named), item by item.

    Items are in their order, then come outputs by model, roles, raters and passes. Submissions that could not be
    imported again stay, with a finding. Raises InputError where none is left.
    """
    frame = standing.frame.with_row_index("row")
    asked = frame.filter(pl.col("role").is_in(roles or ROLES) & (pl.col("pass").is_in(passes) if passes else True))
    models = [_model(outputs, item, of) for item, of in asked.select("item", "of").iter_rows()]
    stale = asked["of"].is_not_null() & pl.Series(models, dtype=pl.String).is_null()
    strange = ~asked["item"].is_in(list(items.row))
    findings = [
        *_stays(int(strange.sum()), "about items that the benchmark does not have"),
        *_stays(int((stale & ~strange).sum()), "about an output that was replaced, or is not that of a first pass"),
    ]
    found = asked.with_columns(pl.Series("of", models, pl.String)).filter(~stale & ~strange)
    if found.is_empty():
        raise InputError([Finding("no_submissions", "error", "annotations", _nothing(frame, roles, passes))])
    found = _ordered(found, items)
    fields = _told(benchmark, found)
    blanks = [finding for name in fields for finding in _blanks(benchmark, items, name, found)]
    outgoing = Outgoing(found.select(*CORE, *fields), fields, tuple(blanks))
    return Selected(outgoing, found["row"].to_numpy().astype(np.int64), tuple(findings))


def _stays(count: int, words: str) -> list[Finding]:
    if not count:
        return []
    message = f"{counted(count, 'submission')} {words}; left out"
    return [Finding("not_held", "warning", "submissions", message, None, count)]


def _model(outputs: Outputs, item: str, of: str | None) -> str | None:
    """The model whose output is meant, where its name alone says so."""
    model = None if of is None else outputs.model.get(of)
    return model if model is not None and outputs.id.get((item, model)) == of else None


def _nothing(frame: pl.DataFrame, roles: Sequence[Role], passes: Sequence[str]) -> str:
    counts = frame.group_by("role", "pass").len().sort("role", "pass").rows()
    there = [f"{role} {name}: {count:,}" for role, name, count in counts]
    asked = f" of {', '.join((*roles, *passes))}" if roles or passes else ""
    return f"there is no submission{asked} to write; in the logs: {', '.join(there) or 'none'}"


def _ordered(frame: pl.DataFrame, items: ItemTable) -> pl.DataFrame:
    ranks = [pl.Series("item_rank", [items.row[name] for name in frame["item"].to_list()], pl.Int64)]
    ranks.append(pl.Series("role_rank", [ROLES.index(role) for role in frame["role"].to_list()], pl.Int64))
    keys = ["item_rank", "of", "role_rank", "rater", "pass"]
    return frame.with_columns(ranks).sort(keys, nulls_last=False, maintain_order=True)


def _told(benchmark: Benchmark, frame: pl.DataFrame) -> tuple[str, ...]:
    """The fields that have an answer. Where none has, those that are asked, so that the rows can be read at all."""
    told = tuple(name for name in benchmark.fields if _is_said(frame[name]).any())
    roles = set(frame["role"].unique().to_list())
    return told or tuple(name for name in benchmark.fields if roles & set(benchmark.asked_of(name)))


def _is_said(answers: pl.Series) -> pl.Series:
    """(R,) whether there is an answer, if only one that is missing."""
    return (answers != NOT_ASKED_CELL).fill_null(True)


def _blanks(benchmark: Benchmark, items: ItemTable, field: str, frame: pl.DataFrame) -> list[Finding]:
    """What a blank cell would say wrongly: it is read as missing where a field is asked, as not asked elsewhere."""
    answered = (frame["state"] == "answered").to_numpy()
    asked = frame["role"].is_in(benchmark.asked_of(field)).to_numpy()
    is_match = benchmark.forms[field].matched() is not None
    asked &= (frame["of"].is_not_null() if is_match else frame["of"].is_null()).to_numpy()
    item_row = np.array([items.row[name] for name in frame["item"].to_list()], np.int64)
    asked &= ~rows_left_blank(benchmark, items, field, item_row, frame["role"])
    said = _is_said(frame[field]).to_numpy()
    missing = frame[field].is_null().to_numpy()
    lost = {
        "not asked, and a blank cell says that it is missing": answered & asked & ~said,
        "missing, and a blank cell says that it is not asked": answered & ~asked & missing,
    }
    return [
        Finding("not_held", "warning", f"field {field}", f"{counted(count, 'answer')} {words}", None, count)
        for words, hit in lost.items()
        if (count := int(np.count_nonzero(hit)))
    ]
