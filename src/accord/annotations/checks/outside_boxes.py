"""Boxes in pixels that lie outside the picture of their item, or leave it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.picture_files import Picture
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding
from accord.spec.boxes import Corners, beyond
from accord.spec.field import shown
from accord.spec.fields.boxes import BoxesForm
from accord.spec.reading import BoxReading

FIX = "correct the box; if many are off, see whether format and unit in benchmark.yaml are those of the boxes"
NAME_IT = "name the column of the pictures: items: {image: COLUMN}"
Sides = NDArray[np.float64]


@dataclass(frozen=True)
class _Off:
    """A box that is not wholly on its picture. how: what `beyond` says."""

    row: int
    how: str
    box: Corners
    picture: Picture


def outside_boxes(contents: Contents) -> list[Finding]:
    """A finding for each rater, field and kind. Boxes in fractions are looked at where their field reads them."""
    findings = []
    for name, form in contents.benchmark.forms.items():
        if not (isinstance(form, BoxesForm) and form.unit == "pixels"):
            continue
        reading = contents.said[name].reading
        assert isinstance(reading, BoxReading)
        if contents.benchmark.items.image is None:
            findings += [_unknown_sizes(contents, name)] if len(reading.xyxy) else []
            continue
        groups: dict[tuple[int, str], list[_Off]] = {}
        for off in _off(contents, name, reading):
            groups.setdefault((int(contents.standing.log[off.row]), off.how), []).append(off)
        findings += [_finding(contents, name, group) for group in groups.values()]
    return findings


def _off(contents: Contents, name: str, reading: BoxReading) -> Iterator[_Off]:
    """Every box that is not wholly on its picture, log by log."""
    codes = contents.said[name].codes
    cells = contents.items.frame[contents.benchmark.items.image or ""]
    has_boxes = np.append(np.diff(reading.offsets) > 0, False)[codes]
    low, high = _limits(reading)
    for rows in contents.by_log(has_boxes & (contents.item_row >= 0)):
        pictures = cells.gather(contents.item_row[rows]).to_list()
        for row, path in zip(rows.tolist(), pictures, strict=True):
            picture = contents.pictures.get(path or "")
            if picture is None or picture.size is None:
                continue
            cell = int(codes[row])
            # Most boxes lie well inside, and the outermost corners of a cell say so at once.
            if low[cell].min() >= 0 and (high[cell] <= picture.size).all():
                continue
            for x1, y1, x2, y2 in reading.xyxy[reading.offsets[cell] : reading.offsets[cell + 1]].tolist():
                how = beyond((x1, y1, x2, y2), picture.size)
                if how is not None:
                    yield _Off(row, how, (x1, y1, x2, y2), picture)


def _limits(reading: BoxReading) -> tuple[Sides, Sides]:
    """(U, 2) the least left and top side of the boxes of each cell, and the greatest right and bottom one."""
    cell = np.repeat(np.arange(len(reading.states)), np.diff(reading.offsets))
    low, high = np.full((len(reading.states), 2), np.inf), np.full((len(reading.states), 2), -np.inf)
    np.minimum.at(low, cell, reading.xyxy[:, :2])
    np.maximum.at(high, cell, reading.xyxy[:, 2:])
    return low, high


def _finding(contents: Contents, name: str, group: list[_Off]) -> Finding:
    first = group[0]
    assert first.picture.size is not None and first.picture.shown is not None
    rows = [off.row for off in group]
    box = ", ".join(f"{side:g}" for side in first.box)
    what = "lies outside" if first.how == "outside" else "leaves"
    size = " x ".join(map(str, first.picture.size))
    message = f"item {shown(contents.text(first.row, 'item'))}: the box with corners {box} {what} the picture of {size}"
    if first.picture.shown != first.picture.size and beyond(first.box, first.picture.shown) is None:
        message += " pixels; it fits the picture as it is shown, turned"
    else:
        message += " pixels"
    if first.how == "outside":
        return gathered("box_outside", "error", rows, contents.place(name), message, FIX)
    return gathered("box_leaves_picture", "warning", rows, contents.place(name), message, FIX)


def _unknown_sizes(contents: Contents, name: str) -> Finding:
    message = "boxes in pixels cannot be held against the pictures, as the items name none"
    return Finding("no_picture_sizes", "info", contents.spec_place(("fields", name, "unit")), message, NAME_IT)
