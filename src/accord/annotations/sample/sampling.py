"""A stratified sample of the items, drawn with a seed."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from accord.annotations.places import SHOWN
from accord.annotations.rows.header import missing
from accord.errors import InputError, UsageError
from accord.findings import Finding, counted
from accord.spec.field import listed
from accord.spec.labels import in_order


@dataclass(frozen=True, slots=True)
class Stratum:
    """One stratum of the sample: column -> value, and how many items there are, were asked for and were taken."""

    where: dict[str, str]
    available: int
    asked: int
    taken: int

    @property
    def short(self) -> int:
        """How many items were asked for and are not there.

        >>> Stratum({"type": "coin"}, available=3, asked=5, taken=3).short
        2
        """
        return self.asked - self.taken


@dataclass(frozen=True, slots=True)
class Drawn:
    """A sample. items: the ids, stratum by stratum, within a stratum in id order; strata: in their order."""

    items: tuple[str, ...]
    strata: tuple[Stratum, ...]

    def parts(self) -> tuple[tuple[str, ...], ...]:
        """The ids of each stratum, an empty tuple where none was taken."""
        ends = np.cumsum([stratum.taken for stratum in self.strata]).tolist()
        return tuple(self.items[end - stratum.taken : end] for stratum, end in zip(self.strata, ends, strict=True))


def draw(
    items: pl.DataFrame,
    *,
    id: str = "id",
    by: Sequence[str],
    per_stratum: int | None,
    size: int | None,
    seed: int,
) -> Drawn:
    """Draw items without replacement, each stratum on its own.

    items: one row an item, every column text, null where absent. by: the columns that are crossed to strata, in
    the order in which the strata are sorted (numbers by size, then text); none: all items are one stratum.
    per_stratum: how many items every stratum is asked for. size: how many in all, spread over the strata in
    proportion to their items; what is left over by rounding down goes to the largest remainders, of equal ones to
    the earlier stratum. Neither: all items. A stratum with fewer items than asked gives all it has; with `size`
    that happens only where `size` is more than there are items.

    A stratum's items are put in id order and shuffled by a generator of its own (see `stream`), and the first are
    taken. So the order of rows and of `by` does not matter, other strata do not matter, and with the same seed a
    larger number keeps the items of a smaller one.

    Raises UsageError for arguments that cannot be, InputError for no rows, for blank or repeated ids and for blank
    values of a stratum; each with all problems at once.

    >>> museum = pl.DataFrame({"id": ["1", "2", "10"], "type": ["coin", "vase", "coin"]})
    >>> draw(museum, by=["type"], per_stratum=2, size=None, seed=0)
    Drawn(items=('1', '10', '2'), strata=(Stratum(where={'type': 'coin'}, available=2, asked=2, taken=2), \
Stratum(where={'type': 'vase'}, available=1, asked=2, taken=1)))
    """
    problems = draw_problems(items.columns, id=id, by=by, per_stratum=per_stratum, size=size, seed=seed)
    if problems:
        raise UsageError("\n".join(problems))
    _check_rows(items, id, by)
    members = _members(items, id, by)
    available = [len(ids) for ids in members.values()]
    asked = available
    if per_stratum is not None:
        asked = [per_stratum] * len(available)
    elif size is not None:
        asked = _in_proportion(available, size)
    taken: list[str] = []
    strata = []
    for (values, ids), number in zip(members.items(), asked, strict=True):
        where = dict(zip(by, values, strict=True))
        ordered = in_order(ids)
        shuffled = stream(seed, "draw", where).permutation(len(ordered))[:number]
        taken += [ordered[at] for at in np.sort(shuffled)]
        strata.append(Stratum(where, len(ordered), number, len(shuffled)))
    return Drawn(tuple(taken), tuple(strata))


def draw_problems(
    columns: Sequence[str],
    *,
    id: str,
    by: Sequence[str],
    per_stratum: int | None,
    size: int | None,
    seed: int,
) -> list[str]:
    """What is wrong with the arguments of `draw`, one line each; columns: those of the items."""
    problems = []
    if per_stratum is not None and size is not None:
        problems.append("a number for each stratum (per_stratum) or one for the whole sample (size), not both")
    if per_stratum is not None and per_stratum < 1:
        problems.append(f"per_stratum {per_stratum}: allowed are whole numbers from 1")
    if size is not None and size < 1:
        problems.append(f"size {size}: allowed are whole numbers from 1")
    problems += seed_problems(seed)
    twice = [column for column, times in Counter(by).items() if times > 1]
    if twice:
        problems.append(f"by: {listed(twice)} named more than once; allowed is each column once")
    if id in by:
        problems.append(f"by: {id!r} is the column of the ids; allowed are the other columns")
    unknown = missing(columns, list(dict.fromkeys([id, *by])), "items")
    return problems + [f"items: {finding.message} ({finding.fix})" for finding in unknown]


def seed_problems(seed: int) -> list[str]:
    """What is wrong with a seed."""
    return [f"seed {seed}: allowed are whole numbers from 0"] if seed < 0 else []


def stream(seed: int, purpose: str, where: Mapping[str, str]) -> np.random.Generator:
    """The random numbers of one purpose in one stratum: they depend on nothing else.

    The generator is numpy's default, seeded with [seed, k], where k is the SHA-256 (as one whole number, the first
    byte highest) of the compact JSON of [purpose, [[column, value], ...]] in UTF-8, columns in the order of their
    names.
    """
    key = json.dumps([purpose, sorted(where.items())], ensure_ascii=False, separators=(",", ":"))
    return np.random.default_rng([seed, int.from_bytes(hashlib.sha256(key.encode()).digest(), "big")])


def _check_rows(items: pl.DataFrame, id: str, by: Sequence[str]) -> None:
    if not items.height:
        raise InputError([Finding("empty_table", "error", "items", "there are no rows")])
    problems = []
    ids = items[id].to_list()
    blank = [str(row) for row, name in enumerate(ids, 1) if _is_blank(name)]
    if blank:
        message = f"blank for {counted(len(blank), 'item')}: item number {', '.join(blank[:SHOWN])}{_more(blank)}"
        problems.append(Finding("blank_id", "error", f"items, column {id}", message, count=len(blank)))
    twice = [name for name, times in Counter(ids).items() if times > 1 and not _is_blank(name)]
    if twice:
        message = f"{counted(len(twice), 'id')} more than once: {listed(twice, SHOWN)}"
        fix = "every item has an id of its own"
        problems.append(Finding("repeated_id", "error", f"items, column {id}", message, fix, len(twice)))
    for column in by:
        lacking = [name or "" for name, value in zip(ids, items[column].to_list(), strict=True) if _is_blank(value)]
        if lacking:
            message = f"blank for {counted(len(lacking), 'item')}: {listed(lacking, SHOWN)}"
            fix = "every item needs a value, or stratify by other columns"
            problems.append(Finding("blank_strata", "error", f"items, column {column}", message, fix, len(lacking)))
    if problems:
        raise InputError(problems)


def _is_blank(cell: str | None) -> bool:
    return cell is None or not cell.strip()


def _more(texts: Sequence[str]) -> str:
    return f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""


def _members(items: pl.DataFrame, id: str, by: Sequence[str]) -> dict[tuple[str, ...], list[str]]:
    """Values of a stratum -> its ids, strata in order."""
    columns = [items[column].to_list() for column in by]
    members: dict[tuple[str, ...], list[str]] = {}
    for name, *values in zip(items[id].to_list(), *columns, strict=True):
        members.setdefault(tuple(values), []).append(name)
    ranks = [{value: rank for rank, value in enumerate(in_order(column))} for column in columns]
    order = sorted(members, key=lambda values: [rank[value] for rank, value in zip(ranks, values, strict=True)])
    return {values: members[values] for values in order}


def _in_proportion(available: Sequence[int], size: int) -> list[int]:
    """Whole numbers that sum to `size`, in proportion to `available`, by largest remainder (Hamilton's method).

    None is more than `available` unless `size` is more than its sum.
    """
    total = sum(available)
    shares = [size * number // total for number in available]
    by_remainder = sorted(range(len(available)), key=lambda at: -(size * available[at] % total))
    for at in by_remainder[: size - sum(shares)]:
        shares[at] += 1
    return shares
