"""Ratings from logs: which submissions count, under which names, and with which columns of the items."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from accord.annotations.log.log_ratings import LogRatings, Selection, log_ratings
from accord.annotations.ratings import Ratings
from accord.errors import InputError
from accord.findings import Finding
from accord.spec.states import State
from accord.verbs.opened import opened

PLAIN = """
name: t
version: 1.0.0
fields:
  ok: {kind: binary}
  score: {kind: rating, scale: 1..5}
  note: {kind: text}
"""
MUSEUM = """
name: t
version: 1.0.0
items: {state: state}
fields:
  title: {kind: text, reference: label}
  right: {kind: binary, matches: title}
"""
ITEMS = [{"id": f"i{at}", "region": "north" if at < 2 else "south", "label": "vase"} for at in range(4)]


def rated(folder: Path, *roles: Any, **options: Any) -> LogRatings:
    its = opened(folder)
    return log_ratings(its.benchmark, its.items, its.standing, its.outputs, Selection(roles or ("human",), **options))


def row(item: str, rater: str = "ann", role: str = "human", **said: str | None) -> dict[str, str | None]:
    return {"item": item, "rater": rater, "role": role, **said}


def grid(role: str = "human", raters: str = "ab", **said: str) -> list[dict[str, str | None]]:
    """Every rater says the same of every item."""
    return [row(item["id"], rater, role, **(said or {"ok": "1"})) for item in ITEMS for rater in raters]


def outputs(*models: str, **said: str) -> list[dict[str, str | None]]:
    return [row(item["id"], model, "model", title="vase", **said) for item in ITEMS for model in models]


def judged(role: str = "judge", model: str = "m", rater: str = "j") -> list[dict[str, str | None]]:
    return [row(item["id"], rater, role, of=model, right="1") for item in ITEMS]


def cells(ratings: Ratings, field: str = "ok") -> dict[tuple[str, str], str | None]:
    """Item and rater -> the label, or the state where there is none."""
    answers: Any = ratings.answers[field]
    found = {}
    for at, (item, rater) in enumerate(zip(ratings.item, ratings.rater, strict=True)):
        state = State(int(answers.state[at]))
        label = answers.scale.labels[int(answers.code[at])] if state == State.ANSWERED else state.name.lower()
        found[ratings.item_ids[int(item)], ratings.raters[rater]] = label
    return found


def named(findings: Any) -> dict[str, int]:
    return {finding.code: finding.count for finding in findings}


def one(found: LogRatings, code: str) -> Finding:
    (finding,) = [finding for finding in found.ratings.findings if finding.code == code]
    return finding


def slices(ratings: Ratings) -> dict[tuple[str, ...], dict[str, tuple[str, ...] | None]]:
    """Of each slice: item -> its values."""
    return {
        slice.names: {
            item: None if code < 0 else slice.values[code]
            for item, code in zip(ratings.item_ids, slice.code, strict=True)
        }
        for slice in ratings.slices
    }


def test_the_answers_of_one_role(make_folder: Callable[..., Path]) -> None:
    rows = [
        row("i0", ok="1", score="3"),
        row("i0", "bob", ok="0", score=None),
        row("i1", "j", "judge", ok="0", score="1"),
    ]
    folder = make_folder(PLAIN, ITEMS, rows)
    found = rated(folder)
    assert cells(found.ratings) == {("i0", "ann"): "1", ("i0", "bob"): "0"}
    assert cells(found.ratings, "score") == {("i0", "ann"): "3", ("i0", "bob"): "missing"}
    assert found.raters == {"human": ("ann", "bob")}
    assert rated(folder, "judge").raters == {"judge": ("j",)}


def test_texts_are_not_compared_and_fields_can_be_chosen(make_folder: Callable[..., Path]) -> None:
    folder = make_folder(PLAIN, ITEMS, grid(ok="1", score="2", note="x"))
    assert list(rated(folder).ratings.answers) == ["ok", "score"]
    assert list(rated(folder, fields=("score",)).ratings.answers) == ["score"]


def test_only_the_standing_record_counts_and_places_name_its_line(make_folder: Callable[..., Path]) -> None:
    folder = make_folder(PLAIN, ITEMS, grid(ok="1"), [row("i0", "a", ok="seven")], [row("i1", "a", ok="0")])
    found = rated(folder)
    assert cells(found.ratings)["i1", "a"] == "0"
    off = one(found, "off_label")
    log = next(path for path in folder.glob("annotations/human/a-*.jsonl"))
    assert off.message.startswith(f"{log.relative_to(folder).as_posix()}:5, field ok: 'seven'")
    assert off.where == "field ok"


def test_a_name_that_several_roles_have_says_the_role(make_folder: Callable[..., Path]) -> None:
    folder = make_folder(PLAIN, ITEMS, grid("human", "ab"), grid("judge", "bc"), grid("model", "c"))
    assert rated(folder, "human", "judge").raters == {"human": ("a", "b (human)"), "judge": ("b (judge)", "c")}
    assert rated(folder, "human").raters == {"human": ("a", "b")}


def test_later_passes_are_raters_of_their_own(make_folder: Callable[..., Path]) -> None:
    later = [{**said, "pass": "second"} for said in grid(ok="0")]
    folder = make_folder(PLAIN, ITEMS, grid(ok="1"), later)
    assert rated(folder).raters == {"human": ("a", "b")}
    assert rated(folder, passes=("second",)).raters == {"human": ("a (second)", "b (second)")}
    both = rated(folder, passes=("first", "second"))
    assert both.raters == {"human": ("a", "a (second)", "b", "b (second)")}
    assert {label for (_, rater), label in cells(both.ratings).items() if "second" in rater} == {"0"}


def test_what_does_not_count_is_counted_by_reason(make_folder: Callable[..., Path]) -> None:
    unusable = {**row("i1", "b", ok=None), "state": "unusable", "reason": "dark"}
    invalid = {**row("i2", "m", "judge", ok=None), "state": "invalid"}
    folder = make_folder(PLAIN, [*ITEMS, {"id": "gone"}], grid(), [unusable], [row("gone", "a", ok="1")], [invalid])
    items = "".join(f'{{"id":"{item["id"]}"}}\n' for item in ITEMS)
    (folder / "items.jsonl").write_text(items)
    found = rated(folder, "human", "judge")
    assert named(found.ratings.findings) == {"unknown_item": 1, "invalid": 1, "unusable": 1, "repeats": 1}
    assert one(found, "unusable").message.endswith("(b 1)")
    assert len(found.ratings.item) == 7


def test_items_that_cannot_be_rated_are_out(make_folder: Callable[..., Path]) -> None:
    items = [{**item, "state": "invalid_output" if item["id"] == "i3" else ""} for item in ITEMS]
    folder = make_folder(MUSEUM, items, outputs("m"), judged())
    found = rated(folder, "judge")
    assert named(found.ratings.findings) == {"invalid_output": 1, "about_invalid_output": 1}
    assert "1 of 4 outputs" in one(found, "invalid_output").message
    assert len(found.ratings.item_ids) == 3


def test_judgements_of_a_replaced_or_unreadable_output_are_out(make_folder: Callable[..., Path]) -> None:
    replaced = [{**row("i0", "m", "model", title="bowl")}]
    unread = [{**row("i1", "m", "model", title=None), "state": "invalid"}]
    folder = make_folder(MUSEUM, ITEMS, outputs("m"), judged(), replaced, unread)
    found = rated(folder, "judge")
    # The output of i1 that was judged is gone: an unreadable one took its place.
    assert named(found.ratings.findings) == {"stale_output": 2, "invalid_output": 1}
    assert found.ratings.item_ids.to_list() == ["i2 | m", "i3 | m"]


def test_people_leave_an_empty_reference_blank_and_judges_judge_it(make_folder: Callable[..., Path]) -> None:
    items = [{**item, "label": None if item["id"] == "i0" else "vase"} for item in ITEMS]
    folder = make_folder(MUSEUM, items, outputs("m"), judged("judge"), judged("human", rater="ann"))
    found = rated(folder, "human", "judge")
    states = cells(found.ratings, "right")
    assert (states["i0 | m", "ann"], states["i0 | m", "j"], states["i1 | m", "ann"]) == ("not_asked", "1", "1")
    assert one(found, "not_asked").count == 1
    text = (folder / "benchmark.yaml").read_text() + "policies: {empty_reference: {human: judge, judge: leave_blank}}\n"
    (folder / "benchmark.yaml").write_text(text)
    states = cells(rated(folder, "human", "judge").ratings, "right")
    assert (states["i0 | m", "ann"], states["i0 | m", "j"]) == ("1", "not_asked")


def test_units_of_forms_about_outputs_are_item_and_model(make_folder: Callable[..., Path]) -> None:
    folder = make_folder(MUSEUM, ITEMS, outputs("m", "n"), judged(model="m"), judged(model="n"))
    found = rated(folder, "judge", by=(("output",),))
    assert found.ratings.item_ids.to_list() == sorted(f"{item['id']} | {model}" for item in ITEMS for model in "mn")
    assert found.ratings.cluster is not None
    assert (found.ratings.cluster.names, len(found.ratings.cluster.values)) == (("item",), 4)
    output = slices(found.ratings)[("output",)]
    assert output["i0 | m"] == ("m",)
    assert output["i3 | n"] == ("n",)


def test_ids_that_look_like_two_units_of_one_name_stay_two(make_folder: Callable[..., Path]) -> None:
    items = [{"id": "a"}, {"id": "a | b"}]
    models = [row("a", "b | c", "model", title="x"), row("a | b", "c", "model", title="x")]
    says = [{**row("a", "j", "judge", right="1"), "of": "b | c"}, {**row("a | b", "j", "judge", right="0"), "of": "c"}]
    found = rated(make_folder(MUSEUM, items, models, says), "judge")
    assert len(found.ratings.item_ids) == 2
    assert sorted(cells(found.ratings, "right").values()) == ["0", "1"]


def test_slices_strata_and_clusters_come_from_the_items(make_folder: Callable[..., Path]) -> None:
    spec = PLAIN + "items: {slices: [region, [region, kind]], strata: [region, kind], cluster: group}\n"
    items = [{**item, "kind": f"k{at % 2}", "group": f"g{at // 2}"} for at, item in enumerate(ITEMS)]
    found = rated(make_folder(spec, items, grid()), by=(("kind",), ("region",))).ratings
    assert slices(found) == {
        ("region",): {item["id"]: (item["region"],) for item in items},
        ("region", "kind"): {item["id"]: (item["region"], item["kind"]) for item in items},
        ("kind",): {item["id"]: (item["kind"],) for item in items},
    }
    assert found.strata is not None and found.cluster is not None
    assert found.strata.names == ("region,kind",)
    assert [found.strata.values[code] for code in found.strata.code] == [
        (f"{item['region']} | {item['kind']}",) for item in items
    ]
    assert [found.cluster.values[code] for code in found.cluster.code] == [(item["group"],) for item in items]


@pytest.mark.parametrize("name", ["ok", "rater", "unit", "item", "role", "score", "a,b", "\u00e9 1"])
@pytest.mark.parametrize("use", ["slices: [{}]", "cluster: {}", "strata: [{}]"])
def test_a_column_of_the_items_may_have_any_name(make_folder: Callable[..., Path], name: str, use: str) -> None:
    # Of four items, i0 and i1 are in one group; the raters differ on i0 and i2 whatever the column is called.
    items = [{"id": item["id"], name: "g0" if at < 2 else "g1"} for at, item in enumerate(ITEMS)]
    rows = [
        row(item["id"], rater, ok="01"[rater == "b" and at % 2 == 0]) for at, item in enumerate(ITEMS) for rater in "ab"
    ]
    found = rated(make_folder(PLAIN + f"items: {{{use.format(repr(name))}}}\n", items, rows)).ratings
    assert sorted(cells(found).values()) == ["0"] * 6 + ["1"] * 2
    (grouping,) = [*found.slices, *filter(None, (found.cluster, found.strata))]
    assert grouping.names == (name,)
    assert np.bincount(grouping.code).tolist() == [2, 2]


def test_a_field_and_a_slice_of_one_name_are_told_apart_in_messages(make_folder: Callable[..., Path]) -> None:
    items = [{**item, "ok": "x"} for item in ITEMS]
    folder = make_folder(PLAIN + "items: {slices: [ok]}\n", items, grid(ok="1"), [row("i0", "a", ok="9")])
    found = rated(folder)
    assert ", field ok: '9' is not allowed" in one(found, "off_label").message
    assert "\0" not in "".join(map(str, found.ratings.findings))


def test_items_that_look_alike_are_called_items(make_folder: Callable[..., Path]) -> None:
    items = [{"id": "A"}, {"id": "a"}]
    found = rated(make_folder(PLAIN, items, [row(name, rater, ok="1") for name in "Aa" for rater in "xy"]))
    assert one(found, "ids_look_alike").where == "items"


def test_slices_that_the_items_do_not_have_are_all_named(make_folder: Callable[..., Path]) -> None:
    folder = make_folder(PLAIN, ITEMS, grid())
    with pytest.raises(InputError) as caught:
        rated(folder, by=(("size", "region"), ("age",)))
    assert [problem.where for problem in caught.value.problems] == ["items, column age", "items, column size"]
    assert caught.value.problems[0].fix == "id, region, label"


@pytest.mark.parametrize(
    ("roles", "options", "message"),
    [
        (("judge",), {}, "no submission by judge counts; there are human 8"),
        (("judge", "model"), {}, "no submission by judge and model counts"),
        (("human",), {"passes": ("second",)}, "no submission by human counts"),
        (("human",), {"fields": ("note",)}, "no field that can be compared is asked of human"),
    ],
)
def test_nothing_to_compare(
    make_folder: Callable[..., Path], roles: tuple[str, ...], options: dict[str, Any], message: str
) -> None:
    folder = make_folder(PLAIN, ITEMS, grid())
    with pytest.raises(InputError, match=message):
        rated(folder, *roles, **options)


def test_no_submissions_at_all(make_folder: Callable[..., Path]) -> None:
    with pytest.raises(InputError, match="there are none at all"):
        rated(make_folder(PLAIN, ITEMS))


def test_fields_are_asked_of_their_roles_only(make_folder: Callable[..., Path]) -> None:
    spec = PLAIN.replace("ok: {kind: binary}", "ok: {kind: binary, asked_of: [judge]}")
    folder = make_folder(spec, ITEMS, grid(ok="1", score="2"), grid("judge", "j", ok="1", score="2"))
    assert list(rated(folder).ratings.answers) == ["score"]
    both = rated(folder, "human", "judge").ratings
    assert {rater for (_, rater), said in cells(both).items() if said == "not_asked"} == {"a", "b"}


def test_what_was_noticed_in_the_logs_is_passed_on(make_folder: Callable[..., Path]) -> None:
    folder = make_folder(PLAIN, ITEMS, grid())
    log = next(folder.glob("annotations/human/a-*.jsonl"))
    log.write_bytes(log.read_bytes()[:-1])
    assert named(rated(folder).ratings.findings) == {"no_line_end": 1}


def test_names_that_clash_with_a_name_that_was_added_to_stay_apart(make_folder: Callable[..., Path]) -> None:
    names = [item["id"] for item in ITEMS]
    rows = [row(name, "ann", role, ok="1") for name in names for role in ("human", "judge")]
    rows += [row(name, "ann (judge)", "human", ok="0") for name in names]
    found = rated(make_folder(PLAIN, ITEMS, rows), "human", "judge")
    assert len(found.ratings.raters) == 3
    assert len(found.ratings.item) == 3 * len(ITEMS)


def test_repeats_are_reported_and_refused_where_the_policy_says_so(make_folder: Callable[..., Path]) -> None:
    folder = make_folder(PLAIN, ITEMS, grid(), [row("i1", "a", ok="0")], [row("i1", "a", ok="1")])
    assert one(rated(folder, "human"), "repeats").count == 2
    spec = (folder / "benchmark.yaml").read_text() + "policies: {repeats: error}\n"
    (folder / "benchmark.yaml").write_text(spec)
    with pytest.raises(InputError, match="2 submissions were replaced"):
        rated(folder, "human")
