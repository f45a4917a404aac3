"""Samples of the items, and who is asked about what."""
