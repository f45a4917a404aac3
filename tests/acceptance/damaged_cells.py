"""Damage to single cells: answers that are none, and texts that were only to be read."""

from __future__ import annotations

import datetime as dt

from damaged import EIGHT, ITEMS, KINDS, ONE, OUTPUT, REFERENCE, SIX, TEN, A, B, Damaged, Kind, kind
from openpyxl.worksheet.formula import ArrayFormula

CREATOR = "model-a_creator_match_0_or_1"


def _values() -> None:
    """Values in a score cell that are no answer."""
    for name, value, code in (
        ("score 2", 2, "cell_not_allowed"),
        ("score -1", -1, "cell_not_allowed"),
        ("score 0.5", 0.5, "cell_not_allowed"),
        ("score 1.9", 1.9, "cell_not_allowed"),
        ("score 1e-12", 1e-12, "cell_not_allowed"),
        ("score 1e300", 1e300, "cell_not_allowed"),
        ("score of 15 digits", 111_111_111_111_111, "cell_not_allowed"),
        ("score yes", "yes", "cell_not_allowed"),
        ("score O", "O", "cell_not_allowed"),
        ("score l", "l", "cell_not_allowed"),
        ("score 1,0", "1,0", "cell_not_allowed"),
        ("score 01", "01", "cell_not_allowed"),
        ("score n/a", "n/a", "cell_not_allowed"),
        ("score ?", "?", "cell_not_allowed"),
        ("score with a remark", "1 (not sure)", "cell_not_allowed"),
        ("score 32,767 letters long", "1" * 32_767, "cell_not_allowed"),
        ("score TRUE", True, "cell_boolean"),
        ("score FALSE", False, "cell_boolean"),
        ("score text TRUE", "TRUE", "cell_not_allowed"),
        ("score text false", "false", "cell_not_allowed"),
        ("score a date", dt.datetime(2026, 1, 10), "cell_date"),
        ("score a date and time", dt.datetime(2026, 1, 10, 12, 30), "cell_date"),
        ("score a time", dt.time(1, 0), "cell_date"),
        ("score a duration", dt.timedelta(hours=25), "cell_date"),
        ("score #N/A", "#N/A", "cell_error"),
        ("score #DIV/0!", "#DIV/0!", "cell_error"),
        ("score a formula never calculated", "=1", "cell_formula"),
        ("score a formula of arrays", ArrayFormula("E3", "=SUM(1)"), "cell_formula"),
        ("score blank", None, "cell_blank"),
        ("score white space", " \n", "cell_blank"),
        ("score no-break space", "\u00a0", "cell_blank"),
    ):

        def do(book: Damaged, value: object = value, code: str = code) -> list[str]:
            return [f"{code} error {book.put(ONE, A, value)}"]

        KINDS[name] = Kind(do, frozenset({ONE}), False)


def _taken() -> None:
    """Other forms of 1, which are taken."""
    for name, value, note in (
        ("score 1 and a space", "1 ", "text_number"),
        ("score a space and 1", " 1", "text_number"),
        ("score a full-width 1", "\uff11", "text_number"),
        ("score 1 and a no-break space", "1\u00a0", "text_number"),
        ("score text 1.0", "1.0", "text_number"),
        ("score text 1", "1", None),
        ("score 1.0", 1.0, None),
    ):

        def do(book: Damaged, value: object = value, note: str | None = note) -> list[str]:
            place = book.put(ONE, A, value)
            book.said[ONE, A] = "1"
            return [] if note is None else [f"{note} info {place}"]

        KINDS[name] = Kind(do, frozenset(), True)


_values()
_taken()


@kind(ONE)
def score_1_formatted_as_a_date(book):
    book.at(ONE, A).number_format = "yyyy-mm-dd"
    return [f"cell_date error {book.put(ONE, A, 1)}"]


@kind(ONE)
def score_1_formatted_as_a_time(book):
    book.at(ONE, A).number_format = "h:mm"
    return [f"cell_date error {book.put(ONE, A, 1)}"]


@kind(ONE)
def score_a_formula_with_its_result(book):
    return [f"cell_formula error {book.cell_xml(ONE, A, '<f>1*1</f><v>1</v>')}"]


@kind(ONE)
def score_a_formula_with_an_empty_result(book):
    return [f"cell_formula error {book.cell_xml(ONE, A, '<f>T(1)</f><v></v>', 'str')}"]


@kind(ONE)
def score_a_formula_with_an_error(book):
    return [f"cell_formula error {book.cell_xml(ONE, A, '<f>1/0</f><v>#DIV/0!</v>', 'e')}"]


@kind(ONE)
def score_a_formula_of_another_sheet(book):
    return [f"cell_formula error {book.cell_xml(ONE, A, '<f>[1]Sheet1!A1</f><v>1</v>')}"]


@kind(EIGHT)
def filled_in_though_the_reference_is_empty(book):
    return [f"cell_not_asked error {book.put(EIGHT, CREATOR, 1)}"]


@kind(SIX)
def filled_in_though_there_is_no_output(book):
    return [f"cell_not_asked error {book.put(SIX, B, 0)}"]


@kind(EIGHT)
def a_formula_where_nothing_is_asked(book):
    return [f"cell_formula error {book.put(EIGHT, CREATOR, '=1')}"]


@kind(ONE, EIGHT, TEN)
def several_wrong_cells(book):
    return [
        f"cell_not_allowed error {book.put(TEN, A, 'x')}",
        f"cell_blank error {book.put(ONE, A, None)}",
        f"cell_not_allowed error {book.put(ONE, B, 3)}",
        f"cell_changed error {book.put(EIGHT, REFERENCE, 'x')}",
    ]


@kind(*ITEMS)
def every_answer_blank(book):
    return [f"cell_blank error {book.put(item, heading, None)}" for item, heading in list(book.sheet.scores())]


@kind(ONE, EIGHT)
def scores_merged_over_two_rows(book):
    book.sheet.cells.merge_cells("E3:E4")
    return ["cell_merged error answers!E3", "cell_merged error answers!E4"]


@kind(ONE)
def a_score_merged_with_the_next_output(book):
    book.sheet.cells.merge_cells("E3:F3")
    return ["cell_merged error answers!E3", "cell_changed error answers!F3"]


@kind(EIGHT)
def references_merged_over_two_rows(book):
    book.sheet.cells.merge_cells("C3:C4")
    return ["cell_changed error answers!C4"]


@kind(ONE, EIGHT)
def items_merged_over_two_rows(book):
    book.sheet.cells.merge_cells("AB3:AB4")
    return [
        "row_missing error answers",
        "cell_merged error answers!AB3",
        "cell_merged error answers!AB4",
        "row_unknown error answers!AB4",
    ]


def _given_out() -> None:
    """Cells that are only to be read."""
    for name, heading, value, code in (
        ("reference emptied", REFERENCE, None, "cell_changed"),
        ("reference changed", REFERENCE, "Another vase", "cell_changed"),
        ("reference an error", REFERENCE, "#REF!", "cell_changed"),
        ("reference a formula", REFERENCE, "=A3", "cell_formula"),
        ("output changed", OUTPUT, "A vase", "cell_changed"),
        ("output emptied", OUTPUT, None, "cell_changed"),
        ("output a number", OUTPUT, 12, "cell_changed"),
        ("output a truth value", OUTPUT, True, "cell_changed"),
        ("output a date", OUTPUT, dt.datetime(2026, 12, 10), "cell_date"),
        ("output a formula", OUTPUT, "=F3", "cell_formula"),
        ("description changed", "description", "A bottle", "cell_changed"),
        ("tracking cell changed", "region", "Europe", "cell_changed"),
        ("group changed", "group", "sample 2", "cell_changed"),
    ):

        def do(book: Damaged, heading: str = heading, value: object = value, code: str = code) -> list[str]:
            return [f"{code} error {book.put(ONE, heading, value)}"]

        KINDS[name] = Kind(do, frozenset({ONE}), False)


_given_out()


@kind(ONE)
def reference_changed_by_one_letter(book):
    text = book.at(ONE, REFERENCE).value
    return [f"cell_changed error {book.put(ONE, REFERENCE, text[:-1] + 'x')}"]


@kind(ONE)
def reference_in_other_letters(book):
    return [f"cell_changed error {book.put(ONE, REFERENCE, book.at(ONE, REFERENCE).value.upper())}"]


@kind(ONE)
def reference_a_formula_with_the_same_text(book):
    text = book.at(ONE, OUTPUT).value
    return [f"cell_formula error {book.cell_xml(ONE, OUTPUT, f'<f>D3</f><v>{text}</v>', 'str')}"]


@kind(fine=True)
def white_space_of_a_reference(book):
    text = book.at(ONE, REFERENCE).value
    assert "\n" in text
    book.put(ONE, REFERENCE, f" {text.replace(chr(10), ' ')} ")
    return []


@kind(EIGHT)
def an_empty_reference_filled_in(book):
    return [f"cell_changed error {book.put(EIGHT, 'reference_creator', 'somebody')}"]


@kind(SIX)
def an_output_that_was_none_filled_in(book):
    return [f"cell_changed error {book.put(SIX, 'model-b_title', 'a tray')}"]
