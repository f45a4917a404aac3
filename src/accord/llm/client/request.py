"""The body of a request."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import PydanticSerializationError, to_json

from accord.llm.client.dialect import OBJECT_OF_SCHEMA, PLAIN, Dialect
from accord.spec.machine import Machine

NAME = "answers"
"""What the schema of a reply is called; services ask for a name."""


def wanted_format(machine: Machine, schema: Mapping[str, Any] | None) -> str:
    """The format that a machine is to reply in; a schema that is not there cannot be asked for."""
    return "json_object" if machine.reply == "json_schema" and schema is None else machine.reply


def request_body(
    machine: Machine,
    model: str,
    messages: Sequence[Mapping[str, Any]],
    schema: Mapping[str, Any] | None,
    format: str,
    max_tokens: int | None = None,
    seed: int | None = None,
    dialect: Dialect = PLAIN,
) -> dict[str, Any]:
    """The body as a JSON object. Keys of the sampling that are None, or that the endpoint refuses, are left out.

    format: `json_schema`, `json_object_of_schema` (these need the schema) and `json_object` are asked for; `text` and
    `csv` are not.
    """
    length = "max_completion_tokens" if "max_tokens" in dialect.left_out else "max_tokens"
    sampling = {
        "temperature": machine.temperature,
        "top_p": machine.top_p,
        "seed": machine.seed if seed is None else seed,
        length: machine.max_tokens if max_tokens is None else max_tokens,
    }
    body: dict[str, Any] = {"model": model, "messages": messages}
    body |= {key: value for key, value in sampling.items() if value is not None and key not in dialect.left_out}
    if format == "json_schema":
        asked = {"name": NAME, "strict": True, "schema": schema}
        body["response_format"] = {"type": "json_schema", "json_schema": asked}
    elif format == OBJECT_OF_SCHEMA:
        body["response_format"] = {"type": "json_object", "schema": schema}
    elif format == "json_object":
        body["response_format"] = {"type": "json_object"}
    return body | machine.options


def parts_of(body: Mapping[str, Any]) -> frozenset[str]:
    """The parts of a body that an endpoint may refuse: its keys, and the format of the reply by its name."""
    asked = body.get("response_format")
    if asked is None:
        return frozenset(body) | {"text"}
    return frozenset(body) | {OBJECT_OF_SCHEMA if "schema" in asked else asked["type"]}


def bytes_of(body: Mapping[str, Any]) -> bytes:
    """The body as it is sent. Half of a surrogate pair, which is no UTF-8, is sent as its escape."""
    try:
        return to_json(body)
    except PydanticSerializationError:
        return json.dumps(body).encode()
