"""Excel workbooks (.xlsx, .xlsm): one sheet as text."""

from accord.annotations.tables.xlsx.reader import read

__all__ = ["read"]
