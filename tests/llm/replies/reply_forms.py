"""Forms that the tests of replies share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accord.llm.replies.form import ReplyForm
from accord.llm.replies.read import Read
from accord.spec.field import Field
from accord.spec.fields import Binary, Choice, Labels, Text

MUSEUM = ("title", "culture", "period", "origin", "creator")


def judge_form(accept: Iterable[str] = (), strict: bool = False) -> ReplyForm:
    """Five verdicts, 0 or 1."""
    return ReplyForm({name: Binary() for name in MUSEUM}, {}, "json", frozenset(accept), strict)


def street_row_form(**more: Any) -> ReplyForm:
    """A line of five values: one free text, one set."""
    fields: dict[str, Field] = {
        "scene": Choice(["street", "park"]),
        "people": Text(),
        "materials": Labels(["brick", "stone", 'brick "red"']),
        "mood": Choice(["calm", "busy"]),
        "overall": Choice(["accessible", "inviting"]),
    }
    return ReplyForm(fields, {}, "csv", **more)


def said(read: Read) -> dict[str, Any]:
    """Field -> value of an answer, or the state where there is none."""
    return {
        name: answer["value"] if answer["state"] == "answered" else answer["state"]
        for name, answer in read.answers.items()
    }
