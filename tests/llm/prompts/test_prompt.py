"""A prompt as a request: its messages, what its digest holds, and how its tokens are estimated."""

from __future__ import annotations

import hashlib
import json

from accord.llm.prompts.pictures import Sent
from accord.llm.prompts.prompt import made_prompt

PICTURE = Sent("data:image/png;base64,AAAA", "ab" * 32, 300, 200, (600, 400))
SCHEMA = {"type": "object"}


def test_a_prompt_without_pictures_is_two_texts():
    prompt = made_prompt("Rules", "Frage: é", [], ("a", "b"), SCHEMA)
    assert prompt.messages == [{"role": "system", "content": "Rules"}, {"role": "user", "content": "Frage: é"}]
    assert (prompt.fields, prompt.schema) == (("a", "b"), SCHEMA)


def test_the_digest_is_that_of_the_canonical_messages():
    prompt = made_prompt("Rules", "Frage: é", [], ("a",), SCHEMA)
    text = '[{"content":"Rules","role":"system"},{"content":"Frage: é","role":"user"}]'
    assert prompt.digest == hashlib.sha256(text.encode()).hexdigest()


def test_pictures_come_first_and_count_by_their_bytes():
    prompt = made_prompt("Rules", "See", [PICTURE, PICTURE], ("a",), SCHEMA)
    parts = prompt.messages[1]["content"]
    assert [part["type"] for part in parts] == ["image_url", "image_url", "text"]
    assert parts[0]["image_url"] == {"url": PICTURE.url}
    content = [{"type": "image_url", "image_url": {"url": f"sha256:{PICTURE.sha256}"}}] * 2
    messages = [
        {"role": "system", "content": "Rules"},
        {"role": "user", "content": [*content, {"type": "text", "text": "See"}]},
    ]
    text = json.dumps(messages, sort_keys=True, separators=(",", ":"))
    assert prompt.digest == hashlib.sha256(text.encode()).hexdigest()


def test_fields_and_schema_are_not_in_the_digest():
    assert made_prompt("a", "b", [], ("a",), SCHEMA).digest == made_prompt("a", "b", [], (), {}).digest


def test_tokens_are_counted_by_bytes_messages_and_pixels():
    assert made_prompt("abcd", "é" * 5, [], (), {}).tokens == 12  # 14 / 3.5 + 2 * 4
    assert made_prompt("abcd", "é" * 5, [PICTURE], (), {}).tokens == 92  # 300 * 200 / 750 more
    assert made_prompt("abcde", "é" * 5, [], (), {}).tokens == 13
