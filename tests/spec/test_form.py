"""What `benchmark.yaml` says of a field, whatever its kind."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from accord.spec.field import Field
from accord.spec.fields import KINDS
from accord.spec.form import Form, grouped
from accord.spec.states import State
from accord.spec.wording import Label

LEAST: dict[str, dict[str, Any]] = {
    "binary": {},
    "boxes": {"format": "xywh", "unit": "pixels", "labels": ["a", "b"]},
    "choice": {"labels": ["a", "b"]},
    "labels": {"labels": ["a", "b"]},
    "number": {},
    "rating": {"scale": "1..3"},
    "text": {},
}
"""The least that each kind needs."""

ANSWERS = {
    "binary": "1",
    "boxes": '[{"label": "a", "box": [0, 0, 1, 1]}]',
    "choice": "a",
    "labels": '["a"]',
    "number": "2.5",
    "rating": "2",
    "text": "a vase",
}
"""One answer to each."""


def form(kind: str, **keys: Any) -> Form:
    return KINDS[kind].form.model_validate({"kind": kind, **LEAST[kind], **keys})


def built(kind: str, **keys: Any) -> Field:
    return form(kind, **keys).field({})


@pytest.fixture(params=sorted(KINDS))
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_list_of_kinds_is_whole() -> None:
    assert set(LEAST) == set(ANSWERS) == set(KINDS)


def test_a_form_says_what_to_build(kind: str) -> None:
    field = built(kind)
    assert isinstance(field, KINDS[kind])
    assert field.read([ANSWERS[kind]]).states.tolist() == [State.ANSWERED]


def test_what_is_left_out_has_defaults(kind: str) -> None:
    said = form(kind)
    assert (said.kind, said.question, said.help, said.asked_of, said.column) == (kind, None, None, None, None)
    assert (said.missing, said.abstain, said.subjective) == ((), (), False)
    assert (said.matched(), dict(said.refers())) == (None, {})


def test_a_form_has_the_kind_of_its_field(kind: str) -> None:
    for wrong in ({*KINDS} - {kind}) | {"", kind.upper(), None}:  # type: ignore[arg-type]
        with pytest.raises(ValidationError):
            KINDS[kind].form.model_validate({**LEAST[kind], "kind": wrong})


def test_blanks_missing_texts_and_abstentions_are_read_by_every_kind(kind: str) -> None:
    abstain = [
        "not applicable",
        {"id": "cannot judge", "name": {"en": "Cannot judge", "fr": "Ne sais pas"}, "aliases": ["cj"]},
    ]
    field = built(kind, missing=["n/r", -9], abstain=abstain)
    cells = ["", " \t", "N/R", "-9.0", "Not  Applicable", "ne sais PAS", "CJ", "cannot judge", "\0not_asked"]
    reading = field.read(cells)
    assert reading.states.tolist() == [2, 2, 2, 2, 1, 1, 1, 1, 4]
    abstentions = [field.abstention(cell) for cell in cells[4:8]]
    assert abstentions == ["not applicable", "cannot judge", "cannot judge", "cannot judge"]
    assert [note.code for note in reading.notes if note.code != "normalised"] == []


def test_texts_of_labels_and_abstentions_reach_the_field() -> None:
    said = form(
        "choice",
        labels=[{"id": "y", "name": "Yes"}, "n"],
        abstain=["na", {"id": "cj", "aliases": ["?"]}],
        missing=["x"],
    )
    assert said.tokens(*said.label_space()) == {
        "missing": ("x",),
        "abstain": ["na", "cj"],
        "aliases": {"y": ("Yes",), "cj": ("?",)},
    }


@pytest.mark.parametrize(
    "keys",
    [
        *({"question": value} for value in ("", [], {}, {"en": ""}, {"en": None})),
        *({"help": value} for value in (" ", ["a"])),
        *({"asked_of": value} for value in ("human", [], ["people"], [None], {"human": True})),
        *({"column": value} for value in ("", ["a"], {})),
        *({"missing": value} for value in ("NA", [None], [""], [["a"]], {"a": "b"}, None)),
        *({"abstain": value} for value in ("NA", [None], [""], [["a"]], [{"name": "a"}], [{"id": "a", "x": 1}], None)),
        *({"subjective": value} for value in ("yes", "true", 1, 0, None, [])),
        {"questions": "a"},
    ],
)
def test_what_no_form_may_say(kind: str, keys: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        form(kind, **keys)


def test_a_form_must_say_how_its_field_is_built() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Form(kind="new")  # type: ignore[abstract]


def test_labels_are_grouped_as_they_were_given() -> None:
    road, air = (Label(id="crack", name="Crack"), Label(id="hole")), (Label(id="smoke"),)
    assert grouped(None, road) == ["crack", "hole"]
    assert grouped({"road": road, "air": air}, ()) == {"road": ["crack", "hole"], "air": ["smoke"]}
    assert grouped(None, ()) == []
