"""The JSON schema of a reply: of keywords only that services of all kinds know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accord.spec.benchmark import Benchmark
from accord.spec.fields.boxes import BoxesForm
from accord.spec.fields.rating import RatingForm
from accord.spec.form import Form

MOST_LISTED = 30
"""A scale of more steps is asked for as whole numbers from its lowest to its highest."""


def reply_schema(benchmark: Benchmark, fields: Sequence[str]) -> dict[str, Any]:
    """An object with an answer to each field, in their order.

    What is not said: that a label stands once (`uniqueItems`), and that a text is not blank; strict modes of services
    refuse the keywords for it.
    """
    return {
        "type": "object",
        "properties": {name: answer_schema(benchmark, name) for name in fields},
        "required": list(fields),
        "additionalProperties": False,
    }


def answer_schema(benchmark: Benchmark, name: str) -> dict[str, Any]:
    """One answer: a label, an array of labels or boxes, a number or a text; or an abstention in its place.

    >>> from accord.spec.benchmark import read_benchmark
    >>> fields = "{ok: {kind: binary}, people: {kind: number, abstain: [unclear]}}"
    >>> tiny = read_benchmark(f"name: tiny\\nversion: 1.0.0\\nfields: {fields}\\n")
    >>> answer_schema(tiny, "ok")
    {'type': 'string', 'enum': ['0', '1']}
    >>> answer_schema(tiny, "people")
    {'anyOf': [{'type': 'number'}, {'type': 'string', 'enum': ['unclear']}]}
    """
    form = benchmark.forms[name]
    ids = [label.id for label in labelled_by(benchmark, form).label_space()]
    abstain = [label.id for label in form.abstain]
    ends = long_scale(form)
    if ends is not None:
        return _or_one_of({"type": "integer", "minimum": ends[0], "maximum": ends[1]}, abstain)
    if isinstance(form, BoxesForm):
        return _or_one_of({"type": "array", "items": _box(ids)}, abstain)
    if form.several:
        return _or_one_of({"type": "array", "items": {"type": "string", "enum": ids}}, abstain)
    if ids:
        return {"type": "string", "enum": [*ids, *abstain]}
    if form.optional:
        return {"type": "string"}
    return _or_one_of({"type": "number"}, abstain)


def labelled_by(benchmark: Benchmark, form: Form) -> Form:
    """The form that declares the labels: the form itself, or that of the field that boxes belong to."""
    if isinstance(form, BoxesForm) and form.labels_of is not None:
        return benchmark.forms[form.labels_of]
    return form


def long_scale(form: Form) -> tuple[int, int] | None:
    """The ends of a scale of numbers that is too long to be listed; None for any other form."""
    steps = form.label_space() if isinstance(form, RatingForm) and form.scale is not None else ()
    return (int(steps[0].id), int(steps[-1].id)) if len(steps) > MOST_LISTED else None


def _or_one_of(answer: dict[str, Any], abstain: Sequence[str]) -> dict[str, Any]:
    return {"anyOf": [answer, {"type": "string", "enum": list(abstain)}]} if abstain else answer


def _box(labels: Sequence[str]) -> dict[str, Any]:
    numbers = {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4}
    return {
        "type": "object",
        "properties": {"label": {"type": "string", "enum": list(labels)}, "box": numbers},
        "required": ["label", "box"],
        "additionalProperties": False,
    }
