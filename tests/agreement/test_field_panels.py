"""The panel of a field of every kind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drawn_tables import ALL_KINDS
from made_ratings import ratings_of

import accord
from accord.agreement.box_panel import BoxData, BoxPanel
from accord.agreement.field_panels import field_panel, whole
from accord.agreement.names import measures_for, read_measure
from accord.agreement.panel import Panel

BOX = ("car", (0, 0, 2, 2))
FIELDS: dict[str, Any] = {
    "binary": (accord.Binary(), [[0, 1], [1, None], [None, None], [1, 1]]),
    "choice": (accord.Choice(), [["a", "b"], ["b", None], [None, None], ["b", "b"]]),
    "rating": (accord.Rating(1, 3), [[1, 3], [3, None], [None, None], [3, 3]]),
    "number": (accord.Number(), [[1.5, 3], [3, None], [None, None], [3, 3]]),
    "labels": (accord.Labels(["a", "b"]), [[{"a"}, {"b"}], [{"b"}, None], [None, None], [{"b"}, {"b"}]]),
    "boxes": (accord.Boxes(["car"], format="xywh"), [[[], [BOX]], [[BOX], None], [None, None], [[BOX], [BOX]]]),
}


def cells_of(kind: str) -> tuple[Any, Any]:
    """A field and cells for it; the third item has a row by another field only."""
    field, cells = FIELDS[kind]
    other = [[0, 0]] * len(cells)
    return {"value": cells, "other": other}, {"value": field, "other": accord.Binary()}


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("anonymous", [False, True])
def test_sizes_and_disagreements_of_every_item(kind: str, anonymous: bool) -> None:
    ratings = ratings_of(*cells_of(kind), anonymous=anonymous)
    panel = whole(field_panel(ratings, "value", measures_for(kind, (), ())))
    assert isinstance(panel, BoxPanel if kind == "boxes" else Panel)
    size = np.append(panel.size, 0)[panel.item]
    differs = np.append(panel.differs, False)[panel.item]
    assert size.tolist() == [2, 1, 0, 2]
    assert differs.tolist() == [True, False, False, False]
    assert panel.item[2] == -1


def test_boxes_are_matched_at_the_thresholds_of_the_measures() -> None:
    ratings = ratings_of([[[BOX], [BOX]]], accord.Boxes(["car"], format="xywh"))
    measures = [read_measure(f"instance_f1({iou})") for iou in (0.9, 0.5, 0.9)]
    data = field_panel(ratings, "value", measures)
    assert isinstance(data, BoxData)
    assert data.thresholds == (0.5, 0.9)


def test_few_raters_and_values_are_told_apart() -> None:
    few = field_panel(ratings_of([[1, 2], [2, 1], [1, 2]], accord.Rating(1, 3)), "value", ())
    assert isinstance(few, Panel)
    assert few.by_rater is not None
    assert few.by_rater[few.item].tolist() == [[0, 1], [1, 0], [0, 1]]
    many = field_panel(ratings_of([[1, 2], [2, 1], [1, 2]], accord.Rating(1, 30)), "value", ())
    assert isinstance(many, Panel)
    assert many.by_rater is None
    assert len(set(many.item.tolist())) == 1
