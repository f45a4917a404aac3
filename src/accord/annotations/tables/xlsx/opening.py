"""Opening a workbook with openpyxl, whose package has been checked: quietly, and with one kind of error."""

from __future__ import annotations

import contextlib
import importlib
import io
import warnings
from collections.abc import Iterator
from typing import Any

from accord.annotations.tables.xlsx.marks import SheetError
from accord.annotations.tables.xlsx.strings import PART, shared_strings
from accord.errors import MissingExtra


@contextlib.contextmanager
def opened_workbook(data: bytes) -> Iterator[Any]:
    """The reader of openpyxl for a workbook: formulas give their stored results, shared texts are to the letter.

    Whatever goes wrong with the workbook while it is open is a SheetError. MissingExtra without openpyxl.
    """
    try:
        excel = importlib.import_module("openpyxl.reader.excel")
    except ModuleNotFoundError:
        raise MissingExtra("reading .xlsx", "openpyxl", "xlsx") from None
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            # openpyxl warns about what it would lose on saving (pictures, styles); nothing is saved here.
            # It prints about damaged styles, and standard output belongs to the caller.
            warnings.simplefilter("ignore")
            reader = excel.ExcelReader(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            # Nothing of the properties is used, and a date in them that is none would end the reading.
            reader.read_properties = reader.read_custom = lambda: None
            reader.read()
            _put_exact_strings(reader)
            yield reader
    except SheetError:
        raise
    except Exception as error:
        # openpyxl raises whatever its parsing runs into: KeyError, TypeError, ValueError, ...
        raise SheetError(f"the workbook cannot be read ({type(error).__name__}: {error})") from None


def _put_exact_strings(reader: Any) -> None:
    """Shared texts to the letter in place of those that openpyxl has read."""
    if PART in reader.archive.namelist():
        with reader.archive.open(PART) as stream:
            reader.shared_strings[:] = shared_strings(stream)
