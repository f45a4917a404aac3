"""What a machine replied: its answers, or the reason why there are none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from accord.llm.completion import Completion
from accord.llm.replies.csv_reply import read_line
from accord.llm.replies.decode import decoded
from accord.llm.replies.form import ReplyForm
from accord.llm.replies.json_reply import Answers, read_object, read_objects
from accord.llm.replies.reasoning import without_reasoning
from accord.llm.replies.tolerances import REASONS, STATED, TOLERANCES
from accord.llm.replies.unreadable import Unreadable

LONGEST_REPLY: Final = 1_000_000
"""Characters of a reply that is read."""
UNFINISHED: Final = frozenset({"truncated", "no_object", "bad_syntax", "no_answer", "wrong_width", "unclosed_quote"})
"""Reasons that are no other than `truncated` where the reply was cut at the token limit."""

LONGEST_DETAIL: Final = 300
DEEPEST: Final = 50
"""Brackets in brackets that an answer may hold: a log is read again, and by readers that go less deep."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a reply says.

    state: "answered", also where fields are missing or off the labels; "invalid" where the reply cannot be read as the
    form. reason: a code of `REASONS`, when invalid. detail: one sentence for people, also for fields that are missing.
    answers: field -> its answer as it stands in the log, in the order of the fields, every field that was asked; empty
    when invalid. tolerances: codes of `TOLERANCES`, each once.
    """

    state: Literal["answered", "invalid"]
    reason: str | None
    detail: str | None
    answers: dict[str, dict[str, Any]]
    tolerances: tuple[str, ...]


def read_text(text: str, form: ReplyForm) -> Read:
    """The answers in the text of a reply. Nothing is raised.

    >>> from accord.spec.fields import Binary
    >>> form = ReplyForm({"title": Binary(), "period": Binary()}, {}, "json")
    >>> read = read_text("Sure: {'Title': 1}", form)
    >>> read.answers, read.tolerances
    ({'title': {'state': 'answered', 'value': '1'}, 'period': {'state': 'missing'}}, \
('prose', 'python_literal', 'key_case', 'missing_field'))
    """
    try:
        return _read(text, form, cut=False)
    except Unreadable as why:
        return _invalid(why.reason, why.detail)


def read_completion(completion: Completion, form: ReplyForm) -> Read:
    """The answers in a reply, after a look at how it ended. Nothing is raised."""
    if completion.refusal:
        return _invalid("refused", completion.refusal)
    if completion.finish_reason == "content_filter":
        return _invalid("content_filter")
    cut = completion.finish_reason == "length"
    if not (completion.content or "").strip():
        return _without_content(completion, form, cut)
    text = completion.content or ""
    if not cut:
        return read_text(text, form)
    try:
        return _read(text, form, cut=True)
    except Unreadable as why:
        if why.reason == "unclosed_reasoning":
            return _invalid("truncated_in_reasoning")
        return _invalid("truncated" if why.reason in UNFINISHED else why.reason, why.detail)


def _without_content(completion: Completion, form: ReplyForm, cut: bool) -> Read:
    """A reply whose text is empty: all that there may be is reasoning."""
    if not (completion.reasoning or "").strip():
        return _invalid("truncated" if cut else "empty_content")
    if cut:
        return _invalid("truncated_in_reasoning")
    if "reasoning" not in form.accept:
        return _invalid("empty_content", "There is reasoning, which is read only with `accept: [reasoning]`.")
    read = read_text(completion.reasoning or "", form)
    if read.state == "answered" and form.strict:
        return _invalid("not_as_asked", _sentences(["from_reasoning"]))
    return replace(read, tolerances=("from_reasoning", *read.tolerances)) if read.state == "answered" else read


def _read(text: str, form: ReplyForm, cut: bool) -> Read:
    if len(text) > LONGEST_REPLY:
        raise Unreadable("too_long", f"{len(text):,} characters, {LONGEST_REPLY:,} are read.")
    text = text.removeprefix("\ufeff").strip(" \t")
    whole = _whole_object(text, form)
    codes = ["finish_length"] if cut else []
    if whole is None:
        text, reasoned = without_reasoning(text)
        codes += ["reasoning_block"] if reasoned else []
        if not text.strip():
            raise Unreadable("truncated" if cut else "empty_content")
        whole = read_objects(text, form) if _is_of_objects(text, form) else _read_line(text, form, cut)
    return _answered(whole, form, codes)


def _whole_object(text: str, form: ReplyForm) -> Answers | None:
    """The answers of a reply that is one JSON object and nothing else, as most are."""
    if not text.startswith("{") or (form.strict and form.layout == "csv"):
        return None
    try:
        value, end = decoded(text, 0)
    except ValueError:
        return None
    return None if text[end:].strip() else read_object(value, form)


def _is_of_objects(text: str, form: ReplyForm) -> bool:
    """Whether answers are looked for in objects, and not in a line of values."""
    if form.layout == "json":
        return True
    start = text.lstrip()
    if start.startswith("```"):
        start = start.partition("\n")[2].lstrip()
    return not form.strict and start.startswith(("{", "[{"))


def _read_line(text: str, form: ReplyForm, cut: bool) -> Answers:
    if cut and not text.endswith("\n") and not (text.count("```") > 1 and text.rstrip().endswith("```")):
        raise Unreadable("truncated", "The last value of the line may be the beginning of another one.")
    return read_line(text, form)


def _answered(answers: Answers, form: ReplyForm, codes: list[str]) -> Read:
    parts = answers.parts
    codes += answers.codes
    if len(parts) < len(form.columns):
        codes.append("missing_field")
        parts = {name: parts.get(name, {"state": "missing"}) for name in form.columns}
    if any(_depth(answer.get("raw")) > DEEPEST for answer in parts.values()):
        raise Unreadable("too_deep")
    tolerances = tuple(dict.fromkeys(codes))
    missing = [name for name, answer in parts.items() if answer["state"] == "missing"]
    if len(missing) == len(parts):
        raise Unreadable("no_answer", "No field has an answer.")
    repairs = [code for code in tolerances if code not in STATED] if form.strict else []
    if repairs:
        raise Unreadable("not_as_asked", _sentences(repairs))
    detail = _cut(f"No answer for {', '.join(missing)}.") if missing else None
    return Read("answered", None, detail, parts, tolerances)


def _depth(value: Any) -> int:
    """How deep brackets are nested in a value: 0 of one without."""
    depth = 0
    level = [value]
    while level := [inner for outer in level for inner in _inside(outer)]:
        depth += 1
    return depth


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.values()] or [None]
    return (value or [None]) if isinstance(value, list) else []


def _sentences(codes: list[str]) -> str:
    return " ".join(TOLERANCES[code] for code in codes)


def _invalid(reason: str, detail: str = "") -> Read:
    return Read("invalid", reason, _cut(detail or REASONS[reason]), {}, ())


def _cut(detail: str) -> str:
    return detail if len(detail) <= LONGEST_DETAIL else f"{detail[: LONGEST_DETAIL - 3]}..."
