"""Texts of a benchmark in one or several languages, and labels with names, aliases and meanings."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from accord.spec.field import text_of
from accord.spec.labels import folded


def _as_text(value: Any) -> Any:
    """A number or a truth value of the file as its text; what is neither is left for the model to refuse."""
    return text_of(value) if isinstance(value, (bool, int, float)) else value


def _not_blank(value: Any) -> Any:
    if isinstance(value, str) and not folded(value):
        raise ValueError("is blank")
    return value


Word = Annotated[
    str,
    BeforeValidator(_not_blank),
    BeforeValidator(_as_text),
    WithJsonSchema({"type": ["string", "number", "boolean"], "pattern": r"\S"}),
]
"""A text that is not blank; a number of the file is taken as its text."""

Wording = Word | Annotated[dict[str, Word], Field(min_length=1)]
"""A text for every language, or one text a language: `{en: Yes, fr: Oui}`."""


class Document(BaseModel):
    """Base of everything that `benchmark.yaml` holds: unknown keys are refused, nothing can be changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Label(Document):
    """One allowed answer. A plain text is a label whose id is that text."""

    id: Word
    """What is stored and counted."""
    name: Wording | None = None
    """What raters see; accepted as an answer in every language. The id where it is left out."""
    aliases: tuple[Word, ...] = ()
    """Other texts that mean this label."""
    help: Wording | None = None
    """What the label means, for guidelines and prompts."""

    def shown(self, language: str) -> str:
        """What raters see in a language; the id where the label has no name in it."""
        return in_language(self.name, language) or self.id

    def texts(self) -> tuple[str, ...]:
        """All texts beside the id that mean this label."""
        return tuple(dict.fromkeys([*worded(self.name), *self.aliases]))


def _as_label(value: Any) -> Any:
    return value if isinstance(value, (dict, Label)) else {"id": value}


LabelLike = Annotated[Label, BeforeValidator(_as_label, json_schema_input_type=Word | Label)]
Labels = Annotated[tuple[LabelLike, ...], Field(min_length=1)]


def worded(wording: Wording | None) -> tuple[str, ...]:
    """The texts of a wording in all its languages.

    >>> worded({"en": "Yes", "fr": "Oui"}), worded("Yes"), worded(None)
    (('Yes', 'Oui'), ('Yes',), ())
    """
    if wording is None:
        return ()
    return (wording,) if isinstance(wording, str) else tuple(wording.values())


def base_language(language: str) -> str:
    """The language without its script and region.

    >>> base_language("zh-Hant-TW"), base_language("fr_CA"), base_language("EN")
    ('zh', 'fr', 'en')
    """
    return language.casefold().replace("_", "-").partition("-")[0]


def in_language(wording: Wording | None, language: str) -> str | None:
    """The text of a wording in one language; one text is for all languages. None where it has none in this one.

    >>> in_language({"en": "Yes", "fr": "Oui"}, "fr"), in_language("Yes", "fr"), in_language({"en": "Yes"}, "fr")
    ('Oui', 'Yes', None)
    """
    return wording if wording is None or isinstance(wording, str) else wording.get(language)
