"""Why a reply is invalid, raised where it is found."""

from __future__ import annotations


class Unreadable(Exception):
    """A reply that cannot be read as the form. reason: a code of REASONS; detail: one sentence, "" where the code says
    it all.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(detail or reason)
        self.reason = reason
        self.detail = detail
