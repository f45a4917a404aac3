"""The form that a reply fills in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from accord.llm.joined import separator_of
from accord.llm.replies.column import Column
from accord.llm.replies.keys import Keys
from accord.spec.field import Field
from accord.spec.fields.labels import LabelsForm
from accord.spec.form import Form


@dataclass(frozen=True, eq=False)
class ReplyForm:
    """What was asked, and how it may be answered.

    fields, forms: by name, in the order in which they were asked. layout: what the prompt asked for; an object is
    accepted in either, unless strict. accept: forms of answers beyond the labels ("booleans", "yes_no", "reasoning").
    strict: no tolerance at all. One form reads many replies: it remembers what it has read.
    """

    fields: Mapping[str, Field]
    forms: Mapping[str, Form]
    layout: Literal["json", "csv"]
    accept: frozenset[str] = frozenset()
    strict: bool = False

    @cached_property
    def columns(self) -> dict[str, Column]:
        """Field -> how it is read."""
        return {name: self._column(name, field) for name, field in self.fields.items()}

    def _column(self, name: str, field: Field) -> Column:
        form = self.forms.get(name)
        joint = separator_of(form) if self.layout == "csv" and isinstance(form, LabelsForm) else None
        return Column(field, self.accept, self.strict, joint)

    @cached_property
    def keys(self) -> Keys:
        """How keys of an object are brought to fields."""
        return Keys(self.fields)
