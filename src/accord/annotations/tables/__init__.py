"""Readers of tables, one module a file format; `read` picks by suffix and puts files under each other."""
