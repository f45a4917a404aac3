"""Notes that people have put on cells of a sheet: they are no answers, and should not be lost unseen.

Source: ECMA-376 part 1, 18.7 (comments). Threaded comments are stored as such notes as well.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

from accord.annotations.rows.tally import first_few
from accord.annotations.tables.xlsx.marks import SheetError, letters, position
from accord.annotations.workbooks.marked import AUTHOR
from accord.annotations.workbooks.wrong import Wrong
from accord.annotations.workbooks.zip_parts import ZipParts, local


def noted_cells(data: bytes, title: str) -> list[Wrong]:
    """A remark that names the cells with notes, without those of accord itself.

    The package must have been checked (`check_package`).
    """
    try:
        cells = sorted(set(_noted(data, title)))
    except (ValueError, zipfile.BadZipFile) as error:
        return [Wrong("cell_notes", "info", 0, 0, f"whether cells have notes is not known: {error}")]
    if not cells:
        return []
    named = first_few([f"{letters(column)}{row}" for row, column in cells])
    fix = "read them in the workbook; a text field asked of people is a column for comments"
    return [Wrong("cell_notes", "info", 0, 0, f"notes on cells are not taken in: {named}", fix, len(cells))]


def _noted(data: bytes, title: str) -> Iterator[tuple[int, int]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = ZipParts(archive)
        for relation in parts.relations(parts.sheet(title)).values():
            if relation.kind != "comments" or relation.path is None:
                continue
            elements = list(parts.tree(relation.path).iter())
            authors = [element.text for element in elements if local(element) == "author"]
            own = {str(at) for at, author in enumerate(authors) if author == AUTHOR}
            for element in elements:
                if local(element) == "comment" and element.get("authorId") not in own:
                    yield _cell(element.get("ref", ""))


def _cell(reference: str) -> tuple[int, int]:
    try:
        return position(reference)
    except SheetError as error:
        raise ValueError(str(error)) from None
