"""What the fields of a benchmark must be to each other, beyond the form of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accord.errors import UsageError
from accord.findings import Finding, visible
from accord.spec.document import Tables
from accord.spec.field import Field
from accord.spec.form import Form
from accord.spec.labels import folded
from accord.spec.machine import Machine
from accord.spec.problems import Place, nearest
from accord.spec.wording import Document, Label
from accord.spec.yaml_lines import Path

RESERVED = frozenset({"item", "rater", "role", "of", "pass", "at", "state", "reason", "domain", "class", "output"})
"""Names that mean something else in tables and results."""

WORDINGS = frozenset({"name", "help", "question", "title", "description", "guideline"})
"""Keys that may hold one text a language."""


def built_fields(forms: Mapping[str, Form], place: Place) -> tuple[dict[str, Field], list[Finding]]:
    """The fields that read answers, and why some cannot be. Those that name a field that is not in `forms` are left."""
    fields: dict[str, Field] = {}
    problems = []
    for name, form in forms.items():
        if any(target not in forms or forms[target].kind != kind for target, kind in form.refers().values()):
            continue
        try:
            fields[name] = form.field(forms)
        except UsageError as error:
            problems.append(_bad(place(("fields", name)), str(error)))
    return fields, problems


def name_problems(names: Mapping[str, str], place: Place) -> list[Finding]:
    """Names of fields that cannot be. names: every field -> its kind."""
    problems = []
    for name in names:
        if name != name.strip() or not name or any(letter in name for letter in "=,|") or name != visible(name):
            message = "a name must have no '=', ',', '|', control character or space at its ends, and not be empty"
            problems.append(_bad(place(("fields", name)), message))
        if name in RESERVED:
            problems.append(_bad(place(("fields", name)), f"the name {name!r} means something else in tables"))
    return problems


def form_problems(forms: Mapping[str, Form], names: Mapping[str, str], place: Place) -> list[Finding]:
    """Texts that mean two labels, and references to fields of another kind. names: every field -> its kind."""
    problems = []
    for name, form in forms.items():
        problems += [_bad(place(("fields", name)), message) for message in _shared_texts(form)]
        for key, (target, kind) in form.refers().items():
            if names.get(target) != kind:
                fitting = [other for other, kind_of in names.items() if kind_of == kind]
                message = f"{target!r} is no {kind} field{nearest(target, fitting)}"
                fix = f"{kind} fields: {', '.join(fitting) or 'none'}"
                problems.append(_bad(place(("fields", name, key)), message, fix))
    return problems


def column_problems(forms: Mapping[str, Form], tables: Tables, place: Place) -> list[Finding]:
    """Columns of tables that have two meanings."""
    named: list[tuple[Path, str, str]] = [
        (("tables", key), f"tables.{key}", column) for key, column in tables.model_dump(by_alias=True).items()
    ]
    named += [
        (("fields", name, "column"), f"field {name!r}", form.column or name)
        for name, form in forms.items()
        if form.column or name not in RESERVED
    ]
    owners: dict[str, str] = {}
    problems = []
    for path, what, column in named:
        owner = owners.setdefault(column, what)
        if owner != what:
            problems.append(_bad(place(path), f"the column {column!r} of {what} is that of {owner}"))
    return problems


def _shared_texts(form: Form) -> Iterator[str]:
    """Texts that mean two labels, or a label and an abstention or missing token."""
    none: Label | None = getattr(form, "none", None)
    meanings = [("label", label) for label in form.label_space()]
    meanings += [("abstention", label) for label in form.abstain]
    meanings += [("empty set", none)] if none is not None else []
    owners: dict[str, int] = {}
    for at, (what, label) in enumerate(meanings):
        for text in dict.fromkeys(folded(text).casefold() for text in (label.id, *label.texts())):
            other, owner = meanings[owners.setdefault(text, at)]
            # Two labels with one id are refused where the field is built.
            twice = other == what == "label" and folded(owner.id) == folded(label.id)
            if owner is not label and not twice:
                yield f"the text {text!r} means both the {other} {owner.id!r} and the {what} {label.id!r}"
    for token in form.missing:
        at = owners.get(folded(token).casefold(), -1)
        if at >= 0:
            yield f"the text {token!r} means both the {meanings[at][0]} {meanings[at][1].id!r} and no value"


def rater_problems(raters: Sequence[Machine], languages: Sequence[str] | None, place: Place) -> list[Finding]:
    """Machines of one name in one role, others that would share variables unasked, and languages of prompts that the
    benchmark does not declare.

    languages: None where they could not be read.
    """
    problems = []
    seen = set()
    owners: dict[str, Machine] = {}
    for at, rater in enumerate(raters):
        owner = owners.setdefault(rater.variables, rater)
        if folded(owner.name) != folded(rater.name) and rater.env is None and owner.env is None:
            message = f"{owner.name!r} and {rater.name!r} would both be reached by {rater.variables}_BASE_URL"
            problems.append(_bad(place(("raters", at, "name")), message, "say env: of one, or of both to share it"))
        if (rater.role, folded(rater.name)) in seen:
            message = f"there are two raters {rater.name!r} of the role {rater.role}"
            problems.append(_bad(place(("raters", at, "name")), message))
        seen.add((rater.role, folded(rater.name)))
        if languages is not None and rater.language is not None and rater.language not in languages:
            problems.append(_undeclared(rater.language, languages, place(("raters", at, "language"))))
    return problems


def language_problems(languages: tuple[str, ...], document: Document, place: Place) -> list[Finding]:
    """Wordings in languages that the benchmark does not declare."""
    problems = []
    for path, wording in _wordings(document, ()):
        for language in wording:
            if language not in languages:
                problems.append(_undeclared(language, languages, place((*path, language))))
    return problems


def _undeclared(language: str, languages: Sequence[str], where: str) -> Finding:
    return _bad(where, f"the language {language!r} is not declared", f"languages: {', '.join(languages)}")


def _wordings(value: object, path: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    """Every mapping of languages to texts in a document, with its path."""
    for key, inner in _inside(value):
        in_words = isinstance(value, dict) and path[-1:] == ("words",)
        worded = in_words or (isinstance(value, Document) and key in WORDINGS)
        if worded and isinstance(inner, dict):
            yield (*path, key), inner
        else:
            yield from _wordings(inner, (*path, key))


def _inside(value: object) -> list[tuple[str | int, Any]]:
    if isinstance(value, Document):
        return [(name, getattr(value, name)) for name in type(value).model_fields]
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, tuple) else []


def _bad(where: str, message: str, fix: str | None = None) -> Finding:
    return Finding("bad_spec", "error", where, message, fix)
