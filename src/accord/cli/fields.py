"""Field options: `--rating score=1..5` and its sisters become fields."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from accord.errors import UsageError
from accord.spec.boxes import BOX_FORMATS
from accord.spec.fields import KINDS, Binary, Boxes, Choice, Field, Labels, Number, Rating

_WORD = re.compile(r'(?:^|(?<=,))(?:\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]*)', re.DOTALL)
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


class Tokens(TypedDict):
    """What all kinds of fields share."""

    missing: Sequence[str]
    abstain: Sequence[str]


@dataclass(frozen=True)
class FieldOptions:
    """The raw field options of a command, and what all fields share."""

    binary: Sequence[str] = ()
    choice: Sequence[str] = ()
    rating: Sequence[str] = ()
    number: Sequence[str] = ()
    labels: Sequence[str] = ()
    boxes: Sequence[str] = ()
    missing: Sequence[str] = ()
    abstain: Sequence[str] = ()
    sep: str | None = None
    none: str | None = None
    box_format: str | None = None
    box_frame: str | None = None
    bad_boxes: str = "error"

    def fields(self) -> dict[str, Field]:
        """Column -> field; all problems of the options at once."""
        found: dict[str, Field] = {}
        problems = self._without_effect()
        for kind in KINDS:
            for text in getattr(self, kind, ()):
                column, _, values = map(str.strip, text.partition("="))
                try:
                    if column in found:
                        raise UsageError(f"column {column} is given as two fields")
                    if not column:
                        raise UsageError(f"--{kind} {text!r}: no column is named")
                    found[column] = self._field(kind, text, split_list(values))
                except UsageError as error:
                    problems.append(str(error))
        if problems:
            raise UsageError("\n".join(problems))
        return found

    def _without_effect(self) -> list[str]:
        """Options of kinds of fields that are not asked for."""
        of_labels = [name for name, value in (("--sep", self.sep), ("--none", self.none)) if value is not None]
        of_boxes = [
            name
            for name, value in (("--box-format", self.box_format), ("--box-frame", self.box_frame))
            if value is not None
        ]
        of_boxes += ["--bad-boxes"] if self.bad_boxes != "error" else []
        problems = [f"{name}: there is no field of labels" for name in of_labels if not self.labels]
        return problems + [f"{name}: there is no field of boxes" for name in of_boxes if not self.boxes]

    def _field(self, kind: str, text: str, values: Sequence[str]) -> Field:
        tokens: Tokens = {"missing": self.missing, "abstain": self.abstain}
        if kind == "binary":
            if len(values) not in (0, 2):
                raise UsageError(f"--binary {text!r}: give two labels, negative first: COL=No,Yes (or none for 0,1)")
            return Binary(*values, **tokens)
        if kind == "choice":
            return Choice(values or None, **tokens)
        if kind == "rating":
            return self._rating(text, values, tokens)
        if kind == "number":
            if values:
                raise UsageError(f"--number {text!r}: a number has no values to declare")
            return Number(**tokens)
        if kind == "labels":
            return Labels(values or None, sep=self.sep, none=self.none, **tokens)
        if self.box_format is None:
            raise UsageError(f"--boxes {text!r} needs --box-format {'|'.join(BOX_FORMATS)}: it is never guessed")
        if self.box_format not in BOX_FORMATS:
            raise UsageError(f"--box-format {self.box_format!r} is none of {', '.join(BOX_FORMATS)}")
        frame = None if self.box_frame is None else read_frame(self.box_frame)
        return Boxes(values or None, format=self.box_format, frame=frame, bad=self.bad_boxes, **tokens)  # type: ignore[arg-type]

    def _rating(self, text: str, values: Sequence[str], tokens: Tokens) -> Rating:
        span = _RANGE.fullmatch(values[0]) if len(values) == 1 else None
        if span:
            return Rating(int(span[1]), int(span[2]), **tokens)
        if len(values) < 2:
            raise UsageError(f"--rating {text!r}: declare the scale, COL=1..5 or COL=low,mid,high")
        return Rating(*values, **tokens)


def split_list(text: str) -> list[str]:
    """Words separated by commas; quote a word that holds one, double a quote inside quotes.

    >>> split_list('a, "b, c"')
    ['a', 'b, c']
    """
    words = [match[0] for match in _WORD.finditer(text)] if text else []
    return [_unquoted(word.strip(" ")) for word in words]


def _unquoted(word: str) -> str:
    quoted = len(word) > 1 and word[0] == word[-1] == '"'
    return word[1:-1].replace('""', '"') if quoted else word


def read_frame(text: str) -> tuple[float, float]:
    """Width and height of a picture, `1280x720`."""
    parts = re.fullmatch(r"(\d+(?:\.\d+)?)[x,](\d+(?:\.\d+)?)", text)
    if parts is None:
        raise UsageError(f"--box-frame {text!r}: write width x height, such as 1280x720 (1x1 for fractions)")
    return float(parts[1]), float(parts[2])
