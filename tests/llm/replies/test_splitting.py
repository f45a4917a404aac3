from __future__ import annotations

import pytest

from accord.llm.replies.splitting import MOST_PIECES, in_one_way, separated

LABELS = {"a", "b", "c, d"}


def split(text, separator=None, strict=False):
    return separated(text, separator, LABELS.__contains__, strict)


@pytest.mark.parametrize(
    ("text", "separator", "names", "code"),
    [
        ("a/b", "/", ["a", "b"], ""),
        ("a;b", "/", ["a", "b"], "split_semicolon"),
        ("a | b", ";", ["a", "b"], "split_bar"),
        ("a, c, d", ";", ["a", "c, d"], "split_comma"),
        ("a;;b;", ";", ["a", "b"], ""),
        # What is no label is split at the declared separator only.
        ("a;x", ";", ["a", "x"], ""),
        ("a;x", None, None, ""),
        ("a/x", ";", ["a/x"], ""),
        (";", ";", None, ""),
        ("", ";", None, ""),
    ],
)
def test_separated(text, separator, names, code):
    assert split(text, separator) == (names, code)


def test_strictly_at_the_declared_separator():
    assert split("a;b", "/", strict=True) == (["a;b"], "")
    assert split("a;b", None, strict=True) == (None, "")


def test_pieces_go_together_in_one_way_only():
    assert in_one_way(["a", "c", " d", "b"], LABELS.__contains__) == ["a", "c, d", "b"]
    assert in_one_way(["c", " d"], {"c, d", "c", "d"}.__contains__) is None
    assert in_one_way(["c"], LABELS.__contains__) is None


def test_long_texts_are_not_tried():
    many = ["a"] * (MOST_PIECES + 1)
    assert in_one_way(many, LABELS.__contains__) is None
    assert split(";".join(many)) == (None, "")
