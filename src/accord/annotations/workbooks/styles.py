"""How a workbook looks: widths and heights, colours, and which cells are locked."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from typing import Any

from accord.annotations.workbooks.guideline import Style
from accord.annotations.workbooks.plan import Column, Part, Row

WIDTHS: dict[Part, float] = {
    "shown": 36,
    "picture": 30,
    "reference": 26,
    "output": 28,
    "answer": 15,
    "item": 14,
    "tracking": 14,
    "annotator": 14,
}
"""Widths of columns in characters."""
TYPED = 30
GUIDELINE_WIDTH = 90
LINE = 15.0
"""Points of one line of text."""
TALLEST = 409.0
"""Points; Excel has no taller row."""
MARGIN = 4
PICTURE_WIDTH, PICTURE_HEIGHT = 207, 192
"""Pixels that a picture may take."""
PICTURE_POINTS = (PICTURE_HEIGHT + 2 * MARGIN) * 0.75
SMALL_PARTS: frozenset[Part] = frozenset({"item", "tracking", "annotator"})
MOST_FROZEN = 80.0
"""Characters in width that stay in view at most."""

_COLOURS: dict[Part, tuple[str, str]] = {
    "shown": ("#D9D9D9", "#FFFFFF"),
    "picture": ("#D9D9D9", "#FFFFFF"),
    "reference": ("#C6E0B4", "#F0F7EC"),
    "output": ("#BDD7EE", "#EFF5FB"),
    "answer": ("#FFD966", "#FFFFFF"),
    "item": ("#D9D9D9", "#F2F2F2"),
    "tracking": ("#D9D9D9", "#F2F2F2"),
    "annotator": ("#D9D9D9", "#F2F2F2"),
}
"""Of the heading and of the cells."""
_OPEN = "#FFF2CC"
"""Of a cell that waits for an answer."""


def width(column: Column) -> float:
    """The width of a column: room for what is picked, more for what is typed."""
    if column.part != "answer":
        return WIDTHS[column.part]
    longest = max((units(choice) for choice in column.choices), default=TYPED)
    return float(min(max(WIDTHS["answer"], longest + 4), TYPED))


def units(text: str) -> int:
    """How wide a text is, in Latin letters: those of East Asia take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def lines(text: str, width: float) -> int:
    """How many lines a text takes in a cell of a width."""
    return sum(max(math.ceil(units(line) / max(width - 1, 1)), 1) for line in text.split("\n"))


def heading_height(columns: Sequence[Column]) -> float:
    """Points that the headings need."""
    return min(LINE * max(lines(column.name, width(column) - 3) for column in columns) + 6, 120.0)


def row_height(row: Row, columns: Sequence[Column], pictured: bool) -> float:
    """Points that a row needs for its texts and its picture; no row can be taller than 409."""
    most = max(lines(text, width(column)) for column, text in zip(columns, row.texts, strict=True))
    return min(max(LINE * most + 6, PICTURE_POINTS if pictured else 30.0), TALLEST)


def frozen(columns: Sequence[Column]) -> int:
    """How many first columns stay in view: what is shown and the picture, as far as there is room."""
    count, taken = 0, 0.0
    for column in columns:
        taken += width(column)
        if column.part not in ("shown", "picture") or taken > MOST_FROZEN:
            break
        count += 1
    return count


class Styles:
    """The formats of one workbook, each made once."""

    def __init__(self, workbook: Any) -> None:
        self._workbook = workbook
        self._made: dict[tuple[object, ...], Any] = {}

    def heading(self, column: Column) -> Any:
        """A heading."""
        return self._format(
            bold=True, text_wrap=True, valign="vcenter", border=1, bg_color=_COLOURS[column.part][0], align="center"
        )

    def cell(self, column: Column, asked: bool) -> Any:
        """A cell of a row. asked: whether an answer is wanted here; all other cells are locked."""
        common = {"text_wrap": True, "valign": "top", "border": 1, "border_color": "#BFBFBF"}
        if column.part == "answer" and not asked:
            return self._format(**common, pattern=14, fg_color="#A6A6A6", bg_color="#FFFFFF")
        if column.part != "answer":
            small = {"font_color": "#595959", "font_size": 9} if column.part in SMALL_PARTS else {}
            return self._format(**common, **small, bg_color=_COLOURS[column.part][1])
        centred = {"align": "center", "valign": "vcenter", "font_size": 14} if column.choices else {}
        kind = {"num_format": "@"} if column.is_text else {}
        return self._format(**{**common, **centred}, **kind, locked=False, bg_color=_OPEN)

    def filled(self) -> dict[str, Any]:
        """The rule that takes the colour from answers that are filled in."""
        return {"type": "no_blanks", "format": self._format(bg_color="#FFFFFF")}

    def guideline(self, style: Style) -> Any:
        """A line of a guideline."""
        sizes = {"title": 16, "heading": 12, "text": 11}
        return self._format(text_wrap=True, valign="top", bold=style != "text", font_size=sizes[style])

    def _format(self, **properties: object) -> Any:
        key = tuple(sorted(properties.items()))
        if key not in self._made:
            self._made[key] = self._workbook.add_format(properties)
        return self._made[key]
