"""Free text: kept to the letter, compared by nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.measures import MEASURES
from accord.spec.fields import KINDS
from accord.spec.fields.text import Text, TextForm
from accord.spec.labels import folded
from accord.spec.states import State

HOSTILE = ["[red]x[/red]", "=cmd()", "\u202eabc", "a\nb", "x" * 10_000, "\u200b", "\\", "None", "nan", "-1", "[]", "{}"]


def values(field: Text, cells: list[str]) -> list[object]:
    """The value of each cell, or the name of its state."""
    reading = field.read(cells)
    return [
        field.value(reading, at, cell) if reading.states[at] == State.ANSWERED else State(reading.states[at]).name
        for at, cell in enumerate(cells)
    ]


def test_every_text_is_kept_to_the_letter() -> None:
    cells = ["A vase", "a vase", " a  vase ", "1.0", "\uff11", *HOSTILE]
    assert values(Text(), cells) == cells
    assert Text().read(cells).notes == ()


def test_blank_missing_abstained_not_asked() -> None:
    field = Text(missing=["n/a"], abstain=["unknown"], aliases={"unknown": ["not sure"]})
    assert values(field, ["", "\u3000", "N/A", "Unknown ", "NOT SURE", "\0not_asked", "unknown artist"]) == [
        *("MISSING", "MISSING", "MISSING", "ABSTAINED", "ABSTAINED", "NOT_ASKED", "unknown artist"),
    ]


def test_no_cells() -> None:
    reading = Text().read([])
    assert (reading.states.shape, reading.codes.shape, reading.scale.labels) == ((0,), (0,), ())


def test_texts_are_compared_by_no_measure() -> None:
    assert Text.measures_of() == ""
    assert not [name for name, measure in MEASURES.items() if "text" in measure.kinds]
    assert {kind for kind, field in KINDS.items() if field.measures_of() != kind} == {"text"}


def test_where_references_are() -> None:
    assert TextForm(kind="text").reference is None
    assert TextForm(kind="text", reference="title_ref").reference == "title_ref"
    assert TextForm(kind="text").label_space() == ()


@given(st.lists(st.text(), unique=True, max_size=8))
def test_what_is_read_is_what_was_written(cells: list[str]) -> None:
    assert values(Text(), cells) == [cell if folded(cell) else "MISSING" for cell in cells]


@pytest.mark.parametrize("reference", ["", " ", ["a"], {"a": "b"}])
def test_what_is_no_column(reference: object) -> None:
    with pytest.raises(ValueError, match="reference"):
        TextForm.model_validate({"kind": "text", "reference": reference})
