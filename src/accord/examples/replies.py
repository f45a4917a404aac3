"""Recorded replies of made-up machines: how they write one form in many ways, and what a recording holds of each.

What writes a form takes field -> answer and gives the whole text of a reply.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Form = Mapping[str, object]
Writing = Callable[[Form], str]

_CHARACTERS = 4  # in a token, about


@dataclass(frozen=True)
class Reply:
    """One reply. content: None where there is only a refusal; finish_reason: as services say why it ended; fields: of a
    line of values, in the order in which they were asked.
    """

    content: str | None
    finish_reason: str = "stop"
    refusal: str | None = None
    fields: tuple[str, ...] | None = None

    def recorded(self, model: str, prompt_tokens: int) -> dict[str, object]:
        """As the line of a recording holds it. model: that says that it has answered."""
        said = self.content or self.refusal or ""
        usage = {"prompt_tokens": prompt_tokens, "completion_tokens": -(-len(said) // _CHARACTERS)}
        refusal = {} if self.refusal is None else {"refusal": self.refusal}
        return {
            "content": self.content,
            **refusal,
            **({} if self.fields is None else {"fields": list(self.fields)}),
            "finish_reason": self.finish_reason,
            "model": model,
            "usage": usage,
        }


def plain(form: Form) -> str:
    """One line of JSON."""
    return json.dumps(form, ensure_ascii=False)


def indented(form: Form) -> str:
    """JSON with a line for each field."""
    return json.dumps(form, ensure_ascii=False, indent=2)


def fenced(form: Form) -> str:
    """JSON in a code fence."""
    return f"```json\n{indented(form)}\n```"


def single_quoted(form: Form) -> str:
    """With single quotes, which is no JSON. For answers without quotes.

    >>> single_quoted({"ok": 1})
    "{'ok': 1}"
    """
    return plain(form).replace('"', "'")


def capitalized(form: Form) -> str:
    """With the names of the fields in another case.

    >>> capitalized({"title_match": 1})
    '{"Title_Match": 1}'
    """
    return plain({name.title(): answer for name, answer in form.items()})


def with_prose(form: Form) -> str:
    """JSON with a sentence before it and one after."""
    return f"Here is my answer.\n\n{plain(form)}\n\nLet me know if you need the reasons."


def after_thoughts(form: Form) -> str:
    """JSON after a block of reasoning."""
    return f"<think>\nThe fields one at a time, each by itself.\n</think>\n\n{plain(form)}"


def cut_off(text: str) -> Reply:
    """What there is of a reply that has reached the greatest length."""
    return Reply(text[: 2 * len(text) // 3], finish_reason="length")
