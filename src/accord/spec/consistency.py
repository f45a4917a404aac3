"""What the fields of a benchmark must be to each other, beyond the form of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accord.errors import UsageError
from accord.findings import Finding
from accord.spec.field import Field
from accord.spec.form import Form
from accord.spec.labels import folded
from accord.spec.problems import Place
from accord.spec.wording import Document, Label

RESERVED = frozenset({"item", "rater", "role", "of", "pass", "at", "state", "reason", "domain", "class", "output"})
"""Names that mean something else in tables and results."""


def built_fields(forms: Mapping[str, Form], place: Place) -> tuple[dict[str, Field], list[Finding]]:
    """The fields that read answers, and why some cannot be."""
    fields: dict[str, Field] = {}
    problems = []
    for name, form in forms.items():
        try:
            fields[name] = form.field(forms)
        except UsageError as error:
            problems += [_bad(place(("fields", name)), line) for line in str(error).split("\n")]
    return fields, problems


def form_problems(forms: Mapping[str, Form], names: Mapping[str, str], place: Place) -> list[Finding]:
    """Names that cannot be, labels that share a text, and references between fields. names: every field -> its kind."""
    problems = []
    for name in names:
        if not name.strip() or name != name.strip() or any(letter in name for letter in "=,|\n\t"):
            problems.append(_bad(place(("fields", name)), "a name must have no '=', ',', '|' or space at its ends"))
        if name in RESERVED:
            problems.append(_bad(place(("fields", name)), f"the name {name!r} means something else in tables"))
    for name, form in forms.items():
        problems += [_bad(place(("fields", name)), message) for message in _shared_texts(form)]
        target = form.matched()
        if target is not None and names.get(target) != "text":
            texts = ", ".join(other for other, kind in names.items() if kind == "text") or "none"
            message = f"{target!r} is no text field (text fields: {texts})"
            problems.append(_bad(place(("fields", name, "matches")), message))
    columns: dict[str, str] = {}
    for name, form in forms.items():
        other = columns.setdefault(form.column or name, name)
        if other != name:
            message = f"the column {form.column or name!r} is that of field {other!r}"
            problems.append(_bad(place(("fields", name, "column")), message))
    return problems


def _shared_texts(form: Form) -> Iterator[str]:
    """Texts that mean two labels, or a label and an abstention or missing token."""
    none: Label | None = getattr(form, "none", None)
    owners: dict[str, str] = {}
    for label in (*form.label_space(), *form.abstain, *([none] if none else [])):
        for text in dict.fromkeys(folded(text).casefold() for text in (label.id, *label.texts())):
            owner = owners.setdefault(text, label.id)
            if owner != label.id:
                yield f"the text {text!r} means both {owner!r} and {label.id!r}"
    for token in form.missing:
        if folded(token).casefold() in owners:
            yield f"the text {token!r} means both {owners[folded(token).casefold()]!r} and no value"


def language_problems(languages: tuple[str, ...], document: Document, place: Place) -> list[Finding]:
    """Wordings in languages that the benchmark does not declare."""
    problems = []
    for path, wording in _wordings(document, ()):
        for language in wording:
            if language not in languages:
                message = f"the language {language!r} is not declared (languages: {', '.join(languages)})"
                problems.append(_bad(place((*path, language)), message))
    return problems


def _wordings(value: object, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], dict[str, str]]]:
    """Every mapping of languages to texts in a document, with its path."""
    if isinstance(value, Document):
        for name in type(value).model_fields:
            inner = getattr(value, name)
            if name in ("name", "help", "question", "title", "description") and isinstance(inner, dict):
                yield (*path, name), inner
            else:
                yield from _wordings(inner, (*path, name))
    elif isinstance(value, dict):
        for key, inner in value.items():
            if path and path[-1] == "words" and isinstance(inner, dict):
                yield (*path, key), inner
            else:
                yield from _wordings(inner, (*path, key))
    elif isinstance(value, tuple):
        for at, inner in enumerate(value):
            yield from _wordings(inner, (*path, at))


def _bad(where: str, message: str) -> Finding:
    return Finding("bad_spec", "error", where, message)
