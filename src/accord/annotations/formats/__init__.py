"""Readers of files, one module a format; `table` is the one for tables and picks by suffix."""
