"""Answers outside the label space."""

from __future__ import annotations

from built_folder import only

from accord.annotations.checks.off_label import off_label


def strange(raw):
    return {"state": "off_label", "raw": raw}


def test_one_finding_for_each_rater_and_field(built):
    built.form("q: {kind: rating, scale: 1..5}\nlight: {kind: choice, labels: [day, night]}")
    built.items("a", "b", "c", "d")
    built.say("ann", "a", {"q": "1", "light": strange("dusk")})
    built.say("ann", "b", {"q": strange("7"), "light": strange("dawn")})
    built.say("ann", "c", {"q": None, "light": strange("dusk")})
    built.say("bob", "d", {"q": "2", "light": strange("dusk")})
    q, ann, bob = off_label(built.contents())
    assert (q.code, q.severity, q.where) == ("off_label", "warning", f"{built.log('ann')}:2, field q")
    assert q.message == "'7' is not allowed here; allowed: 1..5 (1 of 2 answers of human ann)"
    assert (ann.where, ann.count) == (f"{built.log('ann')}:1, field light", 3)
    assert ann.message == (
        "'dusk' is not allowed here; allowed: 'day', 'night' (3 of 3 answers of human ann: 'dusk', 'dawn'); "
        "also lines 2, 3"
    )
    assert bob.where == f"{built.log('bob')}:1, field light"
    assert bob.fix == "correct the answer, or declare the label, or an alias of it, in benchmark.yaml"


def test_what_the_form_allows_now_raises_nothing(built):
    built.items("a")
    built.say("ann", "a", {"q": strange("7")})
    built.form("q: {kind: rating, scale: 1..7}", version="1.1.0")
    assert off_label(built.contents()) == []


def test_what_the_form_no_longer_allows(built):
    built.items("a")
    built.say("ann", "a", {"q": "5"})
    built.form("q: {kind: rating, scale: 1..3}", version="2.0.0")
    assert only(off_label(built.contents())).where == f"{built.log('ann')}:1, field q"


def test_allowed_answers_raise_nothing(built):
    built.items("a", "b")
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "b", {"q": None})
    assert off_label(built.contents()) == []
