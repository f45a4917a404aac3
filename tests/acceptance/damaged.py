"""What is damaged: a workbook of the museum template that was filled in rightly, and the kinds of damage by name.

It is the workbook of ann for the first group. Its rows: 2 is obj-10, 3 is obj-01, 4 is obj-08 (no reference for the
creator), 5 is obj-06 (model-b gave no output that could be read).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from repacked import parts_of, zipped
from returned_museum import Sheet

A, B = "model-a_title_match_0_or_1", "model-b_title_match_0_or_1"
OUTPUT, REFERENCE = "model-a_title", "reference_title"
TEN, ONE, EIGHT, SIX = ITEMS = ("obj-10", "obj-01", "obj-08", "obj-06")
ANSWERS = "xl/worksheets/sheet1.xml"


@dataclass
class Damaged:
    """What a kind of damage is done to: the sheet, or the bytes that `data` then holds, or the benchmark's folder."""

    sheet: Sheet
    folder: Path
    data: bytes | None = None
    name: str = "ann.xlsx"
    said: dict[tuple[str, str], str] = field(default_factory=dict)
    """Item and heading -> the answer, where it is another one than was filled in and right."""

    def saved(self) -> bytes:
        """The workbook as it is handed in."""
        return self.sheet.data() if self.data is None else self.data

    def at(self, item: str, heading: str) -> Any:
        return self.sheet.at(item, heading)

    def address(self, item: str, heading: str) -> str:
        return f"answers!{self.at(item, heading).coordinate}"

    def put(self, item: str, heading: str, value: object) -> str:
        """Write into a cell; its address."""
        self.at(item, heading).value = value
        return self.address(item, heading)

    def shift_rows(self, first: int, by: int) -> None:
        """Insert rows, or delete one, with the pictures and heights below, as Excel does."""
        sheet = self.sheet.cells
        heights = {row: sheet.row_dimensions[row].height for row in range(1, 12)}
        sheet.insert_rows(first, by) if by > 0 else sheet.delete_rows(first, -by)
        for image in sheet._images:
            if image.anchor._from.row + 1 >= first:
                image.anchor._from.row += by
                image.anchor.to.row += by
        for row, height in heights.items():
            if row >= first and row + by >= first:
                sheet.row_dimensions[row + by].height = height

    def delete_column(self, heading: str) -> None:
        """Delete a column with what lies on it."""
        place = self.sheet.columns[heading]
        sheet = self.sheet.cells
        sheet.delete_cols(place)
        sheet._images = [image for image in sheet._images if image.anchor._from.col + 1 != place]
        for image in sheet._images:
            if image.anchor._from.col + 1 > place:
                image.anchor._from.col -= 1
                image.anchor.to.col -= 1

    def cell_xml(self, item: str, heading: str, inner: str, kind: str = "n") -> str:
        """Write a cell as XML, as no library would; its address."""
        coordinate = self.at(item, heading).coordinate
        parts = parts_of(self.sheet.data())
        pattern = re.compile(rf'<c r="{coordinate}"( s="\d+")?[^>]*?(/>|>.*?</c>)')
        text, count = pattern.subn(rf'<c r="{coordinate}"\1 t="{kind}">{inner}</c>', parts[ANSWERS].decode())
        assert count == 1, coordinate
        self.data = zipped({**parts, ANSWERS: text})
        return f"answers!{coordinate}"


@dataclass(frozen=True)
class Kind:
    """do: the damage; gives what must be said, as `code severity place`. lost: items that partial leaves out, None
    for all. fine: whether the file is taken in all the same.
    """

    do: Callable[[Damaged], Collection[str]]
    lost: frozenset[str] | None
    fine: bool


KINDS: dict[str, Kind] = {}
Do = Callable[[Damaged], Collection[str]]


def kind(*lost: str, fine: bool = False, whole: bool = False) -> Callable[[Do], Do]:
    """Registers a kind of damage under the name of its function."""

    def register(do: Do) -> Do:
        name = do.__name__.replace("_", " ").strip()
        assert name not in KINDS, name
        KINDS[name] = Kind(do, None if whole else frozenset(lost), fine)
        return do

    return register
