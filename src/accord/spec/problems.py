"""Problems of a document in plain words, each with the line it is on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ValidationError

from accord.findings import Finding
from accord.spec.field import listed, shown
from accord.spec.yaml_lines import Path

Place = Callable[[Path], str]

SHORT = {
    "missing": "is needed",
    "none_required": "must be left out",
    "string_type": "must be a text",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "tuple_type": "must be a list",
    "dict_type": "must be a mapping of keys to values",
    "model_type": "must be a mapping of keys to values",
    "model_attributes_type": "must be a mapping of keys to values",
}
"""Types of errors -> what is said of them."""


def problems_of(error: ValidationError, model: type[BaseModel], value: Any, path: Path, place: Place) -> list[Finding]:
    """A finding for every error of a model, the places below `path`. value: what was validated."""
    return [_problem(detail, model, value, path, place) for detail in _innermost(error)]


def _innermost(error: ValidationError) -> Iterable[dict[str, Any]]:
    """One error a place: of the branches of a union the first says what is allowed."""
    seen: set[tuple[Any, ...]] = set()
    details = error.errors(include_url=False)
    for detail in details:
        where = tuple(part for part in detail["loc"] if not _is_branch(part))
        # A list whose entries were all refused is not also too short.
        emptied = detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]
        if where not in seen and not emptied:
            seen.add(where)
            yield {**detail, "loc": where}


def _is_branch(part: str | int) -> bool:
    """Whether a part of a place is the name of a branch of a union and no key of the file."""
    return isinstance(part, str) and ("[" in part or part in ("str", "tuple", "dict"))


def _problem(detail: dict[str, Any], model: type[BaseModel], value: Any, path: Path, place: Place) -> Finding:
    where: Path = (*path, *detail["loc"])
    return Finding("bad_spec", "error", place(where), *_message(detail, model, value))


def _message(detail: dict[str, Any], model: type[BaseModel], value: Any) -> tuple[str, str | None]:
    kind, context = detail["type"], detail.get("ctx", {})
    given = detail.get("input")
    if kind == "missing" or kind in SHORT:
        found = "" if kind == "missing" else f", not {_said(given)}"
        return SHORT[kind] + found, FORMS.get(str(detail["loc"][-1])) if found else None
    if kind == "extra_forbidden":
        return _unknown_key(str(detail["loc"][-1]), keys_at(model, detail["loc"][:-1]))
    if kind == "literal_error":
        return f"must be one of {context['expected']}, not {_said(given)}", None
    if kind == "string_pattern_mismatch":
        return f"{_said(given)} does not have the right form", FORMS.get(str(detail["loc"][-1]))
    if kind == "value_error":
        return str(context["error"]), None
    return f"{detail['msg'][0].lower()}{detail['msg'][1:]}, not {_said(given)}", None


FORMS = {
    "version": "a semantic version has three numbers: 1.0.0",
    "name": "letters, digits, '.', '_' and '-', starting with a letter or digit",
    "scale": "write the lowest and the highest number: 1..5",
}
"""Keys -> the form that their values must have."""


def keys_at(model: type[BaseModel], path: Sequence[Any]) -> list[str]:
    """The keys of the model that a path leads to; empty where it leads to no one model."""
    for part in path:
        if isinstance(part, int):
            continue
        field = model.model_fields.get(str(part))
        inner = None if field is None else _model_in(field.annotation)
        if inner is None:
            return []
        model = inner
    return [field.alias or name for name, field in model.model_fields.items()]


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (_model_in(inner) for inner in getattr(annotation, "__args__", ()))
    return next((model for model in found if model is not None), None)


def _unknown_key(key: str, allowed: Sequence[str]) -> tuple[str, str | None]:
    near = get_close_matches(key, allowed, n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"this key is not known{hint}", f"allowed here: {', '.join(allowed)}" if allowed else None


def _said(value: Any) -> str:
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, dict):
        return f"a mapping with {listed([str(key) for key in value], 3)}" if value else "an empty mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    return "nothing" if value is None else str(value).lower()
