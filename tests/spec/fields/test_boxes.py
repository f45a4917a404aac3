"""Cells of boxes: what is read, what is refused or dropped, and what is said about it."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import UsageError
from accord.spec.boxes import REASONS
from accord.spec.fields import Boxes
from accord.spec.states import State


def box(*numbers: Any, label: Any = "car") -> dict[str, Any]:
    return {"label": label, "box": list(numbers)}


def cell(*entries: Any) -> str:
    return json.dumps(list(entries))


GOOD = box(0, 0, 2, 1)


def test_boxes_lie_cell_after_cell() -> None:
    reading = Boxes(format="xywh").read(
        [cell(GOOD, box(1, 1, 1, 1, label="bus")), "[]", "", cell(box(5, 5, 1, 2, label="Bus "))]
    )
    assert reading.offsets.tolist() == [0, 2, 2, 2, 3]
    assert reading.xyxy.tolist() == [[0, 0, 2, 1], [1, 1, 2, 2], [5, 5, 6, 7]]
    assert reading.states.tolist() == [0, 0, State.MISSING, 0]
    assert reading.labels == ("Bus", "bus", "car")
    assert reading.label.tolist() == [2, 1, 0]
    assert reading.domains == {}


def test_declared_labels_and_domains() -> None:
    field = Boxes({"road": ["car", "bus"], "sky": ["bird"]}, format="xyxy")
    reading = field.read([cell(box(0, 0, 1, 1, label="BIRD"), box(0, 0, 1, 1, label=" car"))])
    assert reading.labels == ("car", "bus", "bird")
    assert reading.label.tolist() == [2, 0]
    assert reading.domains == {"road": (0, 1), "sky": (2,)}


def test_numbers_and_booleans_may_be_labels() -> None:
    reading = Boxes(format="xywh").read([cell(box(0, 0, 1, 1, label=1.0), box(0, 0, 1, 1, label=True))])
    assert reading.labels == ("1", "true")


BAD: list[tuple[Any, str]] = [
    (None, "null"),
    ("car", "not_an_object"),
    ({"label": "car"}, "not_an_object"),
    ({"box": [0, 0, 1, 1]}, "no_label"),
    (box(0, 0, 1, 1, label=None), "no_label"),
    (box(0, 0, 1, 1, label=" "), "no_label"),
    (box(0, 0, 1, 1, label=["car"]), "no_label"),
    (box(0, 0, 1, 1, label="tree"), "off_label"),
    ({"label": "car", "box": None}, "null"),
    (box(0, 0, 1), "wrong_length"),
    (box(0, 0, 1, None), "null"),
    (box(0, 0, 1, "1"), "not_a_number"),
    (box(0, 0, 1, float("nan")), "not_finite"),
    (box(0, 0, 1, float("inf")), "not_finite"),
    (box(0, 0, 0, 1), "no_area"),
    (box(200, 0, 1, 1), "outside"),
]


def test_the_list_of_bad_boxes_is_whole() -> None:
    assert {reason for _, reason in BAD} == set(REASONS)


@pytest.mark.parametrize(("entry", "reason"), BAD)
def test_a_bad_box_is_fatal_or_dropped(entry: Any, reason: str) -> None:
    for bad in ("error", "drop"):
        field = Boxes(["car"], format="xywh", frame=(100, 50), bad=bad)
        reading = field.read(["[]", cell(GOOD, entry, GOOD)])
        (note,) = reading.notes
        assert (note.cell, note.code, note.index, note.fatal) == (1, f"box_{reason}", 1, bad == "error")
        assert reading.offsets.tolist() == [0, 0, 2]
        assert reading.states.tolist() == [0, 0]


def test_an_answer_stays_when_all_its_boxes_are_dropped() -> None:
    reading = Boxes(format="xywh", bad="drop").read([cell(None, box(0, 0, 0, 0))])
    assert reading.states.tolist() == [State.ANSWERED]
    assert reading.offsets.tolist() == [0, 0]
    assert reading.xyxy.shape == (0, 4)


def test_a_coordinate_beyond_all_floats_is_named() -> None:
    text = '[{"label": "car", "box": [1' + "0" * 400 + ", 0, 1, 1]}]"
    assert [note.code for note in Boxes(format="xywh").read([text]).notes] == ["box_not_finite"]


@pytest.mark.parametrize("text", ["car", "null", "{}", "[", '"[]"', "5", "[" * 100_000, '{"label": "car"}'])
def test_what_is_no_array_is_off_the_label_space(text: str) -> None:
    reading = Boxes(format="xywh").read([text])
    assert reading.states.tolist() == [State.OFF_LABEL]
    assert [(note.code, note.fatal) for note in reading.notes] == [("off_label", False)]
    assert len(reading.notes[0].message) < 120


def test_missing_and_abstained() -> None:
    field = Boxes(format="xywh", missing=["none drawn"], abstain=["cannot judge"])
    assert field.read(["None drawn", "Cannot judge", " "]).states.tolist() == [2, 1, 2]


def test_a_box_that_leaves_the_picture_is_kept_and_noted() -> None:
    reading = Boxes(format="xywh", frame=(100, 50)).read([cell(box(90, 40, 20, 20), box(0, 0, 100, 50))])
    assert [(note.code, note.index, note.fatal) for note in reading.notes] == [("box_leaves_picture", 0, False)]
    assert reading.xyxy[0].tolist() == [90, 40, 110, 60]


def test_corners_the_wrong_way_round_hint_at_the_format() -> None:
    turned = cell(*[box(50, 50, 10, 10)] * 3)
    for bad in ("error", "drop"):
        notes = Boxes(format="xyxy", bad=bad).read([turned]).notes
        assert [note.code for note in notes] == ["box_no_area"] * 3 + ["box_format"]
        assert {note.fatal for note in notes} == {bad == "error"}
    assert "box_format" not in [note.code for note in Boxes(format="xywh", bad="drop").read([turned]).notes]
    few = cell(*[box(0, 0, 1, 1)] * 30, *[box(50, 50, 10, 10)] * 3)
    assert "box_format" not in [note.code for note in Boxes(format="xyxy", bad="drop").read([few]).notes]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"format": "yolo"}, "format 'yolo' is none of xywh, xyxy, cxcywh"),
        ({"format": "xywh", "bad": "ignore"}, "neither error nor drop"),
        ({"format": "xywh", "frame": (0, 5)}, "above 0"),
        ({"format": "xywh", "frame": (5, float("nan"))}, "above 0"),
        ({"format": "xywh", "frame": (1, 2, 3)}, "width and height"),
    ],
)
def test_options_that_cannot_be(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Boxes(**options)


def test_hostile_labels_are_ordinary_labels() -> None:
    labels = ["[red]x[/red]", "=cmd()", "\u202ea", "\U0001f642", 'q"']
    reading = Boxes(format="xywh").read([cell(*(box(0, 0, 1, 1, label=label) for label in labels))])
    assert [reading.labels[code] for code in reading.label] == labels


def test_half_a_character_is_no_label() -> None:
    """A lone surrogate can stand in JSON but in no file that is written from it."""
    reading = Boxes(format="xywh", bad="drop").read(['[{"label": "\\ud800", "box": [0, 0, 1, 1]}]'])
    assert all(label.encode("utf-8") for label in reading.labels)


coordinates = st.tuples(*[st.integers(0, 9)] * 4)
good = st.builds(
    lambda at, label: box(at[0], at[1], at[2] + 1, at[3] + 1, label=label), coordinates, st.sampled_from("abc")
)


@given(st.lists(st.lists(good, max_size=4), max_size=5))
def test_every_box_is_found_again(answers: list[list[dict[str, Any]]]) -> None:
    reading = Boxes(format="xywh").read([cell(*entries) for entries in answers])
    assert np.diff(reading.offsets).tolist() == [len(entries) for entries in answers]
    flat = [entry for entries in answers for entry in entries]
    assert [reading.labels[code] for code in reading.label] == [entry["label"] for entry in flat]
    sizes = np.array([entry["box"] for entry in flat], float).reshape(-1, 4)
    assert np.hstack([reading.xyxy[:, :2], reading.xyxy[:, 2:] - reading.xyxy[:, :2]]).tolist() == sizes.tolist()
