"""Whether the pictures of a returned workbook still lie on their rows: on another one, another object was judged."""

from __future__ import annotations

from accord.annotations.workbooks.drawn import Drawing, drawings
from accord.annotations.workbooks.located import Located
from accord.annotations.workbooks.manifest import Manifest
from accord.annotations.workbooks.wrong import Wrong
from accord.findings import counted
from accord.spec.field import shown

FIX = "ask the annotator which object was judged; a sort may leave pictures where they were"


def moved_pictures(data: bytes, located: Located, manifest: Manifest | None) -> list[Wrong]:
    """A warning for every picture on the row of another item, and for those that are gone.

    A program that saves pictures anew changes their bytes: what cannot be told is not said.
    """
    if manifest is None or not manifest.pictures:
        return []
    try:
        drawn = drawings(data, located.grid.title)
    except ValueError as error:
        return [Wrong("pictures_unread", "info", 0, 0, f"whether the pictures lie on their rows is not known: {error}")]
    if not drawn:
        message = f"{counted(len(manifest.pictures), 'picture')} given out, none in the file"
        return [Wrong("pictures_lost", "info", 0, 0, message)]
    return _moved(drawn, located, manifest)


def _moved(drawn: list[Drawing], located: Located, manifest: Manifest) -> list[Wrong]:
    owners: dict[str, set[str]] = {}
    for item, digest in manifest.pictures.items():
        owners.setdefault(digest, set()).add(item)
    plan = located.plan
    item_of = {row: plan.rows[at].texts[plan.item_place] for at, row in located.row.items()}
    # LibreOffice moves the pictures of rows that are filtered out onto the next row that is shown, beside its own.
    hidden = {item_of[row] for row in located.grid.hidden if row in item_of}
    found = []
    for drawing in drawn:
        here = item_of.get(drawing.row or 0)
        owner = owners.get(drawing.sha256 or "")
        if here is not None and owner is not None and here not in owner and not owner & hidden:
            message = f"the picture of {shown(min(owner))} lies on the row of {shown(here)}"
            found.append(Wrong("picture_moved", "warning", drawing.row or 0, drawing.column or 0, message, FIX))
    return found
