"""Tables with a delimiter: CSV, TSV and plain text."""

from accord.annotations.formats.delimited.reader import read_csv, read_tsv, read_txt

__all__ = ["read_csv", "read_tsv", "read_txt"]
