"""The table of checks has every file of the shelf."""

from __future__ import annotations

from pathlib import Path

import pytest
from built_folder import moment

from accord.annotations import checks
from accord.annotations.checks import CHECKS


def test_every_file_is_a_line_of_the_table():
    files = {path.stem for path in Path(checks.__file__).parent.glob("*.py")} - {"__init__"}
    assert {check.__name__ for check in CHECKS} == files
    assert {check.__module__ for check in CHECKS} == {f"accord.annotations.checks.{name}" for name in files}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_folder_without_answers_raises_nothing_more_than_that(built, check):
    built.items("a", "b")
    assert check(built.contents()) == []


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_folder_without_items_can_be_looked_at(built, check):
    built.items("a")
    built.say("ann", "gone", {"q": "1"}, at=moment(0))
    built.say("ann", "gone", {}, state="unusable", passing="second")
    assert {finding.code for finding in check(built.contents())} <= {"unknown_item"}
