"""How much XML a workbook holds, counted before anything is made of it: a small file can hold millions of cells."""

from __future__ import annotations

import contextlib
import io
import zipfile
from typing import IO
from xml.parsers import expat

from accord.annotations.tables.xlsx.package import PackageError

OF_CELLS = frozenset({"row", "c", "v", "f", "is", "t", "si", "r"})
"""Elements of cells and of their texts."""
MOST_OF_CELLS = 2_000_000
"""About 700,000 cells, such as 10,000 rows of 70 columns."""
MOST_OTHERS = 300_000
"""All others together: formats, names, rules, pictures."""
DEEPEST = 200
"""Elements within elements."""
FIX = "hand in a copy of the workbook as it was given out, with the answers only"


def check_xml(data: bytes) -> None:
    """Raise PackageError for a workbook with more XML than a person's can have, in one pass that keeps nothing.

    The package must have been checked (`check_package`). XML that is damaged is refused where it is read.
    """
    counter = _Counter()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for part in archive.infolist():
                with archive.open(part) as stream:
                    counter.count(stream)
    except PackageError:
        raise
    except Exception as error:
        # zipfile, zlib and their like raise a dozen kinds of error for a damaged file.
        raise PackageError(f"the workbook is damaged or cut off ({error})", "copy or download it again") from None


class _Counter:
    """Elements of all parts so far."""

    def __init__(self) -> None:
        self._of_cells = self._others = self._depth = 0

    def count(self, stream: IO[bytes]) -> None:
        """Count one part; one that is no XML, such as a picture, ends at its first byte."""
        self._depth = 0
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        with contextlib.suppress(expat.ExpatError):
            parser.ParseFile(stream)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if tag.rpartition(":")[2] in OF_CELLS:
            self._of_cells += 1
        else:
            self._others += 1
        if self._of_cells > MOST_OF_CELLS:
            raise PackageError(f"the workbook has more than {MOST_OF_CELLS:,} elements of cells", FIX)
        if self._others > MOST_OTHERS:
            raise PackageError(f"the workbook has more than {MOST_OTHERS:,} formats, names and the like", FIX)
        if self._depth > DEEPEST:
            raise PackageError(f"the workbook has XML that is more than {DEEPEST} elements deep", FIX)

    def _end(self, tag: str) -> None:
        self._depth -= 1
