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
from accord.spec.fields.boxes import BoxesForm
from accord.spec.fields.labels import LabelsForm
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


def test_the_value_of_a_cell_keeps_its_numbers_and_has_the_labels_of_the_field() -> None:
    field = Boxes(["car", "bus"], format="xywh", frame=(100, 50), bad="drop", aliases={"bus": ["coach"]})
    cells = [
        cell(
            box(0, 0.5, 2, 1.50, label="Coach "),
            None,
            box(0, 0, 0, 1),
            box(200, 0, 1, 1),
            box(1, 1, 1, 1, label="tree"),
        ),
        cell(box(1, 2, 3, 4)),
        "[]",
    ]
    reading = field.read(["", *cells])
    assert [field.value(reading, at, text) for at, text in enumerate(cells, 1)] == [
        [{"label": "bus", "box": [0, 0.5, 2, 1.5]}],
        [{"label": "car", "box": [1, 2, 3, 4]}],
        [],
    ]


def form(**keys: Any) -> BoxesForm:
    return BoxesForm.model_validate({"kind": "boxes", "format": "xywh", "unit": "pixels", **keys})


def test_a_form_with_labels_of_its_own() -> None:
    field = form(labels=["car", {"id": "bus", "name": "Coach"}]).field({})
    reading = field.read([cell(box(0, 0, 500, 1, label="coach"))])
    assert (reading.labels, reading.label.tolist(), reading.states.tolist()) == (("car", "bus"), [1], [0])
    assert form(domains={"road": ["car"], "sky": ["bird"]}).field({}).domains == {"road": (0,), "sky": (1,)}


@pytest.mark.parametrize(
    ("labels", "domains"),
    [
        ({"labels": ["car", {"id": "bus", "aliases": ["coach"]}]}, {}),
        ({"domains": {"road": ["car", {"id": "bus", "aliases": ["coach"]}]}}, {"road": (0, 1)}),
    ],
)
def test_a_form_with_the_labels_of_another_field(labels: dict[str, Any], domains: dict[str, Any]) -> None:
    said = form(labels_of="seen", every_label=True)
    field = said.field({"seen": LabelsForm.model_validate({"kind": "labels", **labels})})
    assert (field.labels, field.domains) == (("car", "bus"), domains)
    assert field.read([cell(box(0, 0, 1, 1, label="Coach"))]).label.tolist() == [1]
    assert dict(said.refers()) == {"labels_of": ("seen", "labels")}
    assert said.label_space() == ()


def test_fractions_have_a_frame_and_pixels_none() -> None:
    outside = [cell(box(1.5, 0, 0.1, 0.1)), cell(box(0.95, 0, 0.1, 0.1))]
    fractions = form(labels=["car"], unit="fractions", bad_boxes="drop").field({})
    assert [note.code for note in fractions.read(outside).notes] == ["box_outside", "box_leaves_picture"]
    assert form(labels=["car"]).field({}).read(outside).notes == ()


@pytest.mark.parametrize(("bad", "fatal"), [("error", True), ("drop", False)])
def test_a_form_says_what_bad_boxes_do(bad: str, fatal: bool) -> None:
    assert form(labels=["car"]).bad_boxes == "error"
    [note] = form(labels=["car"], bad_boxes=bad).field({}).read([cell(None)]).notes
    assert note.fatal is fatal


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({}, "give one of labels, domains and labels_of"),
        ({"labels": ["a"], "domains": {"d": ["b"]}}, "give one of labels, domains and labels_of"),
        ({"labels": ["a"], "labels_of": "seen"}, "give one of labels, domains and labels_of"),
        ({"labels": ["a"], "every_label": True}, "every_label needs labels_of"),
        ({"labels": ["a", "a"]}, "are the same label"),
    ],
)
def test_a_form_that_cannot_be(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        form(**keys).field({"seen": LabelsForm.model_validate({"kind": "labels", "labels": ["a"]})})


@pytest.mark.parametrize(
    "keys",
    [
        *({"format": value} for value in (None, "yolo", "XYWH", 1)),
        *({"unit": value} for value in (None, "px", "percent")),
        *({"bad_boxes": value} for value in (None, "ignore", False)),
        *({"every_label": value} for value in (None, "yes", 1)),
        *({"labels": value} for value in ([], "a")),
        *({"labels_of": value} for value in ("", ["a"])),
    ],
)
def test_what_a_form_may_not_say(keys: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="BoxesForm"):
        form(**{"labels": ["a"], **keys})


def test_a_form_must_say_what_its_numbers_are() -> None:
    with pytest.raises(ValueError, match=r"format(.|\n)*unit"):
        BoxesForm.model_validate({"kind": "boxes", "labels": ["a"]})
