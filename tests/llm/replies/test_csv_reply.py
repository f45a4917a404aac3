from __future__ import annotations

import pytest
from reply_forms import said, street_row_form

from accord.llm.replies.csv_reply import read_line
from accord.llm.replies.form import ReplyForm
from accord.llm.replies.read import Read
from accord.llm.replies.unreadable import Unreadable
from accord.spec.fields import Choice, Labels, Text

NA = {"abstain": ["NA"]}
COMMENTED = ReplyForm(
    {
        "place": Choice(["park", "street"], **NA),
        "seen": Labels(["trees", "walls (brick, stone)"], sep=";", **NA),
        "mood": Choice(["calm", "busy"], **NA),
        "comment": Text(),
    },
    {},
    "csv",
)


def read(line, form=COMMENTED):
    try:
        answers = read_line(line, form)
    except Unreadable as why:
        return why.reason
    given = said(Read("answered", None, None, answers.parts, ()))
    return [given.get(name) for name in form.fields], answers.codes


PARK = ["park", ["trees"], "calm"]


@pytest.mark.parametrize(
    ("line", "comment", "codes"),
    [
        ("park,trees,calm,nice", "nice", ()),
        ("park,trees,calm,", "missing", ("empty_value",)),
        ("park,trees,calm", None, ()),
        ("park,trees,calm,,,", "missing", ("empty_value", "trailing_delimiters")),
        ('park,trees,calm,"nice, green"', "nice, green", ()),
        ("park,trees,calm,nice, green,  and quiet", "nice, green, and quiet", ("comment_commas",)),
        ('park,trees,calm,"calm"', None, "misaligned"),
    ],
)
def test_a_comment_at_the_end(line, comment, codes):
    expected = codes if isinstance(codes, str) else ([*PARK, comment], codes)
    found = read(line)
    assert (found if isinstance(found, str) else (found[0], tuple(sorted(found[1])))) == expected


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        # A field was left out, or stands twice, and what looks like a comment is an answer, or the other way round.
        ("park,calm,nice", "misaligned"),
        ("park,trees,nice", "misaligned"),
        ("park,NA,a, b", "misaligned"),
        ("park,NA,", "misaligned"),
        ("park,trees,calm,busy", "misaligned"),
        ("park,trees,calm,nice,busy", "wrong_width"),
        ("park,trees,x,nice, green", "wrong_width"),
        ("park,trees", "wrong_width"),
    ],
)
def test_what_may_be_an_answer_is_no_comment(line, reason):
    assert read(line) == reason


def test_an_abstention_too_many_before_a_comment():
    assert read("park,NA,NA,calm,nice") == (["park", "abstained", "calm", "nice"], ("repeated_abstention",))
    assert read("park,NA,NA,calm") == (["park", "abstained", "calm", None], ("repeated_abstention",))


def test_labels_that_were_torn():
    assert read("park,trees;walls (brick,stone),calm,") == (
        ["park", ["trees", "walls (brick, stone)"], "calm", "missing"],
        ("rejoined_comma", "empty_value"),
    )
    assert read("park,trees,walls (brick, stone),calm,nice")[1] == ("rejoined_comma", "rejoined_set")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("park,trees,calm,nice\n", ()),
        ("```\npark,trees,calm,nice\n```", ("code_fence",)),
        ("Here:\n```csv\npark,trees,calm,nice\n```\nDone.", ("code_fence", "prose")),
        ("```csv\npark,trees,calm,nice", ("code_fence",)),
        ("Place, Seen, Mood, Comment\npark,trees,calm,nice", ("header_line",)),
        ("park;trees;calm;nice", ("semicolon_delimiter",)),
        ("place;seen;mood;comment\npark;trees;calm;nice", ("semicolon_delimiter", "header_line")),
        ("park\uff0ctrees\uff0ccalm\uff0cnice", ("wide_comma",)),
    ],
)
def test_around_the_line(text, codes):
    assert read(text) == ([*PARK, "nice"], codes)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no_answer"),
        ("```\n```", "no_answer"),
        ("place,seen,mood,comment", "no_answer"),
        ("place,seen,mood,comment\npark,trees,calm,\npark,trees,calm,", "several_rows"),
        ("Here it is:\npark,trees,calm,", "several_rows"),
        ("```\npark,trees,calm,\n```\n```\npark,trees,calm,\n```", "several_rows"),
        ("park;trees;x;nice", "wrong_width"),
        ("park;trees", "wrong_width"),
        ('park,"trees,calm,', "unclosed_quote"),
    ],
)
def test_no_line_of_values(text, reason):
    assert read(text) == reason


def test_a_strict_line():
    strict = street_row_form(strict=True)
    assert read("street,few,brick,calm,accessible", strict)[1] == ()
    assert read("street;few;brick;calm;accessible", strict) == "wrong_width"
    assert read("street,few,brick,stone,calm,accessible", strict) == "wrong_width"
