"""The parts of a workbook: what leads to what, and never out of the file.

Source: ECMA-376 part 2 (packages and relationships).
"""

from __future__ import annotations

import hashlib
import posixpath
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO
from xml.etree import ElementTree

MAX_XML = 16 << 20
"""Bytes of a part that is read as a whole; drawings of 10,000 pictures are smaller. A tree takes 25 times as much."""
RELATIONS = (
    "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}",
    "{http://purl.oclc.org/ooxml/officeDocument/relationships}",  # as Strict Open XML names them
)
LINKED = "the picture is a link to a file outside of the workbook"
LOST = "the file of the picture is not in the workbook"

Media = tuple[str | None, str | None]
"""SHA-256 of the file of a picture, or None and why there is none."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What a part leads to. kind: last word of its type; path: of another part, None where it lies outside."""

    kind: str
    path: str | None


class ZipParts:
    """The parts of a workbook by their paths. The package must have been checked (`check_package`).

    Whatever is missing or damaged raises ValueError.
    """

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        # Some programs write a name with the slash that names of parts begin with inside of the file.
        self._names = {name.lstrip("/").casefold(): name for name in archive.namelist()}
        self._digests: dict[str, str] = {}
        kinds = {relation.kind: relation for relation in self.relations("").values()}
        found = kinds.get("officeDocument")
        if found is None or found.path is None:
            raise ValueError("the file does not say which part is the workbook")
        self.workbook = found.path

    def has(self, path: str) -> bool:
        """Whether there is such a part."""
        return path.casefold() in self._names

    @contextmanager
    def stream(self, path: str) -> Iterator[IO[bytes]]:
        """A part to be read."""
        if not self.has(path):
            raise ValueError(f"the part {path} is missing")
        try:
            with self._archive.open(self._names[path.casefold()]) as stream:
                yield stream
        except ValueError:
            raise
        except Exception as error:
            # zipfile, zlib and their like raise a dozen kinds of error for a damaged file.
            raise _damaged(path, error) from None

    def data(self, path: str) -> bytes:
        """The bytes of a part."""
        with self.stream(path) as stream:
            return stream.read()

    def tree(self, path: str) -> ElementTree.Element:
        """The root of a part's XML; document types were refused before."""
        data = self.data(path)
        if len(data) > MAX_XML:
            raise ValueError(f"the part {path} is larger than {MAX_XML >> 20} MiB")
        try:
            return ElementTree.fromstring(data)  # noqa: S314
        except (ElementTree.ParseError, LookupError, ValueError) as error:
            raise _damaged(path, error) from None

    def relations(self, path: str) -> dict[str, Relation]:
        """Id -> what a part leads to; "" is the file as a whole."""
        folder, name = posixpath.split(path)
        rels = posixpath.join(folder, "_rels", f"{name}.rels")
        if not self.has(rels):
            return {}
        found = {}
        for element in self.tree(rels):
            outside = element.get("TargetMode", "").casefold() == "external"
            target = None if outside else _resolved(folder, element.get("Target", ""))
            found[element.get("Id", "")] = Relation(element.get("Type", "").rpartition("/")[2], target)
        return found

    def beside_workbook(self, kind: str) -> str | None:
        """The part of a kind that the workbook leads to, where it is there."""
        for relation in self.relations(self.workbook).values():
            if relation.kind == kind and relation.path is not None and self.has(relation.path):
                return relation.path
        return None

    def sheet(self, title: str) -> str:
        """The part of the sheet with a title."""
        for element in self.tree(self.workbook).iter():
            if local(element) == "sheet" and element.get("name") == title:
                relation = self.relations(self.workbook).get(relation_id(element) or "")
                if relation is None or relation.path is None:
                    raise ValueError(f"the part of the sheet {title!r} is missing")
                return relation.path
        raise ValueError(f"there is no sheet {title!r}")

    def media(self, relation: Relation | None) -> Media:
        """The file of a picture that something leads to."""
        if relation is None:
            return None, LOST
        if relation.path is None:
            return None, LINKED
        if not self.has(relation.path):
            return None, LOST
        if relation.path not in self._digests:
            self._digests[relation.path] = hashlib.sha256(self.data(relation.path)).hexdigest()
        return self._digests[relation.path], None


def _damaged(path: str, error: Exception) -> ValueError:
    return ValueError(f"the part {path} is damaged ({str(error) or type(error).__name__})")


def _resolved(folder: str, target: str) -> str:
    """The path of a target inside the file; what would lead above it ends at its top."""
    path = target if target.startswith("/") else posixpath.join("/", folder, target)
    return posixpath.normpath(path).lstrip("/")


def local(element: ElementTree.Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def below(element: ElementTree.Element, *names: str) -> ElementTree.Element | None:
    """The first element down a path of names."""
    found: ElementTree.Element | None = element
    for name in names:
        found = None if found is None else next(children(found, name), None)
    return found


def children(element: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    """The children of a name."""
    return (child for child in element if local(child) == name)


def relation_id(element: ElementTree.Element, name: str = "id") -> str | None:
    """The id of the relation that an element names: r:id, r:embed, r:link."""
    return next((element.get(f"{space}{name}") for space in RELATIONS if element.get(f"{space}{name}")), None)


def blip_relation(picture: ElementTree.Element, relations: dict[str, Relation]) -> Relation | None:
    """Where the file of a picture (xdr:pic) lies."""
    blip = below(picture, "blipFill", "blip")
    if blip is None:
        return None
    return relations.get(relation_id(blip, "embed") or relation_id(blip, "link") or "")
