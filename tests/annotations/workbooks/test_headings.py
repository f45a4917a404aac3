"""The columns of a workbook: their order, their names, and what is picked from in each."""

from __future__ import annotations

import pytest

from accord.annotations.workbooks.headings import ANNOTATOR, CHOSEN, EMPTY_SET, LONGEST, MOST_COLUMNS, headings
from accord.spec.benchmark import read_benchmark

MUSEUM = """
items: {image: image}
fields:
  title: {kind: text, reference: title}
  culture: {kind: text, reference: culture}
  title_match: {kind: binary, matches: title}
  culture_match: {kind: binary, matches: culture}
"""


def columns(text, shown=(), tracking=(), models=()):
    return headings(read_benchmark(f"name: b\nversion: 1.0.0\n{text}"), shown, tracking, models)


def names(text, *rest):
    return [column.name for column in columns(text, *rest)]


def of_field(form, **options):
    """The columns of one field that people are asked, without those at the end."""
    return columns(f"fields:\n  q: {form}", **options)[:-2]


def test_the_order_is_that_of_the_museum():
    assert names(MUSEUM, ["description"], ["group", "region", "type"], ["m1", "m2", "m3"]) == [
        "description",
        "image",
        "reference_title",
        "m1_title",
        "m1_title_match_0_or_1",
        "m2_title",
        "m2_title_match_0_or_1",
        "m3_title",
        "m3_title_match_0_or_1",
        "reference_culture",
        "m1_culture",
        "m1_culture_match_0_or_1",
        "m2_culture",
        "m2_culture_match_0_or_1",
        "m3_culture",
        "m3_culture_match_0_or_1",
        "item",
        "group",
        "region",
        "type",
        "annotator",
    ]


def test_every_column_knows_its_part_field_and_model():
    found = columns(MUSEUM, ["description"], ["group"], ["m"])
    assert [(column.part, column.field, column.model) for column in found] == [
        ("shown", None, None),
        ("picture", None, None),
        ("reference", "title", None),
        ("output", "title", "m"),
        ("answer", "title_match", "m"),
        ("reference", "culture", None),
        ("output", "culture", "m"),
        ("answer", "culture_match", "m"),
        ("item", None, None),
        ("tracking", None, None),
        ("annotator", None, None),
    ]
    assert [column.choices for column in found if column.part == "answer"] == [("0", "1")] * 2
    assert [column.choices for column in found if column.part != "answer"] == [()] * 9


def test_fields_about_the_item_come_after_those_about_outputs():
    text = "fields:\n  t: {kind: text, reference: t}\n  good: {kind: rating, scale: 1..3, asked_of: [human]}\n"
    assert names(text + "  ok: {kind: binary, matches: t}", (), (), ["m"]) == [
        "reference_t",
        "m_t",
        "m_ok_0_or_1",
        "good",
        "item",
        "annotator",
    ]


def test_two_fields_that_match_one_stand_beside_its_output():
    text = "fields:\n  t: {kind: text}\n  right: {kind: binary, matches: t}\n  u: {kind: text}\n"
    text += "  u_right: {kind: binary, matches: u}\n  kind: {kind: binary, matches: t, labels: [rude, kind]}\n"
    assert names(text, (), (), ["m"])[:6] == [
        "reference_t",
        "m_t",
        "m_right_0_or_1",
        "m_kind_rude_or_kind",
        "reference_u",
        "m_u",
    ]


def test_without_models_there_is_nothing_to_judge():
    assert names(MUSEUM) == ["image", "item", "annotator"]


def test_fields_that_people_are_not_asked_have_no_column():
    text = "fields:\n  t: {kind: text}\n  ok: {kind: binary, matches: t, asked_of: [judge]}\n"
    text += "  q: {kind: rating, scale: 1..3, asked_of: [judge]}"
    assert names(text, (), (), ["m"]) == ["item", "annotator"]


def test_the_item_is_called_as_in_tables():
    assert names("tables: {item: object_id}\nfields: {q: {kind: number}}") == ["q", "object_id", "annotator"]


@pytest.mark.parametrize(
    ("form", "name", "choices"),
    [
        ("{kind: binary}", "q_0_or_1", ("0", "1")),
        ("{kind: binary, labels: [no, yes]}", "q_no_or_yes", ("no", "yes")),
        ("{kind: binary, labels: [{id: n, name: Nein}, {id: y, name: {en: Yes}}]}", "q_Nein_or_Yes", ("Nein", "Yes")),
        ("{kind: choice, labels: [cat, dog]}", "q_cat_or_dog", ("cat", "dog")),
        ("{kind: binary, abstain: [unsure]}", "q", ("0", "1", "unsure")),
        ("{kind: choice, labels: [a, b, c]}", "q", ("a", "b", "c")),
        ("{kind: rating, scale: 1..5, words: {1: Bad}}", "q", ("1", "2", "3", "4", "5")),
        ("{kind: rating, scale: -1..1, abstain: [none]}", "q", ("-1", "0", "1", "none")),
        ("{kind: rating, steps: [{id: l, name: low}, mid, high]}", "q", ("low", "mid", "high")),
        ("{kind: number}", "q", ()),
        ("{kind: number, abstain: [unknown]}", "q", ()),
        ("{kind: text}", "q", ()),
    ],
)
def test_one_answer_has_one_column(form, name, choices):
    (column,) = of_field(form)
    assert (column.name, column.choices, column.label, column.field) == (name, choices, None, "q")


def test_the_first_language_names_the_choices():
    text = "languages: [fr, en]\nfields:\n  q: {kind: binary, labels: [{id: n, name: {en: No, fr: Non}}, {id: y}]}"
    assert columns(text)[0].choices == ("Non", "y")
    assert columns(text)[0].name == "q_Non_or_y"


@pytest.mark.parametrize(("kind", "optional"), [("text", True), ("number", False), ("binary", False)])
def test_only_a_comment_may_stay_blank(kind, optional):
    assert of_field(f"{{kind: {kind}}}")[0].optional is optional


def test_a_small_set_has_a_column_for_every_label():
    found = of_field("{kind: labels, labels: [{id: sun, name: Sunny}, rain], none: nothing, abstain: [unclear]}")
    assert [(column.name, column.label) for column in found] == [
        ("q: Sunny", "sun"),
        ("q: rain", "rain"),
        ("q: nothing", "nothing"),
        ("q: unclear", "unclear"),
    ]
    assert {column.choices for column in found} == {(CHOSEN,)}


def test_the_empty_set_has_a_column_where_no_label_means_it():
    found = of_field("{kind: labels, labels: [sun, rain]}")
    assert [(column.name, column.label) for column in found] == [
        ("q: sun", "sun"),
        ("q: rain", "rain"),
        ("q: (none)", EMPTY_SET),
    ]


def test_a_set_in_domains_has_all_its_labels():
    found = of_field("{kind: labels, domains: {road: [pothole], litter: [bin, waste]}, none: no}")
    assert [column.label for column in found] == ["pothole", "bin", "waste", "no"]


@pytest.mark.parametrize(("count", "apart"), [(MOST_COLUMNS, True), (MOST_COLUMNS + 1, False)])
def test_a_large_set_has_one_cell(count, apart):
    labels = ", ".join(f"l{at}" for at in range(count - 1))
    found = of_field(f"{{kind: labels, labels: [{labels}], none: no}}")
    assert len(found) == (count if apart else 1)
    if not apart:
        assert (found[0].name, found[0].choices, found[0].label) == ("q", (), None)


def test_boxes_have_no_column():
    text = "fields:\n  q: {kind: boxes, format: xywh, unit: pixels, labels: [car]}\n  r: {kind: number}"
    assert names(text) == ["r", "item", "annotator"]


def test_names_that_collide_get_a_number():
    text = "tables: {item: description}\nitems: {image: Description}\nfields: {annotator: {kind: number}}"
    found = names(text, ["description"], ["group", "DESCRIPTION (2)"])
    assert found == [
        "description",
        "Description (2)",
        "annotator",
        "description (3)",
        "group",
        "DESCRIPTION (2) (2)",
        f"{ANNOTATOR} (2)",
    ]


def test_names_of_models_may_collide_with_fields():
    text = "fields:\n  b_t: {kind: text}\n  t: {kind: text}\n  p: {kind: binary, matches: b_t}\n"
    text += "  q: {kind: binary, matches: t}"
    found = names(text, (), (), ["a", "a_b"])
    assert found[:8] == [
        "reference_b_t",
        "a_b_t",
        "a_p_0_or_1",
        "a_b_b_t",
        "a_b_p_0_or_1",
        "reference_t",
        "a_t",
        "a_q_0_or_1",
    ]
    assert found[8:10] == ["a_b_t (2)", "a_b_q_0_or_1"]


def test_white_space_in_names_is_one_space():
    found = names("fields: {q: {kind: number}}", ["a\n b", "a  b"])
    assert found[:2] == ["a b", "a b (2)"]


def test_long_names_are_cut_and_stay_apart():
    first, second = names("fields: {q: {kind: number}}", ["x" * 500 + "1", "x" * 500 + "2"])[:2]
    assert len(first) == LONGEST
    assert first.startswith("xxx")
    assert first.endswith("[... cut: 501 characters, a cell holds 120]")
    assert second == f"{first} (2)"


def test_control_characters_are_replaced():
    assert names("fields: {q: {kind: number}}", ["a\x00b"])[0] == "a\ufffdb"


@pytest.mark.parametrize(
    ("form", "is_text"),
    [
        ("{kind: binary}", False),
        ("{kind: rating, scale: -1..5}", False),
        ("{kind: number}", False),
        ("{kind: binary, labels: [no, yes]}", True),
        ("{kind: choice, labels: ['01', '2', '3']}", True),
        ("{kind: choice, labels: ['1-2', '3-4']}", True),
        ("{kind: choice, labels: ['1234567890', '1']}", False),
        ("{kind: choice, labels: ['12345678901', '1']}", True),
        ("{kind: choice, labels: ['-0', '1']}", True),
        ("{kind: binary, abstain: [unsure]}", True),
        ("{kind: text}", True),
        (f"{{kind: labels, labels: [{', '.join(f'l{at}' for at in range(20))}]}}", True),
        ("{kind: labels, labels: ['01', '2']}", False),
    ],
)
def test_what_excel_would_take_for_something_else_is_typed_as_text(form, is_text):
    assert {column.is_text for column in of_field(form)} == {is_text}
