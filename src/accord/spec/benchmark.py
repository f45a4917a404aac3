"""A benchmark: `benchmark.yaml`, read, checked and ready to read answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from accord.canonical import digest
from accord.errors import InputError
from accord.findings import Finding
from accord.spec.consistency import (
    built_fields,
    column_problems,
    form_problems,
    language_problems,
    name_problems,
    rater_problems,
)
from accord.spec.document import BenchmarkDocument, Items, Tables
from accord.spec.field import Field
from accord.spec.fields import KINDS
from accord.spec.form import Form
from accord.spec.machine import Machine
from accord.spec.policies import Policies
from accord.spec.problems import Place, nearest, problems_of, said
from accord.spec.roles import ROLES, Role
from accord.spec.yaml_lines import Path as Keys
from accord.spec.yaml_lines import read_yaml

FILE = "benchmark.yaml"
Model = TypeVar("Model", bound=BaseModel)
Unread = frozenset[str | int]


@dataclass(frozen=True, eq=False)
class Benchmark:
    """What is asked. document: the file's content; fields: name -> what reads its answers."""

    document: BenchmarkDocument
    fields: Mapping[str, Field]

    @property
    def name(self) -> str:
        """The short name."""
        return self.document.name

    @property
    def version(self) -> str:
        """The semantic version of the form."""
        return self.document.version

    @property
    def forms(self) -> Mapping[str, Form]:
        """Field name -> what the file says of it."""
        return self.document.fields

    @property
    def items(self) -> Items:
        """Where the items are."""
        return self.document.items

    @property
    def tables(self) -> Tables:
        """What the columns of tables are called."""
        return self.document.tables

    @property
    def policies(self) -> Policies:
        """Rules with their defaults."""
        return self.document.policies

    @property
    def raters(self) -> tuple[Machine, ...]:
        """Machines that fill in the form."""
        return self.document.raters

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical form: what is written out and equals a default does not change it."""
        content = self.document.model_dump(mode="json", by_alias=True, exclude_defaults=True, serialize_as_any=True)
        for name, form in self.forms.items():
            content["fields"][name] |= self._derived(name) | {"column": form.column or name}
        return digest(content)

    @cached_property
    def form_digest(self) -> str:
        """SHA-256 of what raters are asked: the fields, and who leaves empty references blank.

        Titles, tables, items, other policies and the version are not in it: an answer stays an answer to the same
        form when they change.
        """
        fields = {
            name: form.model_dump(mode="json", exclude={"column"}, exclude_defaults=True) | self._derived(name)
            for name, form in self.forms.items()
        }
        return digest({"fields": fields, "empty_reference": self.policies.empty_reference.model_dump(mode="json")})

    def _derived(self, field: str) -> dict[str, object]:
        """What is the same whether it is written out or not."""
        return {"asked_of": sorted(set(self.asked_of(field))), "reference": self.reference(field)}

    @cached_property
    def _matched(self) -> frozenset[str]:
        return frozenset(target for form in self.forms.values() if (target := form.matched()) is not None)

    def asked_of(self, field: str) -> tuple[Role, ...]:
        """The roles that a field is asked of."""
        form = self.forms[field]
        if form.asked_of is not None:
            return form.asked_of
        if form.matched() is not None:
            return ("human", "judge")
        return ("model",) if field in self._matched else ROLES

    def asked(self, role: Role, about_output: bool) -> tuple[str, ...]:
        """The fields of one form: those that a role is asked about an item, or about an output."""
        return tuple(
            name
            for name, form in self.forms.items()
            if (form.matched() is not None) == about_output and role in self.asked_of(name)
        )

    def leaves_blank(self, role: Role) -> bool:
        """Whether a role leaves a field blank where the item has no reference for it."""
        policy = self.policies.empty_reference
        return role == "model" or (policy.human if role == "human" else policy.judge) == "leave_blank"

    def reference(self, field: str) -> str | None:
        """The column of the items with the references of a field, None where it has none."""
        form = self.forms[field]
        own: str | None = getattr(form, "reference", None)
        target = form.matched()
        return own if own is not None or target is None else self.reference(target) or target


def load_benchmark(folder: Path) -> Benchmark:
    """The benchmark of a folder. Raises InputError with every problem of its `benchmark.yaml`, each with its line."""
    path = folder / FILE
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InputError([Finding("not_utf8", "error", f"{path}:{line}", "not UTF-8", "save it as UTF-8")]) from None
    except FileNotFoundError:
        fix = f"make one: accord init {folder}"
        raise InputError([Finding("not_found", "error", str(path), "there is no such file", fix)]) from None
    except OSError as error:
        raise InputError([Finding("not_readable", "error", str(path), error.strerror or str(error))]) from None
    return read_benchmark(text, str(path))


def read_benchmark(text: str, file: str = FILE) -> Benchmark:
    """The benchmark of a YAML text. Raises InputError with every problem, each with its line.

    >>> text = "name: tiny\\nversion: 1.0.0\\nfields:\\n  ok: {kind: binary}\\n"
    >>> read_benchmark(text).fields["ok"].kind
    'binary'
    """
    read = read_yaml(text, file)
    if not read.whole:
        raise InputError(read.problems)
    value, problems = read.value, read.problems
    if not isinstance(value, dict):
        problems.append(Finding("bad_spec", "error", f"{file}:1", "must be a mapping of keys to values"))
        raise InputError(problems)
    forms, whole = _forms(value.get("fields"), read.place, problems)
    document, unread = _document(value, forms, read.place, problems)
    names = _kinds(value.get("fields"))
    problems += name_problems(names, read.place)
    problems += form_problems(forms, names, read.place)
    fields, unbuilt = built_fields(whole, read.place)
    problems += unbuilt
    if "languages" not in unread:
        problems += language_problems(document.languages, document, read.place)
    if "raters" not in unread:
        languages = None if "languages" in unread else document.languages
        problems += rater_problems(document.raters, languages, read.place)
    if "tables" not in unread:
        problems += column_problems(whole, document.tables, read.place)
    if problems:
        raise InputError(sorted(problems, key=lambda problem: _line(problem, file)))
    return Benchmark(document, fields)


def _kinds(fields: Any) -> dict[str, str]:
    """Every field of the file -> its kind, "" where that cannot be told."""
    if not isinstance(fields, dict):
        return {}
    return {name: str(form.get("kind", "")) if isinstance(form, dict) else "" for name, form in fields.items()}


def _document(
    value: dict[str, Any], forms: dict[str, Form], place: Place, problems: list[Finding]
) -> tuple[BenchmarkDocument, Unread]:
    """The document with the fields that could be read, and its keys that could not."""
    stand_in = {"name": "unread", "version": "0.0.0", "fields": {"unread": KINDS["number"].form(kind="number")}}
    value = {**value, "fields": forms or stand_in["fields"]}
    document, unread = _read(BenchmarkDocument, value, (), place, problems, stand_in)
    assert document is not None, "all that is needed stands in for what could not be read"
    return document, unread


def _forms(fields: Any, place: Place, problems: list[Finding]) -> tuple[dict[str, Form], dict[str, Form]]:
    """The fields by name: all that can be read, in parts at least, and those that were read whole.

    Each is read for itself, so that a mistake in one hides none in another.
    """
    found: dict[str, Form] = {}
    whole: dict[str, Form] = {}
    if not isinstance(fields, dict) or not fields:
        problems.append(Finding("bad_spec", "error", place(("fields",)), "name at least one field, with its kind"))
        return found, whole
    for name, said_of in fields.items():
        path = ("fields", name)
        kind = said_of.get("kind") if isinstance(said_of, dict) else None
        if not isinstance(kind, str) or kind not in KINDS:
            problems.append(_no_kind(kind, path, place))
            continue
        form, unread = _read(KINDS[kind].form, said_of, path, place, problems, {})
        if form is not None:
            found[name] = form
        if form is not None and not unread:
            whole[name] = form
    return found, whole


def _read(
    model: type[Model], value: dict[str, Any], path: Keys, place: Place, problems: list[Finding], stand_in: Any
) -> tuple[Model | None, Unread]:
    """What a model makes of a value, and the keys that it cannot read. Without these it may still say more.

    stand_in: values for keys that are needed and cannot be read.
    """
    try:
        return model.model_validate(value), frozenset()
    except ValidationError as error:
        problems += problems_of(error, model, value, path, place)
        unread = frozenset(detail["loc"][0] for detail in error.errors())
    readable = {key: inner for key, inner in value.items() if key not in unread}
    try:
        return model.model_validate({**stand_in, **readable}), unread
    except ValidationError:
        return None, unread


def _no_kind(kind: Any, path: tuple[str, ...], place: Place) -> Finding:
    fix = f"kinds: {', '.join(KINDS)}"
    if kind is None:
        return Finding("bad_spec", "error", place(path), "needs its kind", fix)
    wrong = f"there is no kind {said(kind)}{nearest(kind, [*KINDS])}" if isinstance(kind, str) else "must be a text"
    return Finding("bad_spec", "error", place((*path, "kind")), wrong, fix)


def _line(problem: Finding, file: str) -> int:
    return int(problem.where.removeprefix(f"{file}:").partition(",")[0])
