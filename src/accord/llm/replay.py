"""Recorded replies in place of a network: lines of a log, or lines that were made elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from accord.annotations.rows.tally import Tally
from accord.errors import InputError
from accord.findings import Finding
from accord.llm.client.errors import RequestFailed
from accord.llm.completion import Completion
from accord.llm.seat import Question

LAYOUT = '{"rater": "gpt", "item": "a", "of": "model-1", "reply": {"content": "..."}}'


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Usage(_Part):
    input_tokens: int | None = Field(None, validation_alias=AliasChoices("input_tokens", "prompt_tokens"))
    output_tokens: int | None = Field(None, validation_alias=AliasChoices("output_tokens", "completion_tokens"))


class _Reply(_Part):
    content: str | None = Field(None, validation_alias=AliasChoices("content", "raw"))
    reasoning: str | None = None
    refusal: str | None = None
    finish_reason: str | None = None
    model: str | None = None
    fingerprint: str | None = None
    format: str = "recorded"
    usage: _Usage = _Usage()


class _Rater(_Part):
    name: str
    resolved_model: str | None = None


class _Line(_Part):
    rater: str | _Rater
    item: str
    of: str | None = None
    reply: _Reply | None = None


@dataclass(frozen=True)
class Recording:
    """Recorded replies: (rater, item, output) -> the last one. The output is named by its id or by the model's name."""

    replies: dict[tuple[str, str, str | None], Completion]

    def asker(self, rater: str) -> Callable[[Question], Awaitable[Completion]]:
        """What answers for one rater. It raises RequestFailed `not_recorded` where there is no reply."""

        async def answer(question: Question) -> Completion:
            unit = question.unit
            for of in dict.fromkeys((unit.of, unit.model)):
                found = self.replies.get((rater, unit.item, of))
                if found is not None:
                    return found
            about = unit.item if unit.model is None else f"{unit.item}, output of {unit.model}"
            raise RequestFailed("not_recorded", 0, f"no reply of {rater} is recorded for {about}")

        return answer


def read_recording(path: Path) -> Recording:
    """The replies in a file of JSON Lines, or in all of a folder (the logs of a role). Raises InputError, OSError.

    A line is a line of a log, or an object with `rater`, `item`, `of` (of a judgement: the model's name, or the id of
    its submission) and `reply` with `content` and, where they are known, `finish_reason`, `model`, `usage`, `reasoning`
    and `refusal`.
    """
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not files:
        raise InputError([Finding("no_replies", "error", str(path), "the folder holds no .jsonl file")])
    replies: dict[tuple[str, str, str | None], Completion] = {}
    tally = Tally(str(path))
    for file in files:
        for number, line in _lines(file):
            try:
                read = _Line.model_validate_json(line)
            except ValidationError as error:
                detail = error.errors(include_url=False)[0]
                where = ".".join(map(str, detail["loc"]))
                message = f"{where}: {detail['msg']}" if where else detail["msg"]
                tally.add("bad_reply", f"{file}:{number}", message, f"a line is {LAYOUT}")
                continue
            if read.reply is not None:
                name = read.rater if isinstance(read.rater, str) else read.rater.name
                replies[name, read.item, read.of] = _completion(read)
    problems = tally.problems()
    if problems:
        raise InputError(problems)
    if not replies:
        raise InputError([Finding("no_replies", "error", str(path), "no line holds a reply", f"a line is {LAYOUT}")])
    return Recording(replies)


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    with file.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            data = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            if data.strip():
                yield number, data


def _completion(line: _Line) -> Completion:
    reply = line.reply
    assert reply is not None
    served = None if isinstance(line.rater, str) else line.rater.resolved_model
    return Completion(
        content=reply.content,
        reasoning=reply.reasoning,
        refusal=reply.refusal,
        finish_reason=reply.finish_reason,
        model=reply.model or served,
        fingerprint=reply.fingerprint,
        input_tokens=reply.usage.input_tokens,
        output_tokens=reply.usage.output_tokens,
        format=reply.format,
        tries=0,
    )
