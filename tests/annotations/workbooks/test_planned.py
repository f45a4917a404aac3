"""The plan of a workbook: what each cell holds, and where an answer is wanted."""

from __future__ import annotations

import pytest
from made_plans import JUDGED, answers, asked, assigned, outputs_of, place, plan, texts

import accord.annotations.workbooks.planned as module
from accord.annotations.tables.xlsx.marks import Limits
from accord.annotations.workbooks.held import MOST
from accord.annotations.workbooks.planned import GivenOutputs, plan_of
from accord.errors import InputError, UsageError
from accord.findings import Finding
from accord.verbs.opened import opened

ITEMS = [
    {"id": "a", "image": "a.png", "title": "vase || jar", "description": "An old thing"},
    {"id": "b", "image": " ", "title": "", "description": None},
    {"id": "c", "title": '["pot", "", "Topf"]', "description": "=1+1"},
]
SAID = [
    {"item": "a", "rater": "m2", "role": "model", "title": "a vase"},
    {"item": "a", "rater": "m1", "role": "model", "title": "@SUM(1)"},
    {"item": "b", "rater": "m1", "role": "model", "title": "unknown"},
    {"item": "c", "rater": "m2", "role": "model", "state": "invalid", "reason": "not JSON"},
    {"item": "c", "rater": "m1", "role": "model", "title": "a pot"},
]
QUESTION = "name: small\nversion: 1.0.0\nfields:\n  q: {kind: rating, scale: 1..3}\n"


@pytest.fixture
def folder(make_folder):
    return make_folder(JUDGED, ITEMS, SAID)


def test_every_cell(folder):
    made = plan(folder)
    assert [column.name for column in made.columns] == [
        "description",
        "image",
        "reference_title",
        "m1_title",
        "m1_title_match_0_or_1",
        "m2_title",
        "m2_title_match_0_or_1",
        "item",
        "group",
        "annotator",
    ]
    assert [row.texts for row in made.rows] == [
        ("An old thing", "", "vase ||\njar", "@SUM(1)", "", "a vase", "", "a", "s 1", ""),
        ("", "", "", "unknown", "", "", "", "b", "s 1", ""),
        ("=1+1", "", "pot ||\nTopf", "a pot", "", "", "", "c", "s 1", ""),
    ]
    assert [row.item for row in made.rows] == ["a", "b", "c"]
    assert [row.image for row in made.rows] == ["a.png", None, None]
    assert (made.assignment, made.group, made.raters, made.findings) == ("s", "1", ("ann", "bob"), ())


def test_the_rows_are_those_of_the_group_in_its_order(folder):
    made = plan(folder, "c", "a")
    assert texts(made, "item") == ["c", "a"]
    assert [row.image for row in made.rows] == [None, "a.png"]


def test_nothing_is_asked_where_there_is_no_reference_or_no_output(folder):
    made = plan(folder)
    assert asked(made, "m1_title_match_0_or_1") == [True, False, True]
    assert asked(made, "m2_title_match_0_or_1") == [True, False, False]
    asked_at = {at for row in made.rows for at, wanted in enumerate(row.asked) if wanted}
    assert asked_at <= set(made.answers)


def test_people_may_be_asked_without_a_reference(make_folder):
    text = JUDGED + "policies: {empty_reference: {human: judge}}\n"
    assert asked(plan(make_folder(text, ITEMS, SAID)), "m1_title_match_0_or_1") == [True, True, True]


def test_nothing_is_asked_about_an_item_that_cannot_be_rated(make_folder):
    text = JUDGED.replace("image: image", "image: image, state: state") + "  q: {kind: number, asked_of: [human]}\n"
    items = [ITEMS[0] | {"state": "invalid_output"}, ITEMS[2] | {"state": "ok"}]
    made = plan(make_folder(text, items, [row for row in SAID if row["item"] != "b"]))
    assert asked(made, "q") == [False, True]
    assert asked(made, "m1_title_match_0_or_1") == [False, True]


def test_models_without_an_output_in_the_group_have_no_columns(folder):
    assert [column.model for column in answers(plan(folder, "b"))] == ["m1"]
    assert [column.model for column in answers(plan(folder, "c"))] == ["m1", "m2"]


def test_an_item_without_any_output_is_not_asked_about(make_folder):
    made = plan(make_folder(JUDGED, ITEMS, SAID[:2]))
    assert asked(made, "m1_title_match_0_or_1") == [True, False, False]
    assert texts(made, "m1_title") == ["@SUM(1)", "", ""]


def test_only_outputs_of_models_in_the_first_pass_count(make_folder):
    more = [
        {"item": "a", "rater": "m1", "role": "model", "pass": "second", "title": "later"},
        {"item": "b", "rater": "m3", "role": "model", "pass": "second", "title": "later"},
        {"item": "a", "of": "m1", "rater": "j", "role": "judge", "title_match": "1"},
        {"item": "a", "of": "m1", "rater": "ann", "role": "human", "title_match": "1"},
    ]
    made = plan(make_folder(JUDGED, ITEMS, SAID, more))
    assert [column.model for column in answers(made)] == ["m1", "m2"]
    assert texts(made, "m1_title")[0] == "@SUM(1)"


def test_the_last_word_of_a_model_counts(make_folder):
    later = [{"item": "a", "rater": "m1", "role": "model", "title": "corrected"}]
    assert texts(plan(make_folder(JUDGED, ITEMS, SAID, later)), "m1_title")[0] == "corrected"


def test_an_output_that_lacks_a_field_is_blank_and_is_judged(make_folder):
    text = JUDGED + "  period: {kind: text, reference: title}\n  period_match: {kind: binary, matches: period}\n"
    made = plan(make_folder(text, ITEMS[:1], SAID[:2]))
    assert texts(made, "m1_period") == [""]
    assert asked(made, "m1_period_match_0_or_1") == [True]


def test_outputs_say_which_fields_were_read_and_which_could_not_be(folder):
    given = outputs_of(folder)
    assert given.texts == {
        "a": {"m1": {"title": "@SUM(1)"}, "m2": {"title": "a vase"}},
        "b": {"m1": {"title": "unknown"}},
        "c": {"m1": {"title": "a pot"}, "m2": None},
    }
    assert given.models(["a", "c"]) == ("m1", "m2")
    assert given.models(["b", "nothing"]) == ("m1",)
    assert GivenOutputs({}).models(["a"]) == ()


def test_a_description_is_shown_where_nothing_is_said(make_folder):
    assert plan(make_folder(QUESTION, [{"id": "a", "description": "x"}])).columns[0].name == "description"


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        ("[]", []),
        ("[b, a, b]", ["b", "a"]),
        ("[description]", ["description"]),
        ("[b, description]", ["b", "description"]),
    ],
)
def test_what_is_shown_can_be_said(make_folder, shown, names):
    text = QUESTION + f"items: {{shown: {shown}}}\n"
    made = plan(make_folder(text, [{"id": "i", "a": "1", "b": "2", "description": "3"}]))
    assert [column.name for column in made.columns if column.part == "shown"] == names
    assert [texts(made, name) for name in names] == [[{"a": "1", "b": "2", "description": "3"}[name]] for name in names]


def test_strata_are_tracking_columns(make_folder):
    text = QUESTION + "items: {shown: [kind]}\n"
    items = [{"id": "a", "kind": "photo", "region": "Asia"}, {"id": "b", "kind": "drawing", "region": None}]
    made = plan(make_folder(text, items), by=["region", "kind", "gone"])
    assert [(column.name, column.part) for column in made.columns] == [
        ("kind", "shown"),
        ("q", "answer"),
        ("item", "item"),
        ("group", "tracking"),
        ("region", "tracking"),
        ("annotator", "annotator"),
    ]
    assert texts(made, "region") == ["Asia", ""]
    assert texts(made, "kind") == ["photo", "drawing"]
    assert texts(made, "group") == ["s 1", "s 1"]


def test_a_stratum_called_group_stays_apart(make_folder):
    made = plan(make_folder(QUESTION, [{"id": "a", "group": "of items"}]), by=["group"])
    assert texts(made, "group") == ["s 1"]
    assert texts(made, "group (2)") == ["of items"]


def test_a_shown_column_that_is_the_id(make_folder):
    made = plan(make_folder(QUESTION + "items: {shown: [id, q]}\n", [{"id": "a", "q": "text"}]))
    assert [column.name for column in made.columns] == ["id", "q", "q (2)", "item", "group", "annotator"]
    assert made.rows[0].texts == ("a", "text", "", "a", "s 1", "")


def test_questions_about_items_need_no_outputs(make_folder):
    made = plan(make_folder(QUESTION, [{"id": "a"}, {"id": "b"}]))
    assert asked(made, "q") == [True, True]
    assert [row.image for row in made.rows] == [None, None]


def test_a_set_is_asked_in_all_its_columns(make_folder):
    text = QUESTION + "  s: {kind: labels, labels: [sun, rain]}\n"
    made = plan(make_folder(text, [{"id": "a"}]))
    assert [asked(made, name) for name in ("s: sun", "s: rain", "s: (none)")] == [[True]] * 3


def test_items_that_are_not_there(folder):
    its = opened(folder)
    names = ["a", *(f"x{at}" for at in range(7))]
    made = assigned(names)
    with pytest.raises(InputError) as raised:
        plan_of(its.benchmark, its.items, outputs_of(folder), made, made.groups[0])
    (problem,) = raised.value.problems
    assert (problem.code, problem.where) == ("unknown_item", "assignment s, group 1")
    assert problem.message.startswith("7 items the benchmark does not have: 'x0', 'x1', 'x2', 'x3', 'x4'")
    assert "accord sample" in (problem.fix or "")


def test_without_outputs_there_is_nothing_to_judge(make_folder):
    with pytest.raises(InputError) as raised:
        plan(make_folder(JUDGED, ITEMS))
    (problem,) = raised.value.problems
    assert (problem.code, problem.where) == ("no_outputs", "assignment s, group 1")
    assert "accord import" in (problem.fix or "")


def test_other_questions_are_asked_without_outputs(make_folder):
    made = plan(make_folder(JUDGED + "  q: {kind: number, asked_of: [human]}\n", ITEMS))
    assert [column.name for column in answers(made)] == ["q"]


@pytest.mark.parametrize(
    "fields",
    [
        "q: {kind: number, asked_of: [judge]}",
        "t: {kind: text}\n  m: {kind: binary, matches: t, asked_of: [judge]}",
        "q: {kind: boxes, format: xywh, unit: pixels, labels: [car]}",
    ],
)
def test_nothing_that_a_workbook_can_ask(make_folder, fields):
    with pytest.raises(UsageError, match="people are asked nothing that a workbook can ask; see asked_of"):
        plan(make_folder(f"name: small\nversion: 1.0.0\nfields:\n  {fields}\n", [{"id": "a"}]))


@pytest.mark.parametrize(
    ("limits", "fits"),
    [
        (Limits(rows=4, columns=4, cells=16), True),
        (Limits(rows=3, columns=4, cells=16), False),
        (Limits(rows=4, columns=3, cells=16), False),
        (Limits(rows=4, columns=4, cells=15), False),
    ],
)
def test_no_workbook_is_larger_than_what_is_read_back(make_folder, monkeypatch, limits, fits):
    """Three items and their heading; a question, the item, the group and the annotator."""
    monkeypatch.setattr(module, "LIMITS", limits)
    folder = make_folder(QUESTION, [{"id": name} for name in "abc"])
    if fits:
        assert (len(plan(folder).rows), len(plan(folder).columns)) == (3, 4)
        return
    with pytest.raises(UsageError, match="assignment s, group 1: a workbook of 4 rows and 4 columns would not be read"):
        plan(folder)


def test_boxes_are_left_out_and_told(make_folder):
    text = QUESTION + "  places: {kind: boxes, format: xywh, unit: pixels, labels: [car]}\n"
    text += "  more: {kind: boxes, format: xywh, unit: pixels, labels: [car], asked_of: [model]}\n"
    made = plan(make_folder(text, [{"id": "a"}]))
    assert [column.name for column in answers(made)] == ["q"]
    assert made.findings == (Finding("not_held", "warning", "field places", "a workbook cannot ask for boxes", None),)


def test_what_cells_cannot_hold_is_told_with_their_addresses(make_folder):
    items = [{"id": "a", "description": "x" * (MOST + 1)}, {"id": "b", "description": "a\x01b"}]
    items += [{"id": "c", "description": "\x02" + "y" * MOST}, {"id": "d\x03", "description": "fine"}]
    made = plan(make_folder(QUESTION, items))
    cut, replaced = made.findings
    assert (cut.code, cut.severity, cut.where, cut.count) == ("text_cut", "warning", "s 1", 2)
    assert cut.message == "cells hold 32,767 characters; cut, with a mark at the end: A2, A4"
    assert cut.fix is not None and "keep the whole" in cut.fix
    assert (replaced.code, replaced.severity, replaced.count) == ("characters_replaced", "warning", 3)
    assert replaced.message == "control characters that no workbook holds stand as \ufffd: A3, A4, C5"
    assert texts(made, "description")[1] == "a\ufffdb"
    assert texts(made, "description")[0].endswith("[... cut: 32,768 characters, a cell holds 32,767]")
    assert texts(made, "item")[3] == "d\ufffd"
    assert made.rows[3].item == "d\x03"


def test_a_long_reference_and_a_long_output_are_cut_too(make_folder):
    items = [{"id": "a", "image": None, "title": "r" * 40_000}]
    said = [{"item": "a", "rater": "m", "role": "model", "title": "\U0001f600" * 16_384}]
    folder = make_folder(JUDGED.replace("items: {image: image}\n", ""), items, said)
    made = plan(folder)
    assert [finding.code for finding in made.findings] == ["text_cut"]
    assert made.findings[0].message.endswith("A2, B2")
    assert place(made, "reference_title") == 0
    assert texts(made, "m_title")[0].endswith("[... cut: 32,768 characters, a cell holds 32,767]")
    assert outputs_of(folder).texts["a"]["m"] == {"title": "\U0001f600" * 16_384}


def test_many_places_are_cut_short(make_folder):
    made = plan(make_folder(QUESTION, [{"id": f"i{at}", "description": "\x01"} for at in range(40)]))
    assert made.findings[0].count == 40
    assert len(made.findings[0].message) < 200


def test_models_without_an_output_that_could_be_read_are_known(folder):
    assert [row.unread for row in plan(folder).rows] == [frozenset(), {"m2"}, {"m2"}]


@pytest.mark.parametrize("models", [("m1",), ("m2", "m1"), ("gone", "m1")])
def test_models_may_be_named_because_others_have_come_since(folder, models):
    its = opened(folder)
    made = assigned(its.items.ids)
    found = plan_of(its.benchmark, its.items, outputs_of(folder), made, made.groups[0], models)
    assert found.models == models
    assert asked(found, "m1_title_match_0_or_1") == [True, False, True]
    assert [("gone" in row.unread) for row in found.rows] == ["gone" in models] * 3
