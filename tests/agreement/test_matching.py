"""Counts of matched boxes equal a plain assignment, item by item, and have the symmetries of one."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence
from dataclasses import astuple
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from accord.agreement.matching import BLOCK, Matches, iou, match_boxes

Box = tuple[float, float, float, float]
Row = tuple[int, int, int, Box]  # item, rater, label, corners
Counts = dict[tuple[int, int, int, int], list[int]]  # item, label, both raters -> matches at each threshold

THRESHOLDS = [0.1, 0.25, 1 / 3, 0.5, 0.6, 0.9, 1.0]


def matches(rows: Sequence[Row], thresholds: Sequence[float] = THRESHOLDS, block: int = BLOCK) -> Matches:
    item, rater, label = (np.array([row[column] for row in rows], np.int64) for column in range(3))
    xyxy = np.array([row[3] for row in rows], np.float64).reshape(-1, 4)
    return match_boxes(item, rater, label, xyxy, thresholds, block=block)


def counts(found: Matches) -> Counts:
    keys = np.column_stack([found.item, found.label, found.rater_a, found.rater_b])
    return dict(zip(map(tuple, keys.tolist()), found.matched.tolist(), strict=True))


def one_iou(a: Box, b: Box) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)]
    return width * height / (sum(areas) - width * height)


def assigned(rows: Sequence[Row], thresholds: Sequence[float] = THRESHOLDS) -> Counts:
    """The same counts by one linear_sum_assignment for each item, label, pair of raters and threshold."""
    boxes: dict[tuple[int, int], dict[int, list[Box]]] = {}
    for item, rater, label, box in rows:
        boxes.setdefault((item, label), {}).setdefault(rater, []).append(box)
    result = {}
    for (item, label), by_rater in boxes.items():
        for a, b in combinations(sorted(by_rater), 2):
            overlap = np.array([[one_iou(left, right) for right in by_rater[b]] for left in by_rater[a]])
            matched = []
            for threshold in thresholds:
                edges = overlap >= threshold - 1e-9
                matched.append(int(edges[linear_sum_assignment(edges, maximize=True)].sum()))
            if matched[int(np.argmin(thresholds))]:
                result[item, label, a, b] = matched
    return result


@st.composite
def crowds(draw: st.DrawFn) -> list[Row]:
    """Whole corners in a small space: many overlaps, IoUs exactly at a threshold, boxes without area."""
    small = st.integers(0, 4)
    numbers = st.tuples(st.integers(0, 1), st.integers(0, 3), st.integers(0, 1), small, small, small, small)
    drawn = draw(st.lists(numbers, max_size=60))
    return [(item, rater, label, (x, y, x + w, y + h)) for item, rater, label, x, y, w, h in drawn]


def crowd(seed: int, n: int, items: int, raters: int, labels: int) -> list[Row]:
    rng = np.random.default_rng(seed)
    codes = np.column_stack([rng.integers(0, high, n) for high in (items, raters, labels)]).tolist()
    corner, size = rng.uniform(0, 12, (n, 2)), rng.uniform(4, 10, (n, 2))
    boxes = np.hstack([corner, corner + size]).tolist()
    return [(*code, tuple(box)) for code, box in zip(codes, boxes, strict=True)]


def square(left: float) -> Box:
    return (left, 0.0, left + 10, 10.0)


@given(crowds())
def test_equal_to_an_assignment_for_each_pair(rows: list[Row]) -> None:
    assert counts(matches(rows)) == assigned(rows)


@pytest.mark.parametrize(("items", "raters", "labels"), [(1, 2, 1), (1, 12, 1), (40, 3, 2), (7, 5, 4)])
def test_equal_to_an_assignment_in_larger_crowds(items: int, raters: int, labels: int) -> None:
    rows = crowd(3, 300, items, raters, labels)
    assert counts(matches(rows)) == assigned(rows)


@given(crowds(), st.sampled_from([1, 2, 5, 30]))
def test_blocks_change_nothing(rows: list[Row], block: int) -> None:
    for whole, cut in zip(astuple(matches(rows)), astuple(matches(rows, block=block)), strict=True):
        np.testing.assert_array_equal(whole, cut)


@given(crowds(), st.randoms(use_true_random=False))
def test_order_of_rows_changes_nothing(rows: list[Row], random: np.random.Generator) -> None:
    before = matches(rows)
    random.shuffle(rows)
    for one, other in zip(astuple(before), astuple(matches(rows)), strict=True):
        np.testing.assert_array_equal(one, other)


@given(crowds())
def test_symmetric_in_the_raters(rows: list[Row]) -> None:
    swapped = counts(matches([(item, 3 - rater, label, box) for item, rater, label, box in rows]))
    assert counts(matches(rows)) == {(i, k, 3 - b, 3 - a): n for (i, k, a, b), n in swapped.items()}


@given(crowds())
def test_never_rises_with_the_threshold(rows: list[Row]) -> None:
    assert (np.diff(matches(rows).matched, axis=1) <= 0).all()


def test_thresholds_in_any_order_and_rows_of_the_smallest() -> None:
    rows = crowd(5, 200, 10, 3, 2)
    rising = matches(rows, [0.3, 0.5, 0.8])
    mixed = matches(rows, [0.5, 0.8, 0.3, 0.5])
    np.testing.assert_array_equal(mixed.matched, rising.matched[:, [1, 2, 0, 1]])
    assert (rising.matched[:, 0] > 0).all()
    assert (rising.matched[:, 2] == 0).any()


def test_rows_rise_and_raters_are_in_order() -> None:
    found = matches(crowd(8, 300, 6, 4, 3), block=50)
    keys = list(counts(found))
    assert keys == sorted(keys)
    assert (found.rater_a < found.rater_b).all()


def test_maximum_cardinality_where_greedy_finds_one() -> None:
    a, b = [square(0), square(4)], [square(1), square(-3)]
    rows: list[Row] = [(0, 0, 0, box) for box in a] + [(0, 1, 0, box) for box in b]
    assert counts(matches(rows, [0.5, 0.6])) == {(0, 0, 0, 1): [2, 1]}


def test_label_and_item_must_be_equal() -> None:
    rows: list[Row] = [(0, 0, 0, square(0)), (0, 1, 1, square(0)), (1, 1, 0, square(0)), (0, 0, 0, square(0))]
    assert counts(matches(rows)) == {}


@pytest.mark.parametrize(
    ("a", "b", "reaches"),
    [
        ((0, 0, 10, 10), (0, 0, 10, 5), True),
        ((0, 0, 10, 10), (0, 0, 10, 4.99), False),
        ((2.2, 0.1, 2.4, 1.0), (2.2, 0.1, 2.3, 1.0), True),  # 0.49999999999999883 in floating point
        ((22, 1, 24, 10), (22, 1, 23, 10), True),
        ((0, 0, 10, 10), (0, 0, 10, 5 - 1e-7), False),
    ],
)
def test_exactly_at_the_threshold(a: Box, b: Box, reaches: bool) -> None:
    assert bool(len(matches([(0, 0, 0, a), (0, 1, 0, b)], [0.5]).item)) is reaches


def test_iou_values() -> None:
    boxes = [(10, 20, 40, 60), (0, 0, 10, 10), (0, 0, 10, 10), (4, 0, 14, 10)]
    others = [(10, 20, 30, 40), (1, 0, 11, 10), (10, 0, 20, 10), (-3, 0, 7, 10)]
    a, b = np.array(boxes, float), np.array(others, float)
    np.testing.assert_allclose(iou(a, b), [1 / 3, 9 / 11, 0, 3 / 17], rtol=1e-15)
    np.testing.assert_array_equal(iou(a, b), iou(b, a))
    assert iou(a[:0], b[:0]).shape == (0,)


def test_a_box_without_area_overlaps_and_matches_nothing() -> None:
    flat, full, inverted = (10, 10, 10, 30), (0, 0, 20, 40), (30, 40, 10, 20)
    a, b = np.array([flat, flat, inverted, inverted], float), np.array([flat, full, full, inverted], float)
    assert iou(a, b).tolist() == [0, 0, 0, 0]
    rows: list[Row] = [(0, 0, 0, flat), (0, 1, 0, flat), (0, 2, 0, full)]
    assert counts(matches(rows, [1e-6])) == {}


def test_nothing_to_match() -> None:
    one_rater: list[Row] = [(0, 0, 0, square(0)), (0, 0, 0, square(0)), (1, 0, 0, square(0))]
    for rows, thresholds in [
        ([], [0.5, 0.7]),
        (one_rater, [0.5, 0.7]),
        ([], []),
        (crowd(1, 50, 2, 2, 1), []),
    ]:
        found = matches(rows, thresholds)
        assert found.matched.shape == (0, len(thresholds))
        assert found.matched.dtype == np.int32
        assert [len(column) for column in astuple(found)[:4]] == [0, 0, 0, 0]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64])
def test_codes_of_any_integer_type(dtype: type[np.integer]) -> None:
    rows = crowd(2, 200, 100, 5, 9)
    item, rater, label = (np.array([row[column] for row in rows], dtype) for column in range(3))
    found = match_boxes(item, rater, label, np.array([row[3] for row in rows]), THRESHOLDS)
    assert counts(found) == assigned(rows)
    assert {column.dtype for column in astuple(found)[:4]} == {np.dtype(np.int64)}


@pytest.mark.parametrize("threshold", [0.0, -0.5, 1e-9, 1.1, 50.0, float("nan")])
def test_a_threshold_out_of_range_is_refused(threshold: float) -> None:
    with pytest.raises(ValueError, match="above 1e-09 and at most 1"):
        matches([], [0.5, threshold])


def test_misuse_is_refused() -> None:
    codes, boxes = np.zeros(2, np.int64), np.zeros((2, 4))
    with pytest.raises(ValueError, match=r"\(2,\), \(1,\), \(2,\), \(2, 4\)"):
        match_boxes(codes, codes[:1], codes, boxes, [0.5])
    with pytest.raises(ValueError, match=r"xyxy \(n, 4\): got .*\(4, 2\)"):
        match_boxes(codes, codes, codes, boxes.T, [0.5])
    with pytest.raises(ValueError, match="got one below 0"):
        match_boxes(codes, codes - 1, codes, boxes, [0.5])
    huge = np.array([0, 1 << 40])
    with pytest.raises(ValueError, match="63 bits"):
        match_boxes(huge, codes, huge, boxes, [0.5])


def test_a_row_of_boxes_drawn_twice_does_not_take_forever() -> None:
    """scipy's maximum_bipartite_matching doubles its time with each pair of boxes and would not end here.

    Item 0 has a box too many at the far end of the row, and item 1 keeps the search for long paths going.
    """
    length = 60
    row_a = [8.0 * i for i in range(1, length + 1) for _ in range(2)] + [0.0]
    row_b = [8.0 * i + 4 for i in range(length) for _ in range(2)]
    chain_a = [8.0 * i for i in range(1, length + 3)] + [0.0]
    chain_b = [8.0 * i + 4 for i in range(length + 3)]
    rows: list[Row] = [(0, 0, 0, square(left)) for left in row_a] + [(0, 1, 0, square(left)) for left in row_b]
    rows += [(1, 0, 0, square(left)) for left in chain_a] + [(1, 1, 0, square(left)) for left in chain_b]
    assert counts(matches(rows, [0.3])) == {(0, 0, 0, 1): [2 * length], (1, 0, 0, 1): [length + 3]}


def test_memory_is_bounded_by_the_block() -> None:
    """Two million candidates in one item: compared all at once they take nearly 300 MB."""
    corner = np.random.default_rng(4).uniform(0, 10_000, (3_000, 2))
    one_item, rater = np.zeros(3_000, np.int64), np.arange(3_000) % 2
    tracemalloc.start()
    try:
        found = match_boxes(one_item, rater, one_item, np.hstack([corner, corner + 50]), [0.3], block=1 << 16)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found.matched.sum() > 0
    assert peak < 30e6


def read_kscgr(path: Path) -> tuple[list[int], list[str], list[list[float]]]:
    """Frame, class and (x, y, width, height) of each line before the trailer."""
    frames, names, boxes = [], [], []
    for line in path.read_text(encoding="utf-8").partition("\n")[2].split("\n---", 1)[0].splitlines():
        frame, name, box = line.split("\t")[:3]
        frames.append(int(frame))
        names.append(name)
        boxes.append([float(number) for number in box.strip("()").split(",")])
    return frames, names, boxes


def test_two_people_who_boxed_the_same_video(shared: Path) -> None:
    folder = shared / "data" / "kscgr_double_boxes"
    first, second = (read_kscgr(folder / f"annotator_{number}.txt") for number in (1, 2))
    rater = np.repeat([0, 1], [len(first[0]), len(second[0])])
    label: NDArray[np.integer] = np.unique(first[1] + second[1], return_inverse=True)[1]
    xywh = np.array(first[2] + second[2])
    xyxy = np.hstack([xywh[:, :2], xywh[:, :2] + xywh[:, 2:]])
    found = match_boxes(np.array(first[0] + second[0]), rater, label, xyxy, [0.5, 0.7, 0.9])
    matched = found.matched.sum(axis=0)
    assert np.bincount(rater).tolist() == [61_624, 61_456]
    assert matched.tolist() == [61_401, 60_984, 42_125]
    np.testing.assert_allclose(2 * matched / len(rater), [0.997741, 0.990965, 0.684514], atol=5e-7)
