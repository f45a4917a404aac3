"""A submission: one rater's form for one item, as one line of a log."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from accord.canonical import compact
from accord.spec.roles import Role

SCHEMA = "accord.submission/1"
FAMILY, _, NEWEST = SCHEMA.partition("/")

FIRST = "first"
"""The pass of submissions made before anyone resolves anything."""

AnswerState = Literal["answered", "abstained", "missing", "off_label", "not_asked"]
SubmissionState = Literal["answered", "invalid", "unusable"]
SUBMISSION_STATES: tuple[SubmissionState, ...] = get_args(SubmissionState)


class Record(BaseModel):
    """Base of the parts of a line: unknown keys are refused, nothing can be changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Rater(Record):
    """Who answers."""

    name: str = Field(min_length=1)
    """The name, unique within a role."""
    role: Role
    """A person, a judge of outputs, or a model."""
    model: str | None = None
    """The model that was asked for, of a machine."""
    resolved_model: str | None = None
    """The model that answered, where the service says so."""


class Answer(Record):
    """What was said in one field."""

    state: AnswerState
    """See the table of states."""
    value: JsonValue = None
    """The label, number, list of labels or list of boxes; the kind of an abstention; nothing in other states."""
    raw: JsonValue = None
    """What was written, where it is not the value to the letter."""


class Source(Record):
    """Where a submission was read."""

    file: str
    """The path as it was given."""
    sha256: str | None = None
    """The digest of that file."""
    line: int | None = None
    """The line, or the number of the record."""
    cell: str | None = None
    """The sheet and row of a workbook."""
    saved: str | None = None
    """When that file was last saved, in UTC, by its own account."""


class SpecOf(Record):
    """The form that was filled in."""

    version: str
    """The version of the benchmark."""
    digest: str
    """The digest of what was asked (`Benchmark.form_digest`)."""


class Submission(Record):
    """One filled-in form."""

    schema_: str = Field(alias="schema")
    """The name and version of this layout."""
    id: str
    """SHA-256 of what was said: see `submission_id`."""
    item: str
    """The item."""
    of: str | None = None
    """The id of the submission that this one is about."""
    rater: Rater
    """Who answers."""
    pass_: str = Field(FIRST, alias="pass")
    """`first`, or the name of a later pass."""
    at: str | None = None
    """When the rater answered, in UTC, where it is known."""
    logged_at: str
    """When this line was written, in UTC."""
    state: SubmissionState
    """Whether there is a form at all."""
    reason: str | None = None
    """Why there is none."""
    answers: dict[str, Answer]
    """Field -> what was said."""
    supersedes: str | None = None
    """The id of the rater's standing record that this one corrects."""
    source: Source | None = None
    """Where it was read."""
    spec: SpecOf
    """The form that was filled in."""
    reply: dict[str, JsonValue] | None = None
    """What a machine replied: raw text, finish reason, usage, latency, digest of the prompt."""


def submission_id(
    item: str,
    of: str | None,
    rater: str,
    role: str,
    passing: str,
    spec: str,
    state: str,
    answers: str,
    supersedes: str | None,
) -> str:
    """The id of a submission: SHA-256 of what was said. Source and times are not in it.

    answers: what `said_text` gives. spec: the digest of the form.
    """
    head = compact([item, of, rater, role, passing, spec, state, supersedes])
    return hashlib.sha256(f"{head}{answers}".encode()).hexdigest()


def id_of(submission: Submission) -> str:
    """The id that a submission must have by its content."""
    return submission_id(
        submission.item,
        submission.of,
        submission.rater.name,
        submission.rater.role,
        submission.pass_,
        submission.spec.digest,
        submission.state,
        said_text({name: answer_parts(answer) for name, answer in submission.answers.items()}),
        submission.supersedes,
    )


def said_text(answers: Mapping[str, Mapping[str, Any]]) -> str:
    """The one JSON text of what was said: the raw text only where there is no value, so that 1.0 is no other answer
    than 1.

    >>> said_text({"b": {"state": "missing"}, "a": {"state": "answered", "value": "1", "raw": "1.0"}})
    '{"a":{"state":"answered","value":"1"},"b":{"state":"missing"}}'
    """
    return compact({name: _said(parts) for name, parts in answers.items()})


def _said(parts: Mapping[str, Any]) -> Mapping[str, Any]:
    if "raw" not in parts or parts["state"] == "off_label":
        return parts
    return {key: value for key, value in parts.items() if key != "raw"}


def answer_parts(answer: Answer) -> dict[str, Any]:
    """An answer as it stands in a line: what is absent is left out."""
    parts = {"state": answer.state, "value": answer.value, "raw": answer.raw}
    return {key: value for key, value in parts.items() if value is not None}
