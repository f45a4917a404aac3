"""Parquet files: a bounded look at the footer, then polars, then text."""

from accord.annotations.tables.parquet.reader import read

__all__ = ["read"]
