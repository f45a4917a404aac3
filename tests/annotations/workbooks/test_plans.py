"""The plans of a folder, made when they are asked for, and the one that a sheet without its manifest is about."""

from __future__ import annotations

import pytest
from made_plans import assigned, benchmark

import accord.annotations.workbooks.plans as module
from accord.annotations.items import read_items
from accord.annotations.workbooks.planned import GivenOutputs
from accord.annotations.workbooks.plans import Plans
from accord.errors import InputError


@pytest.fixture
def make(tmp_path):
    """`make([items of a group, ...], ...)`: plans of an assignment each, s, t, ..."""

    def plans(*assignments):
        names = dict.fromkeys(item for groups in assignments for items in groups for item in items)
        there = [name for name in names if not name.startswith("gone")] or ["a"]
        (tmp_path / "items.jsonl").write_text("".join(f'{{"id": "{name}"}}\n' for name in there))
        its = benchmark("q: {kind: number}")
        made = [
            assigned(*groups).model_copy(update={"name": name})
            for name, groups in zip("stuv", assignments, strict=False)
        ]
        return Plans(its, read_items(tmp_path, its), GivenOutputs({}), made)

    return plans


def test_plans_are_known_by_assignment_and_group(make):
    plans = make([["a", "b"], ["c"]], [["d"]])
    assert plans.keys == (("s", "1"), ("s", "2"), ("t", "1"))
    assert [(plan.assignment, plan.group, [row.item for row in plan.rows]) for plan in plans] == [
        ("s", "1", ["a", "b"]),
        ("s", "2", ["c"]),
        ("t", "1", ["d"]),
    ]
    found = plans.get("s", "2")
    assert found is not None and found.rows[0].item == "c"
    assert plans.get("s", "3") is None
    assert plans.get("u", "1") is None


def test_a_plan_is_made_once_and_only_when_it_is_asked_for(make, monkeypatch):
    made = []
    plan_of = module.plan_of
    monkeypatch.setattr(module, "plan_of", lambda *parts: made.append(parts[-2].name) or plan_of(*parts))
    plans = make([["a"], ["b"], ["gone"]])
    assert made == []
    assert plans.get("s", "2") is plans.get("s", "2")
    assert made == ["2"]
    with pytest.raises(InputError, match="item the benchmark does not have"):
        plans.get("s", "3")
    assert made == ["2", "3"]


@pytest.mark.parametrize(
    ("texts", "group"),
    [
        (["c", "x", "y"], ("s", "2")),
        (["a", "b", "d", "e", "f"], ("t", "1")),
        (["a", "a", "a", "d", "e"], ("t", "1")),
        (["a", "d"], ("s", "1")),
    ],
)
def test_the_nearest_plan_shares_most_items(make, texts, group):
    plan = make([["a", "b"], ["c"]], [["d", "e", "f"]]).nearest(iter(texts))
    assert plan is not None
    assert (plan.assignment, plan.group) == group


def test_no_plan_is_near_to_foreign_texts(make):
    plans = make([["a", "b"]])
    assert plans.nearest(["x", "A", ""]) is None
    assert plans.nearest([]) is None
    assert make().nearest(["a"]) is None
    assert list(make()) == []


def test_a_plan_for_some_models_is_another(make, monkeypatch):
    asked = []
    plan_of = module.plan_of
    monkeypatch.setattr(module, "plan_of", lambda *parts: asked.append(parts[-1]) or plan_of(*parts))
    plans = make([["a"]])
    some = plans.get("s", "1", ("m",))
    assert some is plans.get("s", "1", ("m",))
    assert some is not plans.get("s", "1")
    assert asked == [("m",), None]


@pytest.mark.parametrize(("named", "assignment"), [("s 1", "s"), ("t 1", "t")])
def test_of_two_plans_with_the_same_items_the_one_that_is_named_is_nearer(make, named, assignment):
    plan = make([["a", "b"]], [["a", "b"]]).nearest(["a", "b", named])
    assert plan is not None and plan.assignment == assignment
