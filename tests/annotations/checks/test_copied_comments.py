"""People who wrote the same comments."""

from __future__ import annotations

import pytest
from built_folder import Built, only

from accord.annotations.checks.copied_comments import copied_comments
from accord.annotations.checks.identical_raters import identical_raters

NOTE = "q: {kind: binary}\nnote: {kind: text}"
COUNT = 60
NUMBERS = ("one", "two", "three", "four", "five", "six")
WRITTEN = [f"the rim is broken at {number}" for number in NUMBERS]


def noted(tmp_path, notes, fields=NOTE, name="note"):
    """People and their texts about the first items."""
    built = Built(tmp_path, fields)
    built.items(*(f"i{at}" for at in range(COUNT)))
    for rater, texts in notes.items():
        for at, text in enumerate(texts):
            built.say(rater, f"i{at}", {name: text})
    return built


def found_in(tmp_path, notes, *form):
    return copied_comments(noted(tmp_path, notes, *form).contents())


def test_the_same_comments_by_two(tmp_path):
    built = noted(
        tmp_path,
        {
            "ann": [*WRITTEN[:4], None, "I see nothing of it"],
            "bob": [*WRITTEN[:3], "the left handle is gone", "is it a copy at all", "the picture is too dark"],
            "cleo": ["the glaze is damaged", None, None, "the handle was mended"],
        },
    )
    finding = only(copied_comments(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("copied_comments", "warning", 3)
    assert finding.where == f"{built.log('ann')} and {built.log('bob')}"
    assert finding.message == (
        "human ann and human bob wrote the same about 3 of 5 items and outputs that both wrote about (note), "
        "in 3 different texts, such as 'the rim is broken at one'"
    )
    assert finding.fix is not None and "on their own" in finding.fix


@pytest.mark.parametrize(
    "texts",
    [
        WRITTEN[:2],
        [WRITTEN[0], WRITTEN[0], WRITTEN[1]],
        ["unclear", "no picture", "cannot be read"[:11]],
        ["abcdefghijklmnop one", "abcdefghijklmnop two", "abcdefghijklmnop three"],
        ["a b c", "a b d", "a b e"],
        ["  ", None, "", "\t"],
    ],
    ids=["two", "two different", "short", "two words", "three short words", "blank"],
)
def test_less_raises_nothing(tmp_path, texts):
    assert found_in(tmp_path, {"ann": texts, "bob": texts}) == []


def test_case_and_white_space_are_no_difference(tmp_path):
    texts = [f"  {text.upper().replace(' ', '  ')}\n" for text in WRITTEN[:3]]
    assert len(found_in(tmp_path, {"ann": WRITTEN[:3], "bob": texts})) == 1


def test_the_same_text_about_something_else_raises_nothing(tmp_path):
    assert found_in(tmp_path, {"ann": WRITTEN[:4], "bob": WRITTEN[1:4]}) == []


def test_chinese_has_no_spaces(tmp_path):
    texts = [f"图片中的器物右侧有明显的{what}" for what in ("裂纹", "缺口", "修补痕迹")]
    assert len(found_in(tmp_path, {"ann": texts, "bob": texts})) == 1


def test_stock_phrases_raise_nothing(tmp_path):
    """Three phrases that each stand on four units; on three they would count."""
    often = [text for text in WRITTEN[:3] for _ in range(4)]
    assert found_in(tmp_path, {"ann": often, "bob": often}) == []
    seldom = [text for text in WRITTEN[:3] for _ in range(3)]
    (tmp_path / "seldom").mkdir()
    assert only(found_in(tmp_path / "seldom", {"ann": seldom, "bob": seldom})).count == 9


SIGNS = [f"the sign on door {at} says closed" for at in range(COUNT)]


def misread(every, by):
    return [f"{text} {by}" if at % every == 0 else text for at, text in enumerate(SIGNS)]


def test_texts_on_which_others_agree_are_answers(tmp_path):
    """Four who write down what a sign says."""
    people = {"ann": misread(4, "now"), "bob": misread(5, "today"), "cleo": misread(7, "again")}
    assert found_in(tmp_path, people) == []


def test_texts_with_references_are_answers(tmp_path):
    form = "q: {kind: binary}\nnote: {kind: text, reference: sign}"
    built = noted(tmp_path, {}, form)
    built.items(*({"id": f"i{at}", "sign": SIGNS[at]} for at in range(COUNT)))
    for rater in ("ann", "bob"):
        for at in range(10):
            built.say(rater, f"i{at}", {"note": SIGNS[at]})
    assert copied_comments(built.contents()) == []


def test_three_who_share_a_few_comments_are_each_told(tmp_path):
    """They are no measure of each other: they share too little."""
    notes = dict.fromkeys(("ann", "bob", "cleo"), WRITTEN[:3])
    assert len(found_in(tmp_path, notes)) == 3


def test_fields_and_forms_count_together(tmp_path):
    form = "title: {kind: text}\nok: {kind: binary, matches: title}\nwhy: {kind: text, asked_of: [human]}\n" + NOTE
    built = noted(tmp_path, {}, form)
    for rater in ("ann", "bob"):
        built.say(rater, "i0", {"note": WRITTEN[0], "why": WRITTEN[1]})
        built.say(rater, "i1", {"note": WRITTEN[2]})
        assert copied_comments(built.contents()) == []
    for rater in ("ann", "bob"):
        built.say(rater, "i2", {"why": WRITTEN[3]})
    finding = only(copied_comments(built.contents()))
    assert "about 3 of 3 items and outputs" in finding.message
    assert "(why, note), in 4 different texts" in finding.message


def test_what_machines_write_is_not_looked_at(tmp_path):
    built = noted(tmp_path, {"ann": WRITTEN})
    for at, text in enumerate(WRITTEN):
        built.say("m", f"i{at}", {"note": text}, role="judge")
        built.say("bob", f"i{at}", {"note": text}, passing="second")
    assert copied_comments(built.contents()) == []


def test_a_field_that_is_told_already_is_left_out(tmp_path):
    built = noted(tmp_path, {"ann": SIGNS, "bob": SIGNS})
    assert len(identical_raters(built.contents())) == 1
    assert copied_comments(built.contents()) == []


def test_a_log_that_is_there_twice_makes_no_pair(tmp_path):
    built = noted(tmp_path, {"ann": WRITTEN})
    path = built.log("ann")
    path.with_name("copy.jsonl").write_bytes(path.read_bytes())
    assert copied_comments(built.contents()) == []


def test_many_pairs_are_cut_short(tmp_path):
    people = (f"r{at}" for at in range(7))
    found = found_in(
        tmp_path, {name: [*WRITTEN[:3], *(f"{name} sees {at} here" for at in range(40))] for name in people}
    )
    assert [finding.code for finding in found] == ["copied_comments"] * 21
    assert (found[-1].message, found[-1].count) == ("and 1 more pair of raters like these", 1)
