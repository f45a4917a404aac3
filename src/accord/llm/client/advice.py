"""What to do about an error that ends a run: the variables and keys to look at."""

from __future__ import annotations

from urllib.parse import urlsplit

from accord.findings import visible
from accord.llm.client.endpoint import Endpoint
from accord.spec.machine import Machine

LONGEST = 500


def advice_on(reason: str, endpoint: Endpoint, machine: Machine) -> str:
    """The remedy for a reason of RunStopped."""
    start = machine.variables
    if reason == "bad_key" and endpoint.key is None:
        return f"no key was sent to {endpoint.shown}; set {start}_API_KEY"
    if reason == "bad_key":
        return f"{endpoint.shown} does not accept the key of {endpoint.key_name}"
    if reason == "unknown_model":
        return (
            f"{endpoint.shown} does not know the model {endpoint.model!r}; set {start}_MODEL, or `model` of the rater"
        )
    if reason == "not_found":
        return (
            f"{endpoint.url_name}: no chat completions at {endpoint.shown}; give the whole address if it ends otherwise"
        )
    if reason == "no_credit":
        return f"{endpoint.shown} says that the account has no credit"
    return f"asked at {endpoint.shown}"


def hint_on(reason: str) -> str:
    """What may spare the other requests the same end; empty where nothing is known."""
    if reason == "rate_limited":
        return " (the rater may declare requests_per_minute and tokens_per_minute)"
    return ""


def place_of(location: str) -> str:
    """Where a redirect leads, without what may be a secret."""
    try:
        parts = urlsplit(location)
    except ValueError:
        return "another address"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}" if parts.netloc else parts.path


def one_line(text: str) -> str:
    r"""At most 500 characters on one line.

    >>> one_line("a\n  b"), len(one_line("a" * 1000))
    ('a b', 500)
    """
    line = visible(" ".join(text.split()))
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."
