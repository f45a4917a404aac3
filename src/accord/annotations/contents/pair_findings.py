"""How findings about two raters name them, where they point, and how they are cut short."""

from __future__ import annotations

import numpy as np

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.shared_units import Pair
from accord.findings import counted

MOST_PAIRS = 20
"""How many pairs get a finding of their own."""
ASK_BOTH = "ask both whether they answered on their own; if one is a copy of the other, take its log out"


def pair_names(contents: Contents, pair: Pair) -> str:
    """Role and name of both."""
    return " and ".join(" ".join(contents.raters[code]) for code in pair)


def pair_logs(contents: Contents, pair: Pair) -> str:
    """The logs of both."""
    firsts = [int(np.argmax(contents.rater == code)) for code in pair]
    return " and ".join(str(contents.standing.logs[contents.standing.log[row]]) for row in firsts)


def more_pairs(count: int) -> str:
    """The message that stands for so many pairs beyond `MOST_PAIRS`.

    >>> more_pairs(2)
    'and 2 more pairs of raters like these'
    """
    return f"and {counted(count, 'more pair')} of raters like these"
