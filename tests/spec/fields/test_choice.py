"""A single choice, declared or as seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import UsageError
from accord.spec.fields import Choice
from accord.spec.fields.choice import ChoiceForm
from accord.spec.labels import PLACEHOLDERS, folded
from accord.spec.states import State

HOSTILE = [
    *("[red]x[/red]", "=cmd()", "\u0634\u0627\u0631\u0639", "\u202eabc", "\U0001f642", "e\u0301", "\u00e9\u00e9"),
    *("a\nb", "x" * 10_000, "\u200b", "{0}", "%s", "'; drop", "\\"),
]
cells = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), unique=True, max_size=8)


def codes_of(field: Choice, cells: list[str]) -> list[int]:
    return field.read(cells).codes.tolist()


def notes_of(field: Choice, cells: list[str], code: str) -> list[int]:
    return [note.cell for note in field.read(cells).notes if note.code == code]


def test_declared_labels_keep_their_order() -> None:
    field = Choice(["zebra", "ant"])
    reading = field.read(["ant", "Zebra", "cow"])
    assert (reading.scale.labels, reading.scale.declared) == (("zebra", "ant"), True)
    assert reading.codes.tolist() == [1, 0, -1]
    assert reading.scale.positions is None


def test_declared_labels_may_be_numbers_and_booleans() -> None:
    assert codes_of(Choice([1.0, 2, True]), ["1", "2.0", "true", "True"]) == [0, 1, 2, 2]


def test_no_label_at_all_may_be_declared_and_then_nothing_fits() -> None:
    assert Choice([]).read(["a", ""]).states.tolist() == [State.OFF_LABEL, State.MISSING]


def test_labels_as_seen_are_in_canonical_order() -> None:
    reading = Choice().read(["b", "10", "9", "a", ""])
    assert (reading.scale.labels, reading.scale.declared) == (("9", "10", "a", "b"), False)
    assert reading.codes.tolist() == [3, 1, 0, 2, -1]


def test_forms_of_one_label_are_one_label() -> None:
    assert codes_of(Choice(), ["1", "1.0", " 1", "\uff11", "e\u0301", "\u00e9"]) == [0, 0, 0, 0, 1, 1]


def test_true_and_one_are_two_labels() -> None:
    assert codes_of(Choice(), ["1", "true"]) == [0, 1]


@pytest.mark.parametrize("declared", [None, HOSTILE])
def test_hostile_labels_are_ordinary_labels(declared: list[str] | None) -> None:
    reading = Choice(declared).read(HOSTILE)
    assert not reading.states.any()
    assert len(set(reading.codes.tolist())) == len(HOSTILE)
    labels = reading.scale.labels
    assert [folded(labels[code]) for code in reading.codes] == [folded(cell) for cell in HOSTILE]


@pytest.mark.parametrize("cell", [*sorted(PLACEHOLDERS), "NaN", " None ", "\uff0d1", "-1.0"])
def test_a_placeholder_is_a_label_and_noted(cell: str) -> None:
    reading = Choice().read(["x", cell])
    assert not reading.states.any()
    assert notes_of(Choice(), ["x", cell], "placeholder") == [1]


def test_a_declared_or_missing_placeholder_is_not_noted() -> None:
    assert not notes_of(Choice(["x", "None"]), ["x", "None"], "placeholder")
    assert not notes_of(Choice(missing=["none"]), ["x", "None"], "placeholder")
    assert not notes_of(Choice(abstain=["none"]), ["x", "None"], "placeholder")


def test_labels_that_differ_by_case_stay_apart_and_are_noted() -> None:
    cells = ["Cat", "cat", "dog", "CAT "]
    assert len(set(codes_of(Choice(), cells))) == 4
    assert notes_of(Choice(), cells, "labels_differ_by_case") == [0, 1, 3]
    assert notes_of(Choice(), ["dog", "b", "B"], "labels_differ_by_case") == [1, 2]


def test_missing_tokens_and_abstentions_are_no_labels_as_seen() -> None:
    reading = Choice(missing=["NA"], abstain=["skip"]).read(["na", "Skip", "a", "NA"])
    assert reading.scale.labels == ("a",)
    assert reading.states.tolist() == [2, 1, 0, 2]


def test_an_empty_column_has_no_labels() -> None:
    assert Choice().read([]).scale.labels == ()
    assert Choice().read([""]).scale.labels == ()


@pytest.mark.parametrize("labels", [["a", "a"], ["a", "a "], ["a", ""], [1, "1.0"]])
def test_labels_that_cannot_be_told_apart_are_refused(labels: list[object]) -> None:
    with pytest.raises(UsageError):
        Choice(labels)


@given(cells)
def test_seen_labels_are_the_forms_of_the_cells_and_every_cell_has_its_own(cells: list[str]) -> None:
    reading = Choice().read(cells)
    labels = reading.scale.labels
    assert set(labels) == {folded(cell) for cell in cells if folded(cell)}
    for cell, code, state in zip(cells, reading.codes, reading.states, strict=True):
        assert state == (State.ANSWERED if folded(cell) else State.MISSING)
        assert code == -1 or labels[code] == folded(cell)


@given(cells, st.randoms())
def test_what_a_cell_means_does_not_depend_on_its_place(cells: list[str], random: object) -> None:
    order = list(range(len(cells)))
    random.shuffle(order)  # type: ignore[attr-defined]
    one, other = Choice().read(cells), Choice().read([cells[at] for at in order])
    assert one.scale.labels == other.scale.labels
    assert one.codes[order].tolist() == other.codes.tolist()


def test_a_form_has_labels_with_names() -> None:
    labels = [{"id": "rain", "name": {"en": "Rain", "zh": "\u96e8"}, "aliases": ["wet"]}, "snow", 3]
    said = ChoiceForm.model_validate({"kind": "choice", "labels": labels})
    assert [label.id for label in said.label_space()] == ["rain", "snow", "3"]
    assert codes_of(said.field({}), ["\u96e8", "RAIN", "Wet ", "3.0", "snow", "sun"]) == [0, 0, 0, 2, 1, -1]


def test_labels_as_seen_have_no_other_names() -> None:
    assert codes_of(Choice(aliases={"a": ["b"]}), ["b", "a"]) == [1, 0]
