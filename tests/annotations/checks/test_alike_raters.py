"""Raters whose names look alike."""

from __future__ import annotations

from built_folder import only

from accord.annotations.checks.alike_raters import alike_raters


def test_names_that_look_alike(built):
    built.items("a")
    for name in ("Ann ", "ann", "bob"):
        built.say(name, "a", {"q": "1"})
    finding = only(alike_raters(built.contents()))
    assert (finding.code, finding.severity, finding.where) == ("ids_look_alike", "warning", "raters, role human")
    assert "'Ann ' and 'ann'" in finding.message
    assert finding.fix == "make them equal if they are one"


def test_one_name_in_two_roles_raises_nothing(built):
    built.items("a")
    built.say("ann", "a", {"q": "1"})
    built.say("Ann", "a", {"q": "1"}, role="judge")
    assert alike_raters(built.contents()) == []
