"""A reply as a line of the log."""

from __future__ import annotations

from typing import Any

from accord.annotations.log.submission import FIRST, SCHEMA, said_text, submission_id
from accord.canonical import compact_in_order
from accord.llm.completion import Completion
from accord.llm.prompts.prompt import Prompt
from accord.llm.replies.read import Read
from accord.llm.units import Unit
from accord.spec.benchmark import Benchmark
from accord.spec.labels import is_text
from accord.spec.machine import Machine

Answers = dict[str, dict[str, Any]]


class Recorder:
    """Makes the lines of one machine's log. model: that is asked for; template: the digest of the prompt's template."""

    def __init__(self, benchmark: Benchmark, machine: Machine, model: str, template: str) -> None:
        self._machine = machine
        self._model = model
        self._template = template
        self._digest = benchmark.form_digest
        self._spec = {"version": benchmark.version, "digest": self._digest}
        self._fields = benchmark.asked(machine.role, about_output=machine.role == "judge")

    def line(
        self, unit: Unit, prompt: Prompt, completion: Completion, read: Read, supersedes: str | None, at: str
    ) -> tuple[str, str]:
        """The id of a submission, and its line. supersedes: the id of the one that stood; at: when the reply came."""
        answers = self._answers(prompt, read) if read.state == "answered" else {}
        rater = self._machine.name, self._machine.role
        name = submission_id(
            unit.item, unit.of, *rater, FIRST, self._digest, read.state, said_text(answers), supersedes
        )
        record = {
            "schema": SCHEMA,
            "id": name,
            "item": unit.item,
            "of": unit.of,
            "rater": self._rater(completion),
            "pass": FIRST,
            "at": at,
            "logged_at": at,
            "state": read.state,
            "reason": read.reason,
            "answers": answers,
            "supersedes": supersedes,
            "spec": self._spec,
            "reply": self._reply(prompt, completion, read),
        }
        return name, compact_in_order(record)

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
        reply = {
            "raw": writable(completion.content),
            "reasoning": writable(thoughts),
            "refusal": writable(completion.refusal),
            "finish_reason": completion.finish_reason,
            "detail": read.detail,
            "tolerances": list(read.tolerances) or None,
            "format": completion.format,
            "usage": {key: count for key, count in usage.items() if count is not None} or None,
            "latency_ms": round(completion.seconds * 1000, 3),
            "tries": completion.tries,
            "fingerprint": completion.fingerprint,
            "prompt_digest": prompt.digest,
            "template_digest": self._template,
        }
        return {key: value for key, value in reply.items() if value is not None}


def writable(text: str | None) -> str | None:
    r"""A text that UTF-8 can hold: halves of character pairs, which JSON may carry, are spelled out.

    >>> writable("a\ud800") == "a" + chr(92) + "ud800"
    True
    """
    return text if text is None or is_text(text) else text.encode("utf-8", "backslashreplace").decode()
