"""The server that other tests rely on does what it says."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from chat_server import Answer, ChatServer, completion, digest, from_schema

BODY = {"model": "m", "messages": [{"role": "user", "content": "about UNIT-7"}]}
SCHEMA = {
    "type": "object",
    "properties": {
        "title": {"enum": [0, 1]},
        "why": {"type": ["string", "null"]},
        "tags": {"$comment": "", "const": []},
    },
}


def connect(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=10)


def post(connection: http.client.HTTPConnection, body: object = BODY) -> http.client.HTTPResponse:
    connection.request("POST", "/v1/chat/completions", json.dumps(body), {"X-Thing": "here"})
    return connection.getresponse()


def port(server: ChatServer) -> int:
    return int(server.url.rsplit(":", 1)[1].split("/")[0])


def test_many_requests_on_one_connection(chat_server):
    server = chat_server(lambda call: f'"{call.mark()} {call.number}"')
    connection = connect(port(server))
    replies = [json.load(post(connection)) for _ in range(3)]
    connection.close()
    assert [reply["choices"][0]["message"]["content"] for reply in replies] == [f'"UNIT-7 {n}"' for n in range(3)]
    assert {reply["model"] for reply in replies} == {"m"}
    assert [call.headers["x-thing"] for call in server.calls] == ["here"] * 3
    assert server.calls[2].body == BODY
    assert server.calls[2].path == "/v1/chat/completions"


def test_status_headers_and_raw_bodies(chat_server):
    answers = [
        Answer(429, headers={"Retry-After": "3"}),
        Answer(200, "<html>", {"Content-Type": "text/html"}),
        completion("x", usage=None, refusal="no"),
    ]
    server = chat_server(lambda call: answers[call.number])
    connection = connect(port(server))
    first = post(connection)
    assert (first.status, first.headers["retry-after"]) == (429, "3")
    assert json.load(first)["error"]["message"] == "status 429"
    second = post(connection)
    assert (second.headers["content-type"], second.read()) == ("text/html", b"<html>")
    third = json.load(post(connection))
    assert "usage" not in third
    assert third["choices"][0]["message"]["refusal"] == "no"
    connection.close()


def test_cut_connections(chat_server):
    actions = ["reset", "half", "hang"]
    server = chat_server(lambda call: Answer(body="0123456789", action=actions[call.number]))
    with pytest.raises(ConnectionResetError):
        post(connect(port(server)))
    connection = connect(port(server))
    with pytest.raises(http.client.IncompleteRead) as cut:
        post(connection).read()
    assert cut.value.partial == b"01234"
    connection.close()
    connection = http.client.HTTPConnection("127.0.0.1", port(server), timeout=0.2)
    with pytest.raises(TimeoutError):
        post(connection)
    connection.close()


def test_what_a_reply_function_raises_is_not_lost():
    def fails(call):
        raise KeyError("nothing for this")

    with pytest.raises(KeyError), ChatServer(fails) as server:
        connection = connect(port(server))
        assert post(connection).status == 500
        connection.close()


def test_replies_made_from_a_schema():
    asked = {**BODY, "response_format": {"type": "json_schema", "json_schema": {"schema": SCHEMA}}}
    seen = {from_schema(asked, seed) for seed in range(20)}
    assert {json.loads(text)["title"] for text in seen} == {0, 1}
    assert all(json.loads(text)["tags"] == [] for text in seen)
    assert from_schema(asked, 3) == from_schema(asked, 3)
    assert from_schema(BODY) == "{}"


def test_as_a_program(tmp_path):
    files = tmp_path / "port", tmp_path / "log"
    program = Path(__file__).with_name("chat_server.py")
    command = [sys.executable, program, "--port-file", files[0], "--log", files[1], "--latency-ms", "1"]
    running = subprocess.Popen(command)
    try:
        while not files[0].exists():
            assert running.poll() is None
            time.sleep(0.01)
        connection = connect(int(files[0].read_text()))
        assert json.load(post(connection))["choices"][0]["message"]["content"] == "{}"
        connection.close()
    finally:
        running.terminate()
        assert running.wait() == 0
    (line,) = files[1].read_text().splitlines()
    expected = {
        "number": 1,
        "by": None,
        "model": "m",
        "messages": digest(BODY["messages"]),
        "marks": ["UNIT-7"],
        "sent": True,
    }
    assert json.loads(line) == expected


def test_a_server_that_nobody_asks_ends_as_well() -> None:
    for _ in range(50):
        with ChatServer(lambda call: "never"):
            pass
