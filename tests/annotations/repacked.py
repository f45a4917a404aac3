"""Workbooks with some parts changed, as other programs or an accident would have left them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """A zip file of these parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def parts_of(data: bytes) -> dict[str, bytes]:
    """The parts of a zip file by their paths."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def changed(data: bytes, path: str, old: str, new: str) -> bytes:
    """A workbook with another text in one part. What goes must be there, or the test would say nothing."""
    parts = parts_of(data)
    assert old.encode() in parts[path], (path, old, parts[path])
    return zipped({**parts, path: parts[path].replace(old.encode(), new.encode())})


def without(data: bytes, path: str) -> bytes:
    """A workbook that has lost a part."""
    parts = parts_of(data)
    del parts[path]
    return zipped(parts)
