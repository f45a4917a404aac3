"""People whose answers come from the same file, or from files that were saved together."""

from __future__ import annotations

import pytest
from built_folder import Built, only

from accord.annotations.checks.copied_file import copied_file

NOON = "2026-01-31T12:00:00.000000Z"
LATER = "2026-01-31T12:00:01.000000Z"


@pytest.fixture
def built(tmp_path):
    built = Built(tmp_path)
    built.items(*(f"i{at}" for at in range(6)))
    return built


def say_all(built, rater, saved, sha256, items=range(6), **options):
    source = {"file": f"{rater}.xlsx", "sha256": sha256, "cell": "Sheet!E2", "saved": saved}
    for at in items:
        built.say(rater, f"i{at}", {"q": "1"}, source=source, **options)


def test_files_that_were_saved_in_one_second(built):
    say_all(built, "ann", "2026-01-31T12:00:05.000000Z", "a" * 64)
    say_all(built, "bob", "2026-01-31T12:00:05.900000Z", "b" * 64, range(4))
    finding = only(copied_file(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("copied_file", "warning", 4)
    assert finding.where == f"{built.log('ann')} and {built.log('bob')}"
    assert finding.message == (
        "human ann and human bob, who share 4 items and outputs: both files were saved at the same time to the second "
        "(2026-01-31 12:00:05 UTC), which two people do not do"
    )
    assert finding.fix is not None and "on their own" in finding.fix


def test_one_file_for_two(built):
    say_all(built, "ann", NOON, "0123456789ab" + "c" * 52)
    say_all(built, "bob", NOON, "0123456789ab" + "c" * 52)
    message = only(copied_file(built.contents())).message
    assert message.endswith(
        "share 6 items and outputs: their answers come from the same file (SHA-256 0123456789ab...)"
    )


def test_any_two_files_of_two_people(built):
    """Each has two workbooks; the second of one was saved with the first of the other."""
    say_all(built, "ann", LATER, "a" * 64, range(3))
    say_all(built, "ann", NOON, "b" * 64, range(3, 6))
    say_all(built, "bob", NOON, "c" * 64, range(3))
    say_all(built, "bob", "2026-02-01T12:00:00.000000Z", "d" * 64, range(3, 6))
    assert "12:00:00 UTC" in only(copied_file(built.contents())).message


@pytest.mark.parametrize(
    ("ann", "bob"),
    [
        ((NOON, "a" * 64), (LATER, "b" * 64)),
        ((None, "a" * 64), (None, "a" * 64)),
        ((NOON, "a" * 64), (None, "a" * 64)),
        ((NOON, None), (LATER, None)),
        (("2000-01-01T00:00:00.000000Z", "a" * 64), ("2000-01-01T00:00:00.000000Z", "b" * 64)),
    ],
    ids=["apart", "a table", "a table and a workbook", "no digests", "no time"],
)
def test_files_of_their_own_raise_nothing(built, ann, bob):
    say_all(built, "ann", *ann)
    say_all(built, "bob", *bob)
    assert copied_file(built.contents()) == []


def test_people_who_share_nothing_raise_nothing(built):
    say_all(built, "ann", NOON, "a" * 64, range(3))
    say_all(built, "bob", NOON, "a" * 64, range(3, 6))
    assert copied_file(built.contents()) == []
    for at in range(6):
        built.say("ann", f"i{at}", {"q": "1"}, passing="second")
    assert copied_file(built.contents()) == []


def test_machines_and_later_passes_raise_nothing(built):
    say_all(built, "ann", NOON, "a" * 64)
    say_all(built, "m", NOON, "a" * 64, role="judge")
    say_all(built, "bob", NOON, "a" * 64, passing="second")
    assert copied_file(built.contents()) == []


def test_an_answer_that_was_corrected_from_another_file_is_that_of_the_other(built):
    say_all(built, "ann", NOON, "a" * 64)
    say_all(built, "bob", NOON, "b" * 64)
    assert len(copied_file(built.contents())) == 1
    for at in range(6):
        source = {"file": "b2.xlsx", "sha256": "c" * 64, "cell": "Sheet!E2", "saved": LATER}
        built.say("bob", f"i{at}", {"q": "2"}, source=source)
    assert copied_file(built.contents()) == []


def test_a_folder_without_workbooks_raises_nothing(built):
    for rater in ("ann", "bob"):
        built.say(rater, "i0", {"q": "1"}, source={"file": "x.csv", "sha256": "a" * 64, "line": 2})
        built.say(rater, "i1", {"q": "1"})
    assert copied_file(built.contents()) == []


def test_many_pairs_are_cut_short(built):
    for at in range(7):
        say_all(built, f"r{at}", NOON, f"{at}" * 64)
    found = copied_file(built.contents())
    assert [finding.code for finding in found] == ["copied_file"] * 21
    assert (found[-1].message, found[-1].count) == ("and 1 more pair of raters like these", 1)
