import json
from typing import Any

import pytest

from accord.llm.client.dialect import PLAIN
from accord.llm.client.request import bytes_of, parts_of, request_body, wanted_format
from accord.spec.machine import Machine

MESSAGES = [{"role": "user", "content": "é"}]
SCHEMA = {"type": "object"}


def judge(**keys: Any) -> Machine:
    return Machine(name="judge", role="judge", **keys)


def test_the_whole_body() -> None:
    machine = judge(options={"reasoning_effort": "low", "stop": ["\n"]})
    body = request_body(machine, "m-1", MESSAGES, SCHEMA, "json_schema")
    assert json.loads(bytes_of(body)) == {
        "model": "m-1",
        "messages": MESSAGES,
        "temperature": 0,
        "top_p": 1,
        "seed": 0,
        "max_tokens": 1024,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answers", "strict": True, "schema": SCHEMA},
        },
        "reasoning_effort": "low",
        "stop": ["\n"],
    }


@pytest.mark.parametrize(("format", "asked"), [("json_object", {"type": "json_object"}), ("text", None), ("csv", None)])
def test_formats(format: str, asked: Any) -> None:
    body = request_body(judge(), "m", MESSAGES, SCHEMA, format)
    assert body.get("response_format") == asked
    assert (format if asked else "text") in parts_of(body)


def test_what_is_none_is_not_sent() -> None:
    machine = judge(temperature=None, top_p=None, seed=None, max_tokens=None)
    assert request_body(machine, "m", MESSAGES, None, "text") == {"model": "m", "messages": MESSAGES}


def test_a_request_may_have_its_own_seed_and_length() -> None:
    body = request_body(judge(), "m", MESSAGES, None, "text", max_tokens=2048, seed=1)
    assert (body["seed"], body["max_tokens"]) == (1, 2048)


def test_what_the_endpoint_refuses_is_left_out_or_renamed() -> None:
    dialect = PLAIN.without("temperature").without("max_tokens")
    body = request_body(judge(), "m", MESSAGES, None, "text", dialect=dialect)
    assert body == {"model": "m", "messages": MESSAGES, "top_p": 1, "seed": 0, "max_completion_tokens": 1024}
    assert parts_of(body) == {"model", "messages", "top_p", "seed", "max_completion_tokens", "text"}


def test_a_schema_that_is_not_there_cannot_be_asked_for() -> None:
    assert wanted_format(judge(), SCHEMA) == "json_schema"
    assert wanted_format(judge(), None) == "json_object"
    assert wanted_format(judge(reply="csv"), None) == "csv"
    assert wanted_format(judge(reply="text"), SCHEMA) == "text"


def test_half_a_surrogate_pair_can_be_sent() -> None:
    body = request_body(judge(), "m", [{"role": "user", "content": "a\ud800"}], None, "text")
    assert json.loads(bytes_of(body))["messages"][0]["content"] == "a\ud800"
