"""The JSON Schema for editors: it takes what is right and refuses what is wrong, by a small checker of its own."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest
import yaml
from good_documents import GOOD
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import InputError
from accord.spec.benchmark import read_benchmark
from accord.spec.fields import KINDS
from accord.spec.schema import DIALECT, json_schema
from accord.spec.yaml_lines import read_yaml

SCHEMA = json_schema()
SAID = {"title", "description", "default", "discriminator", "$defs", "$schema"}
TYPES = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}


def fits(value: Any, schema: Any) -> bool:
    """Whether a value is valid, for the keywords that the schema uses; another keyword is a failure of the test."""
    if schema is False:
        return False
    return all(keyword in SAID or holds(keyword, schema[keyword], value, schema) for keyword in schema)


def is_type(value: Any, name: str) -> bool:
    if name in ("number", "integer"):
        return isinstance(value, (int, float) if name == "number" else int) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def holds(keyword: str, said: Any, value: Any, schema: dict[str, Any]) -> bool:
    is_number, is_text = is_type(value, "number"), isinstance(value, str)
    is_list, is_mapping = isinstance(value, list), isinstance(value, dict)
    match keyword:
        case "$ref":
            return fits(value, SCHEMA["$defs"][said.removeprefix("#/$defs/")])
        case "type":
            return any(is_type(value, name) for name in ([said] if isinstance(said, str) else said))
        case "const":
            return bool(value == said)
        case "enum":
            return value in said
        case "anyOf":
            return any(fits(value, part) for part in said)
        case "oneOf":
            return sum(fits(value, part) for part in said) == 1
        case "minimum":
            return not is_number or value >= said
        case "maximum":
            return not is_number or value <= said
        case "exclusiveMinimum":
            return not is_number or value > said
        case "exclusiveMaximum":
            return not is_number or value < said
        case "pattern":
            return not is_text or re.search(said, value) is not None
        case "minLength":
            return not is_text or len(value) >= said
        case "maxLength":
            return not is_text or len(value) <= said
        case "items":
            return not is_list or all(fits(inner, said) for inner in value)
        case "minItems":
            return not is_list or len(value) >= said
        case "maxItems":
            return not is_list or len(value) <= said
        case "required":
            return not is_mapping or set(said) <= set(value)
        case "minProperties":
            return not is_mapping or len(value) >= said
        case "properties":
            return not is_mapping or all(fits(value[key], said[key]) for key in said if key in value)
        case "patternProperties":
            return not is_mapping or all(
                fits(value[key], part) for pattern, part in said.items() for key in value if re.search(pattern, key)
            )
        case "additionalProperties":
            known = schema.get("properties", {})
            return not is_mapping or all(fits(value[key], said) for key in value if key not in known)
    raise AssertionError(f"the checker does not know {keyword!r}")


def as_editors_do(text: str) -> Any:
    """A YAML text as JSON: 0.50 is a number, and every key a text."""
    return json.loads(json.dumps(yaml.safe_load(text)))


@pytest.mark.parametrize("name", sorted(GOOD))
def test_what_is_right_fits(name: str) -> None:
    read_benchmark(GOOD[name])
    assert fits(as_editors_do(GOOD[name]), SCHEMA)


LEAST = "name: x\nversion: 1.0.0\nfields:\n  a: {kind: binary}\n"
BAD = [
    *("", "[]", "a", "name: x\nversion: 1.0.0\n", "version: 1.0.0\nfields: {a: {kind: binary}}\n"),
    *("name: x\nversion: 1.0.0\nfields: {}\n", "name: x\nversion: 1.0.0\nfields: [binary]\n"),
    *(
        "name: a b\nversion: 1.0.0\nfields: {a: {kind: binary}}\n",
        "name: x\nversion: 1.0\nfields: {a: {kind: binary}}\n",
    ),
    *(
        LEAST + more
        for more in (
            "extra: 1\n",
            "languages: []\n",
            "languages: en\n",
            "title: {}\n",
            "title: [a]\n",
            "title: ''\n",
            "items: {file: 3}\n",
            "items: {images: a}\n",
            "items: {slices: region}\n",
            "items: {slices: [[]]}\n",
            "items: {raters_per_item: 0}\n",
            "items: {raters_per_item: 1.5}\n",
            "policies: {repeats: first}\n",
            "policies: {consensus: {labels: {share: 0}}}\n",
            "policies: {intervals: {level: 1}}\n",
            "policies: {intervals: {replicates: -1}}\n",
            "policies: {intervals: {replicates: true}}\n",
            "policies: {limited_support: few}\n",
            "tables: {passing: a}\n",
            "tables: {pass: ''}\n",
        )
    ),
    *(
        f"name: x\nversion: 1.0.0\nfields:\n  a: {form}\n"
        for form in (
            "binary",
            "{}",
            "{kind: bin}",
            "{kind: binary, label: [a, b]}",
            "{kind: binary, labels: [a]}",
            "{kind: binary, labels: [a, b, c]}",
            "{kind: binary, asked_of: [people]}",
            "{kind: binary, asked_of: []}",
            "{kind: binary, subjective: 'yes'}",
            "{kind: binary, scale: 1..5}",
            "{kind: choice}",
            "{kind: choice, labels: []}",
            "{kind: choice, labels: a}",
            "{kind: choice, labels: [{name: a}]}",
            "{kind: choice, labels: [{id: a, nam: b}]}",
            "{kind: choice, labels: [[a]]}",
            "{kind: choice, labels: [~]}",
            "{kind: choice, labels: [a], missing: NA}",
            "{kind: choice, labels: [a], abstain: [{id: ''}]}",
            "{kind: labels, domains: {}}",
            "{kind: labels, domains: {road: []}}",
            "{kind: labels, labels: [a], separator: ''}",
            "{kind: labels, labels: [a], none: [b]}",
            "{kind: rating, scale: 1-5}",
            "{kind: rating, scale: 5}",
            "{kind: rating, scale: 1..5, words: [a]}",
            "{kind: boxes}",
            "{kind: boxes, format: xywh, labels: [a]}",
            "{kind: boxes, format: yolo, unit: pixels, labels: [a]}",
            "{kind: boxes, format: xywh, unit: inches, labels: [a]}",
            "{kind: text, reference: ['a']}",
        )
    ),
]


@pytest.mark.parametrize("text", BAD)
def test_what_is_wrong_does_not_fit(text: str) -> None:
    assert not fits(as_editors_do(text), SCHEMA)
    with pytest.raises(InputError):
        read_benchmark(text)


PLACES = [(name, path) for name in sorted(GOOD) for path in read_yaml(GOOD[name], "x.yaml").lines if path]
VALUES = [
    "a",
    "",
    " ",
    "no",
    0,
    7,
    -1,
    0.5,
    1e9,
    True,
    None,
    [],
    ["a", "b"],
    [[]],
    {},
    {"a": "b"},
    {"id": "a"},
    {"en": 1},
]


@given(st.sampled_from(PLACES), st.sampled_from(VALUES), st.booleans())
def test_what_the_reader_takes_fits(place: tuple[str, tuple[Any, ...]], value: Any, drop: bool) -> None:
    """One value of a good document is put out or replaced; an editor must not complain where accord does not."""
    name, path = place
    document = copy.deepcopy(read_yaml(GOOD[name].replace("0.50", "0.5"), "x.yaml").value)
    inner = document
    for part in path[:-1]:
        inner = inner[part]
    if drop:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    try:
        read_benchmark(json.dumps(document))
    except InputError:
        return
    assert fits(document, SCHEMA)


def test_every_kind_is_there_with_all_its_keys() -> None:
    for kind, field in KINDS.items():
        part = SCHEMA["$defs"][field.form.__name__]
        assert {"$ref": f"#/$defs/{field.form.__name__}"} in SCHEMA["properties"]["fields"]["additionalProperties"][
            "oneOf"
        ]
        assert part["properties"]["kind"]["const"] == kind
        assert set(part["properties"]) == set(field.form.model_fields)
        assert "kind" in part["required"]


def test_every_key_is_described() -> None:
    objects = [SCHEMA, *SCHEMA["$defs"].values()]
    keys = [(part.get("title"), name, inner) for part in objects for name, inner in part.get("properties", {}).items()]
    assert [(title, name) for title, name, inner in keys if "description" not in inner and "$ref" not in inner] == []


def test_it_is_plain_json_of_a_known_dialect() -> None:
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA
    assert SCHEMA["$schema"] == DIALECT
    assert json_schema() == SCHEMA
    assert "Form" not in SCHEMA["$defs"]


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        (True, {"type": "number"}),
        (1, {"oneOf": [{"minimum": 0}, {"maximum": 2}]}),
        ("a", {"type": ["number", "boolean"]}),
        ({"a": 1}, {"properties": {"a": {"type": "string"}}}),
        ({"b": 1}, {"properties": {"a": {}}, "additionalProperties": False}),
        ({"b": 1}, {"patternProperties": {"b": {"type": "string"}}}),
    ],
)
def test_the_checker_itself_refuses(value: Any, schema: dict[str, Any]) -> None:
    assert not fits(value, schema)
