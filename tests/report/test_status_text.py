"""The status of a folder as text."""

from __future__ import annotations

from dataclasses import replace

from accord.annotations.contents.status import FieldCount, Form, ItemCount, Part, RaterCount, RoleCount, Status
from accord.report.status_text import status_text

STATUS = Status(
    "1.0",
    "DIR",
    Form("museum", "1.2.0", "0123456789abcdef"),
    ItemCount(12, 1, 24, 2),
    (
        RoleCount("human", (RaterCount("ann", 1500, 0, 1, 2),), (FieldCount("title_match", 1400, 50, 30, 20, 0),)),
        RoleCount("judge", (RaterCount("j", 1, 2, 0, 0), RaterCount("k", 1, 0, 0, 0)), ()),
    ),
    {"second": 3},
    (Part("people", "outputs answered by 2 people or more", 21, 22), Part("judge", "outputs judged by j", 22, 22)),
    2,
    ("accord check DIR", "accord agree DIR --role human"),
)


def test_all_that_there_is():
    assert (
        status_text(STATUS)
        == """\
museum 1.2.0, digest 0123456789ab
12 items, 1 of them invalid
24 outputs to judge, 2 of them invalid
2 problems: accord check lists them

1 person, 1,501 submissions
  rater  answered  invalid  unusable  corrected
  ann       1,500        0         1          2
  field        answered  abstained  missing  off label  not asked
  title_match     1,400         50       30         20          0

2 judges, 4 submissions
  rater  answered  invalid  unusable  corrected
  j             1        2         0          0
  k             1        0         0          0

pass second: 3 submissions

Open
  outputs answered by 2 people or more  21 of 22

Complete
  outputs judged by j  22 of 22

Run next
  accord check DIR
  accord agree DIR --role human
"""
    )


def test_a_folder_without_a_form():
    empty = Status("1.0", "DIR", None, None, (), {}, (), 0, ("accord init DIR",))
    assert status_text(empty) == "DIR: no benchmark.yaml\n\nRun next\n  accord init DIR\n"
    assert status_text(replace(empty, problems=1)).startswith(
        "DIR: benchmark.yaml cannot be read\n1 problem: accord check lists them\n"
    )


def test_a_folder_without_items_or_submissions():
    started = replace(STATUS, items=None, roles=(), later={}, parts=(), problems=0)
    assert status_text(started).startswith("museum 1.2.0, digest 0123456789ab\nno items\nno submissions\n\nRun next\n")


def test_many_raters_are_cut_short():
    raters = tuple(RaterCount(f"r{at}", 1, 0, 0, 0) for at in range(50))
    text = status_text(replace(STATUS, roles=(RoleCount("human", raters, ()),)))
    assert "  r39 " in text
    assert "  r40 " not in text
    assert "  and 10 more (all of them with --json)\n" in text


def test_names_are_shown_and_not_obeyed():
    raters = (RaterCount("a\x1b[31m", 1, 0, 0, 0),)
    text = status_text(replace(STATUS, roles=(RoleCount("human", raters, ()),), later={"x\x1b[31m": 1}))
    assert "\x1b" not in text


def test_colour_where_it_is_wanted():
    assert "\x1b[" in status_text(STATUS, colour=True)
    assert "\x1b[" not in status_text(STATUS)
