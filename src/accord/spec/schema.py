"""A JSON Schema of `benchmark.yaml`, for editors."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import models_json_schema

from accord.spec.document import BenchmarkDocument
from accord.spec.fields import KINDS

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """The schema of the whole document; each field is one of the registered kinds.

    >>> sorted(json_schema()["properties"])[:3]
    ['description', 'fields', 'guideline']
    """
    forms = [kind.form for kind in KINDS.values()]
    wanted = [(model, "validation") for model in (BenchmarkDocument, *forms)]
    _, found = models_json_schema(wanted, ref_template="#/$defs/{model}")  # type: ignore[arg-type]
    parts = found["$defs"]
    whole = parts.pop("BenchmarkDocument")
    parts.pop("Form", None)
    whole["properties"]["fields"]["additionalProperties"] = {
        "oneOf": [{"$ref": f"#/$defs/{form.__name__}"} for form in forms],
        "discriminator": {"propertyName": "kind"},
    }
    return {
        "$schema": DIALECT,
        "title": "accord benchmark",
        **{k: v for k, v in whole.items() if k != "title"},
        "$defs": parts,
    }
