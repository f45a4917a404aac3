"""A reply as a line of the log."""

from __future__ import annotations

from typing import Any

from accord.annotations.log.submission import FIRST, SCHEMA, Submission, answer_parts, said_text, submission_id
from accord.canonical import compact_in_order
from accord.llm.completion import Completion
from accord.llm.prompts.prompt import Prompt
from accord.llm.replies.read import Read
from accord.llm.units import Unit
from accord.spec.benchmark import Benchmark
from accord.spec.labels import is_text
from accord.spec.machine import Machine

Answers = dict[str, dict[str, Any]]
Draft = dict[str, Any]
"""A line of the log without its id, its times, and what it corrects."""


class Recorder:
    """Makes the lines of one machine's log. model: that is asked for; template: the digest of the prompt's template."""

    def __init__(self, benchmark: Benchmark, machine: Machine, model: str, template: str) -> None:
        self._machine = machine
        self._model = model
        self._template = template
        self.form = benchmark.form_digest
        self._spec = {"version": benchmark.version, "digest": self.form}
        self._fields = benchmark.asked(machine.role, about_output=machine.role == "judge")

    def draft(self, unit: Unit, prompt: Prompt, completion: Completion, read: Read) -> Draft:
        """What a reply says."""
        return {
            "item": unit.item,
            "of": unit.of,
            "rater": self._rater(completion),
            "state": read.state,
            "reason": read.reason,
            "answers": self._answers(prompt, read) if read.state == "answered" else {},
            "spec": self._spec,
            "reply": self._reply(prompt, completion, read),
        }

    def _answers(self, prompt: Prompt, read: Read) -> Answers:
        """What was said, and the fields that the protocol leaves blank for this unit."""
        blank: Answers = {name: {"state": "not_asked"} for name in self._fields if name not in prompt.fields}
        answers = {**blank, **read.answers}
        return {name: answers[name] for name in sorted(answers)}

    def _rater(self, completion: Completion) -> dict[str, str]:
        rater = {"name": self._machine.name, "role": self._machine.role, "model": self._model}
        return rater if completion.model is None else {**rater, "resolved_model": completion.model}

    def _reply(self, prompt: Prompt, completion: Completion, read: Read) -> dict[str, Any]:
        # Thoughts are long, and no answer: they are kept where there is nothing else to look at.
        thoughts = completion.reasoning if not completion.content else None
        usage = {"input_tokens": completion.input_tokens, "output_tokens": completion.output_tokens}
        # A line of values says by its order alone which field each is of.
        order = (completion.fields or prompt.fields) if self._machine.layout == "csv" else None
        reply = {
            "raw": writable(completion.content),
            "reasoning": writable(thoughts),
            "refusal": writable(completion.refusal),
            "finish_reason": completion.finish_reason,
            "detail": writable(read.detail),
            "tolerances": list(read.tolerances) or None,
            "format": completion.format,
            "fields": None if order is None else list(order),
            "usage": {key: count for key, count in usage.items() if count is not None} or None,
            "latency_ms": round(completion.seconds * 1000, 3),
            "tries": completion.tries,
            "fingerprint": completion.fingerprint,
            "prompt_digest": prompt.digest,
            "template_digest": self._template,
        }
        return {key: value for key, value in reply.items() if value is not None}


def draft_of(submission: Submission) -> Draft:
    """What a record of the log says."""
    said = submission.model_dump(mode="json", exclude_none=True, include={"item", "of", "rater", "state", "reason"})
    answers = {name: answer_parts(answer) for name, answer in submission.answers.items()}
    return {**said, "answers": answers, "spec": submission.spec.model_dump(), "reply": submission.reply}


def line_of(draft: Draft, supersedes: str | None, at: str) -> tuple[str, str]:
    """The id of a submission, and its line. supersedes: the id of the one that stood; at: when the reply came."""
    rater, answers = draft["rater"], draft["answers"]
    unit = (draft["item"], draft.get("of"), rater["name"], rater["role"], FIRST)
    name = submission_id(*unit, draft["spec"]["digest"], draft["state"], said_text(answers), supersedes)
    record = {
        "schema": SCHEMA,
        "id": name,
        "item": draft["item"],
        "of": draft.get("of"),
        "rater": rater,
        "pass": FIRST,
        "at": at,
        "logged_at": at,
        "state": draft["state"],
        "reason": draft.get("reason"),
        "answers": answers,
        "supersedes": supersedes,
        "spec": draft["spec"],
        "reply": draft["reply"],
    }
    return name, compact_in_order(record)


def worth(draft: Draft) -> int:
    """How much a reply says: 0 where it cannot be read, else one more than the fields that have an answer of some kind.

    >>> worth({"state": "invalid", "answers": {}}), worth({"state": "answered", "answers": {"a": {"state": "missing"}}})
    (0, 1)
    """
    if draft["state"] == "invalid":
        return 0
    return 1 + sum(1 for answer in draft["answers"].values() if answer["state"] != "missing")


def writable(text: str | None) -> str | None:
    r"""A text that UTF-8 can hold: halves of character pairs, which JSON may carry, are spelled out.

    >>> writable("a\ud800") == "a" + chr(92) + "ud800"
    True
    """
    return text if text is None or is_text(text) else text.encode("utf-8", "backslashreplace").decode()
