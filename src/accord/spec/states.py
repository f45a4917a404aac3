"""The states of one answer to one field, and what each does to a denominator."""

from __future__ import annotations

from enum import IntEnum


class State(IntEnum):
    """State of a field in a submission. Only ANSWERED counts in agreement; the rest is counted and reported.

    >>> [state.name.lower() for state in State]
    ['answered', 'abstained', 'missing', 'off_label', 'not_asked']
    """

    ANSWERED = 0
    """A value of the label space; for sets the empty set is a value."""
    ABSTAINED = 1
    """A declared abstention label, such as "Not applicable"."""
    MISSING = 2
    """Blank: an absent value, an empty or white cell, or a declared missing token."""
    OFF_LABEL = 3
    """Something else than the field allows; kept raw, never guessed."""
    NOT_ASKED = 4
    """The protocol says to leave the field blank, so it is no answer and no gap."""


NOT_ASKED_CELL = "\0not_asked"
"""The cell of a field that is not asked of a rater for an item; no file can hold it."""
