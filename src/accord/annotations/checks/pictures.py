"""Pictures that are not there, cannot be opened, or are shown turned where boxes are drawn on them."""

from __future__ import annotations

from functools import partial

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.picture_files import UPRIGHT, Picture
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding

NAME_IT = "name the picture, or take the key image out of items in benchmark.yaml"
TURN_IT = "save it upright, without EXIF orientation, or make sure that the boxes are those of the stored picture"


def pictures(contents: Contents) -> list[Finding]:
    """A finding for each kind of trouble, at the first item that has it."""
    column = contents.benchmark.items.image
    if column is None:
        return []
    cells = [cell or "" for cell in contents.items.frame[column].to_list()]
    place = partial(contents.items.table.place, column=column)
    blank = [row for row, cell in enumerate(cells) if not cell.strip()]
    findings = [gathered("picture_missing", "error", blank, place, "no picture is named", NAME_IT)] if blank else []
    broken: dict[str, list[int]] = {}
    turned = []
    for row, cell in enumerate(cells):
        picture = contents.pictures.get(cell)
        if picture is not None and picture.code is not None:
            broken.setdefault(picture.code, []).append(row)
        elif picture is not None and picture.orientation != UPRIGHT:
            turned.append(row)
    for code, rows in broken.items():
        first = contents.pictures[cells[rows[0]]]
        findings.append(gathered(code, "error", rows, place, first.detail, first.fix))
    if turned and any(field.kind == "boxes" for field in contents.benchmark.fields.values()):
        name = cells[turned[0]]
        message = _turned(name, contents.pictures[name])
        findings.append(gathered("picture_turned", "warning", turned, place, message, TURN_IT))
    return findings


def _turned(name: str, picture: Picture) -> str:
    assert picture.size is not None and picture.shown is not None
    stored, shown = (" x ".join(map(str, size)) for size in (picture.size, picture.shown))
    return (
        f"{name!r} is stored as {stored} pixels and shown as {shown} (EXIF orientation {picture.orientation}), so "
        "boxes drawn on what is shown do not fit what is stored"
    )
