"""Recorded replies in place of a network: lines of a log, or lines that were made elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from accord.annotations.rows.tally import Tally
from accord.errors import InputError
from accord.findings import Finding, counted
from accord.llm.client.errors import RequestFailed
from accord.llm.completion import Completion
from accord.llm.seat import Question
from accord.spec.machine import Machine

LAYOUT = '{"rater": "gpt", "item": "a", "of": "model-1", "reply": {"content": "..."}}'


Name = tuple[str, str, str | None]


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
    fields: tuple[str, ...] | None = None
    prompt_digest: str | None = None
    usage: _Usage = _Usage()


class _Rater(_Part):
    name: str
    resolved_model: str | None = None


class _Line(_Part):
    rater: str | _Rater
    item: str
    of: str | None = None
    reply: _Reply | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """One reply. prompt: the digest of what was asked, where the recording says it."""

    completion: Completion
    prompt: str | None


@dataclass
class Recording:
    """Recorded replies: (rater, item, output) -> the last one. The output is named by its id or by the model's name.

    findings: replies to one form that differ.
    """

    replies: dict[Name, Recorded]
    findings: list[Finding] = field(default_factory=list)
    _used: set[Name] = field(default_factory=set)

    def unused(self, raters: Iterable[str]) -> list[Finding]:
        """A finding where replies of these raters were not asked for."""
        named = set(raters)
        left = [name for name in self.replies if name[0] in named and name not in self._used]
        if not left:
            return []
        rater, item, of = left[0]
        first = f"{rater}, {item}" if of is None else f"{rater}, {item}, {of}"
        message = (
            f"{counted(len(left), 'recorded reply was', 'recorded replies were')} not asked for, the first: {first}"
        )
        return [Finding("unused_replies", "info", "", message, None, len(left))]

    def asker(self, machine: Machine) -> Callable[[Question], Awaitable[Completion]]:
        """What answers for one rater.

        It raises RequestFailed: `not_recorded` where there is no reply, and `order_unknown` for a line of values
        where the recording says neither in which order its fields were asked nor what the prompt was.
        """
        rater = machine.name
        is_line = machine.layout == "csv"

        async def answer(question: Question) -> Completion:
            unit = question.unit
            about = unit.item if unit.model is None else f"{unit.item}, output of {unit.model}"
            for of in dict.fromkeys((unit.of, unit.model)):
                found = self.replies.get((rater, unit.item, of))
                if found is None:
                    continue
                self._used.add((rater, unit.item, of))
                fields = found.completion.fields
                if is_line and fields is None and found.prompt != question.prompt.digest:
                    raise RequestFailed("order_unknown", 0, f"the reply about {about} does not say its `fields`")
                if fields is not None and set(fields) != set(question.prompt.fields):
                    raise RequestFailed("other_fields", 0, f"the reply about {about} answers other fields")
                return found.completion
            raise RequestFailed("not_recorded", 0, f"no reply of {rater} is recorded for {about}")

        return answer


def read_recording(path: Path) -> Recording:
    """The replies in a file of JSON Lines, or in all of a folder (the logs of a role). Raises InputError, OSError.

    A line is a line of a log, or an object with `rater`, `item`, `of` (of a judgement: the model's name, or the id of
    its submission) and `reply` with `content` and, where they are known, `finish_reason`, `model`, `usage`,
    `reasoning`, `refusal`, and `fields`: the order in which a line of values was asked for.
    """
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not files:
        raise InputError([Finding("no_replies", "error", str(path), "the folder holds no .jsonl file")])
    replies: dict[Name, Recorded] = {}
    repeated: dict[Name, str] = {}
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
                key = name, read.item, read.of
                found = Recorded(_completion(read), read.reply.prompt_digest)
                if key in replies and replies[key].completion.content != found.completion.content:
                    repeated.setdefault(key, f"{file}:{number}")
                replies[key] = found
    problems = tally.problems()
    if problems:
        raise InputError(problems)
    if not replies:
        raise InputError([Finding("no_replies", "error", str(path), "no line holds a reply", f"a line is {LAYOUT}")])
    return Recording(replies, _repeated(repeated))


def _repeated(places: dict[Name, str]) -> list[Finding]:
    if not places:
        return []
    message = f"{counted(len(places), 'form has', 'forms have')} several replies that differ; the last one counts"
    return [Finding("repeated_replies", "warning", next(iter(places.values())), message, None, len(places))]


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
        fields=reply.fields,
    )
