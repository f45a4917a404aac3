"""What a service says went wrong, in whichever of the usual shapes it says it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

LONGEST = 4000
"""Characters that are looked through for what is meant."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One error. code: all machine names that it has, in small letters with blanks between; parameter: the part of
    the request that it is about; text: what it says, at most 4,000 characters; status: of HTTP, or what stands for it
    in the body; flagged: whether a moderation of the prompt is meant.
    """

    status: int
    code: str = ""
    parameter: str = ""
    text: str = ""
    flagged: bool = False


def problem_of(status: int, body: bytes, hide: Callable[[str], str] = str) -> Problem:
    """What the body of an error says; `hide` takes secrets out of every text before it is cut.

    >>> problem_of(400, b'{"error": {"message": "no", "code": "unsupported_value", "param": "temperature"}}')
    Problem(status=400, code='unsupported_value', parameter='temperature', text='no', flagged=False)
    >>> problem_of(502, b"<html>Bad gateway</html>").text
    '<html>Bad gateway</html>'
    """
    try:
        document = from_json(body)
    except ValueError:
        return Problem(status, text=hide(body.decode("utf-8", "replace"))[:LONGEST])
    return problem_in(status, document, hide)


def problem_in(status: int, document: Any, hide: Callable[[str], str] = str) -> Problem:
    """The same for a body that was read already. Gateways put errors into answers of status 200: then the status is the
    one that the body states, if it states one.
    """
    if isinstance(document, list) and document:
        document = document[0]
    if not isinstance(document, dict):
        return Problem(status, text=hide(str(document))[:LONGEST])
    error = document.get("error") or document
    if not isinstance(error, dict):
        error = {"message": error}
    inner, metadata = _dict(error.get("innererror")), _dict(error.get("metadata"))
    detail = error.get("detail")
    codes = [error.get("code"), error.get("type"), error.get("status"), inner.get("code"), document.get("code")]
    texts = [error.get("message"), error.get("msg"), *_details(detail), metadata.get("raw"), error.get("reason")]
    parameter = error.get("param") or _place(detail)
    return Problem(
        status if status >= 300 else _stated(error.get("code")) or status,
        " ".join(dict.fromkeys(hide(code).lower() for code in codes if isinstance(code, str))),
        hide(parameter) if isinstance(parameter, str) else "",
        hide("; ".join(text for text in texts if isinstance(text, str) and text))[:LONGEST],
        "flagged_input" in metadata,
    )


def _stated(code: Any) -> int | None:
    """The status that a body states for itself."""
    return code if isinstance(code, int) and not isinstance(code, bool) and 400 <= code < 600 else None


def _details(detail: Any) -> Iterator[str]:
    """The messages of pydantic's errors, each with its place; not `input`, which may be the whole request."""
    if isinstance(detail, str):
        yield detail
    for each in detail if isinstance(detail, list) else []:
        place = ".".join(str(step) for step in each.get("loc", ())) if isinstance(each, dict) else ""
        yield f"{place}: {_dict(each).get('msg')} ({_dict(each).get('type')})"


def _place(detail: Any) -> str:
    """Where the only error of pydantic lies."""
    if isinstance(detail, list) and len(detail) == 1 and isinstance(_dict(detail[0]).get("loc"), list):
        return ".".join(str(step) for step in detail[0]["loc"][:2])
    return ""


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
