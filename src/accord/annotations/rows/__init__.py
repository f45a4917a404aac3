"""Rows of a file as text, with their places: what every reader of tables hands over."""
