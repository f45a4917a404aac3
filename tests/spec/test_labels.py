"""Labels: the normal form of a text, numbers in cells, and how a cell finds its one label."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.spec.labels import PLACEHOLDERS, LabelIndex, Match, folded, how_folded, in_order, number

# Any text that a table can hold: no lone surrogates.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
# Texts close to the rules: signs, digits, points, white space of many kinds, full-width forms.
near = st.text(
    "+-01239.eE_,nNaAiIfF \t\n\u00a0\u2003\u3000\uff0b\uff0d\uff10\uff11\uff0e\u0301\u00a8\u2460", max_size=8
)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("", ""),
        (" \t\r\n\u00a0\u2003\u3000", ""),
        ("a\u00a0\n b", "a b"),
        ("\uff21\uff22", "AB"),
        ("e\u0301", "\u00e9"),
        ("\ufb01ne", "fine"),
        ("\uff11\uff0e\uff10", "1"),
        ("1.0", "1"),
        ("1.000", "1"),
        ("-3.0", "-3"),
        ("0.0", "0"),
        ("-0.0", "0"),
        ("1.50", "1.50"),
        ("007", "007"),
        ("007.0", "007.0"),
        ("1.0.0", "1.0.0"),
        ("v1.0", "v1.0"),
        ("1.0 kg", "1.0 kg"),
        ("Yes", "Yes"),
        ("[red]x[/red]", "[red]x[/red]"),
        ("=cmd()", "=cmd()"),
        ("\u200b", "\u200b"),
        ("\U0001f642", "\U0001f642"),
        ("\u202eabc", "\u202eabc"),
    ],
)
def test_normal_form(text: str, form: str) -> None:
    assert folded(text) == form


@pytest.mark.parametrize(("one", "other"), [("+1", "+1.0"), ("-0", "-0.0")])
def test_whole_numbers_have_one_form(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@given(texts | near)
def test_folding_twice_is_folding_once(text: str) -> None:
    form = folded(text)
    assert folded(form) == form


@given(texts | near)
def test_white_space_around_a_text_never_matters(text: str) -> None:
    assert folded(f" \t{text}\u3000\n") == folded(text)


@given(texts)
def test_composed_and_decomposed_text_have_one_form(text: str) -> None:
    assert folded(unicodedata.normalize("NFD", text)) == folded(unicodedata.normalize("NFC", text))


@given(st.integers(-(10**20), 10**20), st.integers(1, 5))
def test_a_whole_number_and_its_float_text_have_one_form(value: int, zeros: int) -> None:
    assert folded(f"{value}.{'0' * zeros}") == folded(str(value)) == str(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3.0),
        ("\uff13", 3.0),
        ("\u0663", 3.0),
        (" -2.50\u00a0", -2.5),
        ("+1", 1.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("1E3", 1000.0),
        ("007", 7.0),
    ],
)
def test_numbers(text: str, value: float) -> None:
    assert number(text) == value


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "nan",
            "NaN",
            "+nan",
            "-NAN",
            "inf",
            "-Infinity",
            "\uff4e\uff41\uff4e",
            "1_000",
            "1,000",
            "3,5",
            "1 000",
        ),
        *("0x10", "1e", "--1", "+-1", "true", "\u00bd", "\u2460a", "=1", "1%", "\u22121"),
    ],
)
def test_not_numbers(text: str) -> None:
    assert number(text) is None


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_is_read_back(value: float) -> None:
    assert number(str(value)) == number(f"  {value!r} ") == value


@given(texts | near)
def test_a_number_does_not_depend_on_the_form(text: str) -> None:
    assert number(folded(text)) == number(text)


@pytest.mark.parametrize(
    ("cell", "match"),
    [
        ("Yes", Match(0, "")),
        ("yes", Match(0, "case")),
        (" Yes", Match(0, "white space")),
        ("\uff39es", Match(0, "full width or compatibility form")),
        ("\uff39ES ", Match(0, "case, white space, full width or compatibility form")),
        ("1", Match(1, "")),
        ("1.0", Match(1, "number form")),
        ("cafe\u0301", Match(2, "Unicode form")),
        ("Not  applicable", Match(3, "white space")),
        ("Ye", None),
        ("", None),
        ("Yes.", None),
        ("Y\u200bes", None),
        ("true", None),
    ],
)
def test_how_a_cell_finds_its_label(cell: str, match: Match | None) -> None:
    assert LabelIndex(["Yes", "1", "caf\u00e9", "Not applicable"]).find(cell) == match


def test_case_counts_where_two_labels_differ_only_by_it() -> None:
    index = LabelIndex(["IT", "it", "Other"])
    assert index.find("IT") == Match(0, "")
    assert index.find(" it") == Match(1, "white space")
    assert index.find("It") is None
    assert index.find("other") == Match(2, "case")


def test_labels_with_one_normal_form_are_found_only_to_the_letter() -> None:
    index = LabelIndex(["1", "1.0"])
    assert index.find("1") == Match(0, "")
    assert index.find("1.0") == Match(1, "")
    assert index.find("1.00") is None


def test_case_is_folded_as_unicode_has_it() -> None:
    index = LabelIndex(["STRASSE", "\u0130stanbul"])
    assert index.find("stra\u00dfe") == Match(0, "case")
    assert index.find("i\u0307stanbul") == Match(1, "case")
    assert index.find("istanbul") is None


def test_without_labels_nothing_is_found() -> None:
    assert LabelIndex([]).find("") is None
    assert LabelIndex([]).find("a") is None


@given(st.lists(texts, max_size=6, unique=True))
def test_every_label_finds_itself(labels: list[str]) -> None:
    index = LabelIndex(labels)
    assert [index.find(label) for label in labels] == [Match(at, "") for at in range(len(labels))]


@given(st.lists(texts | near, max_size=6, unique_by=folded), texts | near)
def test_a_cell_and_its_normal_form_find_the_same_label(labels: list[str], cell: str) -> None:
    index = LabelIndex(list(map(folded, labels)))
    found, again = index.find(cell), index.find(folded(cell))
    assert (found is None) == (again is None)
    assert found is None or again is None or found.index == again.index


@given(st.lists(texts | near, max_size=6, unique_by=folded), texts | near)
def test_what_is_found_is_the_label_but_for_form_and_case(labels: list[str], cell: str) -> None:
    found = LabelIndex(labels).find(cell)
    if found is not None:
        assert folded(cell).casefold() == folded(labels[found.index]).casefold()
        assert (found.how == "") == (cell == labels[found.index])


def test_what_separates_two_texts_is_never_left_blank() -> None:
    assert how_folded("e\u0301", "\u00e9") == "Unicode form"


def test_numbers_come_first_by_size_then_text_by_code_point() -> None:
    assert in_order(["b", "10", "9", "-1", "B", "2.5", "\u00e9", "b", "nan"]) == (
        *("-1", "2.5", "9", "10"),
        *("B", "b", "nan", "\u00e9"),
    )
    assert in_order([]) == ()


@given(st.lists(texts | near), st.randoms())
def test_order_does_not_depend_on_how_labels_come(labels: list[str], random: object) -> None:
    shuffled = list(labels)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert in_order(labels) == in_order(shuffled)
    assert len(in_order(labels)) == len(set(labels))


def test_placeholders_are_in_normal_form() -> None:
    assert all(folded(text) == text == text.casefold() for text in PLACEHOLDERS)
    assert {"nan", "none", "null", "-1", "n/a"} <= PLACEHOLDERS
    assert "0" not in PLACEHOLDERS


@pytest.mark.parametrize(
    ("cell", "match"),
    [
        ("Oui", Match(0, "another name")),
        (" OUI\u3000", Match(0, "another name")),
        ("\u306f\u3044", Match(0, "another name")),
        ("\uff8a\uff72", Match(0, "another name")),
        ("y", Match(0, "another name")),
        ("1.0", Match(0, "another name")),
        ("yes", Match(0, "case")),
        ("YES ", Match(0, "case, white space")),
        ("Yes", Match(0, "")),
        ("non", Match(1, "another name")),
        ("nein", None),
        ("o", None),
    ],
)
def test_other_names_find_their_label(cell: str, match: Match | None) -> None:
    names = {"Yes": ["Oui", "\u306f\u3044", "\u30cf\u30a4", "Y", "1", "yes "], "No": ["Non"], "Never": ["nein"]}
    assert LabelIndex(["Yes", "No"], names).find(cell) == match


def test_a_name_of_two_labels_finds_neither() -> None:
    index = LabelIndex(["a", "b"], {"a": ["x", "same"], "b": ["Y", "SAME"]})
    assert index.find("same") == Match(0, "another name")
    assert index.find("SAME") == Match(1, "another name")
    assert index.find("Same") is None
    assert LabelIndex(["a", "b"], {"a": ["x"], "b": ["x"]}).find("x") is None


def test_a_label_wins_over_the_name_of_another() -> None:
    index = LabelIndex(["a", "b"], {"a": ["b"]})
    assert index.find("b") == Match(1, "")
    assert index.find("B") is None


def test_names_of_no_label_are_no_names() -> None:
    assert LabelIndex([], {"a": ["x"]}).find("x") is None
    assert LabelIndex(["b"], {"a": ["x"]}).find("x") is None


@given(
    st.lists(texts | near, min_size=1, max_size=9, unique_by=lambda text: folded(text).casefold()), st.integers(1, 4)
)
def test_every_name_finds_its_label(texts: list[str], width: int) -> None:
    groups = [texts[at : at + width] for at in range(0, len(texts), width)]
    index = LabelIndex([group[0] for group in groups], {group[0]: group[1:] for group in groups})
    for at, group in enumerate(groups):
        found = [index.find(form) for text in group for form in (text, f" {text}\n", folded(text))]
        assert [match and match.index for match in found] == [at] * len(found)
