"""Sets that were written with an abstention, or the label for none, beside a label."""

from __future__ import annotations

import pytest
from built_folder import Built, by_code, only

from accord.annotations.checks.beside_label import beside_label

FIELD = 'seen: {kind: labels, labels: [car, bus], none: nothing, abstain: [unsure], separator: ","}'


@pytest.fixture
def labelled(tmp_path):
    built = Built(tmp_path, FIELD)
    built.items("a", "b", "c")
    return built


def written(raw, *value):
    return {"seen": {"state": "answered", "value": list(value), "raw": raw}}


def test_an_abstention_and_a_none_beside_a_label(labelled):
    labelled.say("ann", "a", {"seen": ["car"]})
    labelled.say("ann", "b", written("car,unsure", "car"))
    labelled.say("ann", "c", written("nothing,bus", "bus"))
    found = by_code(beside_label(labelled.contents()))
    assert found.keys() == {"abstention_beside_label", "none_beside_label"}
    assert {finding.severity for finding in found.values()} == {"warning"}
    abstention, none = found["abstention_beside_label"], found["none_beside_label"]
    assert abstention.where == f"{labelled.log('ann')}:2, field seen"
    assert abstention.message == "'car,unsure' holds an abstention beside a label"
    assert none.where == f"{labelled.log('ann')}:3, field seen"
    assert none.message == "'nothing,bus' holds 'nothing' beside a label"
    assert none.fix is not None and "supersedes" in none.fix


def test_each_rater_is_a_finding_with_a_count(labelled):
    for item in "abc":
        labelled.say("ann", item, written("car,unsure", "car"))
    labelled.say("bob", "a", written("bus,unsure", "bus"))
    ann, bob = beside_label(labelled.contents())
    assert (ann.count, ann.message) == (3, "'car,unsure' holds an abstention beside a label; also lines 2, 3")
    assert (bob.count, bob.where) == (1, f"{labelled.log('bob')}:1, field seen")


def test_what_was_corrected_raises_nothing(labelled):
    labelled.say("ann", "a", written("car,unsure", "car"))
    assert len(beside_label(labelled.contents())) == 1
    labelled.say("ann", "a", {"seen": ["car"]})
    assert beside_label(labelled.contents()) == []


def test_a_value_that_no_import_would_write(labelled):
    labelled.say("ann", "a", {"seen": ["car", "unsure"]})
    labelled.say("ann", "b", {"seen": {"state": "answered", "value": ["car", "unsure"], "raw": "car,unsure"}})
    finding = only(beside_label(labelled.contents()))
    assert (finding.code, finding.count) == ("abstention_beside_label", 2)


def test_labels_and_abstentions_alone_raise_nothing(labelled):
    labelled.say("ann", "a", {"seen": ["car", "bus"]})
    labelled.say("ann", "b", written("nothing"))
    labelled.say("ann", "c", {"seen": {"state": "abstained", "value": "unsure", "raw": " unsure "}})
    labelled.say("bob", "a", {"seen": {"state": "off_label", "raw": "car,unsure,truck"}})
    assert beside_label(labelled.contents()) == []
