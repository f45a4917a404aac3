"""Ids that look alike: taken as different, and pointed at."""

from __future__ import annotations

import polars as pl

from accord.annotations.places import SHOWN
from accord.findings import Finding
from accord.spec.field import shown
from accord.spec.labels import folded

PLAIN = r"^(?:[!-\-/-@\[-~]+|[!-@\[-~]*[!-/1-@\[-~])$"
"""No white space, no capital letter, no letter beyond ASCII, and not ending like 1.0."""


def all_plain(ids: pl.Series) -> bool:
    """Whether every id is surely in its only form: then none is blank and no two look alike."""
    return bool(ids.str.contains(PLAIN).all())


def alike_ids(ids: pl.Series, what: str) -> list[Finding]:
    """A finding where ids differ only by white space, letters' case, Unicode form or the form of a number.

    Ids are compared to the letter; 1 and 1.0, or "ann" and "Ann ", stay two.

    >>> print(*alike_ids(pl.Series(["Ann ", "ann", "bob"]), "rater"))
    warning ids_look_alike: rater: 'Ann ' and 'ann' are taken as different (make them equal if they are one)
    """
    if ids.dtype != pl.String or all_plain(ids):
        return []
    forms: dict[str, list[str]] = {}
    for name in ids.to_list():
        forms.setdefault(folded(name).casefold(), []).append(name)
    twins = [names for names in forms.values() if len(names) > 1]
    if not twins:
        return []
    first = "; ".join(" and ".join(map(shown, names)) for names in twins[:SHOWN])
    more = f" and {len(twins) - SHOWN} more" if len(twins) > SHOWN else ""
    message = f"{first}{more} are taken as different"
    return [Finding("ids_look_alike", "warning", what, message, "make them equal if they are one", len(twins))]
