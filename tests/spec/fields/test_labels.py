"""Sets of labels: arrays or separated words, the empty set, abstentions, domains."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import UsageError
from accord.spec.fields import Labels
from accord.spec.fields.labels import LabelsForm
from accord.spec.labels import folded
from accord.spec.states import State

HOSTILE = ["[red]x[/red]", "=cmd()", "\u0634", "\u202ea", "\U0001f642", "a\nb", "x" * 5_000, 'q"u', "{}", "a,b"]


def sets(field: Labels, *cells: str) -> list[set[str] | str]:
    """The set of each cell, or the name of its state."""
    reading = field.read(cells)
    return [
        {label for label, there in zip(reading.labels, row, strict=True) if there}
        if state == State.ANSWERED
        else State(state).name
        for state, row in zip(reading.states, reading.members, strict=True)
    ]


def codes(field: Labels, *cells: str) -> list[str]:
    return [note.code for note in field.read(cells).notes]


def test_arrays_and_the_empty_set() -> None:
    field = Labels(["a", "b"])
    assert sets(field, '["a", "b"]', '["b","b "]', "[]", " [ ] ", "") == [{"a", "b"}, {"b"}, set(), set(), "MISSING"]


def test_labels_as_seen() -> None:
    reading = Labels().read(['["b", "10"]', '["9", "b "]', "[]"])
    assert reading.labels == ("9", "10", "b")
    assert reading.members.astype(int).tolist() == [[0, 1, 1], [1, 0, 1], [0, 0, 0]]


def test_numbers_and_booleans_in_an_array_are_labels() -> None:
    assert sets(Labels(), "[1, 1.0, true, 2.5]") == [{"1", "true", "2.5"}]


@pytest.mark.parametrize(
    "cell",
    ["b", '"a"', "null", "5", '{"a": 1}', '["a"', "[a]", '[["a"]]', '[{"a": 1}]', "[null]", '[""]', '["a", " "]'],
)
def test_what_is_no_set(cell: str) -> None:
    assert sets(Labels(["a"]), cell) == ["OFF_LABEL"]
    assert codes(Labels(["a"]), cell) == ["off_label"]


def test_an_array_of_any_depth_is_refused_and_not_fatal() -> None:
    assert sets(Labels(["a"]), "[" * 100_000) == ["OFF_LABEL"]


def test_half_a_character_is_no_label() -> None:
    """A lone surrogate can stand in JSON but in no file that is written from it."""
    labels = Labels().read(['["\\ud800"]']).labels
    assert all(label.encode("utf-8") for label in labels)


def test_a_long_cell_that_is_no_set_is_cut_in_the_message() -> None:
    assert len(Labels().read(["x" * 10_000]).notes[0].message) < 500


def test_one_strange_label_takes_the_whole_answer_off() -> None:
    reading = Labels(["a"]).read(['["a", "zz", "[b]y[/b]"]'])
    assert reading.states.tolist() == [State.OFF_LABEL]
    assert not reading.members.any()
    assert reading.notes[0].message == "'zz', '[b]y[/b]' not allowed here; allowed: 'a'"


def test_separated_words() -> None:
    field = Labels(["a", "b"], sep=";")
    assert sets(field, "a; B", "a", ";a;;", ";", '["a"]') == [{"a", "b"}, {"a"}, {"a"}, set(), {"a"}]


def test_a_separator_of_several_characters() -> None:
    assert sets(Labels(sep="||"), "a||b|c") == [{"a", "b|c"}]


def test_a_separated_label_may_open_with_a_bracket() -> None:
    assert sets(Labels(sep=";"), "[red]x[/red];b") == [{"[red]x[/red]", "b"}]


def test_the_label_of_the_empty_set() -> None:
    field = Labels(["a", "b"], none="none")
    assert sets(field, '["None "]', "[]", '["a"]') == [set(), set(), {"a"}]
    assert sets(Labels(sep=";", none="none"), "none", "NONE") == [set(), set()]
    assert Labels(none="none").read(['["none"]', '["a"]']).labels == ("a",)


def test_the_label_of_the_empty_set_beside_a_label_is_noted() -> None:
    field = Labels(["a"], none="none")
    assert sets(field, '["none", "a"]') == [{"a"}]
    assert codes(field, '["none", "a"]') == ["none_beside_label"]
    assert codes(field, '["none"]') == []


def test_abstentions_are_taken_out_first() -> None:
    field = Labels(["a"], none="none", abstain=["NA", "skip"])
    assert sets(field, '["na"]', '["NA", "skip"]', '["NA", "a"]', '["NA", "none"]', "NA", "[]") == [
        *("ABSTAINED", "ABSTAINED", {"a"}, set(), "ABSTAINED", set()),
    ]
    assert codes(field, '["NA", "a"]') == ["abstention_beside_label"]


def test_which_abstention_a_cell_holds() -> None:
    field = Labels(abstain=["Not applicable", "Cannot judge"], sep=";")
    assert field.abstention("cannot judge") == "Cannot judge"
    assert field.abstention('["cannot JUDGE", "not applicable"]') == "Cannot judge"
    assert field.abstention("not applicable; cannot judge") == "Not applicable"
    assert field.abstention("a") == "a"


def test_missing_tokens() -> None:
    assert sets(Labels(missing=["nan"]), "NaN", "", " ") == ["MISSING"] * 3


def test_a_placeholder_in_a_set_is_a_label_and_noted() -> None:
    assert sets(Labels(), '["None"]') == [{"None"}]
    assert codes(Labels(), '["None", "a"]') == ["placeholder"]
    assert codes(Labels(["None"]), '["None"]') == []


def test_domains() -> None:
    reading = Labels({"road": ["crack", "hole"], "air": ["smoke"]}).read(['["smoke", "crack"]'])
    assert reading.labels == ("crack", "hole", "smoke")
    assert reading.domains == {"road": (0, 1), "air": (2,)}
    assert reading.members.tolist() == [[True, False, True]]


def test_an_empty_separator_is_refused() -> None:
    with pytest.raises(UsageError, match="separator is empty"):
        Labels(sep="")


@pytest.mark.parametrize("declared", [None, HOSTILE])
def test_hostile_labels_are_ordinary_labels(declared: list[str] | None) -> None:
    cell = json.dumps(HOSTILE)
    assert sets(Labels(declared), cell) == [{folded(label) if declared is None else label for label in HOSTILE}]


@given(st.lists(st.sets(st.sampled_from(["a", "b", "10", "\u00e9", "x y"])), max_size=6), st.booleans())
def test_every_set_is_found_again(given: list[set[str]], declare: bool) -> None:
    field = Labels(["a", "b", "10", "\u00e9", "x y"] if declare else None)
    assert sets(field, *(json.dumps(sorted(labels)) for labels in given)) == given
    assert sets(Labels(sep=";"), *(";".join(sorted(labels)) or "[]" for labels in given)) == given


def form(**keys: Any) -> LabelsForm:
    return LabelsForm.model_validate({"kind": "labels", **keys})


def test_a_form_with_labels_and_a_label_for_none() -> None:
    none = {"id": "no violation", "name": {"fr": "rien"}, "aliases": ["-"]}
    said = form(labels=["a", {"id": "b", "aliases": ["bee"]}], none=none, separator=";", abstain=["NA"])
    assert [label.id for label in said.label_space()] == ["a", "b"]
    field = said.field({})
    assert field.labels == ("a", "b")
    assert sets(field, "BEE; a", '["-"]', "Rien", "No Violation", "na", "c", "a;rien") == [
        *({"a", "b"}, set(), set(), set(), "ABSTAINED", "OFF_LABEL", {"a"}),
    ]
    assert codes(field, "a;rien") == ["none_beside_label"]


def test_a_form_with_domains() -> None:
    said = form(domains={"road": ["crack", {"id": "hole", "name": "Pothole"}], 2: ["smoke"]})
    assert [label.id for label in said.label_space()] == ["crack", "hole", "smoke"]
    reading = said.field({}).read(['["pothole", "smoke"]'])
    assert reading.domains == {"road": (0, 1), "2": (2,)}
    assert reading.members.tolist() == [[False, True, True]]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({}, "give either labels or domains"),
        ({"labels": ["a"], "domains": {"d": ["b"]}}, "give either labels or domains"),
        ({"labels": ["a", "a "]}, "are the same label"),
        ({"domains": {"d": ["a"], "e": ["a"]}}, "are the same label"),
        ({"labels": ["a;b", {"id": "c", "name": "d; e"}], "separator": ";"}, "'a;b', 'd; e' holds the separator ';'"),
        ({"labels": ["a"], "none": "b c", "separator": " "}, "'b c' holds the separator ' '"),
    ],
)
def test_a_form_that_is_no_set_of_labels(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        form(**keys).field({})


@pytest.mark.parametrize(
    "keys",
    [
        *({"labels": value} for value in ([], "a", [None], {"a": "b"})),
        *({"domains": value} for value in ({}, {"d": []}, {"d": "a"}, {"": ["a"]}, ["a"])),
        *({"labels": ["a"], "separator": value} for value in ("", 3, ["a"])),
        *({"labels": ["a"], "none": value} for value in ("", ["a"], {"name": "a"})),
    ],
)
def test_what_a_form_may_not_say(keys: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="LabelsForm"):
        form(**keys)


def test_the_value_of_a_cell_is_in_the_order_of_the_labels() -> None:
    field = Labels(["b", "a", "c"], none="none")
    cells = ['["c", "B"]', "[]", '["none"]']
    reading = field.read(cells)
    assert [field.value(reading, at, cell) for at, cell in enumerate(cells)] == [["b", "c"], [], []]


def test_one_declared_label_alone_is_a_set_without_any_separator():
    reading = Labels(["rain", "night"], none="nothing", abstain=["unclear"], aliases={"rain": ["pluie"]}).read(
        ["Rain", "pluie", "nothing", "rain;night", "unclear"]
    )
    assert reading.members.astype(int).tolist() == [[1, 0], [1, 0], [0, 0], [0, 0], [0, 0]]
    assert reading.states.tolist() == [0, 0, 0, 3, 1]


def test_a_text_alone_is_no_set_where_labels_are_not_declared():
    assert Labels().read(["rain"]).states.tolist() == [3]
