"""The schema of a reply: strict, of plain keywords, and what fits it reads as answered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_prompts import MUSEUM, STREETS, benchmark

from accord.annotations.log.standing import cell_text
from accord.llm.prompts.schema import MOST_LISTED, answer_schema, labelled_by, long_scale, reply_schema
from accord.spec.boxes import corners
from accord.spec.states import State

KEYWORDS = {
    "type",
    "enum",
    "anyOf",
    "items",
    "properties",
    "required",
    "additionalProperties",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
}
ITS = benchmark(STREETS)
FIELDS = tuple(ITS.forms)


def parts(schema: dict[str, Any]):
    yield schema
    for inner in (*schema.get("properties", {}).values(), *schema.get("anyOf", ()), schema.get("items")):
        if inner is not None:
            yield from parts(inner)


@pytest.mark.parametrize("spec", [MUSEUM, STREETS])
def test_objects_are_closed_and_keywords_are_those_that_services_know(spec):
    its = benchmark(spec)
    schema = reply_schema(its, tuple(its.forms))
    assert list(schema["properties"]) == schema["required"] == list(its.forms)
    for part in parts(schema):
        assert set(part) <= KEYWORDS
        if part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])


def test_every_kind():
    def one_of(*ids):
        return {"type": "string", "enum": [*ids]}

    def or_one_of(answer, *ids):
        return {"anyOf": [answer, one_of(*ids)]}

    assert answer_schema(ITS, "light") == one_of("day", "night")
    assert answer_schema(ITS, "repair") == one_of("1", "2", "3", "4", "5")
    assert answer_schema(ITS, "length") == {"type": "integer", "minimum": 0, "maximum": 100}
    several = {"type": "array", "items": one_of("trees", "walls, fences")}
    assert answer_schema(ITS, "there") == or_one_of(several, "Not applicable")
    assert answer_schema(ITS, "people") == or_one_of({"type": "number"}, "Cannot judge")
    assert answer_schema(ITS, "bright") == one_of("0", "1")
    assert answer_schema(ITS, "note") == {"type": "string"}
    assert answer_schema(ITS, "marks")["items"]["properties"]["label"] == one_of("trees", "walls, fences")


def test_abstentions_stand_beside_labels():
    its = benchmark(MUSEUM)
    assert answer_schema(its, "maker_match") == {"type": "string", "enum": ["no", "yes", "unsure"]}
    assert answer_schema(its, "maker") == {"type": "string"}


def test_labels_in_domains_and_labels_of_another_field():
    its = benchmark(
        "fields:\n  a: {kind: labels, domains: {x: [p, q], y: [r]}}\n"
        "  b: {kind: boxes, format: xyxy, unit: fractions, labels_of: a}\n"
        "  c: {kind: boxes, format: xyxy, unit: fractions, labels: [s], abstain: [dark]}\n"
    )
    assert answer_schema(its, "a")["items"]["enum"] == ["p", "q", "r"]
    assert answer_schema(its, "b")["items"]["properties"]["label"]["enum"] == ["p", "q", "r"]
    assert answer_schema(its, "c")["anyOf"][1]["enum"] == ["dark"]
    assert labelled_by(its, its.forms["b"]) is its.forms["a"]
    assert labelled_by(its, its.forms["c"]) is its.forms["c"]


@pytest.mark.parametrize(
    ("form", "ends"),
    [
        (f"{{kind: rating, scale: 1..{MOST_LISTED}}}", None),
        (f"{{kind: rating, scale: -1..{MOST_LISTED - 1}}}", (-1, MOST_LISTED - 1)),
        (f"{{kind: rating, steps: [{', '.join(f's{n}' for n in range(MOST_LISTED + 1))}]}}", None),
        ("{kind: binary}", None),
    ],
)
def test_scales_that_are_too_long_to_be_listed(form, ends):
    assert long_scale(benchmark(f"fields: {{f: {form}}}").forms["f"]) == ends


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Everything that a schema allows, within what JSON can hold."""
    if "anyOf" in schema:
        return st.one_of([values(inner) for inner in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema["type"]
    if kind == "object":
        return st.fixed_dictionaries({key: values(inner) for key, inner in schema["properties"].items()})
    if kind == "array":
        return st.lists(values(schema["items"]), min_size=schema.get("minItems", 0), max_size=schema.get("maxItems", 5))
    if kind == "integer":
        return st.integers(schema["minimum"], schema["maximum"])
    if kind == "number":
        return st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False)
    assert kind == "string"
    return st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1)


def is_sound(value: Any) -> bool:
    """What the schema cannot say: texts are not blank, and boxes have an area."""
    if isinstance(value, str):
        return bool(value.strip())
    boxes = [entry["box"] for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
    return all(isinstance(corners(box, "xywh"), tuple) for box in boxes)


@given(st.data())
def test_what_fits_the_schema_reads_as_answered(data):
    name = data.draw(st.sampled_from(FIELDS))
    value = data.draw(values(answer_schema(ITS, name)).filter(is_sound))
    field = ITS.fields[name]
    cell = cell_text(json.loads(json.dumps(value)))
    reading = field.read([cell])
    abstained = value in [label.id for label in ITS.forms[name].abstain]
    assert reading.states.tolist() == [State.ABSTAINED if abstained else State.ANSWERED]
    if abstained:
        return
    said = field.value(reading, 0, cell)
    if name == "there":
        assert set(said) == set(value)
    elif name == "length":
        assert said == str(value)
    elif name == "people":
        assert said == pytest.approx(value, rel=1e-12)
    else:
        assert said == value
