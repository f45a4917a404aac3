"""One-to-one matching of boxes between every pair of raters of an item.

Two boxes of different raters can be matched when they have the same item and label and their IoU reaches
the threshold. How many boxes of two raters are matched is the size of a maximum cardinality matching in the
graph of all such pairs of boxes. It is symmetric in the raters, does not depend on the order of rows and
never rises with the threshold. Greedy matching and matching by the largest sum of IoU are not like that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

Codes = NDArray[np.integer]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# An IoU this far below the threshold reaches it: 1/2 of decimal corners can come out as 0.49999999999999883.
TOLERANCE = 1e-9
# Candidate pairs compared at a time, about 130 bytes each. More is slower: the arrays leave the cache.
BLOCK = 1 << 18


@dataclass(frozen=True)
class Matches:
    """Matched boxes of every item, label and pair of raters: K rows in rising order, T thresholds.

    item, label, rater_a, rater_b: (K,) codes, rater_a < rater_b. matched: (K, T) boxes of one rater that have
    a partner among those of the other, thresholds in the order given. Only rows with a match at the smallest
    threshold are present; all other counts are 0.
    """

    item: Ints
    label: Ints
    rater_a: Ints
    rater_b: Ints
    matched: NDArray[np.int32]


def iou(a: Floats, b: Floats) -> Floats:
    """Intersection over union of boxes a (n, 4) and b (n, 4), row by row: (n,) between 0 and 1.

    A row is left, top, right, bottom in any unit. The value is 0 where either box has no area, also for two
    equal boxes without area. It is the same number for (a, b) and (b, a).

    >>> iou(np.array([[0.0, 0, 10, 10], [3, 3, 3, 9]]), np.array([[0.0, 0, 10, 5], [3, 3, 3, 9]]))
    array([0.5, 0. ])
    """
    sides = np.minimum(a[:, 2:], b[:, 2:]) - np.maximum(a[:, :2], b[:, :2])
    shared = np.maximum(sides[:, 0], 0) * np.maximum(sides[:, 1], 0)
    union = _area(a) + _area(b) - shared
    overlap = np.zeros(len(a))
    np.divide(shared, union, out=overlap, where=shared > 0)
    return overlap


def _area(boxes: Floats) -> Floats:
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def match_boxes(
    item: Codes,
    rater: Codes,
    label: Codes,
    xyxy: Floats,
    thresholds: Sequence[float],
    *,
    block: int = BLOCK,
) -> Matches:
    """Count the matched boxes of every item, label and pair of raters at each IoU threshold.

    item, rater, label: (n,) codes from 0 up; where raters are anonymous, rater is the running number of the
    submission within its item. xyxy: (n, 4) finite corners. Rows may have any order. No boxes, no thresholds
    or one rater only: no rows.

    Candidates are pairs of boxes of different raters with equal item and label. At most `block` of them are
    compared at a time (or those of one box, if that is more), so memory stays bounded whatever the number of
    items. Only what reaches the smallest threshold within one item and label has to be held together.

    ValueError: arrays of different length, a code below 0, codes that do not fit into 63 bits together, a
    threshold outside (1e-9, 1].

    >>> boxes = np.array([[0.0, 0, 10, 10], [4, 0, 14, 10], [1, 0, 11, 10], [-3, 0, 7, 10]])
    >>> found = match_boxes(np.zeros(4, int), np.array([0, 0, 1, 1]), np.zeros(4, int), boxes, [0.5, 0.8])
    >>> found.matched.tolist()  # greedy matching by IoU would find one at 0.5
    [[2, 1]]
    """
    floors = np.asarray(thresholds, np.float64) - TOLERANCE
    _refuse_misuse(item, rater, label, xyxy, floors)
    if not len(item) or not len(floors):
        none = np.zeros(0, np.int64)
        return Matches(none, none, none, none, np.zeros((0, len(floors)), np.int32))
    runs = _sort(item, rater, label)
    found = [_match_groups(runs, xyxy, floors, groups, block) for groups in _slices(runs.work, block)]
    a, b, matched = (np.concatenate(column) for column in zip(*found, strict=True))
    row_a, row_b = runs.box[runs.start[a]], runs.box[runs.start[b]]
    return Matches(
        item=item[row_a].astype(np.int64),
        label=label[row_a].astype(np.int64),
        rater_a=rater[row_a].astype(np.int64),
        rater_b=rater[row_b].astype(np.int64),
        matched=matched.astype(np.int32),
    )


def _refuse_misuse(item: Codes, rater: Codes, label: Codes, xyxy: Floats, floors: Floats) -> None:
    n = len(item)
    if rater.shape != (n,) or label.shape != (n,) or xyxy.shape != (n, 4):
        shapes = ", ".join(str(array.shape) for array in (item, rater, label, xyxy))
        raise ValueError(f"item, rater and label must be (n,) and xyxy (n, 4): got {shapes}")
    if not ((floors > 0) & (floors <= 1)).all():
        given = (floors + TOLERANCE).tolist()
        raise ValueError(f"an IoU threshold must be above {TOLERANCE} and at most 1: got {given}")
    if n and min(item.min(), rater.min(), label.min()) < 0:
        raise ValueError("item, rater and label must be codes from 0 up: got one below 0")


@dataclass(frozen=True)
class _Runs:
    """Boxes sorted by item, label and rater: n boxes in R runs in G groups.

    A run is the boxes of one rater in one item with one label; a group is the runs of one item and label.

    A box takes part in the matching once for every other rater, so it is as many nodes as its group has runs.

    box: (n,) input row at each sorted position; run: (n,) its run; node: (n,) its first node.
    start: (R + 1,) first position of each run, and n; origin: (R,) first run of its group; partners: (R,)
    boxes in later runs of its group, the candidates of each of its boxes; pair: (R,) the first of its pairs
    with the runs of its group. group: (G + 1,) first run of each group, and R; work: (G,) candidate pairs.
    """

    box: Ints
    run: Ints
    node: Ints
    start: Ints
    origin: Ints
    partners: Ints
    pair: Ints
    group: Ints
    work: Ints


def _sort(item: Codes, rater: Codes, label: Codes) -> _Runs:
    raters, labels = int(rater.max()) + 1, int(label.max()) + 1
    if (int(item.max()) + 1) * labels * raters > np.iinfo(np.int64).max:
        raise ValueError("item, label and rater codes are too large to be combined in 63 bits")
    key = (item.astype(np.int64) * labels + label.astype(np.int64)) * raters + rater.astype(np.int64)
    box = np.argsort(key)
    key = key[box]
    first = _changes(key)
    run = np.cumsum(first) - 1
    start = np.append(np.flatnonzero(first), len(key))
    group = np.append(np.flatnonzero(_changes(key[start[:-1]] // raters)), len(start) - 1)
    sizes = np.diff(group)
    width = np.repeat(sizes, sizes)
    partners = np.repeat(start[group[1:]], sizes) - start[1:]
    return _Runs(
        box=box,
        run=run,
        node=_offsets(width[run]),
        start=start,
        origin=np.repeat(group[:-1], sizes),
        partners=partners,
        pair=_offsets(width),
        group=group,
        work=np.add.reduceat(partners * np.diff(start), group[:-1]),
    )


def _changes(ordered: Ints) -> NDArray[np.bool_]:
    """Whether an entry differs from the one before it; the first one does."""
    return np.append(True, ordered[1:] != ordered[:-1])


def _offsets(lengths: Ints) -> Ints:
    """Where consecutive stretches of these lengths begin."""
    return np.cumsum(lengths) - lengths


def _slices(amounts: Ints, limit: int) -> Iterator[tuple[int, int]]:
    """Cut a list of amounts into stretches (first, end) that add up to `limit` at most, or have one entry."""
    sums = np.cumsum(amounts)
    first = 0
    while first < len(amounts):
        done = sums[first - 1] if first else 0
        end = max(int(np.searchsorted(sums, done + limit, side="right")), first + 1)
        yield first, end
        first = end


def _match_groups(
    runs: _Runs, xyxy: Floats, floors: Floats, groups: tuple[int, int], block: int
) -> tuple[Ints, Ints, Ints]:
    """Pairs of runs (k,), (k,) that have matches within a stretch of groups, and their matches (k, T)."""
    first_run, end_run = runs.group[groups[0]], runs.group[groups[1]]
    first, end = int(runs.start[first_run]), int(runs.start[end_run])
    stretches = _slices(runs.partners[runs.run[first:end]], block)
    edges = [_overlapping(runs, xyxy, floors.min(), first + i, first + j) for i, j in stretches]
    left, right, overlap = (np.concatenate(column) for column in zip(*edges, strict=True))
    a, b = runs.run[left], runs.run[right]
    place_a, place_b = a - runs.origin[a], b - runs.origin[a]
    nodes = np.stack([runs.node[left] + place_b, runs.node[right] + place_a]) - runs.node[first]
    pair = runs.pair[a] + place_b - runs.pair[first_run]
    pairs = int(pair.max(initial=-1)) + 1
    counts = [_count_matches(pair, nodes, overlap >= floor, pairs) for floor in floors]
    matched = np.stack(counts, axis=1)
    run_a, run_b = np.zeros(pairs, np.int64), np.zeros(pairs, np.int64)
    run_a[pair], run_b[pair] = a, b
    some = np.flatnonzero(matched.any(axis=1))
    return run_a[some], run_b[some], matched[some]


def _overlapping(runs: _Runs, xyxy: Floats, floor: float, first: int, end: int) -> tuple[Ints, Ints, Floats]:
    """Candidates of the boxes from first to before end: both positions (m,), (m,), and IoU (m,) >= floor."""
    run = runs.run[first:end]
    partners = runs.partners[run]
    left = np.repeat(np.arange(first, end), partners)
    right = np.arange(len(left)) + np.repeat(runs.start[run + 1] - _offsets(partners), partners)
    overlap = iou(xyxy[runs.box[left]], xyxy[runs.box[right]])
    near = np.flatnonzero(overlap >= floor)
    return left[near], right[near], overlap[near]


def _count_matches(pair: Ints, nodes: Ints, chosen: NDArray[np.bool_], pairs: int) -> Ints:
    """Matches of each pair of runs (pairs,), by the chosen ones of all edges: pair (m,), nodes (2, m)."""
    pair, nodes = pair[chosen], nodes[:, chosen]
    degree = np.bincount(nodes.ravel())
    alone = (degree[nodes] == 1).all(axis=0)
    matched = np.bincount(pair[alone], minlength=pairs)
    if not alone.all():
        pair, nodes = pair[~alone], nodes[:, ~alone]
        matched += np.bincount(pair[_maximum_matching(nodes[0], nodes[1])], minlength=pairs)
    return matched


def _maximum_matching(left: Ints, right: Ints) -> Ints:
    """For each left node that a maximum matching of the edges left (m,), right (m,) covers, one of its edges.

    A maximum flow by Dinic's algorithm with all capacities 1, which takes time of order edges * sqrt(nodes)
    at most (Even and Tarjan 1975). scipy's maximum_bipartite_matching is not used: its time can be exponential
    in the length of a row of overlapping boxes that are all drawn twice (scipy issue 26147).
    """
    covered, edge, left = np.unique(left, return_index=True, return_inverse=True)
    used, right = np.unique(right, return_inverse=True)
    source, first_left, first_right = 0, 1, 1 + len(covered)
    sink = first_right + len(used)
    all_left, all_right = np.arange(first_left, first_right), np.arange(first_right, sink)
    tail = np.concatenate([np.full(len(covered), source), first_left + left, all_right])
    head = np.concatenate([all_left, first_right + right, np.full(len(used), sink)])
    # Before scipy 1.15 a flow needs indices of 32 bits, which a sparse array does not choose by itself.
    arcs = (tail.astype(np.int32), head.astype(np.int32))
    network = csr_array((np.ones(len(tail), np.int32), arcs), shape=(sink + 1, sink + 1))
    flow = maximum_flow(network, source, sink, method="dinic").flow
    from_source = flow[[source], :].toarray()[0]
    is_matched: NDArray[np.bool_] = from_source[first_left:first_right] > 0
    return edge[is_matched]
