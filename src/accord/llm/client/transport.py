"""One POST and its answer over aiohttp, with everything that can go wrong on the way as a value."""

from __future__ import annotations

import errno
import io
import os
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from accord.errors import MissingExtra
from accord.llm.client.endpoint import Endpoint
from accord.llm.client.proxy import proxy_for, secrets_of
from accord.llm.client.secret import Secret

if TYPE_CHECKING:
    import aiohttp

LARGEST_ANSWER = 16 << 20
LARGEST_PIECE = 1 << 20
"""A longer body is sent in pieces, between which other requests have their turn."""
SECONDS_TO_CONNECT = 30.0
SECONDS_KEPT = 4.0
"""How long an idle connection is kept: less than the five seconds after which common servers close it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: HTTP status, headers (names in any case) and the whole body, either of which may echo the key."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Broken:
    """No whole answer. reason: a code of RequestFailed, or `bad_certificate`; connected: whether a connection was
    made.
    """

    reason: str
    text: str
    connected: bool = True


class Transport:
    """Sends to one endpoint. timeout: seconds for a whole request. Raises MissingExtra without aiohttp.

    No redirect is followed, no cookie kept, and no `.netrc` read: a key goes where it was meant to go and nowhere else.
    """

    def __init__(self, endpoint: Endpoint, timeout: float) -> None:
        try:
            import aiohttp
        except ImportError:
            raise MissingExtra("asking machines", "aiohttp", "llm") from None
        self._aiohttp = aiohttp
        self._endpoint = endpoint
        self._timeout = timeout
        self._session: aiohttp.ClientSession | None = None
        self._secrets: tuple[Secret, ...] = ()

    async def open(self) -> None:
        """Make ready to send."""
        from yarl import URL

        http = self._aiohttp
        self._url = URL(self._endpoint.address, encoded=True)
        proxy = proxy_for(self._endpoint.address)
        self._secrets = secrets_of(proxy)
        self._options: dict[str, Any] = {"allow_redirects": False} | ({"proxy": proxy} if proxy else {})
        self._session = http.ClientSession(
            connector=http.TCPConnector(limit=0, keepalive_timeout=SECONDS_KEPT),
            cookie_jar=http.DummyCookieJar(),
            timeout=http.ClientTimeout(total=self._timeout, sock_connect=min(SECONDS_TO_CONNECT, self._timeout)),
            headers={
                "Content-Type": "application/json",
                "Accept": "application/json",
                "Accept-Encoding": "identity",
                "User-Agent": f"accord/{version('accord')}",
                **self._endpoint.authorization,
            },
        )

    def hide_in(self, text: str) -> str:
        """The text without what proves who asks, to the endpoint and to a proxy before it."""
        for secret in self._secrets:
            text = secret.hide_in(text)
        return self._endpoint.hide_in(text)

    async def close(self) -> None:
        """Give up all connections."""
        if self._session is not None:
            await self._session.close()

    async def post(self, body: bytes) -> Answer | Broken:
        """Send a body once."""
        assert self._session is not None, "the client is not open"
        http = self._aiohttp
        # A stream shares the bytes; aiohttp sends bytes in one piece, however many there are.
        data = body if len(body) < LARGEST_PIECE else io.BytesIO(body)
        try:
            response = await self._session.post(self._url, data=data, **self._options)
            try:
                whole = await _whole(response)
            finally:
                response.release()
        except TimeoutError as error:
            made = not isinstance(error, http.ServerTimeoutError)
            return Broken("timeout", f"no whole answer within {self._timeout:g} seconds", made)
        except http.ClientConnectorCertificateError as error:
            return Broken("bad_certificate", f"no safe connection: {error.certificate_error}", False)
        except http.ClientConnectorError as error:
            reason = "bad_certificate" if _is_plain_http(error.os_error) else "connection"
            return Broken(reason, f"no connection: {_why(error.os_error)}", False)
        except http.ClientPayloadError:
            return Broken("bad_body", "the answer ended before it was whole")
        except (http.ClientError, OSError) as error:
            return Broken("connection", f"the connection broke: {_why(error)}")
        if whole is None:
            return Broken("bad_body", f"the answer has more than {LARGEST_ANSWER:,} bytes")
        return Answer(response.status, response.headers, whole)


def _why(error: Exception) -> str:
    """What happened. The text of an error that is not the system's may hold the whole request: then its name."""
    if not isinstance(error, OSError):
        return type(error).__name__
    if error.errno is not None and error.errno in errno.errorcode and not isinstance(error, ssl.SSLError):
        return os.strerror(error.errno)
    return error.strerror or type(error).__name__


def _is_plain_http(error: OSError) -> bool:
    """Whether a server without TLS was asked over https; other failures of a handshake may pass."""
    return isinstance(error, ssl.SSLError) and "WRONG_VERSION_NUMBER" in str(error)


async def _whole(response: aiohttp.ClientResponse) -> bytes | None:
    """The body; None where it is too large."""
    length = response.content_length
    if length is not None and length <= LARGEST_ANSWER and "Content-Encoding" not in response.headers:
        return await response.read()
    pieces = bytearray()
    async for piece in response.content.iter_any():
        pieces += piece
        if len(pieces) > LARGEST_ANSWER:
            return None
    return bytes(pieces)
