from __future__ import annotations

from accord.llm.replies.unreadable import Unreadable


def test_it_says_why():
    assert str(Unreadable("truncated")) == "truncated"
    why = Unreadable("wrong_width", "3 columns where 5 were asked.")
    assert (why.reason, why.detail, str(why)) == ("wrong_width", why.detail, "3 columns where 5 were asked.")
