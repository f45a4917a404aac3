"""What a benchmark's folder holds, in counts."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from accord.spec.roles import Role

SCHEMA = "accord.status/1"


@dataclass(frozen=True)
class Form:
    """Which form the folder has."""

    name: str
    version: str
    digest: str


@dataclass(frozen=True)
class ItemCount:
    """How many items, and how many of them cannot be rated; the same of the outputs of models, where any are judged."""

    items: int
    invalid_items: int
    outputs: int
    invalid_outputs: int


@dataclass(frozen=True)
class RaterCount:
    """The first pass of one rater. corrected: records that a later one superseded, of all passes."""

    rater: str
    answered: int
    invalid: int
    unusable: int
    corrected: int


@dataclass(frozen=True)
class FieldCount:
    """The answers of one role to one field in the first pass, by their state, over the forms that have the field."""

    field: str
    answered: int
    abstained: int
    missing: int
    off_label: int
    not_asked: int


@dataclass(frozen=True)
class RoleCount:
    """The raters of one role, and the fields that it is asked."""

    role: Role
    raters: tuple[RaterCount, ...]
    fields: tuple[FieldCount, ...]


@dataclass(frozen=True)
class Part:
    """Something to be done, and how far it is. kind: `people`, `assignment`, `judge` or `model`."""

    kind: str
    what: str
    done: int
    of: int

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do."""
        return self.done >= self.of


@dataclass(frozen=True)
class Status:
    """What a folder holds. benchmark, items: None where they cannot be read. problems: how many things stand in the way
    of agreement, as far as a look at the files shows. later: pass -> submissions. next: what to do, commands of a shell
    or, where there is none for it, words.
    """

    version: str
    folder: str
    benchmark: Form | None
    items: ItemCount | None
    roles: tuple[RoleCount, ...]
    later: dict[str, int]
    parts: tuple[Part, ...]
    problems: int
    next: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The whole status as plain values for JSON."""
        return {
            "schema": SCHEMA,
            "accord": self.version,
            "folder": self.folder,
            "benchmark": None if self.benchmark is None else asdict(self.benchmark),
            "items": None if self.items is None else asdict(self.items),
            "roles": [asdict(role) for role in self.roles],
            "later_passes": self.later,
            "parts": [{**asdict(part), "complete": part.complete} for part in self.parts],
            "problems": self.problems,
            "next": list(self.next),
        }
