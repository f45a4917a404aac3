"""A chat-completion server on loopback that answers as a test says: a class for tests, a program for benchmarks.

It speaks plain HTTP/1.1 with keep-alive and nothing else, so that it is never what a measurement waits for.
As a program: `python chat_server.py --port-file F [--latency-ms 20] [--script schema] [--seed 0] [--log FILE]`.
A line of its log says of a request: its number from 1, by whom (the header Authorization), the model, the sha256 of the
messages, which `UNIT-...` stand in it, and whether the whole answer was sent.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import re
import signal
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Self

Action = Literal["", "reset", "half", "hang"]


@dataclass
class Call:
    """One request: its number (from 0), path, headers (lower-case names) and body (parsed JSON; None without one)."""

    number: int
    path: str
    headers: dict[str, str]
    body: Any

    @property
    def user(self) -> str:
        """All text that the user's messages hold."""
        return "\n".join(_texts(message["content"]) for message in self.body["messages"] if message["role"] == "user")

    def mark(self, pattern: str = r"UNIT-\w+") -> str:
        """What in the user's messages matches: how a test says which item a prompt is about."""
        found = set(re.findall(pattern, self.user))
        assert len(found) == 1, f"one mark expected in the prompt, not {sorted(found)}: {self.user}"
        return found.pop()


@dataclass
class Answer:
    """What is sent back, `delay` seconds later.

    body: a dict is sent as JSON, str and bytes as they are, None as an error of this status. action: `reset` cuts the
    connection without an answer, `half` in the middle of the body, `hang` never answers.
    """

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0
    action: Action = ""

    def as_bytes(self) -> bytes:
        """The whole HTTP message."""
        body = self.body
        if body is None:
            body = {"error": {"message": f"status {self.status}", "type": "stub", "code": None}}
        if not isinstance(body, str | bytes):
            body = json.dumps(body, ensure_ascii=False)
        if isinstance(body, str):
            body = body.encode()
        headers = {"content-type": "application/json", **{name.lower(): text for name, text in self.headers.items()}}
        headers.setdefault("content-length", str(len(body)))
        lines = "".join(f"{name}: {text}\r\n" for name, text in headers.items())
        return f"HTTP/1.1 {self.status} Status\r\n{lines}\r\n".encode() + body


Reply = Callable[[Call], "Answer | dict[str, Any] | str"]


def completion(
    content: str | None,
    *,
    model: str = "stub",
    finish_reason: str = "stop",
    usage: tuple[int, int] | None = (100, 10),
    **message: Any,
) -> dict[str, Any]:
    """The body of a chat completion; usage: tokens of prompt and reply; further keys go into the message."""
    body = {
        "id": "chatcmpl-stub",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": content, **message},
                "finish_reason": finish_reason,
            }
        ],
    }
    if usage:
        prompt, reply = usage
        body["usage"] = {"prompt_tokens": prompt, "completion_tokens": reply, "total_tokens": prompt + reply}
    return body


def digest(messages: Any) -> str:
    """The sha256 of the messages of a request, as the program's log has it."""
    return hashlib.sha256(json.dumps(messages, sort_keys=True).encode()).hexdigest()


def sample(schema: Mapping[str, Any], pick: random.Random) -> Any:
    """A value that a JSON schema allows, as far as the schemas of forms go."""
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return sample(pick.choice(schema[key]), pick)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return pick.choice(schema["enum"])
    kind = schema.get("type", "string")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return {name: sample(part, pick) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [sample(schema["items"], pick)]
    if kind in ("integer", "number"):
        return pick.randint(int(schema.get("minimum", 0)), int(schema.get("maximum", 1)))
    return {"boolean": True, "null": None}.get(kind, "some text")


def from_schema(body: Any, seed: int = 0) -> str:
    """A reply that the request's JSON schema allows; the same messages, model and seed give the same reply."""
    asked = (body.get("response_format") or {}).get("json_schema", {}).get("schema", {"type": "object"})
    pick = random.Random(f"{seed} {body.get('model')} {digest(body['messages'])}")
    return json.dumps(sample(asked, pick))


class ChatServer:
    """Answers on a thread of its own: `with ChatServer(lambda call: '{"title": 1}') as server: ... server.url`.

    reply: an Answer, the body of a completion, or just its text. What it raises, leaving the `with` raises again.
    calls: every request so far, unless keep_calls is False.
    """

    def __init__(self, reply: Reply, *, keep_calls: bool = True) -> None:
        self.reply = reply
        self.calls: list[Call] = []
        self.count = 0
        self.url = ""
        self._keep = keep_calls
        self._errors: list[BaseException] = []
        self._loop = asyncio.new_event_loop()
        self._open: set[_Connection] = set()
        self._thread = threading.Thread(target=self._run, name="chat server", daemon=True)
        self._listens = threading.Event()

    def __enter__(self) -> Self:
        self._listener = _listen()
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/v1"
        self._thread.start()
        # A test that asks nothing would otherwise stop a loop that has not begun.
        self._listens.wait()
        return self

    def __exit__(self, kind: object, *rest: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        if self._errors and kind is None:
            raise self._errors[0]

    def _run(self) -> None:
        loop = self._loop
        asyncio.set_event_loop(loop)
        server = loop.run_until_complete(
            loop.create_server(lambda: _Connection(self._answer, self._open), sock=self._listener)
        )
        loop.call_soon(self._listens.set)
        loop.run_forever()
        server.close()
        for connection in list(self._open):
            connection.cut()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()

    def _answer(self, path: str, head: bytes, body: bytes) -> tuple[bytes, float, Action, None]:
        call = Call(self.count, path, _headers(head), json.loads(body) if body else None)
        self.count += 1
        if self._keep:
            self.calls.append(call)
        try:
            answer = self.reply(call)
        except Exception as error:
            self._errors.append(error)
            answer = Answer(500, f"the test's server failed: {error!r}")
        if isinstance(answer, str):
            answer = completion(answer, model=call.body["model"])
        if isinstance(answer, dict):
            answer = Answer(body=answer)
        return answer.as_bytes(), answer.delay, answer.action, None


Handle = Callable[[str, bytes, bytes], tuple[bytes, float, Action, Callable[[bool], None] | None]]
"""Path, head and body of a request -> what to send, when, how, and whom to tell whether all of it was sent."""


class _Connection(asyncio.Protocol):
    """One connection; requests on it are answered one after the other."""

    def __init__(self, handle: Handle, open_ones: set[_Connection]) -> None:
        self._handle = handle
        self._all = open_ones
        self._got = bytearray()
        self._busy = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._all.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._all.discard(self)

    def data_received(self, data: bytes) -> None:
        self._got += data
        if not self._busy:
            self._next()

    def _next(self) -> None:
        end = self._got.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(self._got[:end])
        length = _length(head)
        whole = end + 4 + length
        if len(self._got) < whole:
            return
        body = bytes(self._got[end + 4 : whole])
        del self._got[:whole]
        self._busy = True
        path = head.split(b" ", 2)[1].decode()
        message, delay, action, told = self._handle(path, head, body)
        if delay:
            asyncio.get_running_loop().call_later(delay, self._send, message, action, told)
        else:
            self._send(message, action, told)

    def _send(self, message: bytes, action: Action, told: Callable[[bool], None] | None) -> None:
        self._busy = False
        whole = not action and not self._transport.is_closing()
        if action == "reset":
            self.cut()
        elif action == "half":
            start = message.index(b"\r\n\r\n") + 4
            self._transport.write(message[: start + (len(message) - start) // 2])
            self._transport.close()
        elif whole:
            self._transport.write(message)
        if told:
            told(whole)
        if whole and self._got:
            self._next()

    def cut(self) -> None:
        """End the connection with a reset."""
        its = self._transport.get_extra_info("socket")
        if its is not None and its.fileno() >= 0:
            its.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._transport.abort()


def _listen() -> socket.socket:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(1024)
    return listener


def _length(head: bytes) -> int:
    found = re.search(rb"(?i)\r\ncontent-length:\s*(\d+)", head)
    return int(found[1]) if found else 0


def _headers(head: bytes) -> dict[str, str]:
    lines = head.decode("latin-1").split("\r\n")[1:]
    return {name.lower(): text.strip() for name, _, text in (line.partition(":") for line in lines)}


def _texts(content: str | list[dict[str, Any]]) -> str:
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


# --- as a program ---


class Program:
    """Answers for a whole process: by a script, after a latency, with a line in a log for each request.

    Scripts: `schema`, a reply that the schema allows, another for other messages; `same`, the first such reply for all
    requests, so that a request costs next to nothing.
    """

    def __init__(self, script: str, latency: float, seed: int, log: Path | None) -> None:
        self._reply = {"schema": self._by_schema, "same": self._same}[script]
        self._latency = latency
        self._seed = seed
        self._kept = b""
        self._log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND) if log else None
        self._number = 0

    def handle(self, path: str, head: bytes, body: bytes) -> tuple[bytes, float, Action, Callable[[bool], None] | None]:
        message = self._reply(body)
        return message, self._latency, "", self._line(head, body) if self._log is not None else None

    def _by_schema(self, body: bytes) -> bytes:
        asked = json.loads(body)
        return Answer(body=completion(from_schema(asked, self._seed), model=asked["model"])).as_bytes()

    def _same(self, body: bytes) -> bytes:
        self._kept = self._kept or self._by_schema(body)
        return self._kept

    def _line(self, head: bytes, body: bytes) -> Callable[[bool], None]:
        asked = json.loads(body)
        self._number += 1
        line = {"number": self._number, "by": _headers(head).get("authorization")}
        line |= {"model": asked["model"], "messages": digest(asked["messages"])}
        line["marks"] = sorted(set(re.findall(r"UNIT-\w+", body.decode())))

        def told(whole: bool) -> None:
            assert self._log is not None
            os.write(self._log, json.dumps({**line, "sent": whole}).encode() + b"\n")

        return told


async def serve(program: Program, port_file: Path) -> None:
    """Listen until the process is asked to end; the port is in the file as soon as it listens."""
    listener = _listen()
    loop = asyncio.get_running_loop()
    open_ones: set[_Connection] = set()
    server = await loop.create_server(lambda: _Connection(program.handle, open_ones), sock=listener)
    part = port_file.with_name(port_file.name + ".part")
    part.write_text(str(listener.getsockname()[1]))
    part.replace(port_file)
    ended = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, ended.set)
    await ended.wait()
    server.close()
    for connection in list(open_ones):
        connection.cut()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port-file", type=Path, required=True, help="where the port is written once it listens")
    parser.add_argument("--latency-ms", type=float, default=0, help="each answer waits so long")
    parser.add_argument("--script", choices=["schema", "same"], default="schema")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path, help="one JSON line for each request that was answered")
    given = parser.parse_args()
    program = Program(given.script, given.latency_ms / 1000, given.seed, given.log)
    asyncio.run(serve(program, given.port_file))


if __name__ == "__main__":
    main()
