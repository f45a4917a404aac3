"""Tables with a delimiter: CSV, TSV and plain text."""

from accord.annotations.tables.delimited.reader import read_csv, read_tsv, read_txt

__all__ = ["read_csv", "read_tsv", "read_txt"]
