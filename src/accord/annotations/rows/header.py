"""Names of columns: cleaning, repeated and missing names, and the nearest name to one that is missing."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from accord.annotations.rows.tally import first_few
from accord.findings import Finding

NAMES_SHOWN = 40


def clean(raw: Sequence[str]) -> list[str]:
    """Header cells without the white space and byte order marks around them.

    >>> clean([" item", "\\ufeffscore\\n", ""])
    ['item', 'score', '']
    """
    return [name.strip().strip("\ufeff").strip() for name in raw]


def repeated(names: Sequence[str], where: str, labels: Sequence[str] = ()) -> list[Finding]:
    """A problem for every name that stands more than once. Blank names pass.

    labels: what the file calls its columns (the letters of a sheet); their positions from 1 where empty.
    """
    positions: dict[str, list[str]] = {}
    for label, name in zip(labels or _numbers(names), names, strict=True):
        positions.setdefault(name, []).append(label)
    return [
        Finding(
            "repeated_column",
            "error",
            where,
            f"column name {name!r} stands {len(found)} times: columns {first_few(found)}",
            "give every column a name of its own; is the first row a header at all?",
        )
        for name, found in positions.items()
        if name and len(found) > 1
    ]


def unnamed(names: Sequence[str], where: str, labels: Sequence[str] = ()) -> list[Finding]:
    """A problem where columns have no name. labels: as for `repeated`."""
    blank = [label for label, name in zip(labels or _numbers(names), names, strict=True) if not name]
    if not blank:
        return []
    what = f"column {blank[0]} has no name" if len(blank) == 1 else f"columns {first_few(blank)} have no name"
    return [Finding("unnamed_column", "error", where, what, "name the column in the header or remove it")]


def missing(names: Sequence[str], needed: Sequence[str], where: str) -> list[Finding]:
    """A problem for every needed column that is not there, with the nearest name and all names.

    >>> print(*missing(["item", "score"], ["scor"], "a.csv"))
    error missing_column: a.csv: no column 'scor'; the nearest name is 'score' (columns: item, score)
    """
    problems = []
    for name in needed:
        if name in names:
            continue
        near = difflib.get_close_matches(name, names, n=1, cutoff=0.5) or _same_letters(name, names)
        hint = f"; the nearest name is {near[0]!r}" if near else ""
        problems.append(
            Finding(
                "missing_column",
                "error",
                where,
                f"no column {name!r}{hint}",
                f"columns: {first_few(names, shown=NAMES_SHOWN)}" if names else "the file has no columns",
            )
        )
    return problems


def _same_letters(name: str, names: Sequence[str]) -> list[str]:
    return [other for other in names if other.casefold() == name.casefold()][:1]


def _numbers(names: Sequence[str]) -> list[str]:
    return [str(position) for position in range(1, len(names) + 1)]
