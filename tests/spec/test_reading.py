"""Readings: the defaults of a scale and of a note, which every field relies on."""

from __future__ import annotations

import dataclasses
from typing import get_args

import numpy as np
import pytest

from accord.spec.fields import Binary, Boxes, Choice, Labels, Number, Rating
from accord.spec.reading import Note, Reading, Scale


def test_a_note_is_about_a_cell_and_not_fatal_unless_said() -> None:
    note = Note(3, "off_label", "text")
    assert (note.cell, note.index, note.fatal) == (3, None, False)


def test_a_scale_is_nominal_and_declared_unless_said() -> None:
    scale = Scale(("a", "b"))
    assert (scale.positions, scale.declared, scale.positive) == (None, True, None)


@pytest.mark.parametrize("record", [Note(0, "a", "b"), Scale(("a",)), Choice().read(["a"])])
def test_records_cannot_be_changed(record: object) -> None:
    name = dataclasses.fields(record)[0].name  # type: ignore[arg-type]
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(record, name, None)


FIELDS = [Binary(), Boxes(format="xywh"), Choice(), Choice(["a"]), Labels(), Labels(["a"]), Number(), Rating(1, 5)]
CELLS = [
    "1",
    "",
    " ",
    "a",
    "[]",
    '["a"]',
    '[{"label": "a", "box": [0, 0, 1, 1]}]',
    "nan",
    "2.5",
    "\U0001f642",
    "0" * 999,
]


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.kind)
@pytest.mark.parametrize("cells", [[], CELLS, [""]], ids=["none", "many", "blank"])
def test_shapes_hold_for_every_field(field: Choice, cells: list[str]) -> None:
    reading = field.read(cells)
    assert isinstance(reading, get_args(Reading))
    assert (reading.states.shape, reading.states.dtype) == ((len(cells),), np.uint8)
    assert all(0 <= note.cell < len(cells) for note in reading.notes)
    if hasattr(reading, "codes"):
        assert (reading.codes.shape, reading.codes.dtype) == ((len(cells),), np.int32)
        assert ((reading.codes >= 0) == (reading.states == 0)).all()
        assert reading.codes.max(initial=-1) < len(reading.scale.labels)
        assert reading.scale.positions is None or len(reading.scale.positions) == len(reading.scale.labels)
    elif hasattr(reading, "members"):
        assert (reading.members.shape, reading.members.dtype) == ((len(cells), len(reading.labels)), np.bool_)
        assert not reading.members[reading.states != 0].any()
    else:
        assert reading.offsets.shape == (len(cells) + 1,)
        assert reading.offsets[-1] == len(reading.label) == len(reading.xyxy)
        assert reading.xyxy.shape[1:] == (4,)
        assert not np.diff(reading.offsets)[reading.states != 0].any()
