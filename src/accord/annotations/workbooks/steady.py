"""Workbooks without the moment at which they were written, so that the same input gives the same bytes."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, datetime

CREATED = datetime(2000, 1, 1, tzinfo=UTC)
"""The moment that stands in every file that accord writes."""
_PROPERTIES = "docProps/core.xml"
_STAMP = re.compile(rb"(<dcterms:(?:created|modified)\b[^>]*>)[^<]*(<)")
_EARLIEST = (1980, 1, 1, 0, 0, 0)


def steady(data: bytes) -> bytes:
    """The same workbook, created and saved at the fixed moment."""
    stream = io.BytesIO()
    stamp = CREATED.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for part in source.infolist():
            content = source.read(part)
            if part.filename == _PROPERTIES:
                content = _STAMP.sub(rb"\g<1>" + stamp + rb"\g<2>", content)
            entry = zipfile.ZipInfo(part.filename, _EARLIEST)
            entry.compress_type = part.compress_type
            target.writestr(entry, content)
    return stream.getvalue()
