"""Submissions about items that are not there."""

from __future__ import annotations

from built_folder import only

from accord.annotations.checks.unknown_items import unknown_items


def test_submissions_about_items_that_are_gone(built):
    built.items("a")
    for item in ("a", "gone", "lost"):
        built.say("ann", item, {"q": "1"})
    finding = only(unknown_items(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("unknown_item", "error", 2)
    assert finding.where == f"{built.log('ann')}:2"
    assert finding.message == "human ann answered about 'gone', which is no item; also line 3"
    assert finding.fix == "restore the item in items.jsonl, with the id that the log has"


def test_each_log_has_its_own_finding(built):
    built.items("a")
    built.say("ann", "gone", {"q": "1"})
    built.say("bob", "gone", {"q": "1"})
    assert [finding.where for finding in unknown_items(built.contents())] == [
        f"{built.log('ann')}:1",
        f"{built.log('bob')}:1",
    ]


def test_known_items_raise_nothing(built):
    built.items("a")
    built.say("ann", "a", {"q": "1"})
    assert unknown_items(built.contents()) == []
