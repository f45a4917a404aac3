"""The sample verb: from the items of a folder to an assignment file."""

from __future__ import annotations

import json

import pytest

from accord.annotations.sample.assignments import read_assignments
from accord.errors import AccordError, InputError, UsageError
from accord.verbs.opened import opened
from accord.verbs.sample import sample

SPEC = "name: m\nversion: 1.0.0\nitems: {strata: [region], state: state}\nfields: {q: {kind: rating, scale: 1..5}}\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "benchmark.yaml").write_text(SPEC, encoding="utf-8")
    rows = [{"id": f"o{at:02}", "region": "north" if at < 8 else "south", "type": f"t{at % 2}"} for at in range(12)]
    rows[0]["state"] = "invalid_output"
    (tmp_path / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return tmp_path


def test_strata_are_those_of_the_benchmark_and_items_that_cannot_be_rated_are_not_drawn(folder):
    made, path = sample(opened(folder), raters=["A", "B", "C"], groups=3, per_stratum=5)
    assert path == folder / "assignments" / "sample.json"
    assert [(s.where, s.available, s.taken, s.short) for s in made.strata] == [
        ({"region": "north"}, 7, 5, 0),
        ({"region": "south"}, 4, 4, 1),
    ]
    assert [group.raters for group in made.groups] == [("A", "B"), ("B", "C"), ("A", "C")]
    assert "o00" not in {item for group in made.groups for item in group.items}


def test_the_file_holds_what_was_returned_and_the_same_call_gives_the_same_bytes(folder):
    made, path = sample(opened(folder), raters=["A", "B"], by=["region", "type"], size=6, seed=3, name="round-1")
    before = path.read_bytes()
    assert read_assignments(folder / "assignments") == ([made], [])
    sample(opened(folder), raters=["A", "B"], by=["region", "type"], size=6, seed=3, name="round-1")
    assert path.read_bytes() == before


def test_another_sample_of_the_same_name_needs_to_be_asked_for(folder):
    sample(opened(folder), raters=["A", "B"], size=4)
    with pytest.raises(UsageError, match="another assignment has this name"):
        sample(opened(folder), raters=["A", "B"], size=5)
    made, _ = sample(opened(folder), raters=["A", "B"], size=5, replace=True)
    assert sum(len(group.items) for group in made.groups) == 5


def test_everything_that_is_wrong_with_the_design_is_said_at_once_and_nothing_is_written(folder):
    with pytest.raises(AccordError) as caught:
        sample(opened(folder), raters=["A", "A"], raters_per_item=0, groups=0, name="a/b")
    message = str(caught.value)
    for part in ("name", "more than once", "raters_per_item 0", "groups"):
        assert part in message
    assert not (folder / "assignments").exists()


def test_items_that_stand_twice_are_refused(folder):
    with (folder / "items.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"id": "o01", "region": "north"}\n')
    with pytest.raises(InputError, match="stands twice"):
        sample(opened(folder), raters=["A", "B"], size=4)


def items_of(made):
    return {item for group in made.groups for item in group.items}


def test_items_of_other_assignments_are_left_out_unless_asked_for(folder):
    first, _ = sample(opened(folder), raters=["A", "B"], size=5)
    second, _ = sample(opened(folder), raters=["A", "B"], name="round-2", size=6)
    assert len(items_of(second)) == 6
    assert not items_of(first) & items_of(second)
    with pytest.raises(UsageError, match="every item is assigned already"):
        sample(opened(folder), raters=["A", "B"], name="round-3", size=6)
    third, _ = sample(opened(folder), raters=["A", "B"], name="round-3", size=11, again=True)
    assert len(items_of(third)) == 11


def test_an_assignment_that_is_drawn_anew_does_not_stand_in_its_own_way(folder):
    first, _ = sample(opened(folder), raters=["A", "B"], size=11)
    again, _ = sample(opened(folder), raters=["A", "B"], size=11)
    assert first == again


def test_an_assignment_that_cannot_be_read_is_refused(folder):
    (folder / "assignments").mkdir()
    (folder / "assignments" / "old.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match=r"old\.json"):
        sample(opened(folder), raters=["A", "B"], size=5)
