"""Excel workbooks (.xlsx, .xlsm): one sheet as text."""

from accord.annotations.formats.xlsx.reader import read

__all__ = ["read"]
