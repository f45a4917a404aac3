"""Texts that a spreadsheet would run as a formula: guarded by an apostrophe, in a way that can be undone."""

from __future__ import annotations

import polars as pl

DELIMITED = (".csv", ".tsv", ".tab", ".txt")
"""Files whose cells have no type, so that a spreadsheet guesses one from the text."""

_RISKY = r"^'*[=+\-@\t\r]"
_NUMBER = r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$"
_GUARDED = r"^'+[=+\-@\t\r]"


def guarded(texts: pl.Series) -> pl.Series:
    """Texts with one more apostrophe in front where they, or what follows their apostrophes, would run as a formula.

    Plain numbers stay: a spreadsheet takes them for what they are. No two texts become one; see `unguarded`.

    >>> guarded(pl.Series(["=1+1", "-5", "- 5", "'=x", "it's", None])).to_list()
    ["'=1+1", '-5', "'- 5", "''=x", "it's", None]
    """
    risky = texts.str.contains(_RISKY) & ~texts.str.contains(_NUMBER)
    return texts.zip_with(~risky.fill_null(False), "'" + texts)


def unguarded(texts: pl.Series) -> pl.Series:
    """The texts as they were before `guarded`.

    >>> unguarded(pl.Series(["'=1+1", "-5", "''=x", "'a'", None])).to_list()
    ['=1+1', '-5', "'=x", "'a'", None]
    """
    if not texts.str.starts_with("'").any():
        return texts
    marked = texts.str.contains(_GUARDED)
    return texts.zip_with(~marked.fill_null(False), texts.str.slice(1))
