"""Domains and classes of sets and boxes, each with the measures that are read there."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import plain_measures as plain
import pytest
from made_ratings import frame_of, ratings_of

import accord
from accord.agreement.field_panels import field_panel
from accord.agreement.groups import grouped_panels
from accord.agreement.names import read_measure

DOMAINS = {"road": ["pothole", "crack"], "air": ["smoke"]}
P, C, S = {"pothole"}, {"crack"}, {"smoke"}
SETS: list[list[Any]] = [
    [P | S, P | C, None],
    [S, S, S],
    [set(), set(), None],
    [C, P, C | P],
    [set(), S, None],
    [P, None, None],
]
LABEL_MEASURES = ["exact_set", "positive_label", "jaccard", "alpha(nominal)", "alpha(jaccard)", "presence"]


def layers(names: list[str], field: Any = None) -> list[tuple[dict[str, str], list[str]]]:
    field = field or accord.Labels(DOMAINS)
    cells: Any = SETS if field.kind == "labels" else [[[("pothole", (0, 0, 2, 2))], []]]
    ratings = ratings_of(cells, field)
    answers = ratings.answers["value"]
    measures = [read_measure(name) for name in names]
    data = field_panel(ratings, "value", measures)
    found = grouped_panels(data, answers.labels, answers.domains, measures)  # type: ignore[union-attr]
    return [(where, [measure.name for measure, _ in panels]) for where, panels in found]


def test_domains_first_then_classes() -> None:
    assert layers(["exact_set", "positive_label", "presence"]) == [
        ({"domain": "road"}, ["exact_set", "positive_label"]),
        ({"domain": "air"}, ["exact_set", "positive_label"]),
        ({"class": "pothole"}, ["positive_label", "presence"]),
        ({"class": "crack"}, ["positive_label", "presence"]),
        ({"class": "smoke"}, ["positive_label", "presence"]),
    ]


def test_measures_of_whole_sets_have_no_rows_by_class() -> None:
    assert [where for where, _ in layers(["exact_set", "jaccard"])] == [{"domain": "road"}, {"domain": "air"}]


def test_flat_labels_have_no_domains() -> None:
    field = accord.Labels([name for names in DOMAINS.values() for name in names])
    assert [where for where, _ in layers(["positive_label"], field)] == [
        {"class": "pothole"},
        {"class": "crack"},
        {"class": "smoke"},
    ]


def test_boxes_of_one_class_have_no_row_of_it() -> None:
    assert layers(["instance_f1(0.5)"], accord.Boxes(["pothole"], format="xywh")) == []
    two = layers(["instance_f1(0.5)", "instance_f1(0.9)"], accord.Boxes({"road": ["pothole", "crack"]}, format="xywh"))
    assert two == [
        (where, ["instance_f1(iou=0.5)", "instance_f1(iou=0.9)"])
        for where in ({"domain": "road"}, {"class": "pothole"}, {"class": "crack"})
    ]


# Every row by group equals a plain computation on answers that are cut down to it

SET_MEASURES: dict[str, Callable[[plain.Units], Fraction | None]] = {
    "exact_set": plain.all_agree,
    "positive_label": plain.positive_label,
    "jaccard": plain.jaccard,
    "alpha(nominal)": lambda units: plain.alpha(units, plain.nominal),
    "alpha(jaccard)": lambda units: plain.alpha(units, plain.jaccard_distance),
    "presence": lambda units: plain.alpha([[bool(one) for one in unit] for unit in units], plain.nominal),
}


def test_sets_are_cut_down_and_empty_results_are_kept() -> None:
    result = accord.agree(
        frame_of(SETS),
        item="item",
        rater="rater",
        fields={"value": accord.Labels(DOMAINS)},
        measures=LABEL_MEASURES,
        replicates=0,
    )
    groups = {f"domain={name}": set(classes) for name, classes in DOMAINS.items()}
    groups |= {f"class={name}": {name} for classes in DOMAINS.values() for name in classes}
    seen = set()
    for row in result.estimates:
        if row.slice == "all":
            continue
        units = [[frozenset(one & groups[row.slice]) for one in line if one is not None] for line in SETS]
        expected = SET_MEASURES[row.measure](units)
        assert row.value == (None if expected is None else pytest.approx(float(expected), abs=1e-15)), row
        # All items stay in the group, those whose sets have become empty as agreed empties.
        assert (row.items, row.ratings, row.raters) == (5, 12, 3), row
        seen.add((row.slice, row.measure))
    assert len(seen) == 2 * 5 + 3 * 2


BOX = {"near": (0, 0, 10, 10), "side": (0, 0, 10, 7), "far": (40, 40, 5, 5)}
BOXES: list[list[Any]] = [
    [[("pothole", BOX["near"]), ("smoke", BOX["far"])], [("pothole", BOX["side"])], None],
    [[("crack", BOX["near"])], [("pothole", BOX["near"])], [("crack", BOX["side"]), ("smoke", BOX["near"])]],
    [[], [], None],
    [[("smoke", BOX["far"])], None, None],
]


@pytest.mark.parametrize("iou", [0.5, 0.75])
def test_boxes_are_cut_down_and_empty_results_are_kept(iou: float) -> None:
    result = accord.agree(
        frame_of(BOXES),
        item="item",
        rater="rater",
        fields={"value": accord.Boxes(DOMAINS, format="xywh")},
        iou=[iou],
        replicates=0,
    )
    groups = {f"domain={name}": set(classes) for name, classes in DOMAINS.items()}
    groups |= {f"class={name}": {name} for classes in DOMAINS.values() for name in classes}
    assert {row.slice for row in result.estimates} == {"all", *groups}
    for row in result.estimates:
        kept = groups.get(row.slice, {"pothole", "crack", "smoke"})
        units = [
            [
                [(name, (x, y, x + w, y + h)) for name, (x, y, w, h) in one if name in kept]
                for one in line
                if one is not None
            ]
            for line in BOXES
        ]
        expected = plain.instance_f1(units, iou)
        assert row.value == (None if expected is None else pytest.approx(float(expected), abs=1e-15)), row
        assert (row.items, row.ratings, row.raters) == (3, 7, 3)


def test_a_column_may_not_be_mistaken_for_a_group() -> None:
    """Slices by an item column called class, and classes of the field: no two rows have one name."""
    frame = frame_of([[P, P], [C, P], [C, C]], **{"class": ["pothole", "crack", "crack"]})
    asked = {"item": "item", "rater": "rater", "fields": {"value": accord.Labels(["pothole", "crack"])}}
    try:
        result = accord.agree(frame, **asked, by="class", measures=["positive_label"], replicates=0)
    except accord.AccordError:
        return
    rows = [(row.measure, row.slice) for row in result.estimates]
    assert sorted(set(rows)) == sorted(rows)
