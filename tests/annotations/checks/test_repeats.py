"""Forms that were answered again."""

from __future__ import annotations

from built_folder import Built, only

from accord.annotations.checks.repeats import repeats


def test_corrections_are_a_note(built):
    built.items("a", "b")
    for value in "123":
        built.say("ann", "a", {"q": value})
    built.say("ann", "b", {"q": "1"})
    built.say("bob", "a", {"q": "1"})
    finding = only(repeats(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("repeated_answers", "info", 2)
    assert finding.where == str(built.log("ann"))
    assert finding.message == "2 answers were given again later; the latest counts"


def test_they_are_an_error_where_the_policy_says_so(tmp_path):
    built = Built(tmp_path, head="policies: {repeats: error}")
    built.items("a")
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "a", {"q": "2"})
    finding = only(repeats(built.contents()))
    assert finding.severity == "error"
    assert finding.fix == "have each form answered once, or set repeats: latest"


def test_another_pass_and_another_item_are_no_repeats(built):
    built.items("a", "b")
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "b", {"q": "1"})
    built.say("ann", "a", {"q": "2"}, passing="second")
    assert repeats(built.contents()) == []
