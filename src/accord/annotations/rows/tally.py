"""Problems of one file: of every kind the first five with their places, then a count of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from accord.findings import Finding

SHOWN = 5


class Tally:
    """Collects problems; memory does not grow with their number.

    >>> tally = Tally("a.csv")
    >>> for line in range(2, 10):
    ...     tally.add("row_width", f"a.csv:{line}", "2 fields, the header has 3")
    >>> print(*tally.problems()[-2:], sep="\\n")
    error row_width: a.csv:6: 2 fields, the header has 3
    error row_width: a.csv: and 3 more of this kind
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self._shown: dict[str, list[Finding]] = {}
        self._seen: Counter[str] = Counter()

    def add(self, code: str, where: str, message: str, fix: str | None = None) -> None:
        """One more problem; `fix` is shown with the first of its kind only."""
        self._seen[code] += 1
        shown = self._shown.setdefault(code, [])
        if len(shown) < SHOWN:
            shown.append(Finding(code, "error", where, message, None if shown else fix))

    def add_unseen(self, code: str, count: int) -> None:
        """`count` further problems of a kind, for which no places are kept."""
        self._seen[code] += count

    def problems(self) -> list[Finding]:
        """All problems, kind by kind in the order of first sight."""
        found: list[Finding] = []
        for code, shown in self._shown.items():
            found.extend(shown)
            rest = self._seen[code] - len(shown)
            if rest:
                found.append(Finding(code, "error", self._file, f"and {rest:,} more of this kind", count=rest))
        return found


def first_few(names: Sequence[str], total: int | None = None, shown: int = SHOWN) -> str:
    """The first names, then how many more there are. total: all of them, where `names` is only a part.

    >>> first_few(["C2", "C5", "C6"], total=9, shown=2)
    'C2, C5 and 7 more'
    """
    total = len(names) if total is None else total
    kept = list(names[:shown])
    text = ", ".join(kept)
    return text if total == len(kept) else f"{text} and {total - len(kept):,} more"
