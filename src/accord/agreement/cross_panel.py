"""Items reduced to what two groups of raters share: agreeing cross pairs of all cross pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from accord.agreement.box_panel import box_data
from accord.agreement.measure import Measure
from accord.agreement.measures.boxes import InstanceF1
from accord.agreement.measures.raw import STEP_TOLERANCE, Within
from accord.agreement.patterns import Ints, unique_rows
from accord.agreement.reduced import Counted
from accord.agreement.sums import Sums, ratio_of_sums
from accord.annotations.ratings import Boxes, Ratings, Scalars, Sets
from accord.spec.states import State

Mask = NDArray[np.bool_]
Counts = sparse.csr_array
Column = tuple[NDArray[np.generic], NDArray[np.generic]]


@dataclass(frozen=True)
class CrossPanel(Counted):
    """P distinct rows over the items that both groups answered.

    size: (P,) raters of both groups; pairs: (P,) cross pairs; columns: measure -> (P,) numerators and denominators,
    summed over cross pairs; item: (N,) -1 where one group is absent.
    """

    size: Ints
    pairs: Ints
    informative: Mask
    columns: dict[str, tuple[Ints, Ints]]
    item: NDArray[np.int32]

    @property
    def differs(self) -> Mask:
        """(P,) whether some cross pair disagrees by the first measure; each measure has its own in its sums."""
        numerator, denominator = next(iter(self.columns.values()))
        return np.asarray(numerator < denominator)

    def uncommon(self, multiplicity: Ints) -> Mask:
        """(P,) whether an item has a value other than the commonest."""
        return self.informative


class Across(Measure):
    """A measure over cross pairs: counts averaged within the item, summed over items, then divided."""

    share = True
    kinds = frozenset()

    def __init__(self, measure: Measure) -> None:
        self._name = measure.name

    @property
    def name(self) -> str:
        """The name of the measure that is carried across."""
        return self._name

    @classmethod
    def forms(cls) -> dict[str, Measure]:
        """None: it is made from another measure, never named."""
        return {}

    def sums(self, panel: CrossPanel, multiplicity: Ints) -> Sums:
        """Numerators and denominators per cross pair."""
        numerator, denominator = panel.columns[self._name]
        pairs = np.maximum(panel.pairs, 1)
        columns = np.column_stack([numerator / pairs, denominator / pairs])
        differs = np.asarray(numerator < denominator)
        return Sums(columns, ratio_of_sums, panel.pairs > 0, lambda totals: "both_empty", differs)


def cross_values(
    ratings: Ratings, answers: Scalars | Sets, first: Mask, second: Mask | None, measures: Sequence[Measure]
) -> CrossPanel:
    """Cross pairs of a field of values or sets. first, second: (R,) the ratings of each group.

    Without a second group: the pairs inside the first, each in both directions.
    """
    inside = second is None
    values = len(answers.scale.labels) if isinstance(answers, Scalars) else len(answers.members)
    ours = _counts(ratings, answers.code, first, values)
    theirs = ours if second is None else _counts(ratings, answers.code, second, values)
    m_ours, m_theirs = _by_item(ours), _by_item(theirs)
    # Inside a group a rater would be paired with himself once; he agrees with himself.
    himself = m_ours if inside else np.zeros(len(m_ours))
    pairs = m_ours * m_theirs - himself
    agreeing = _by_item(ours.multiply(theirs)) - himself
    columns: dict[str, Column] = {}
    for measure in measures:
        if isinstance(measure, Within):
            close = _by_item((ours @ _close(measure, answers, values)).multiply(theirs))
            columns[measure.name] = (close - himself, pairs)
        elif measure.key == "positive_label" and isinstance(answers, Sets):
            members = sparse.csr_array(answers.members.astype(np.float64))
            sizes = answers.members.sum(axis=1).astype(np.float64)
            s_ours, s_theirs = ours @ sizes, theirs @ sizes
            alone = s_ours if inside else np.zeros(len(s_ours))
            shared = _by_item((ours @ members).multiply(theirs @ members)) - alone
            columns[measure.name] = (2 * shared, m_theirs * s_ours + m_ours * s_theirs - 2 * alone)
        else:
            columns[measure.name] = (agreeing, pairs)
    both = ours + theirs
    commonest = int(np.asarray(both[pairs > 0].sum(axis=0)).argmax()) if values else 0
    commonest_by_item = np.asarray(both[:, [commonest]].todense()).ravel() if values else 0
    uncommon = _by_item(both) > commonest_by_item
    return _reduce(m_ours if inside else m_ours + m_theirs, pairs, uncommon, columns)


def cross_boxes(ratings: Ratings, field: str, first: Mask, second: Mask, measures: Sequence[Measure]) -> CrossPanel:
    """Cross pairs of a field of boxes."""
    thresholds = [measure.iou for measure in measures if isinstance(measure, InstanceF1)]
    rows = first | second
    inside = ratings.keep(rows)
    ours = first[rows]
    kept = inside.answers[field]
    assert isinstance(kept, Boxes)
    data = box_data(inside.item, kept, ratings.items, thresholds)
    answered = kept.state == State.ANSWERED
    items = ratings.items
    m_ours, m_theirs = (np.bincount(inside.item[answered & side], minlength=items) for side in (ours, ~ours))
    owner = np.repeat(ours, np.diff(kept.offsets))
    k_ours, k_theirs = (np.bincount(data.item[owner == side], minlength=items) for side in (True, False))
    across = ours[data.matches.rater_a] != ours[data.matches.rater_b]
    pairs = m_ours * m_theirs
    boxes = m_theirs * k_ours + m_ours * k_theirs
    columns: dict[str, Column] = {}
    for measure in measures:
        if isinstance(measure, InstanceF1):
            matched = data.matches.matched[across, data.thresholds.index(measure.iou)]
            total = np.bincount(data.matches.item[across], weights=matched, minlength=items)
            columns[measure.name] = (2 * total, boxes)
    return _reduce(m_ours + m_theirs, pairs, boxes > 0, columns)


def _by_item(counts: Counts) -> NDArray[np.float64]:
    """(N,) sums over the values."""
    return np.asarray(counts.sum(axis=1), np.float64).ravel()


def _counts(ratings: Ratings, code: NDArray[np.int32], rows: Mask, values: int) -> Counts:
    """(N, V) how many raters of a group gave each value."""
    rows = rows & (code >= 0)
    ones = np.ones(int(rows.sum()))
    return sparse.csr_array(sparse.coo_array((ones, (ratings.item[rows], code[rows])), shape=(ratings.items, values)))


def _close(measure: Within, answers: Scalars | Sets, values: int) -> sparse.csr_array:
    place = np.arange(values, dtype=np.float64)
    if isinstance(answers, Scalars) and not answers.scale.declared and answers.scale.positions is not None:
        place = answers.scale.positions
    return sparse.csr_array(
        (np.abs(np.subtract.outer(place, place)) <= measure.steps + STEP_TOLERANCE).astype(np.float64)
    )


def _reduce(
    size: NDArray[np.generic], pairs: NDArray[np.generic], uncommon: Mask, columns: dict[str, Column]
) -> CrossPanel:
    parts = [size, pairs, uncommon, *(part for column in columns.values() for part in column)]
    rows = np.rint(np.column_stack([np.asarray(part, np.float64) for part in parts])).astype(np.int64)
    distinct, pattern = unique_rows(rows)
    item = np.where(rows[:, 1] > 0, pattern, -1).astype(np.int32)
    kept = {name: (distinct[:, 3 + 2 * at], distinct[:, 4 + 2 * at]) for at, name in enumerate(columns)}
    return CrossPanel(distinct[:, 0], distinct[:, 1], distinct[:, 2] > 0, kept, item)
