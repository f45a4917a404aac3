"""The museum template with its workbooks, filled in and handed back, for tests of what is taken in.

What is filled in is known from the headings and the locks of cells alone; nothing of accord reads it.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl

from accord.verbs.export_workbooks import FOLDER, export_workbooks
from accord.verbs.init import init
from accord.verbs.opened import opened

SHEET = "answers"
SCORE = re.compile(r"(?P<model>.+)_(?P<field>[a-z]+_match)_0_or_1")
Said = dict[tuple[str, str, str, str], str]
"""Annotator, item, model and field -> what was answered."""


def museum(folder: Path) -> Path:
    """The template without what its people said, and its workbooks in `workbooks`."""
    init(folder, "museum")
    shutil.rmtree(folder / "annotations" / "human")
    export_workbooks(opened(folder))
    return folder


def copies(folder: Path) -> list[Path]:
    """The workbooks that were given out."""
    return sorted((folder / FOLDER).glob("*.xlsx"))


class Sheet:
    """The sheet with the answers of a workbook, by items and headings."""

    def __init__(self, data: bytes) -> None:
        self.book = openpyxl.load_workbook(io.BytesIO(data))
        self.cells = self.book[SHEET]
        self.columns = {cell.value: cell.column for cell in self.cells[1]}
        self.items = [row[self.columns["item"] - 1].value for row in self.cells.iter_rows(min_row=2)]
        self.rows = {item: number for number, item in enumerate(self.items, 2)}

    def at(self, item: str, heading: str) -> Any:
        """A cell."""
        return self.cells.cell(self.rows[item], self.columns[heading])

    def given(self, key: str) -> Any:
        """The cell of the hidden sheet that says this of the whole, or that has the digest of this item."""
        return next(row[1] for row in self.book["accord"].iter_rows() if row[0].value == key)

    def scores(self) -> Iterator[tuple[str, str]]:
        """Item and heading of every cell that waits for an answer."""
        for item in self.items:
            for heading in self.columns:
                if SCORE.fullmatch(heading) and not self.at(item, heading).protection.locked:
                    yield item, heading

    def fill(self) -> Said:
        """Fill in every cell that waits for an answer, with 0 and 1 as it comes."""
        said: Said = {}
        for item, heading in self.scores():
            match = SCORE.fullmatch(heading)
            assert match is not None
            annotator = self.at(item, "annotator").value
            value = hashlib.sha256(f"{annotator} {item} {heading}".encode()).digest()[0] % 2
            self.at(item, heading).value = value
            said[annotator, item, match["model"], match["field"]] = str(value)
        return said

    def data(self) -> bytes:
        """The workbook as it stands."""
        stream = io.BytesIO()
        self.book.save(stream)
        return stream.getvalue()


def filled(path: Path) -> tuple[bytes, Said]:
    """A workbook filled in, and what was filled in."""
    sheet = Sheet(path.read_bytes())
    said = sheet.fill()
    return sheet.data(), said


def hand_in(folder: Path, target: Path) -> tuple[list[Path], Said]:
    """All workbooks of a museum filled in, in another folder."""
    target.mkdir()
    everything: Said = {}
    files = []
    for path in copies(folder):
        data, said = filled(path)
        files.append(target / path.name)
        files[-1].write_bytes(data)
        everything |= said
    return files, everything


def logged(folder: Path) -> Said:
    """What the logs hold of people: the last line of each about each output, read as plain JSON."""
    models = {line["id"]: line["rater"]["name"] for line in lines(folder, "model")}
    standing = {(line["rater"]["name"], line["item"], line["of"]): line["answers"] for line in lines(folder, "human")}
    return {
        (annotator, item, models[of], field): answer["value"]
        for (annotator, item, of), answers in standing.items()
        for field, answer in answers.items()
        if answer["state"] == "answered"
    }


def lines(folder: Path, role: str) -> list[dict[str, Any]]:
    """The lines of all logs of a role."""
    logs = sorted((folder / "annotations" / role).glob("*.jsonl"))
    return [json.loads(line) for log in logs for line in log.read_text(encoding="utf-8").splitlines()]
