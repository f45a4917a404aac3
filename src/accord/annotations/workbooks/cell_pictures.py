"""Pictures in cells: those of WPS, which a formula names, and those of Excel, which are values of cells.

Source: `xl/cellimages.xml` as WPS writes it; [MS-XLSX] 2.2.4 (rich values) for Excel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar
from xml.etree.ElementTree import Element

from accord.annotations.workbooks.zip_parts import (
    Media,
    Relation,
    ZipParts,
    below,
    blip_relation,
    children,
    local,
    relation_id,
)

CELL_IMAGES = "xl/cellimages.xml"
NO_ID = "image id not in cellimages.xml"
NO_VALUE = "the picture of the cell cannot be found in the workbook's rich values"
ON_THE_WEB = "the picture of the cell lies on the web (IMAGE), not in the workbook"
RICH = "XLRICHVALUE"
LOCAL, WEB = "LocalImageIdentifier", "WebImageIdentifier"
LONGEST_NUMBER = 9

T = TypeVar("T")


def named_pictures(parts: ZipParts) -> dict[str, Media]:
    """Id in a formula of WPS, DISPIMG("ID_...", 1) -> its picture."""
    path = parts.beside_workbook("cellImage") or CELL_IMAGES
    if not parts.has(path):
        return {}
    relations = parts.relations(path)
    found = {}
    for picture in (element for element in parts.tree(path).iter() if local(element) == "pic"):
        named = below(picture, "nvPicPr", "cNvPr")
        if named is not None:
            found[named.get("name", "")] = parts.media(blip_relation(picture, relations))
    return found


def valued_pictures(parts: ZipParts) -> dict[str, Media | None]:
    """Number of the metadata of a value (`vm`) -> its picture, or None where the value is no picture."""
    path = parts.beside_workbook("sheetMetadata")
    if path is None:
        return {}
    metadata = parts.tree(path)
    kinds = [kind.get("name") for kind in _blocks(below(metadata, "metadataTypes"))]
    rich = next((future for future in children(metadata, "futureMetadata") if future.get("name") == RICH), None)
    places = [_place(block) for block in _blocks(rich)]
    values = _values(parts)
    found: dict[str, Media | None] = {}
    for number, block in enumerate(_blocks(below(metadata, "valueMetadata")), 1):
        records = (record for record in children(block, "rc") if _at(kinds, record.get("t"), first=1) == RICH)
        record = next(records, None)
        place = None if record is None else _at(places, record.get("v"))
        found[str(number)] = None if record is None else values.get(place, (None, NO_VALUE))
    return found


def _blocks(element: Element | None) -> list[Element]:
    return [] if element is None else list(element)


def _place(block: Element) -> str | None:
    """Which rich value a block of metadata is about."""
    pointer = next((element for element in block.iter() if local(element) == "rvb"), None)
    return None if pointer is None else pointer.get("i")


def _values(parts: ZipParts) -> dict[str | None, Media | None]:
    """Place of a rich value -> its picture, or None where it is no picture. Empty where a part is not there."""
    values, structures, targets = (
        parts.beside_workbook(kind) for kind in ("rdRichValue", "rdRichValueStructure", "richValueRel")
    )
    if values is None or structures is None or targets is None:
        return {}
    keys = [[key.get("n", "") for key in children(shape, "k")] for shape in parts.tree(structures)]
    relations = parts.relations(targets)
    pictures = [relations.get(relation_id(target) or "") for target in parts.tree(targets)]
    found: dict[str | None, Media | None] = {}
    for number, value in enumerate(children(parts.tree(values), "rv")):
        texts = [entry.text for entry in children(value, "v")]
        its_keys = _at(keys, value.get("s"))
        if its_keys is None:
            found[str(number)] = (None, NO_VALUE)
            continue
        # A key is written with the kind of its value before it: _rvRel:LocalImageIdentifier.
        entries = {key.rpartition(":")[2]: text for key, text in zip(its_keys, texts, strict=False)}
        found[str(number)] = _picture(parts, entries, pictures)
    return found


def _picture(parts: ZipParts, entries: Mapping[str, str | None], pictures: Sequence[Relation | None]) -> Media | None:
    if LOCAL in entries:
        relation = _at(pictures, entries[LOCAL])
        return (None, NO_VALUE) if relation is None else parts.media(relation)
    return (None, ON_THE_WEB) if WEB in entries else None


def _at(entries: Sequence[T], text: str | None, first: int = 0) -> T | None:
    """The entry that a text numbers, counted from `first`."""
    if text is None or not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        return None
    place = int(text) - first
    return entries[place] if 0 <= place < len(entries) else None
