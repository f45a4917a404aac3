"""Judgements of outputs that are not there any more, or never were."""

from __future__ import annotations

import pytest
from built_folder import Built, only

from accord.annotations.checks.judged_outputs import judged_outputs


@pytest.fixture
def built(tmp_path):
    built = Built(tmp_path, "title: {kind: text}\nright: {kind: binary, matches: title}")
    built.items("a", "b")
    return built


def test_judgements_of_standing_outputs_raise_nothing(built):
    output = built.say("m", "a", {"title": "x"}, role="model")
    built.say("ann", "a", {"right": "1"}, of=output)
    assert judged_outputs(built.contents()) == []


def test_an_output_that_was_corrected(built):
    old = built.say("m", "a", {"title": "x"}, role="model")
    built.say("ann", "a", {"right": "1"}, of=old)
    new = built.say("m", "a", {"title": "y"}, role="model")
    built.say("bob", "a", {"right": "1"}, of=new)
    finding = only(judged_outputs(built.contents()))
    assert (finding.code, finding.severity, finding.where) == ("stale_output", "warning", f"{built.log('ann')}:1")
    assert finding.message == (
        f"human ann judged output {old[:12]}... of 'a', which a later answer of the model replaced"
    )
    assert finding.fix is not None and finding.fix.startswith("have the new output judged")


def test_an_output_that_is_not_there(built):
    built.say("ann", "a", {"right": "1"}, of="0" * 64)
    finding = only(judged_outputs(built.contents()))
    assert (finding.code, finding.severity, finding.where) == ("unknown_output", "error", f"{built.log('ann')}:1")
    assert "which is not there" in finding.message


def test_an_output_of_another_item(built):
    output = built.say("m", "a", {"title": "x"}, role="model")
    built.say("j", "b", {"right": "1"}, role="judge", of=output)
    built.say("j", "a", {"right": "1"}, role="judge", of=output)
    finding = only(judged_outputs(built.contents()))
    assert (finding.code, finding.severity) == ("output_of_other_item", "error")
    assert (finding.where, finding.count) == (f"{built.log('j', 'judge')}:1", 1)
