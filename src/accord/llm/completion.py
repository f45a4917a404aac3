"""What a machine said to one request, whatever carried it: the network, or a recording."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Completion:
    """One reply.

    content: its text, None where there is none; reasoning: the thoughts that a server puts beside it; refusal: what it
    says instead of an answer. finish_reason: why it ended (`stop`, `length`, `content_filter`, ...). model: what the
    service says has answered; fingerprint: of its configuration. input_tokens, output_tokens: as the service counts
    them. format: how it was asked for (`json_schema`, `json_object`, `text`, `csv`). tries: how many requests it took;
    seconds: of the last one. fields: the order in which they were asked, where a recording says so.
    """

    content: str | None
    reasoning: str | None = None
    refusal: str | None = None
    finish_reason: str | None = None
    model: str | None = None
    fingerprint: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    format: str = "text"
    tries: int = 1
    seconds: float = 0.0
    fields: tuple[str, ...] | None = None
