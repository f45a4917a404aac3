"""PLACEHOLDER of the lead so that `import accord` works; helper A replaces this file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from accord.llm.completion import Completion
from accord.llm.replies.form import ReplyForm


@dataclass(frozen=True, slots=True)
class Read:
    state: Literal["answered", "invalid"]
    reason: str | None
    detail: str | None
    answers: dict[str, dict[str, Any]]
    tolerances: tuple[str, ...]


def read_completion(completion: Completion, form: ReplyForm) -> Read:
    raise NotImplementedError


def read_completion(completion: Completion, form: ReplyForm) -> Read:  # noqa: F811
    import json

    try:
        said = json.loads(completion.content or "")
    except ValueError:
        return Read("invalid", "content_filter" if completion.finish_reason == "content_filter" else "unreadable", None, {}, ())
    answers = {n: {"state": "answered", "value": str(said[n])} if n in said else {"state": "missing"} for n in form.fields}
    return Read("answered", None, None, answers, ())
