"""The base of every measure: a small value with a canonical name that turns a panel into sums."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Literal

from accord.agreement.patterns import Ints
from accord.agreement.sums import Sums
from accord.errors import UsageError

Shape = Literal["panel", "pair", "boxes"]


class Measure(ABC):
    """One way to say how far raters agree.

    key: its base name. kinds: the kinds of fields it fits. shape: what it reads: the values of all raters of an item
    (Panel), of a named pair (PairPanel) or boxes (BoxPanel). share: whether it is a mean of shares of items, which
    at 0 or 1 gets Wilson's interval.
    """

    key: ClassVar[str]
    kinds: ClassVar[frozenset[str]]
    shape: ClassVar[Shape] = "panel"
    share: ClassVar[bool] = False

    @property
    def name(self) -> str:
        """The canonical name, the key of every result."""
        return self.key

    def fits(self, kind: str) -> bool:
        """Whether the measure is defined for a kind of field."""
        return kind in self.kinds

    @abstractmethod
    def sums(self, panel: Any, multiplicity: Ints) -> Sums:
        """Sums over the patterns of a panel; multiplicity: (P,) items of each pattern in the slice."""

    @classmethod
    def forms(cls) -> dict[str, Measure]:
        """Canonical name -> measure, of every form that has a name of its own; one form unless a family says more."""
        only = cls()
        return {only.name: only}

    @classmethod
    def read(cls, arguments: tuple[str, ...]) -> Measure | None:
        """A measure from the arguments in its name where they are open (numbers), else None."""
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measure) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return self.name


def number_argument(text: str, key: str, option: str) -> float:
    """A number in a measure's name, `0.5` or `iou=0.5`."""
    body = text.removeprefix(f"{option}=")
    try:
        return float(body)
    except ValueError:
        raise UsageError(f"{key}({text}): {option} must be a number") from None
