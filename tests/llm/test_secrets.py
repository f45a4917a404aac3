"""A key is nowhere but in the requests: not in logs, records, output, errors or shown prompts."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from chat_server import Answer, Call, ChatServer, completion, from_schema
from judged_folder import judged_folder
from judging import Ended, ended, judge, start

KEY = "sk-canary/7+Zq=93_xT"
"""With signs that URLs, JSON and base64 write in another way."""
SPELLINGS = {
    KEY,
    quote(KEY, safe=""),
    json.dumps(KEY)[1:-1].replace("/", "\\/"),
    base64.b64encode(KEY.encode()).decode().rstrip("="),
    base64.b64encode(f"Bearer {KEY}".encode()).decode().rstrip("="),
}
Reply = Callable[[Call], "Answer | dict | str"]


def echo(call: Call) -> str:
    return f"your headers were {', '.join(map(': '.join, call.headers.items()))}"


def error(status: int) -> Reply:
    def reply(call: Call) -> Answer:
        headers = {"X-Echo": call.headers["authorization"], "WWW-Authenticate": call.headers["authorization"]}
        body = {"error": {"message": echo(call), "code": call.headers["authorization"], "param": KEY}}
        return Answer(status, body, headers)

    return reply


def in_content(call: Call) -> str:
    answers = json.loads(from_schema(call.body))
    return f"{echo(call)}\n{json.dumps(answers)}"


def in_an_answer(call: Call) -> str:
    answers = json.loads(from_schema(call.body))
    return json.dumps({**answers, next(iter(answers)): call.headers["authorization"]})


def in_a_key(call: Call) -> str:
    return json.dumps({**json.loads(from_schema(call.body)), KEY: 1})


def everywhere(call: Call) -> dict:
    body = completion(
        None,
        model=f"model {KEY}",
        finish_reason=f"stop {KEY}",
        refusal=echo(call),
        reasoning_content=echo(call),
        name=KEY,
    )
    return {**body, "system_fingerprint": KEY, "id": KEY}


def in_escapes(call: Call) -> Answer:
    body = json.dumps(completion(in_content(call), model="stub"))
    return Answer(body=body.replace("c", "\\u0063").replace("/", "\\/"))


REPLIES: dict[str, Reply] = {
    "error 400": error(400),
    "error 401": error(401),
    "error 404": error(404),
    "error 429": error(429),
    "error 500": error(500),
    "error page": lambda call: Answer(502, f"<html>{echo(call)}</html>", {"Content-Type": "text/html"}),
    "redirect": lambda call: Answer(307, "", {"Location": f"http://127.0.0.1:1/{KEY}?key={KEY}"}),
    "web page": lambda call: Answer(200, f"<html>{echo(call)}</html>", {"Content-Type": "text/html"}),
    "error in a good answer": lambda call: Answer(200, {"error": {"message": echo(call), "code": 500}}),
    "content": in_content,
    "content in encodings": lambda call: " ".join(sorted(SPELLINGS)),
    "answer": in_an_answer,
    "name of a field": in_a_key,
    "all other texts": everywhere,
    "escapes": in_escapes,
    "header": lambda call: Answer(body=completion(from_schema(call.body)), headers={"X-Echo": KEY, "Set-Cookie": KEY}),
    "half a body": lambda call: Answer(500, f"{KEY} " * 100, action="half"),
}


def assert_unseen(folder: Path, run: Ended) -> None:
    texts = {"standard output": run.out, "standard error": run.err}
    for path in folder.parent.rglob("*"):
        assert KEY not in path.name
        if path.is_file():
            texts[str(path)] = path.read_bytes().decode("utf-8", "replace")
    for where, text in texts.items():
        for spelling in SPELLINGS:
            assert spelling not in text, f"{where}: {text[max(0, text.index(spelling) - 200) :][:400]}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return judged_folder(tmp_path / "museum", 3, tries=2, timeout=5)


def test_services_that_give_the_key_back(tmp_path):
    # One judge a service: what ends the run for one of them ends it for no other.
    folder = judged_folder(tmp_path / "museum", 3, list(REPLIES), tries=2, timeout=5)
    with ChatServer(lambda call: REPLIES[call.body["model"]](call)) as server:
        run = judge(folder, server.url, "--debug", key=KEY)
        assert {call.headers["authorization"] for call in server.calls} == {f"Bearer {KEY}"}
        assert {call.body["model"] for call in server.calls} == set(REPLIES)
    assert run.code == 1, run.err
    assert "internal error" not in run.err
    assert_unseen(folder, run)
    raters = {rater["name"]: rater for rater in run.record["raters"]}
    for name in ("content", "escapes", "header", "answer"):
        assert raters[name]["outcomes"]["answered"] == 3
    for name in ("error 400", "error 401", "error 404", "error 429", "error 500", "redirect", "web page"):
        assert raters[name]["units"]["outstanding"] == 3
    told = [raters[name]["failed"] or raters[name]["stopped"] for name in ("error 400", "error 401", "error 500")]
    assert all("[key]" in json.dumps(each) for each in told)


def test_no_connection(folder):
    run = judge(folder, f"http://127.0.0.1:1/v1?key={quote(KEY)}", "--debug", key=KEY)
    assert run.code == 1
    assert_unseen(folder, run)


def test_a_dry_run(folder):
    with ChatServer(lambda call: "nothing is asked") as server:
        run = judge(folder, server.url, "--dry-run", key=KEY)
        assert (run.code, server.count) == (0, 0), run.err
    assert_unseen(folder, run)


@pytest.mark.parametrize("bad", [f"{KEY}\n{KEY}", f"{KEY}\u00e9", f"{KEY} x"])
def test_a_key_that_no_header_can_hold(folder, bad):
    with ChatServer(lambda call: "nothing is asked") as server:
        run = judge(folder, server.url, "--debug", key=bad)
        assert (run.code, server.count) == (2, 0)
    assert "OPENAI_API_KEY" in run.err
    assert_unseen(folder, run)


@pytest.mark.parametrize(
    "line", [f"OPENAI_API_KEY={KEY}", f'OPENAI_API_KEY="{KEY}', f"OPENAI_API_KEY {KEY}", f"1KEY={KEY}"]
)
def test_a_key_in_a_file(folder, line):
    (folder / ".env").write_text(f"{line}\n", encoding="utf-8")
    with ChatServer(in_content) as server:
        run = ended(start(folder, server.url, "--debug"))
        sent = [call.headers.get("authorization") for call in server.calls]
    assert sent == ([f"Bearer {KEY}"] * 3 if run.code == 0 else [])
    (folder / ".env").unlink()
    assert_unseen(folder, run)


@pytest.mark.parametrize(
    "address", [f"http://user:{quote(KEY, safe='')}@127.0.0.1:1/v1", f"http://user:{KEY}@127.0.0.1:1/v1"]
)
def test_a_password_in_the_address(folder, address):
    run = judge(folder, address, "--debug")
    assert run.code in (1, 2)
    assert_unseen(folder, run)


def test_a_password_in_the_address_that_comes_back(folder):
    with ChatServer(in_content) as server:
        url = server.url.replace("://", f"://user:{quote(KEY, safe='')}@")
        run = judge(folder, url, "--debug")
        expected = base64.b64encode(f"user:{KEY}".encode()).decode()
        assert {call.headers["authorization"] for call in server.calls} == {f"Basic {expected}"}
    assert run.code == 0, run.err
    assert_unseen(folder, run)
    assert expected not in "".join(path.read_text() for path in folder.rglob("*.json*"))


def test_the_password_of_a_proxy_that_comes_back(folder, monkeypatch):
    def proxy(call):
        return Answer(407, {"error": {"message": f"your headers were {call.headers}"}}, {"Proxy-Authenticate": "Basic"})

    with ChatServer(proxy) as server:
        address = server.url.removesuffix("/v1").replace("://", f"://user:{quote(KEY, safe='')}@")
        monkeypatch.setenv("HTTP_PROXY", address)
        run = judge(folder, "http://example.invalid/v1", "--debug")
        sent = {call.headers["proxy-authorization"] for call in server.calls}
    expected = base64.b64encode(f"user:{KEY}".encode()).decode()
    assert sent == {f"Basic {expected}"}
    assert_unseen(folder, run)
    assert expected not in run.out + run.err + "".join(path.read_text() for path in folder.rglob("*.json*"))
