"""Damage to rows and columns: gone, doubled, in another order, with other items or headings."""

from __future__ import annotations

import copy
from collections.abc import Collection

from damaged import EIGHT, ITEMS, KINDS, ONE, OUTPUT, REFERENCE, SIX, TEN, A, Damaged, Kind, kind


@kind(ONE)
def item_changed(book):
    return [f"row_unknown error {book.put(ONE, 'item', 'obj-1')}", "row_missing error answers"]


@kind(ONE)
def item_blank(book):
    return [f"row_unknown error {book.put(ONE, 'item', None)}", "row_missing error answers"]


@kind(ONE)
def item_of_another_group(book):
    return [f"row_unknown error {book.put(ONE, 'item', 'obj-02')}", "row_missing error answers"]


@kind(ONE)
def item_a_formula(book):
    return [f"cell_formula error {book.cell_xml(ONE, 'item', '<f>AB2</f><v>obj-01</v>', 'str')}"]


@kind(ONE)
def item_a_formula_never_calculated(book):
    return [f"row_unknown error {book.put(ONE, 'item', '=AB2')}", "row_missing error answers"]


@kind(ONE, EIGHT)
def item_of_another_row(book):
    return [
        f"row_twice error {book.put(ONE, 'item', EIGHT)}",
        f"row_twice error {book.address(EIGHT, 'item')}",
        "row_missing error answers",
    ]


@kind(TEN, ONE)
def items_of_two_rows_swapped(book):
    """All that is beside the items is then that of the other."""
    sheet = book.sheet
    said = []
    for heading in sheet.columns:
        cells = [sheet.at(item, heading) for item in (TEN, ONE)]
        if heading.endswith("0_or_1") or heading in ("item", "annotator", "image"):
            continue
        if cells[0].value != cells[1].value:
            said += [f"cell_changed error answers!{cell.coordinate}" for cell in cells]
    book.put(TEN, "item", ONE)
    book.put(ONE, "item", TEN)
    return [*said, "rows_sorted info answers", "picture_moved warning answers!B2", "picture_moved warning answers!B3"]


@kind(ONE)
def row_deleted(book):
    sheet = book.sheet.cells
    sheet._images = [image for image in sheet._images if image.anchor._from.row != 2]
    book.shift_rows(3, -1)
    return ["row_missing error answers"]


@kind(SIX)
def last_row_deleted(book):
    book.sheet.cells.delete_rows(5)
    return ["row_missing error answers"]


@kind(ONE)
def row_emptied(book):
    for cell in book.sheet.cells[3]:
        cell.value = None
    return ["row_missing error answers"]


def _copied_row(book: Damaged, source: int, target: int) -> None:
    for cell in book.sheet.cells[source]:
        book.sheet.cells.cell(target, cell.column).value = cell.value


@kind(ONE)
def row_duplicated(book):
    _copied_row(book, 3, 6)
    return ["row_twice error answers!AB3", "row_twice error answers!AB6"]


@kind(ONE)
def row_duplicated_with_another_answer(book):
    _copied_row(book, 3, 9)
    book.sheet.cells["E9"] = 1 - book.at(ONE, A).value
    return ["row_twice error answers!AB3", "row_twice error answers!AB9"]


@kind()
def row_of_something_new_at_the_end(book):
    _copied_row(book, 3, 6)
    book.sheet.cells["AB6"] = "obj-99"
    return ["row_unknown error answers!AB6"]


@kind()
def a_total_below(book):
    book.sheet.cells["E7"] = "=SUM(E2:E5)"
    return ["row_unknown error answers!AB7"]


@kind()
def a_remark_below(book):
    book.sheet.cells["A8"] = "I am done"
    return ["row_unknown error answers!AB8"]


@kind(fine=True)
def a_remark_beside(book):
    book.sheet.cells["AH3"] = "I am not sure about this one"
    return []


def _sorted(book: Damaged, order: Collection[str], with_pictures: bool) -> None:
    """Bring the rows into another order."""
    sheet = book.sheet
    old = {item: [cell.value for cell in sheet.cells[row]] for item, row in sheet.rows.items()}
    locks = {item: [copy.copy(cell._style) for cell in sheet.cells[row]] for item, row in sheet.rows.items()}
    anchors = {image.anchor._from.row + 1: image.anchor for image in sheet.cells._images}
    for row, item in enumerate(order, 2):
        for cell, value, style in zip(sheet.cells[row], old[item], locks[item], strict=True):
            cell.value = value
            cell._style = style
        if with_pictures:
            anchors[sheet.rows[item]]._from.row = row - 1
            anchors[sheet.rows[item]].to.row = row - 1


@kind(fine=True)
def rows_sorted(book):
    _sorted(book, sorted(book.sheet.items), with_pictures=True)
    return ["rows_sorted info answers"]


@kind(fine=True)
def rows_sorted_without_their_pictures(book):
    _sorted(book, ["obj-01", TEN, EIGHT, SIX], with_pictures=False)
    return ["rows_sorted info answers", "picture_moved warning answers!B2", "picture_moved warning answers!B3"]


@kind(fine=True)
def rows_hidden(book):
    for row in (3, 5):
        book.sheet.cells.row_dimensions[row].hidden = True
    return ["hidden_rows info answers"]


@kind(fine=True)
def rows_filtered(book):
    sheet = book.sheet.cells
    sheet.auto_filter.add_filter_column(sheet["AE1"].column - 1, ["plate"])
    for row in range(2, 6):
        sheet.row_dimensions[row].hidden = sheet.cell(row, sheet["AE1"].column).value != "plate"
    assert not sheet.row_dimensions[5].hidden
    return ["hidden_rows info answers"]


@kind(fine=True)
def blank_rows_between(book):
    book.shift_rows(4, 2)
    return []


@kind(fine=True)
def rows_above_the_heading(book):
    book.shift_rows(1, 3)
    book.sheet.cells["A1"] = "Please fill in the yellow cells"
    return []


def _columns() -> None:
    """Columns that are gone. Without those that prove or answer nothing can be taken in."""
    for heading, whole in (
        (A, True), (REFERENCE, True), (OUTPUT, True), ("item", True), ("annotator", True),
        ("description", False), ("image", False), ("region", False),
    ):  # fmt: skip

        def do(book: Damaged, heading: str = heading) -> list[str]:
            book.delete_column(heading)
            gone = ["pictures_lost info answers"] if heading == "image" else []
            return ["column_missing error answers, row 1", *gone]

        KINDS[f"column {heading} deleted"] = Kind(do, None if whole else frozenset(), False)


_columns()


def _copied_column(book: Damaged, heading: str) -> None:
    for row in book.sheet.cells.iter_rows(min_row=1, max_row=5):
        book.sheet.cells.cell(row[0].row, 33).value = row[book.sheet.columns[heading] - 1].value


@kind(whole=True)
def column_of_answers_duplicated(book):
    _copied_column(book, A)
    return ["column_twice error answers!AG1"]


@kind()
def column_of_tracking_duplicated(book):
    _copied_column(book, "type")
    return ["column_twice error answers!AG1"]


@kind(whole=True)
def heading_renamed(book):
    book.sheet.cells["E1"] = "score"
    return ["column_missing error answers, row 1", "other_columns info answers, row 1"]


@kind(whole=True)
def heading_emptied(book):
    book.sheet.cells["E1"] = None
    return ["column_missing error answers, row 1"]


@kind(whole=True)
def heading_row_deleted(book):
    book.sheet.cells.delete_rows(1)
    return ["bad_workbook error "]


@kind(*ITEMS)
def headings_of_outputs_swapped(book):
    cells = book.sheet.cells
    cells["D1"], cells["F1"] = cells["F1"].value, cells["D1"].value
    return [f"cell_changed error answers!{letter}{row}" for row in range(2, 6) for letter in "DF"]


@kind(fine=True)
def columns_in_another_order(book):
    sheet = book.sheet.cells
    for row in sheet.iter_rows():
        values = [cell.value for cell in row]
        for cell, value in zip(row, reversed(values), strict=True):
            cell.value = value
    for image in sheet._images:
        image.anchor._from.col = image.anchor.to.col = 30
    return []


@kind(fine=True)
def a_column_inserted(book):
    book.sheet.cells.insert_cols(6)
    book.sheet.cells["F1"] = "my remarks"
    book.sheet.cells["F3"] = "hard"
    return ["other_columns info answers, row 1"]
