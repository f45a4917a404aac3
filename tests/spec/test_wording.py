"""Texts in one or several languages, and labels with names, aliases and meanings."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from accord.spec.wording import Document, Label, LabelLike, Labels, Word, Wording, worded

WORD: TypeAdapter[Any] = TypeAdapter(Word)
WORDING: TypeAdapter[Any] = TypeAdapter(Wording)
LABEL: TypeAdapter[Any] = TypeAdapter(LabelLike)
LABELS: TypeAdapter[Any] = TypeAdapter(Labels)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *(("a", "a"), (" a ", " a "), ("1.50", "1.50"), ("\U0001f642", "\U0001f642"), ("a\nb", "a\nb")),
        *((1, "1"), (-1, "-1"), (1.0, "1"), (1.5, "1.5"), (True, "true"), (False, "false")),
    ],
)
def test_a_word_is_a_text_and_a_number_its_text(value: object, text: str) -> None:
    assert WORD.validate_python(value) == text


@pytest.mark.parametrize("value", ["", " ", "\u3000\t\n", None, [], ["a"], {}, {"en": "a"}])
def test_what_is_no_word(value: object) -> None:
    with pytest.raises(ValidationError):
        WORD.validate_python(value)


@pytest.mark.parametrize("value", ["Yes", {"en": "Yes"}, {"en": "Yes", "fr": "Oui", "no": "Ja"}])
def test_a_wording_is_one_text_or_one_a_language(value: object) -> None:
    assert WORDING.validate_python(value) == value


@pytest.mark.parametrize("value", [{}, {"en": ""}, {"en": None}, {"en": ["Yes"]}, {"en": {"us": "Yes"}}, [], "", None])
def test_what_is_no_wording(value: object) -> None:
    with pytest.raises(ValidationError):
        WORDING.validate_python(value)


@pytest.mark.parametrize("value", [1, 1.0, "1", {"id": 1}, {"id": "1"}, Label(id="1")])
def test_a_plain_text_is_a_label_with_that_id(value: object) -> None:
    assert LABEL.validate_python(value) == Label(id="1")


@pytest.mark.parametrize("value", [None, [], ["a"], {}, {"name": "a"}, {"id": "a", "nam": "b"}, {"id": ""}, ""])
def test_what_is_no_label(value: object) -> None:
    with pytest.raises(ValidationError):
        LABEL.validate_python(value)


def test_labels_are_at_least_one() -> None:
    assert LABELS.validate_python(["a"]) == (Label(id="a"),)
    with pytest.raises(ValidationError):
        LABELS.validate_python([])


def test_the_texts_of_a_label_are_its_names_in_all_languages_and_its_aliases_once() -> None:
    label = Label.model_validate(
        {"id": "y", "name": {"en": "Yes", "fr": "Oui", "de": "Yes"}, "aliases": ["ja", "Oui", 1]}
    )
    assert label.texts() == ("Yes", "Oui", "ja", "1")
    assert Label(id="y").texts() == ()
    assert Label(id="y", name="Yes", help="not a name").texts() == ("Yes",)


@pytest.mark.parametrize(
    ("wording", "texts"),
    [(None, ()), ("Yes", ("Yes",)), ({"en": "Yes", "fr": "Oui"}, ("Yes", "Oui")), ({"fr": "Oui"}, ("Oui",))],
)
def test_texts_of_a_wording(wording: Any, texts: tuple[str, ...]) -> None:
    assert worded(wording) == texts


def test_documents_refuse_unknown_keys_and_cannot_be_changed() -> None:
    class Small(Document):
        size: int = 0
        """How large."""

    assert Small.model_fields["size"].description == "How large."
    with pytest.raises(ValidationError):
        Small.model_validate({"sise": 1})
    with pytest.raises(ValidationError):
        Small().size = 1  # type: ignore[misc]
