"""Item-level columns: slices, clusters and strata, which must not vary within an item."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from accord.annotations.encode import cell_codes, combined_codes
from accord.annotations.places import Place, shown_places
from accord.annotations.ratings import Codes, Grouping
from accord.findings import Finding


def group_items(
    frame: pl.DataFrame,
    columns: Sequence[str],
    item: Codes,
    items: int,
    role: str,
    place: Place,
    problems: list[Finding],
    findings: list[Finding],
) -> Grouping:
    """The partition of the items by columns; an item whose rows disagree is a problem.

    Blank values belong to no slice (with a finding); in a cluster or stratum they are a problem.
    """
    parts, texts = [], []
    blank = np.zeros(len(item), np.bool_)
    for column in columns:
        codes, cells = cell_codes(frame[column])
        empty = np.array([not cell.strip() for cell in cells], np.bool_)
        blank |= (codes < 0) | (empty[codes] if len(cells) else False)
        parts.append(np.maximum(codes, 0))
        texts.append(cells)
    code = combined_codes(parts)
    name = ",".join(columns)
    if blank.any():
        where, rows = f"{role} {name}", np.flatnonzero(blank)
        if role == "slice":
            findings.append(
                Finding(
                    "blank_slice",
                    "warning",
                    where,
                    f"blank in {len(rows)} rows, which are in no slice",
                    None,
                    len(rows),
                )
            )
        else:
            problems.append(
                Finding(f"blank_{role}", "error", where, f"blank in {len(rows)} rows: {shown_places(rows, place)}")
            )
    of_item = np.full(items, -1, np.int32)
    of_item[item[::-1]] = np.where(blank, -1, code)[::-1]
    varies = np.flatnonzero(of_item[item] != np.where(blank, -1, code))
    if len(varies):
        problems.append(
            Finding(
                f"{role}_varies",
                "error",
                f"{role} {name}",
                f"must be one value for all rows of an item; it differs at {shown_places(varies, place)}",
            )
        )
    first = np.zeros(int(code.max(initial=-1)) + 1, np.int64)
    first[code[::-1]] = np.arange(len(code))[::-1]
    values = tuple(
        tuple(cells[part[row]] if cells else "" for part, cells in zip(parts, texts, strict=True)) for row in first
    )
    return Grouping(tuple(columns), values, of_item)
