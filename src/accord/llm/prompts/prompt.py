"""One request in the words of chat completions, and what is remembered of it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from accord.canonical import compact
from accord.llm.prompts.pictures import Sent

BYTES_PER_TOKEN = 3.5
TOKENS_PER_MESSAGE = 4
PIXELS_PER_TOKEN = 750


@dataclass(frozen=True, eq=False)
class Prompt:
    """A form about one item or one output, as a chat request.

    messages: system and user, as OpenAI's chat completions take them; the user's content is a text, or pictures as data
    URLs and then a text. fields: those that are asked, in the order of the prompt. schema: JSON schema of the reply;
    prompts share it, so it is not to be changed. digest: SHA-256 of the canonical JSON of the messages, in which
    `sha256:<digest of its bytes>` stands for the URL of a picture.

    tokens: an estimate, since every model counts otherwise: a token for 3.5 bytes of UTF-8 (English has 4 to 5,
    Chinese about 3 to 5, JSON about 3), 4 for each message, and for a picture one for 750 of its pixels as it is sent.
    The schema is not counted.
    """

    messages: list[dict[str, Any]]
    fields: tuple[str, ...]
    schema: dict[str, Any]
    digest: str
    tokens: int


def made_prompt(
    system: str, user: str, pictures: Sequence[Sent], fields: tuple[str, ...], schema: dict[str, Any]
) -> Prompt:
    """The prompt of two texts and pictures, which come before the text of the user."""
    canonical = compact(
        [_message("system", system), _message("user", _content(user, [f"sha256:{p.sha256}" for p in pictures]))]
    )
    written = canonical.encode()
    bytes_of_text = len(system.encode()) + len(user.encode())
    tokens = bytes_of_text / BYTES_PER_TOKEN + 2 * TOKENS_PER_MESSAGE
    tokens += sum(picture.width * picture.height for picture in pictures) / PIXELS_PER_TOKEN
    messages = [_message("system", system), _message("user", _content(user, [picture.url for picture in pictures]))]
    return Prompt(messages, fields, schema, hashlib.sha256(written).hexdigest(), ceil(tokens))


def _message(role: str, content: str | list[dict[str, Any]]) -> dict[str, Any]:
    return {"role": role, "content": content}


def _content(text: str, urls: Sequence[str]) -> str | list[dict[str, Any]]:
    if not urls:
        return text
    return [*({"type": "image_url", "image_url": {"url": url}} for url in urls), {"type": "text", "text": text}]
