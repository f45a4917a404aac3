"""The body of an answer of status 200: a completion, or why it is none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from pydantic_core import from_json

from accord.llm.client.problem import Problem, problem_in, problem_of
from accord.llm.completion import Completion

MOST_TOKENS = 10**9
"""A count beyond this is none."""


class NoCompletion(Exception):
    """The body is no completion. reason: a code of RequestFailed; problem: what the body says instead."""

    def __init__(self, reason: str, problem: Problem) -> None:
        super().__init__(reason)
        self.reason, self.problem = reason, problem


def completion_of(body: bytes, hide: Callable[[str], str], format: str, tries: int, seconds: float) -> Completion:
    """The first choice of the body; `hide` is applied to every text. The content type is not looked at: a completion
    under a wrong one is paid for all the same.

    Content in parts is joined: parts of text to the content, of thinking to the reasoning. Raises NoCompletion:
    `server_error` for an error in an answer of status 200, `empty_choices`, and `bad_body` for anything else (HTML, a
    part of a body, a content that is neither text nor parts nor null).
    """
    document = _document(body)
    if not isinstance(document, dict):
        raise NoCompletion("bad_body", problem_of(200, body, hide))
    if document.get("error"):
        raise NoCompletion("server_error", problem_in(200, document, hide))
    choices = document.get("choices")
    if choices == []:
        raise NoCompletion("empty_choices", Problem(200, text="the answer has no choices"))
    choice = choices[0] if isinstance(choices, list) else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise NoCompletion("bad_body", problem_of(200, body, hide))
    if choice.get("error"):
        raise NoCompletion("server_error", problem_in(200, choice, hide))
    if choice.get("finish_reason") == "error":
        raise NoCompletion("server_error", Problem(200, text="finish_reason is error"))
    content, thoughts, refusal = message.get("content"), None, message.get("refusal")
    if content is not None and not isinstance(content, str):
        content, thoughts, refused = _joined(content)
        refusal = refusal or refused
    reasoning = message.get("reasoning_content") or message.get("reasoning") or thoughts
    usage = document.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Completion(
        _text(content, hide),
        _text(reasoning, hide),
        _text(refusal, hide),
        _text(choice.get("finish_reason"), hide),
        _text(document.get("model"), hide),
        _text(document.get("system_fingerprint"), hide),
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
        format,
        tries,
        seconds,
    )


def _document(body: bytes) -> Any:
    """The body as JSON; None where it is none."""
    try:
        return from_json(body)
    except ValueError:
        pass
    try:
        # Python's own reader takes half of a surrogate pair, which a reply that was cut off may hold.
        return json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None


def _text(value: Any, hide: Callable[[str], str]) -> str | None:
    if not isinstance(value, str):
        return None
    if not value.isascii():
        value = value.encode("utf-8", "replace").decode()
    return hide(value)


def _count(value: Any) -> int | None:
    """A number of tokens; None for what cannot be one."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS else None


def _joined(content: Any) -> tuple[str | None, str | None, str | None]:
    """Text, thoughts and refusal of a content in parts; None for what no part has."""
    if not isinstance(content, list) or not all(isinstance(part, dict) for part in content):
        raise NoCompletion("bad_body", Problem(200, text="the content is neither text nor a list of parts"))
    return _of_kind(content, ("text", "output_text")), _of_kind(content, ("thinking",)), _of_kind(content, ("refusal",))


def _of_kind(parts: list[dict[str, Any]], kinds: tuple[str, ...]) -> str | None:
    texts = [text for part in parts if part.get("type") in kinds for text in _texts(part)]
    return "".join(texts) if texts else None


def _texts(part: dict[str, Any]) -> Iterator[str]:
    """The texts of a part; those of thinking may be parts again."""
    for key in ("text", "thinking", "refusal"):
        value = part.get(key)
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from (
                inner["text"] for inner in value if isinstance(inner, dict) and isinstance(inner.get("text"), str)
            )
