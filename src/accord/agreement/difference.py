"""Differences of two numbers on the same items, resampled together."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from accord.agreement.design import Design
from accord.agreement.engine import numbers
from accord.agreement.field_panels import field_panel, whole
from accord.agreement.measure import Measure
from accord.agreement.names import read_measure
from accord.agreement.pair_panels import panel_of_pair
from accord.agreement.patterns import Ints
from accord.agreement.reduced import Counted, Mask, Reduced, multiplicity
from accord.agreement.settings import Settings
from accord.agreement.subsets import subsets_of
from accord.agreement.sums import Floats, Sums
from accord.annotations.ratings import Codes, Ratings
from accord.canonical import rounded
from accord.errors import UsageError


@dataclass(frozen=True, slots=True)
class Term:
    """One side of a difference: a measure of a field, for a slice, for a pair of raters "A|B" or for all."""

    field: str
    measure: str
    slice: str = "all"
    pair: str | None = None

    def __str__(self) -> str:
        return " ".join(part for part in (self.field, self.measure, self.slice, self.pair or "") if part)


@dataclass(frozen=True, slots=True)
class Difference:
    """left - right with its interval.

    paired: both sides were computed on the same `items` and drawn together; otherwise no item has both, each side has
    its own items, and they were drawn apart (together where clusters have items of both). left_value, right_value: on
    those items.
    """

    left: Term
    right: Term
    value: float | None
    low: float | None
    high: float | None
    reason: str | None
    left_value: float | None
    right_value: float | None
    items: int
    paired: bool
    undefined_replicates: int

    def to_dict(self) -> dict[str, object]:
        """The row as a JSON object."""
        return {
            "left": asdict(self.left),
            "right": asdict(self.right),
            "value": rounded(self.value),
            "low": rounded(self.low),
            "high": rounded(self.high),
            "reason": self.reason,
            "left_value": rounded(self.left_value),
            "right_value": rounded(self.right_value),
            "items": self.items,
            "paired": self.paired,
            "undefined_replicates": self.undefined_replicates,
        }


@dataclass(frozen=True)
class _Side:
    measure: Measure
    panel: Reduced
    live: Mask  # (N,) the items it looks at


def difference(ratings: Ratings, left: Term, right: Term, design: Design, settings: Settings) -> Difference:
    """left - right over the items that both look at; over each one's own items where they share none."""
    sides = [_side(ratings, term) for term in (left, right)]
    shared = sides[0].live & sides[1].live
    paired = bool(shared.any())
    live = [shared, shared] if paired else [side.live for side in sides]
    joint = _joint(sides, live)
    if not paired and not _clusters_span(design, live):
        apart = np.where(sides[1].live, 1, 0).astype(np.int32)
        apart = apart if design.stratum is None else apart + 2 * design.stratum
        design = Design(design.cluster, apart, design.rank, design.indexed)
    (number,) = numbers([(_Minus(sides[0].measure, sides[1].measure), joint)], None, design, settings)
    values = [_alone(side, chosen) for side, chosen in zip(sides, live, strict=True)]
    return Difference(
        left=left,
        right=right,
        value=number.value,
        low=number.low,
        high=number.high,
        reason=number.reason if all(chosen.any() for chosen in live) else "no_pairable",
        left_value=values[0],
        right_value=values[1],
        items=number.items,
        paired=paired,
        undefined_replicates=number.undefined_replicates,
    )


def _clusters_span(design: Design, live: list[Mask]) -> bool:
    """Whether some cluster has items of both sides; such sides cannot be drawn apart."""
    if design.cluster is None:
        return False
    return bool(np.isin(design.cluster[live[0]], design.cluster[live[1]]).any())


def _side(ratings: Ratings, term: Term) -> _Side:
    if term.field not in ratings.answers:
        raise UsageError(f"difference: no field is called {term.field!r}; fields: {', '.join(ratings.answers)}")
    measure = read_measure(term.measure)
    if not measure.fits(ratings.kinds[term.field]) or measure.key == "presence":
        raise UsageError(f"difference: {measure.name} does not fit field {term.field}")
    if term.pair is not None:
        panel = panel_of_pair(ratings, term.field, measure, term.pair)
    elif measure.shape == "pair":
        raise UsageError(f"difference: {measure.name} needs a pair of raters, A|B")
    else:
        panel = whole(field_panel(ratings, term.field, [measure]))
    subsets = {
        ",".join(f"{name}={value}" for name, value in subset.where.items()) or "all": subset.chosen
        for subset in subsets_of(ratings, term.field, ())
    }
    if term.slice not in subsets:
        raise UsageError(f"difference: there is no slice {term.slice!r}; slices: {', '.join(subsets)}")
    chosen = subsets[term.slice]
    live = np.append(measure.sums(panel, multiplicity(panel, chosen)).counted, False)[panel.item]
    return _Side(measure, panel, live if chosen is None else live & chosen)


@dataclass(frozen=True)
class _Joint(Counted):
    """Patterns of both sides at once. of_left, of_right: (P,) the side's own pattern, -1 where it has none."""

    left: Reduced
    right: Reduced
    of_left: Ints
    of_right: Ints
    item: Codes

    @property
    def size(self) -> Ints:
        return np.where(self.of_left >= 0, _at(self.left.size, self.of_left), _at(self.right.size, self.of_right))

    @property
    def differs(self) -> Mask:
        return np.asarray(_at(self.left.differs, self.of_left) | _at(self.right.differs, self.of_right))

    def uncommon(self, multiplicity: Ints) -> Mask:
        return self.differs


def _joint(sides: list[_Side], live: list[Mask]) -> _Joint:
    left, right = (np.where(chosen, side.panel.item, -1) for side, chosen in zip(sides, live, strict=True))
    width = len(sides[1].panel.size) + 1
    key = (left.astype(np.int64) + 1) * width + right + 1
    cells, pattern = np.unique(key, return_inverse=True)
    none = int(len(cells) > 0 and cells[0] == 0)
    of_left, of_right = cells[none:] // width - 1, cells[none:] % width - 1
    return _Joint(sides[0].panel, sides[1].panel, of_left, of_right, (pattern.ravel() - none).astype(np.int32))


class _Minus(Measure):
    """The difference of two measures over joint patterns."""

    def __init__(self, left: Measure, right: Measure) -> None:
        self.left, self.right = left, right

    @property
    def name(self) -> str:
        return f"{self.left.name} - {self.right.name}"

    @classmethod
    def forms(cls) -> dict[str, Measure]:
        return {}

    def sums(self, panel: _Joint, multiplicity: Ints) -> Sums:
        parts = [
            measure.sums(side, _own(of, multiplicity, len(side.size)))
            for measure, side, of in (
                (self.left, panel.left, panel.of_left),
                (self.right, panel.right, panel.of_right),
            )
        ]
        columns = [_taken(part, of) for part, of in zip(parts, (panel.of_left, panel.of_right), strict=True)]
        width = parts[0].width

        def value(totals: Floats) -> Floats:
            return parts[0].value(totals[:, :width]) - parts[1].value(totals[:, width:])

        def reason(totals: Floats) -> str:
            left_undefined = not np.isfinite(parts[0].value(totals[None, :width])[0])
            return parts[0].reason(totals[:width]) if left_undefined else parts[1].reason(totals[width:])

        every = np.ones(len(panel.of_left), np.bool_)
        return Sums(np.column_stack(columns), value, every, reason)


def _own(of: Ints, multiplicity: Ints, patterns: int) -> Ints:
    """Items by a side's own pattern."""
    return np.bincount(of[of >= 0], weights=multiplicity[of >= 0], minlength=patterns).astype(np.int64)


def _taken(part: Sums, of: Ints) -> Floats:
    """Rows of a side's columns by joint pattern, 0 where it has none or does not count it."""
    dense = part.columns.toarray() if isinstance(part.columns, sparse.csr_array) else part.columns
    return _at(dense * part.counted[:, None], of)


def _at(values: NDArray[Any], of: Ints) -> NDArray[Any]:
    """The value of each pattern in `of`, 0 where that is -1."""
    padded = np.concatenate([values, np.zeros((1, *values.shape[1:]), values.dtype)])
    return np.asarray(padded[of])


def _alone(side: _Side, chosen: Mask) -> float | None:
    return numbers([(side.measure, side.panel)], chosen, Design(), Settings(replicates=0))[0].value
