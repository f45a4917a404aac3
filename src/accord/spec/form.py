"""The base of what `benchmark.yaml` says of one field, the same for all kinds."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import Field as Option

from accord.spec.field import Field
from accord.spec.roles import Role
from accord.spec.wording import Document, Label, LabelLike, Word, Wording


class Form(Document):
    """What is asked in one field."""

    in_cells: ClassVar[bool] = True
    """Whether a person can answer it in cells of a sheet."""
    several: ClassVar[bool] = False
    """Whether an answer may be several of the choices at once."""
    optional: ClassVar[bool] = False
    """Whether a person may leave it blank, as a comment, and the form is filled in all the same."""

    kind: str
    """The kind of field."""
    question: Wording | None = None
    """What the rater is asked."""
    help: Wording | None = None
    """How to decide, for guidelines and prompts."""
    asked_of: tuple[Role, ...] | None = Option(None, min_length=1)
    """The roles that are asked. People and judges where the field `matches` another, models where another field
    matches it, everybody otherwise."""
    column: Word | None = None
    """The column of this field in tables; its name where it is left out."""
    missing: tuple[Word, ...] = ()
    """Texts that stand for "no value". Blank cells always do."""
    abstain: tuple[LabelLike, ...] = ()
    """Answers that decline to answer, such as "cannot judge". Each is counted as its own kind, none as a label."""
    subjective: bool = Option(False, strict=True)
    """Whether two raters may well differ, so that equal answers throughout are suspicious."""

    @abstractmethod
    def field(self, others: Mapping[str, Form]) -> Field:
        """The field that reads answers. others: all fields of the benchmark. Raises UsageError."""

    def label_space(self) -> tuple[Label, ...]:
        """The labels that the form itself declares, without abstentions."""
        return ()

    def choices(self) -> tuple[Label, ...]:
        """What a person picks from: the labels and the abstentions; none where the answer is typed."""
        labels = self.label_space()
        return (*labels, *self.abstain) if labels else ()

    def matched(self) -> str | None:
        """The field whose answer by another rater this one is about."""
        return None

    def refers(self) -> Mapping[str, tuple[str, str]]:
        """Key of the form -> the field that it names, and the kind that field must be of."""
        return {}

    def tokens(self, *labels: Label) -> dict[str, Any]:
        """What every field takes: missing texts, abstentions, and other names of labels."""
        named = (*labels, *self.abstain)
        return {
            "missing": self.missing,
            "abstain": [label.id for label in self.abstain],
            "aliases": {label.id: label.texts() for label in named if label.texts()},
        }


def grouped(domains: Mapping[str, Sequence[Label]] | None, labels: Sequence[Label]) -> Any:
    """Labels for a field: ids, flat or in domains."""
    if domains is not None:
        return {domain: [label.id for label in inside] for domain, inside in domains.items()}
    return [label.id for label in labels]
