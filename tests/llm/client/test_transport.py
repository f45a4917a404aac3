import asyncio
import gzip
import json
import socket
import ssl
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import ClientConnectorCertificateError, ClientConnectorSSLError
from aiohttp.client_reqrep import ConnectionKey
from chat_server import Answer as Sent
from chat_server import ChatServer, Reply

from accord.errors import MissingExtra
from accord.llm.client import transport as module
from accord.llm.client.endpoint import Endpoint
from accord.llm.client.secret import Secret
from accord.llm.client.transport import Answer, Broken, Transport

Serve = Callable[[Reply], ChatServer]
KEY = "sk-canary-0123"


def post(url: str, body: bytes = b"{}", timeout: float = 30, times: int = 1) -> Answer | Broken:
    async def run() -> Answer | Broken:
        transport = Transport(Endpoint(f"{url}/chat/completions?v=1", "m", Secret(KEY), "K"), timeout)
        await transport.open()
        try:
            for _ in range(times - 1):
                await transport.post(body)
            return await transport.post(body)
        finally:
            await transport.close()

    return asyncio.run(run())


def answered(url: str, **options: Any) -> Answer:
    got = post(url, **options)
    assert isinstance(got, Answer)
    return got


def broken(url: str, **options: Any) -> tuple[str, str, bool]:
    got = post(url, **options)
    assert isinstance(got, Broken)
    return got.reason, got.text, got.connected


def test_one_request(chat_server: Serve) -> None:
    server = chat_server(lambda call: Sent(418, "tea", {"Retry-After": "2"}))
    got = answered(server.url, body=b'{"a": 1}')
    assert (got.status, got.body, got.headers["retry-after"]) == (418, b"tea", "2")
    call = server.calls[0]
    assert (call.path, call.body) == ("/v1/chat/completions?v=1", {"a": 1})
    assert call.headers["authorization"] == f"Bearer {KEY}"
    assert call.headers["content-type"] == "application/json"
    assert call.headers["accept-encoding"] == "identity"
    assert call.headers["user-agent"].startswith("accord/")


def test_an_answer_does_not_show_what_it_may_echo(chat_server: Serve) -> None:
    server = chat_server(
        lambda call: Sent(401, call.headers["authorization"], {"X-Echo": call.headers["authorization"]})
    )
    assert repr(answered(server.url)) == "Answer(status=401)"


def test_large_bodies_go_whole(chat_server: Serve) -> None:
    text = "x" * (3 << 20)
    server = chat_server(lambda call: {})
    assert answered(server.url, body=json.dumps(text).encode(), times=2).status == 200
    assert [call.body == text for call in server.calls] == [True, True]


def test_compressed_answers_are_read(chat_server: Serve) -> None:
    body = gzip.compress(b"x" * 100_000)
    server = chat_server(lambda call: Sent(200, body, {"Content-Encoding": "gzip"}))
    assert answered(server.url).body == b"x" * 100_000


@pytest.mark.parametrize("compressed", [False, True])
def test_an_answer_is_bounded(chat_server: Serve, monkeypatch: pytest.MonkeyPatch, compressed: bool) -> None:
    monkeypatch.setattr(module, "LARGEST_ANSWER", 1000)
    headers = {"Content-Encoding": "gzip"} if compressed else {}
    bodies = [gzip.compress(b"x" * size) if compressed else b"x" * size for size in (1001, 1000)]
    server = chat_server(lambda call: Sent(200, bodies[call.number], headers))
    assert broken(server.url) == ("bad_body", "the answer has more than 1,000 bytes", True)
    assert answered(server.url).body == b"x" * 1000


def test_redirects_are_not_followed(chat_server: Serve) -> None:
    other = chat_server(lambda call: "yes")
    server = chat_server(lambda call: Sent(307, "", {"Location": f"{other.url}/chat/completions"}))
    assert answered(server.url).status == 307
    assert other.calls == []


def test_cookies_are_not_kept(chat_server: Serve) -> None:
    server = chat_server(lambda call: Sent(200, "", {"Set-Cookie": "a=b; Path=/"}))
    answered(server.url, times=2)
    assert ["cookie" in call.headers for call in server.calls] == [False, False]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Sent(action="reset"), ("connection", "the connection broke", True)),
        (Sent(body="x" * 1000, action="half"), ("bad_body", "the answer ended before it was whole", True)),
        (Sent(action="hang"), ("timeout", "no whole answer within 0.1 seconds", True)),
        (Sent(headers={"content-length": "-5"}), ("connection", "the connection broke", True)),
        (Sent(headers={"content-encoding": "gzip"}, body="no"), ("bad_body", "the answer ended before", True)),
    ],
)
def test_what_breaks_on_the_way_is_a_value(chat_server: Serve, answer: Sent, expected: tuple[str, str, bool]) -> None:
    reason, text, connected = broken(
        chat_server(lambda call: answer).url, timeout=0.1 if answer.action == "hang" else 30
    )
    assert (reason, connected) == (expected[0], expected[2]) and text.startswith(expected[1])
    assert KEY not in text


def test_no_server() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        reason, text, connected = broken(f"http://127.0.0.1:{free.getsockname()[1]}/v1")
    assert (reason, connected) == ("connection", False)
    assert text.startswith("no connection: ") and "refused" in text


def test_a_server_without_tls_has_no_certificate() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            with listener.accept()[0] as connection:
                connection.recv(10_000)
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        plain = threading.Thread(target=answer)
        plain.start()
        reason, text, connected = broken(f"https://127.0.0.1:{listener.getsockname()[1]}")
        plain.join()
    assert (reason, connected) == ("bad_certificate", False)
    assert text.startswith("no connection: ") and "wrong version" in text.lower().replace("_", " ")


def test_a_cancelled_request_lets_go_of_its_connection(chat_server: Serve) -> None:
    server = chat_server(lambda call: Sent(action="hang") if call.number == 0 else Sent(body="yes"))

    async def run() -> Answer | Broken:
        transport = Transport(Endpoint(f"{server.url}/chat/completions", "m", None, None), 30)
        await transport.open()
        task = asyncio.create_task(transport.post(b"{}"))
        while not server.calls:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        got = await transport.post(b"{}")
        await transport.close()
        return got

    assert asyncio.run(run()) != Broken("connection", "")
    assert len(server.calls) == 2


def test_without_aiohttp_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    with pytest.raises(MissingExtra, match=r"asking machines needs aiohttp.*pip install 'accord\[llm\]'"):
        Transport(Endpoint("http://h/v1", "m", None, None), 30)


def test_the_proxy_of_the_environment_is_asked(chat_server: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = chat_server(lambda call: {})
    monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    answered("http://elsewhere.test/v1")
    assert proxy.calls[0].path == "http://elsewhere.test/v1/chat/completions?v=1"


@pytest.mark.parametrize(
    ("cause", "reason"),
    [
        (ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong version number"), "bad_certificate"),
        (ssl.SSLEOFError(8, "EOF occurred in violation of protocol"), "connection"),
        (ssl.SSLCertVerificationError(1, "self-signed certificate"), "bad_certificate"),
    ],
)
def test_what_stays_bad_and_what_may_pass(monkeypatch: pytest.MonkeyPatch, cause: ssl.SSLError, reason: str) -> None:
    key: Any = ConnectionKey("h", 443, True, True, None, None, None)
    is_certificate = isinstance(cause, ssl.SSLCertVerificationError)
    kind = ClientConnectorCertificateError if is_certificate else ClientConnectorSSLError
    error: Any = kind(key, cause)

    async def fail(*args: object, **options: object) -> None:
        raise error

    monkeypatch.setattr("aiohttp.ClientSession.post", fail)
    found = broken("https://h/v1")
    assert (found[0], found[2]) == (reason, False) and cause.strerror in found[1]
