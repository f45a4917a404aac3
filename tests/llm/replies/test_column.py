from __future__ import annotations

import pytest

from accord.llm.replies.column import LONGEST_KEPT, Column, Role, as_cell, writable
from accord.llm.replies.unreadable import Unreadable
from accord.spec.fields import Binary, Boxes, Choice, Labels, Number, Rating, Text

YES_NO = frozenset({"booleans", "yes_no"})
MOOD = Column(Choice(["calm", "Busy"], abstain=["cannot judge"], missing=["n/r"], aliases={"calm": ["ruhig"]}))
SEEN = Column(Labels(["a", "b", "c, d"], none="nothing", sep=";", abstain=["cannot judge"]))


def parts(column, value):
    return column.answer(value).parts


def codes(column, value):
    return column.answer(value).codes


@pytest.mark.parametrize(
    ("value", "expected", "used"),
    [
        ("calm", {"state": "answered", "value": "calm"}, ()),
        ("ruhig", {"state": "answered", "value": "calm", "raw": "ruhig"}, ()),
        ("BUSY!", {"state": "answered", "value": "Busy", "raw": "BUSY!"}, ("label_punctuation",)),
        (
            "Cannot judge.",
            {"state": "abstained", "value": "cannot judge", "raw": "Cannot judge."},
            ("label_punctuation",),
        ),
        ("n/r", {"state": "missing", "raw": "n/r"}, ()),
        ("calm; Busy", {"state": "off_label", "raw": "calm; Busy"}, ()),
        (["calm"], {"state": "off_label", "raw": ["calm"]}, ()),
        ({"mood": "calm"}, {"state": "off_label", "raw": {"mood": "calm"}}, ()),
        (None, {"state": "missing"}, ("null_value",)),
        (" ", {"state": "missing"}, ("empty_value",)),
        ("\0not_asked", {"state": "off_label", "raw": "?not_asked"}, ("half_character",)),
    ],
)
def test_a_choice(value, expected, used):
    assert (parts(MOOD, value), codes(MOOD, value)) == (expected, used)


def test_true_one_and_one_as_a_text_are_not_mixed_up():
    column = Column(Binary())
    assert [parts(column, value).get("value") for value in (1, True, "1", 1.0, False, 0)] == [
        "1", None, "1", "1", None, "0",
    ]  # fmt: skip
    assert parts(column, True) == {"state": "off_label", "raw": True}
    assert parts(column, 0.5) == {"state": "off_label", "raw": 0.5}


def test_truths_by_declaration():
    column = Column(Binary("wrong", "right"), YES_NO)
    assert [parts(column, value)["value"] for value in (True, "true", "Yes.", False, "NO")] == [
        "right", "right", "right", "wrong", "wrong",
    ]  # fmt: skip
    assert [codes(column, value) for value in (True, "Yes.")] == [("boolean",), ("yes_no",)]
    assert parts(Column(Choice(["a", "b"]), YES_NO), True)["state"] == "off_label"
    assert parts(Column(Binary(), frozenset({"booleans"})), "yes")["state"] == "off_label"


def test_a_label_space_that_has_such_labels_needs_no_declaration_and_gets_none():
    assert parts(Column(Binary("No", "Yes")), "yes")["value"] == "Yes"
    assert parts(Column(Binary(False, True)), True) == {"state": "answered", "value": "true"}
    # "no" must not become the negative label of a field whose "yes" is its negative one.
    assert parts(Column(Binary("yes", "maybe"), YES_NO), "no")["state"] == "off_label"
    assert parts(Column(Binary("yes", "maybe"), YES_NO), True)["value"] == "maybe"


@pytest.mark.parametrize(
    ("value", "state", "members", "used"),
    [
        (["b", "a", "a"], "answered", ["a", "b"], ()),
        (["A.", "C,D"], "answered", ["a", "c, d"], ("label_punctuation", "value_form")),
        ([], "answered", [], ()),
        ("nothing", "answered", [], ()),
        ("a", "answered", ["a"], ()),
        ("a;b", "answered", ["a", "b"], ()),
        ("a|b", "answered", ["a", "b"], ("split_bar",)),
        ("a, c, d", "answered", ["a", "c, d"], ("split_comma",)),
        ('["a", "b"]', "answered", ["a", "b"], ("array_in_text",)),
        (["a", "cannot judge"], "answered", ["a"], ("abstention_beside_label",)),
        ("cannot judge", "abstained", "cannot judge", ()),
        (["cannot judge"], "abstained", "cannot judge", ()),
        ("a;x", "off_label", None, ()),
        ("a x", "off_label", None, ()),
        (["a", None], "off_label", None, ()),
        ([["a"]], "off_label", None, ()),
        ({"a": True}, "off_label", None, ()),
        ("[", "off_label", None, ()),
        (7, "off_label", None, ()),
        ("", "missing", None, ("empty_value",)),
    ],
)
def test_a_set(value, state, members, used):
    said = SEEN.answer(value)
    assert (said.parts["state"], said.parts.get("value"), said.codes) == (state, members, used)
    if state == "off_label":
        assert said.parts["raw"] == value


def test_numbers_and_ratings():
    number = Column(Number())
    assert parts(number, 2.50) == {"state": "answered", "value": 2.5}
    assert parts(number, "2.50") == {"state": "answered", "value": 2.5, "raw": "2.50"}
    assert parts(number, "many")["state"] == "off_label"
    rating = Column(Rating(1, 5))
    assert [parts(rating, value).get("value") for value in (1, "\uff15", 6, "4/5")] == ["1", "5", None, None]


def test_free_text():
    text = Column(Text(abstain=["no idea"]))
    assert parts(text, "unknown") == {"state": "answered", "value": "unknown"}
    assert parts(text, "No idea") == {"state": "abstained", "value": "no idea", "raw": "No idea"}
    assert parts(text, 1850) == {"state": "answered", "value": "1850"}
    assert codes(text, 1850) == ("value_as_text",)
    assert parts(text, ["a", "", "b"]) == {"state": "answered", "value": "a || b", "raw": ["a", "", "b"]}
    assert codes(text, ["a"]) == ("joined_list",)
    assert parts(text, {"a": 1})["value"] == '{"a":1}'
    assert parts(text, [])["state"] == "missing"
    assert parts(text, "half \ud800") == {"state": "answered", "value": "half ?"}


def test_boxes():
    boxes = Column(Boxes(["car"], format="xywh"))
    drawn = [{"label": "car", "box": [0, 0, 2, 1]}]
    assert parts(boxes, drawn) == {"state": "answered", "value": drawn}
    assert parts(boxes, []) == {"state": "answered", "value": []}
    assert parts(boxes, "a car")["state"] == "off_label"
    with pytest.raises(Unreadable, match="area"):
        boxes.answer([{"label": "car", "box": [0, 0, 0, 1]}])
    dropping = Column(Boxes(["car"], format="xywh", bad="drop"))
    assert parts(dropping, [*drawn, {"label": "car", "box": [0]}])["value"] == drawn


def test_strictly_as_in_a_table():
    strict = Column(Labels(["a", "b"]), YES_NO, strict=True)
    assert [parts(strict, value)["state"] for value in (["A"], "a;b", ["a."])] == ["answered", "off_label", "off_label"]


def test_labels_that_were_torn():
    assert SEEN.answer_torn(["a", "b|c, d"]).parts == {
        "state": "answered",
        "value": ["a", "b", "c, d"],
        "raw": "a, b|c, d",
    }


def test_roles():
    assert [MOOD.role(text) for text in ("calm", "calm;Busy", "cannot judge", "n/r", "", "x")] == [
        Role.ANSWER,
        Role.ANSWER,
        Role.ABSTENTION,
        Role.NOTHING,
        Role.NOTHING,
        Role.OTHER,
    ]
    assert [Column(Text()).role(text) for text in ("calm", "")] == [Role.FREE, Role.NOTHING]


def test_what_is_remembered_is_bounded():
    column = Column(Choice(["a"]))
    for at in range(5_000):
        column.answer(at)
        column.role(str(at))
    column.answer("x" * (LONGEST_KEPT + 1))
    assert len(column._said) == len(column._roles) == 4_096
    assert all(len(str(value)) <= LONGEST_KEPT for _, value in column._said)


def test_writable():
    assert writable(["a\0", {"b\ud800": 1, "c": None}, 2]) == ["a?", {"b?": 1, "c": None}, 2]
    same = {"a": ["é"]}
    assert writable(same) is same


def test_as_cell():
    assert [as_cell(value) for value in (1.0, 1.5, True, "a", ["a"], {"a": 1})] == [
        "1", "1.5", "true", "a", '["a"]', '{"a":1}',
    ]  # fmt: skip
