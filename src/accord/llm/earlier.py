"""What the log of a machine says already: which forms need not be asked for again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from accord.annotations.log.reader import LogReader
from accord.annotations.log.standing import replaces
from accord.annotations.log.submission import FIRST, Submission
from accord.errors import InputError
from accord.llm.units import Key, Unit
from accord.spec.roles import Role

ASKED_ONCE = frozenset({"content_filter", "refused"})
"""Reasons of replies that are no better when they are asked for again."""


@dataclass(frozen=True, slots=True)
class Said:
    """A standing submission. form, template: digests of what was asked. unfinished: the submission, where another try
    may give more: it cannot be read, or leaves a field out. None where every field that was asked has an answer of some
    kind, or a filter held the reply back.
    """

    id: str
    at: str | None
    form: str
    template: str | None
    unfinished: Submission | None = None


@dataclass
class Earlier:
    """The standing submissions of one machine by unit. served: the models that answered, and how often."""

    said: dict[Key, Said] = field(default_factory=dict)
    served: Counter[str] = field(default_factory=Counter)

    def outstanding(self, units: Iterable[Unit], incomplete: bool, changed: tuple[str, str] | None) -> list[Unit]:
        """The units that are to be asked: those without a submission; with `incomplete` those whose reply could not be
        read in whole; with `changed`, the digests of form and template, those that were asked otherwise.
        """

        def is_asked(unit: Unit) -> bool:
            said = self.said.get(unit.key)
            if said is None or (incomplete and said.unfinished is not None):
                return True
            return changed is not None and self.differs(said, *changed)

        return [unit for unit in units if is_asked(unit)]

    @staticmethod
    def differs(said: Said, form: str, template: str) -> bool:
        """Whether something else was asked then. Imported submissions say nothing of a template."""
        return said.form != form or said.template not in (None, template)


def read_earlier(path: Path, role: Role, rater: str, comments: Collection[str] = ()) -> Earlier:
    """The submissions of a machine in its log, none where there is no log. comments: fields that may stay blank.

    Raises InputError for a damaged log.
    """
    earlier = Earlier()
    if not path.exists():
        return earlier
    reader = LogReader(path)
    for _, submission in reader:
        if (submission.rater.role, submission.rater.name, submission.pass_) == (role, rater, FIRST):
            _add(earlier, submission, comments)
    if reader.problems:
        raise InputError(reader.problems)
    return earlier


def _add(earlier: Earlier, submission: Submission, comments: Collection[str]) -> None:
    if submission.rater.resolved_model is not None:
        earlier.served[submission.rater.resolved_model] += 1
    key = (submission.item, submission.of)
    before = earlier.said.get(key)
    if not replaces(submission.at, None if before is None else before.at):
        return
    lacking = {name for name, answer in submission.answers.items() if answer.state == "missing"}
    is_finished = submission.reason in ASKED_ONCE if submission.state == "invalid" else lacking <= set(comments)
    template = None if submission.reply is None else submission.reply.get("template_digest")
    at = submission.at or (None if before is None else before.at)
    template = template if isinstance(template, str) else None
    unfinished = None if is_finished else submission
    earlier.said[key] = Said(submission.id, at, submission.spec.digest, template, unfinished)
