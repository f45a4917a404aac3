"""Problems of a document in plain words, each with the line it is on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ValidationError

from accord.findings import Finding, counted
from accord.spec.field import listed, shown, text_of
from accord.spec.yaml_lines import Path

Place = Callable[[Path], str]

TYPES = {
    "none_required": "must be left out",
    "string_type": "must be a text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "tuple_type": "must be a list",
    "dict_type": "must be a mapping of keys to values",
    "model_type": "must be a mapping of keys to values",
    "model_attributes_type": "must be a mapping of keys to values",
}
"""Types of errors -> what is said of a value of a wrong type."""

BOUNDS = {
    "greater_than": ("above", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("below", "lt"),
    "less_than_equal": ("at most", "le"),
}
"""Types of errors -> the bound in words, and where pydantic keeps it."""

FORMS = {
    "name": "letters, digits, '.', '_' and '-', starting with a letter or digit",
    "version": "a semantic version has three numbers: 1.0.0",
    "scale": "write the lowest and the highest number: 1..5",
}
"""Keys at the top of a document or field -> the form that their values must have."""


def problems_of(error: ValidationError, model: type[BaseModel], value: Any, path: Path, place: Place) -> list[Finding]:
    """A finding for every error of a model, the places below `path`. value: what was validated."""
    return [
        Finding("bad_spec", "error", place((*path, *detail["loc"])), *_message(detail, model))
        for detail in _one_a_place(error, value)
    ]


def _one_a_place(error: ValidationError, value: Any) -> Iterable[dict[str, Any]]:
    """One error a place. Of the branches of a union the one that got furthest says what is wrong."""
    found: dict[Path, dict[str, Any]] = {}
    for detail in error.errors(include_url=False):
        where = _keys(detail, value)
        # A list whose entries were all refused is not also too short.
        emptied = detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]
        further = where not in found or (found[where]["type"] in TYPES and detail["type"] not in TYPES)
        if further and not emptied:
            found[where] = {**detail, "loc": where}
    deeper = {where[:end] for where in found for end in range(len(where))}
    # Where a part of a value is wrong, the value is not also of a wrong type: that is said by another branch.
    return [detail for where, detail in found.items() if where not in deeper or detail["type"] not in TYPES]


def _keys(detail: Any, value: Any) -> Path:
    """The parts of a place that are keys and positions of the file; the others name branches of a union."""
    keys: list[str | int] = []
    for part in detail["loc"]:
        inside = part in (value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ())
        if inside:
            keys.append(part)
            value = value[part]
    return (*keys, detail["loc"][-1]) if detail["type"] == "missing" else tuple(keys)


def _message(detail: dict[str, Any], model: type[BaseModel]) -> tuple[str, str | None]:
    """What is wrong, and how to mend it."""
    kind, context, loc = detail["type"], detail.get("ctx", {}), detail["loc"]
    given = detail.get("input")
    form = FORMS.get(str(loc[0])) if len(loc) == 1 else None
    if kind == "missing":
        return "is needed", None
    if kind == "extra_forbidden":
        return unknown_key(str(loc[-1]), keys_at(model, loc[:-1]))
    if kind in TYPES:
        return f"{TYPES[kind]}, not {said(given)}", form
    if kind in BOUNDS:
        words, key = BOUNDS[kind]
        return f"must be {words} {text_of(context[key])}, not {said(given)}", None
    if kind == "literal_error":
        return f"must be one of {context['expected']}, not {said(given)}", None
    if kind == "string_pattern_mismatch":
        return f"{said(given)} does not have the right form", form
    if kind == "too_short":
        return f"must have at least {counted(context['min_length'], 'entry', 'entries')}, not {len(given or ())}", None
    if kind == "too_long":
        return f"must have at most {counted(context['max_length'], 'entry', 'entries')}, not {len(given or ())}", None
    if kind == "string_too_short":
        return "is empty", None
    if kind == "string_too_long":
        return f"must have at most {counted(context['max_length'], 'letter')}", None
    if kind == "value_error":
        return str(context["error"]), None
    return f"{detail['msg'][0].lower()}{detail['msg'][1:]}, not {said(given)}", None


def keys_at(model: type[BaseModel], path: Sequence[Any]) -> list[str]:
    """The keys of the model that a path leads to; parts that are no keys of models are passed over."""
    for part in path:
        field = model.model_fields.get(str(part))
        model = (None if field is None else _model_in(field.annotation)) or model
    return [field.alias or name for name, field in model.model_fields.items()]


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (_model_in(inner) for inner in getattr(annotation, "__args__", ()))
    return next((model for model in found if model is not None), None)


def unknown_key(key: str, allowed: Sequence[str]) -> tuple[str, str]:
    """What is said of a key that is not allowed, and what is.

    >>> unknown_key("Lables", ["kind", "labels"])
    ("this key is not known; did you mean 'labels'?", 'allowed here: kind, labels')
    """
    return f"this key is not known{nearest(key, allowed)}", f"allowed here: {', '.join(allowed)}"


def nearest(word: str, allowed: Sequence[str]) -> str:
    """A question for the word that was meant, "" where none is near.

    >>> nearest("bin", ["binary", "text"]), nearest("x", ["binary"])
    ("; did you mean 'binary'?", '')
    """
    near = get_close_matches(word.casefold(), allowed, n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


def said(value: Any) -> str:
    """A value of the file for a message."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, dict):
        return f"a mapping with {listed([str(key) for key in value], 3)}" if value else "an empty mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    return "an empty value" if value is None else str(value).lower()
