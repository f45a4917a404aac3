"""What all kinds of fields share: blanks, missing tokens, abstentions, and declared labels."""

from __future__ import annotations

import json
from typing import Literal

import numpy as np
import pytest

from accord.errors import UsageError
from accord.spec.field import Field, declared, listed, match_scalars, text_of
from accord.spec.fields import KINDS, Binary, Boxes, Choice, Labels, Number, Rating, Text
from accord.spec.states import NOT_ASKED_CELL, State

BLANK = ["", " ", "\t\r\n", "\u00a0", "\u3000"]


def field(**options: object) -> Field:
    return Choice(["a"], **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("cell", BLANK)
def test_a_blank_cell_is_missing(cell: str) -> None:
    assert field().nothing(cell) is State.MISSING
    assert field(abstain=["n/a"]).nothing(cell) is State.MISSING


@pytest.mark.parametrize("cell", ["NA", "na ", "\uff2e\uff21", "-1", "-1.0"])
def test_declared_tokens_are_missing_in_any_form(cell: str) -> None:
    assert field(missing=["NA", "-1"]).nothing(cell) is State.MISSING
    assert field().nothing(cell) is None


def test_abstentions_are_found_in_any_form_and_named_as_declared() -> None:
    chosen = field(abstain=["Not applicable", "Cannot judge"])
    assert chosen.nothing("not  APPLICABLE") is State.ABSTAINED
    assert chosen.abstention("cannot judge ") == "Cannot judge"
    assert chosen.abstention("something else") == "something else"


def test_a_token_that_is_both_is_missing() -> None:
    assert field(missing=["x"], abstain=["x"]).nothing("x") is State.MISSING


@pytest.mark.parametrize("token", [-1, -1.0, True])
def test_tokens_may_be_given_as_they_are_in_python(token: object) -> None:
    chosen = Rating(0, 5, missing=[token], abstain=[token])  # type: ignore[list-item]
    assert chosen.nothing(text_of(token)) is State.MISSING


@pytest.mark.parametrize("options", [{"missing": "NA"}, {"abstain": "NA"}])
def test_one_text_where_a_list_belongs_is_not_taken_letter_by_letter(options: dict[str, str]) -> None:
    try:
        chosen = field(**options)
    except UsageError:
        return
    assert chosen.nothing("NA") is not None
    assert chosen.nothing("N") is None


@pytest.mark.parametrize("kind", [Choice, Rating])
def test_labels_as_one_text_are_not_taken_letter_by_letter(kind: type[Choice]) -> None:
    with pytest.raises(UsageError):
        kind("yes")


@pytest.mark.parametrize(
    ("label", "text"),
    [
        (True, "true"),
        (False, "false"),
        (1, "1"),
        (1.0, "1"),
        (-0.0, "0"),
        (1.5, "1.5"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (np.float64(2.0), "2"),
        (np.int64(3), "3"),
        (np.bool_(True), "true"),
        (np.float32(1.0), "1"),
        (None, "None"),
        ("1.0", "1.0"),
        (np.str_("a"), "a"),
        (10**30, str(10**30)),
    ],
)
def test_a_label_as_it_would_stand_in_a_table(label: object, text: str) -> None:
    assert text_of(label) == text


def test_declared_labels_keep_their_text_and_order() -> None:
    assert declared(["b ", 1.0, True, "e\u0301", "[red]x[/red]", "=cmd()", "\U0001f642"], "choice") == (
        *("b ", "1", "true", "e\u0301", "[red]x[/red]", "=cmd()", "\U0001f642"),
    )
    assert declared([], "choice") == ()


@pytest.mark.parametrize("blank", BLANK)
def test_a_blank_label_is_refused(blank: str) -> None:
    with pytest.raises(UsageError, match="choice: a label is blank"):
        declared(["a", blank], "choice")


@pytest.mark.parametrize(
    ("one", "other"), [("a", "a"), ("a", "a "), ("1", "1.0"), (1, 1.0), ("\u00e9", "e\u0301"), ("A", "\uff21")]
)
def test_two_labels_of_one_normal_form_are_refused(one: object, other: object) -> None:
    with pytest.raises(UsageError, match="are the same label"):
        declared(["x", one, "y", other], "choice")


def test_labels_that_differ_by_case_are_two() -> None:
    assert declared(["IT", "it"], "choice") == ("IT", "it")


def test_a_long_list_of_labels_is_cut() -> None:
    labels = [str(at) for at in range(15)]
    assert listed(labels).endswith("'11' and 3 more")
    assert listed(labels[:12]).endswith("'11'")
    assert listed([]) == ""


def read(field: Field, cells: list[str], labels: list[str]) -> tuple[list[int], list[int], list[str]]:
    states, codes, notes = match_scalars(field, cells, labels, "these")
    return states.tolist(), codes.tolist(), [note.code for note in notes]


def test_states_codes_and_notes_of_cells() -> None:
    chosen = field(missing=["NA"], abstain=["skip"])
    cells = ["a", "A", "", "na", "Skip", "zzz"]
    assert read(chosen, cells, ["a", "b"]) == ([0, 0, 2, 2, 1, 3], [0, 0, -1, -1, -1, -1], ["normalised", "off_label"])


def test_an_answer_off_the_list_is_quoted_with_what_is_allowed() -> None:
    _, _, notes = match_scalars(field(), ["[red]\n=cmd()"], ["a"], "'a'")
    assert notes[0].message == "'[red]\\n=cmd()' is not allowed here; allowed: 'a'"


def test_a_declared_label_wins_over_a_missing_token() -> None:
    assert read(Choice(["None", "x"], missing=["none"]), ["None", "none"], ["None", "x"])[0] == [0, 0]
    assert Rating(-1, 1, missing=["-1"]).read(["-1"]).codes.tolist() == [0]


def test_a_declared_abstention_wins_over_a_label() -> None:
    assert read(Choice(["none", "x"], abstain=["None"]), ["none"], ["none", "x"])[0] == [State.ABSTAINED]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_each_kind_is_registered_under_its_own_name(kind: str) -> None:
    assert KINDS[kind].kind == kind
    assert issubclass(KINDS[kind], Field)
    assert KINDS[kind].read.__doc__


def test_a_field_must_say_how_it_reads() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Field()  # type: ignore[abstract]


def test_booleans_are_not_zero_and_one() -> None:
    assert Binary().read(["true", "false", "True", "TRUE"]).states.tolist() == [State.OFF_LABEL] * 4
    assert Binary(False, True).read(["true", "False", "1"]).codes.tolist() == [1, 0, -1]


def test_a_long_answer_is_cut_in_the_message() -> None:
    _, _, notes = match_scalars(field(), ["x" * 10_000], ["a"], "'a'")
    assert len(notes[0].message) < 500


MADE: list[tuple[Field, str, object]] = [
    (Binary(), " 1.0", "1"),
    (Binary("No", "Yes", aliases={"Yes": ["Oui"]}), "oui", "Yes"),
    (Boxes(format="xywh"), '[{"label": "a ", "box": [0, 0.5, 1, 1]}]', [{"label": "a", "box": [0, 0.5, 1, 1]}]),
    (Choice(["a", "b"], aliases={"b": ["bee"]}), "BEE", "b"),
    (Choice(), "a ", "a"),
    (Labels(["a", "b"], aliases={"b": ["bee"]}), '["Bee", "A", "b"]', ["a", "b"]),
    (Labels(sep=";"), "z;a", ["a", "z"]),
    (Number(), "2.50", 2.5),
    (Rating(1, 5, aliases={"5": ["certain"]}), "Certain", "5"),
    (Text(), " As it is. ", " As it is. "),
]


@pytest.mark.parametrize(("field", "cell", "value"), MADE, ids=lambda made: getattr(made, "kind", ""))
def test_the_value_of_an_answer_is_plain_json(field: Field, cell: str, value: object) -> None:
    reading = field.read(["", cell, NOT_ASKED_CELL])
    found = field.value(reading, 1, cell)
    assert found == value
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize(("field", "cell", "value"), MADE, ids=lambda made: getattr(made, "kind", ""))
def test_a_value_is_read_as_itself(field: Field, cell: str, value: object) -> None:
    """What is stored can be read again by the same field, and means the same."""
    stored = value if isinstance(value, str) else json.dumps(value)
    assert field.value(field.read([stored]), 0, stored) == value
    assert field.says(value, stored)
    assert not field.read([stored]).notes


def test_the_list_of_fields_made_is_whole() -> None:
    assert {field.kind for field, _, _ in MADE} == set(KINDS)


@pytest.mark.parametrize(("field", "cell", "value"), MADE, ids=lambda made: getattr(made, "kind", ""))
def test_a_field_that_is_not_asked_is_neither_answered_nor_missing(field: Field, cell: str, value: object) -> None:
    reading = field.read([NOT_ASKED_CELL, cell, ""])
    assert reading.states.tolist() == [State.NOT_ASKED, State.ANSWERED, State.MISSING]
    assert field.nothing(NOT_ASKED_CELL) is State.NOT_ASKED
    assert not [note for note in reading.notes if note.cell == 0]


@pytest.mark.parametrize(
    ("value", "cell", "same"),
    [
        *(("a", "a", True), ("a", "A", False), ("a", "a ", False), ("1", "1.0", False), ("[]", "[]", True)),
        *((["a"], '["a"]', True), (["a"], '[ "a" ]', True), (["a"], "a", False), (["a"], '["A"]', False)),
        *((2.5, "2.50", True), (2, "2", True), (2, "two", False), ([], "[]", True), ([], "none", False)),
        *(([], "[" * 100_000, False), ([{"label": "a", "box": [0, 1]}], '[{"box": [0, 1], "label": "a"}]', True)),
    ],
)
def test_whether_a_cell_is_a_value_to_the_letter(value: object, cell: str, same: bool) -> None:
    assert field().says(value, cell) is same


def test_abstentions_have_other_names_too() -> None:
    chosen = field(abstain=["Cannot judge"], aliases={"Cannot judge": ["Je ne sais pas"], "a": ["eh"]})
    assert chosen.nothing("je ne SAIS pas") is State.ABSTAINED
    assert chosen.abstention("je ne sais pas") == "Cannot judge"
    assert read(chosen, ["EH", "Je ne sais pas"], ["a", "b"]) == ([0, 1], [0, -1], ["normalised"])


def test_another_name_is_noted() -> None:
    _, _, [note] = match_scalars(field(aliases={"a": ["eh"]}), ["eh"], ["a"], "'a'")
    assert (note.code, note.message) == ("normalised", "'eh' read as 'a' (another name)")


def test_each_kind_has_a_form_of_its_own() -> None:
    forms = [field.form for field in KINDS.values()]
    assert len({form.__name__ for form in forms}) == len(KINDS)
    for kind, form in zip(KINDS, forms, strict=True):
        assert form.model_fields["kind"].annotation == Literal[kind]  # type: ignore[valid-type]


def test_the_measures_of_a_kind_are_its_own_or_those_of_another() -> None:
    assert {field.measures_of() for field in KINDS.values()} <= {*KINDS, ""}
    assert Choice.measures_of() == "choice"
