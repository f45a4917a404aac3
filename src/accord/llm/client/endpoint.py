"""Where a machine is asked, under which model name and with which key: what the environment says."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit, urlunsplit

from accord.errors import UsageError
from accord.llm.client.secret import Secret
from accord.spec.machine import Machine

HOME = "https://api.openai.com/v1"
COMPLETIONS = "/chat/completions"
VERSION = re.compile(r"v\d+\w*")
KEY = re.compile(r"[!-~]+")
SECRET_QUERY = re.compile(r"key|token|code|sig|secret|pass|auth", re.IGNORECASE)
AZURE = (".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com")
"""Hosts that want a key in a header of their own."""
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Endpoint:
    """One place to ask. url: as it was given, up to `/chat/completions`, perhaps with a password; key: None where none
    is sent; key_name, url_name: the variables that key and address came from.
    """

    url: str = field(repr=False)
    model: str
    key: Secret | None
    key_name: str | None
    url_name: str = "OPENAI_BASE_URL"

    @property
    def shown(self) -> str:
        """The address as it may be shown and kept: no user, no password, no query."""
        parts = urlsplit(self.url)
        return urlunsplit((parts.scheme, _host(parts), parts.path, "", ""))

    @property
    def address(self) -> str:
        """The address that is asked: without user and password, which go into a header."""
        parts = urlsplit(self.url)
        return urlunsplit((parts.scheme, _host(parts), parts.path, parts.query, ""))

    @property
    def authorization(self) -> dict[str, str]:
        """The header that proves who asks; none without a key."""
        parts = urlsplit(self.url)
        if self.key is not None:
            if (parts.hostname or "").endswith(AZURE):
                return {"api-key": self.key.reveal()}
            return {"Authorization": f"Bearer {self.key.reveal()}"}
        if parts.username is None:
            return {}
        return {"Authorization": f"Basic {base64.b64encode(_credentials(parts).encode()).decode()}"}

    def hide_in(self, text: str) -> str:
        """The text without the key, and without the password and the keys of the address."""
        for secret in self._secrets:
            text = secret.hide_in(text)
        return text

    @cached_property
    def _secrets(self) -> tuple[Secret, ...]:
        parts = urlsplit(self.url)
        texts = [value for name, value in parse_qsl(parts.query) if SECRET_QUERY.search(name)]
        if parts.username is not None:
            texts += [_credentials(parts), unquote(parts.password or parts.username)]
        return tuple(filter(None, [self.key, *(Secret(text) for text in texts if text)]))


def endpoint_of(machine: Machine, environment: Mapping[str, str]) -> Endpoint:
    """Where a machine is asked. Raises UsageError, which names the variables to set.

    The address is `<ENV>_BASE_URL`, else `OPENAI_BASE_URL`, else OpenAI itself where there is a key. It may end before
    `/v1`, with it, or with `/chat/completions`; a query stays. The model is `<ENV>_MODEL`, else `model` of the rater,
    else its name. The key is `<ENV>_API_KEY`; set to nothing, no key is sent.

    Without that variable the key is `OPENAI_API_KEY`, but only for the service that it belongs to: that of
    `OPENAI_BASE_URL`, or OpenAI itself where this is not set. A `<ENV>_BASE_URL` with another scheme, host or port gets
    no key: one would be handed from one service to another, unasked.
    """
    its, home = f"{machine.variables}_BASE_URL", "OPENAI_BASE_URL"
    own, common = f"{machine.variables}_API_KEY", "OPENAI_API_KEY"
    source = next((name for name in (its, home) if environment.get(name, "").strip()), None)
    if source is None and not (environment.get(own) or environment.get(common)):
        names = " or ".join(dict.fromkeys([its, home]))
        keys = " or ".join(dict.fromkeys([own, common]))
        raise UsageError(
            f"{machine.name}: nothing says where it is asked: set {names} to the address of a server, "
            f"or {keys} to ask OpenAI"
        )
    parts = _address(environment[source] if source else HOME, source or home)
    theirs = environment.get(home, "").strip() or HOME
    fits = source != its or _origin(parts) == _origin(_address(theirs, home))
    key_name = own if own in environment else common if fits else None
    key = _key(environment.get(key_name, ""), key_name) if key_name else None
    if key is not None and parts.username is not None:
        raise UsageError(
            f"{machine.name}: {source} holds a user or password and {key_name} a key, and only one can be sent: "
            f"take it out of {source}, or set {own} to nothing"
        )
    model = environment.get(f"{machine.variables}_MODEL", "").strip() or machine.model or machine.name
    return Endpoint(urlunsplit(parts), model, key, key_name if key else None, source or home)


def _address(text: str, source: str) -> SplitResult:
    """The parts of the whole address. Raises UsageError without the text: it may hold a password."""
    text = text.strip()
    try:
        parts = urlsplit(text)
        fine = parts.scheme in PORTS and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        fine = False
    if not fine or not KEY.fullmatch(text):
        raise UsageError(f"{source}: must be an address such as http://localhost:8000/v1 (http or https, and a host)")
    path = parts.path.rstrip("/")
    if not path.endswith(COMPLETIONS):
        steps = path.split("/")
        # Gateways have the version, or a deployment, somewhere in the path: then none is added.
        numbered = "deployments" in steps or any(VERSION.fullmatch(step) for step in steps)
        path += COMPLETIONS if numbered else f"/v1{COMPLETIONS}"
    return parts._replace(path=path, fragment="")


def _key(text: str, name: str) -> Secret | None:
    if not text:
        return None
    if not KEY.fullmatch(text):
        raise UsageError(f"{name}: a key has no white space, line ends, or letters beyond ASCII")
    return Secret(text)


def _origin(parts: SplitResult) -> tuple[str, str | None, int]:
    return parts.scheme, parts.hostname, parts.port or PORTS[parts.scheme]


def _host(parts: SplitResult) -> str:
    return parts.netloc.rpartition("@")[2]


def _credentials(parts: SplitResult) -> str:
    return f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
