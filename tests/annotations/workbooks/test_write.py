"""Writing a workbook, read back with another library: cells, locks, drop-downs, pictures, hidden sheets, same bytes."""

from __future__ import annotations

import hashlib
import importlib
import io
import json
import re
import zipfile
from dataclasses import replace

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_plans import JUDGED, benchmark, place, plan
from PIL import Image

from accord.annotations.workbooks.drawn import drawings
from accord.annotations.workbooks.grid import read_workbook
from accord.annotations.workbooks.headings import CHOSEN
from accord.annotations.workbooks.held import MOST, held
from accord.annotations.workbooks.manifest import read_manifest
from accord.annotations.workbooks.pictures import Fitted, fit_pictures
from accord.annotations.workbooks.plan import Column, Plan, Row
from accord.annotations.workbooks.write import ANSWERS, CHOICES, LONGEST_LIST, MANIFEST, write_workbook
from accord.errors import MissingExtra
from accord.verbs.opened import opened

ITEMS = [
    {"id": "a", "image": "a.png", "title": "vase || jar", "description": "An old thing"},
    {"id": "b", "image": "b.png", "title": "", "description": "中文 描述 🏺"},
    {"id": "c", "image": "gone.png", "title": "pot", "description": "=1+1"},
    {"id": "d", "image": "a.png", "title": "cup", "description": None},
]
SAID = [
    {"item": item, "rater": model, "role": "model", "title": f"{model} on {item}"} for item in "abcd" for model in "mn"
][:-1]
CONTENT = {"xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"}
"""The table of texts, and the sheet with the annotator; the second is other only where a name is a text already."""


def fitted(colour, size=(300, 200)):
    stream = io.BytesIO()
    Image.new("RGB", size, colour).save(stream, "JPEG")
    return Fitted(stream.getvalue(), *size)


@pytest.fixture
def museum(make_folder):
    """The plan of four items, its benchmark and pictures."""
    folder = make_folder(JUDGED + "languages: [en, zh]\n", ITEMS, SAID)
    return plan(folder), opened(folder).benchmark, {"a.png": fitted("red"), "b.png": fitted("blue", (200, 800))}


@pytest.fixture
def data(museum):
    return write_workbook(*museum, "ann")


@pytest.fixture
def book(data):
    return openpyxl.load_workbook(io.BytesIO(data))


def table(texts, columns=None, asked=None):
    """A plan of one item a row, whose only text is given."""
    made = columns or (Column("text", "shown"), Column("q", "answer", "q"), *ENDS)
    rows = [
        Row(f"i{at}", (text, *[""] * (len(made) - 3), f"i{at}", ""), asked or (False, True, False, False))
        for at, text in enumerate(texts)
    ]
    return Plan("s", "1", ("ann",), made, tuple(rows))


ENDS = (Column("item", "item"), Column("annotator", "annotator"))
ITS = benchmark("q: {kind: number}")


def sheet_of(made, its=ITS, annotator="ann"):
    return openpyxl.load_workbook(io.BytesIO(write_workbook(made, its, {}, annotator)))[ANSWERS]


def parts_of(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


# Cells


def test_every_cell_is_as_planned(museum, book):
    made = museum[0]
    sheet = book[ANSWERS]
    assert [cell.value for cell in sheet[1]] == [column.name for column in made.columns]
    assert (sheet.max_row, sheet.max_column) == (5, len(made.columns))
    for number, row in enumerate(made.rows, 2):
        texts = [cell.value or "" for cell in sheet[number]]
        assert texts[:-1] == list(row.texts[:-1])
        assert texts[-1] == "ann"
    assert sheet["C2"].value == "vase ||\njar"


def test_every_text_is_a_text(book):
    assert {cell.data_type for row in book[ANSWERS].iter_rows() for cell in row if cell.value is not None} == {"s"}


def test_only_what_is_asked_is_open(museum, book):
    made = museum[0]
    sheet = book[ANSWERS]
    open_cells = {(row.row, row.column) for line in sheet.iter_rows() for row in line if row.protection.locked is False}
    wanted = {(number, at) for number, row in enumerate(made.rows, 2) for at, asked in enumerate(row.asked, 1) if asked}
    assert open_cells == wanted
    assert len(wanted) == 5
    assert sheet.protection.sheet is True
    assert sheet.protection.password is None
    allowed = ("autoFilter", "formatColumns", "formatRows", "selectLockedCells", "selectUnlockedCells")
    assert [getattr(sheet.protection, name) for name in allowed] == [False] * 5
    refused = ("insertRows", "deleteRows", "insertColumns", "deleteColumns", "sort", "formatCells")
    assert [getattr(sheet.protection, name) for name in refused] == [True] * 6


def test_cells_that_stay_empty_are_hatched(museum, book):
    made, sheet = museum[0], book[ANSWERS]
    column = place(made, "m_title_match_0_or_1") + 1
    assert sheet.cell(3, column).fill.fill_type not in (None, "solid")
    assert sheet.cell(2, column).fill.fill_type == "solid"


def test_panes_filter_and_sizes(museum, book):
    sheet = book[ANSWERS]
    assert sheet.freeze_panes == "C2"
    assert sheet.auto_filter.ref == f"A1:{sheet.cell(5, len(museum[0].columns)).coordinate}"
    heights = [sheet.row_dimensions[number].height for number in range(1, 6)]
    assert heights == [heights[0], 150, 150, 30, 150]
    assert all(sheet.column_dimensions[letter].width > 9 for letter in "ABCDEFGHIJ")
    assert sheet.print_title_rows == "$1:$1"
    assert book.active.title == ANSWERS


def test_references_and_texts_are_wrapped(book):
    assert all(cell.alignment.wrap_text for line in book[ANSWERS].iter_rows() for cell in line)


def test_answers_that_are_filled_in_lose_their_colour(book):
    rules = {str(area.sqref): [rule.type for rule in area.rules] for area in book[ANSWERS].conditional_formatting}
    assert rules == {"E2:E5": ["notContainsBlanks"], "G2:G5": ["notContainsBlanks"]}


# Drop-downs


def rules_of(sheet):
    return {str(rule.sqref): rule for rule in sheet.data_validations.dataValidation}


def test_scores_are_validated(museum, book):
    rules = rules_of(book[ANSWERS])
    assert set(rules) == {"E2:E5", "G2:G5"}
    for rule in rules.values():
        assert (rule.type, rule.formula1, rule.showErrorMessage) == ("list", '"0,1"', True)
        assert (rule.errorStyle or "stop", rule.allow_blank) == ("stop", True)
        assert rule.error == "Enter one of: 0, 1"


def choices(*given_choices, sets=1):
    """A workbook in which some answers are picked from."""
    columns = (
        Column("text", "shown"),
        *(Column(f"q{at}", "answer", "q", None, tuple(given_choices) + ("more",) * at) for at in range(sets)),
        *ENDS,
    )
    made = table(["x"], columns, (False, *[True] * sets, False, False))
    return openpyxl.load_workbook(io.BytesIO(write_workbook(made, ITS, {}, "ann")))


def listed_in(book, rule):
    """The choices that a rule names by an area of the hidden sheet."""
    title, area = re.fullmatch(r"'(.*)'!(.*)", rule.formula1).groups()
    return [cell.value for (cell,) in book[title][area.replace("$", "")]]


def test_a_list_that_fits_stays_in_its_rule():
    fits = ("a" * 127, "b" * 127)
    assert len(",".join(fits)) == LONGEST_LIST
    book = choices(*fits)
    assert rules_of(book[ANSWERS])["B2"].formula1 == f'"{",".join(fits)}"'
    assert CHOICES not in book.sheetnames


@pytest.mark.parametrize(
    "given_choices",
    [
        ("a" * 128, "b" * 127),
        tuple(f"choice {at}" for at in range(200)),
        ("\U0001f600" * 64, "\U0001f601" * 64),
        ("red, green", "blue"),
        ('5" pipe', "none"),
        (" padded ", "b"),
        ("two\nlines", "b"),
    ],
)
def test_other_lists_stand_in_a_hidden_sheet(given_choices):
    book = choices(*given_choices)
    rule = rules_of(book[ANSWERS])["B2"]
    assert listed_in(book, rule) == list(given_choices)
    assert len(rule.error) <= 255
    sheet = book[CHOICES]
    assert (sheet.sheet_state, sheet.protection.sheet) == ("hidden", True)


def test_choices_that_look_like_formulas_are_texts():
    book = choices("=1+1", "+1", "-", "@x", "a,b")
    cells = [cell for (cell,) in book[CHOICES]["A1:A5"]]
    assert [(cell.value, cell.data_type) for cell in cells] == [
        (text, "s") for text in ("=1+1", "+1", "-", "@x", "a,b")
    ]
    assert rules_of(choices("=1+1", "@x")[ANSWERS])["B2"].formula1 == '"=1+1,@x"'


def test_every_long_list_has_a_column_and_equal_ones_share_it():
    book = choices("a,b", "c", sets=3)
    found = [listed_in(book, rules_of(book[ANSWERS])[f"{letter}2"]) for letter in "BCD"]
    assert found == [["a,b", "c"], ["a,b", "c", "more"], ["a,b", "c", "more", "more"]]
    columns = (
        Column("text", "shown"),
        Column("q", "answer", "q", None, ("a,b",)),
        Column("r", "answer", "r", None, ("a,b",)),
        *ENDS,
    )
    sheet = sheet_of(table(["x"], columns, (False, True, True, False, False)))
    assert len({rule.formula1 for rule in rules_of(sheet).values()}) == 1


def test_the_rule_of_a_set_is_its_mark(make_folder):
    text = "name: small\nversion: 1.0.0\nfields:\n  q: {kind: labels, labels: [sun, rain]}\n"
    folder = make_folder(text, [{"id": "a"}])
    sheet = sheet_of(plan(folder), opened(folder).benchmark)
    assert [rule.formula1 for rule in rules_of(sheet).values()] == [f'"{CHOSEN}"'] * 3


def test_what_is_typed_has_no_rule():
    sheet = sheet_of(table(["x"]))
    assert sheet.data_validations.dataValidation == []
    assert sheet["B2"].protection.locked is False


# Texts that look like something else


HOSTILE = [
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(1,1)",
    "\t=1+1",
    "\n=1+1",
    "=",
    "'quoted",
    "1",
    "007",
    "1e5",
    "TRUE",
    "10-12",
    "#N/A",
    "{=1+1}",
    "http://example.invalid/",
    "mailto:a@example.invalid",
    "internal:Sheet2!A1",
    "_x000D_",
    "_x0041_",
    " lead and trail ",
    "<b>&amp;</b>",
    "]]>",
    "\x7f\x85\u2028\ufeff",
    "שלום",
    "👩‍👩‍👧‍👦",
    "x" * MOST,
    "\U0001f600" * 16_383,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_text_stays_a_text(text):
    data = write_workbook(table([text]), ITS, {}, text)
    grid = read_workbook(data).grids[ANSWERS]
    for at in ((2, 1), (2, 4)):
        assert (grid.cells[at].text, grid.cells[at].kind, grid.cells[at].formula) == (text, "text", False)
    assert sheet_of(table([text]))["A2"].data_type == "s"
    assert b"<f>" not in parts_of(data)["xl/worksheets/sheet1.xml"]
    assert b"hyperlink" not in parts_of(data)["xl/worksheets/sheet1.xml"]


def test_the_published_case_of_texts_that_look_like_formulas(shared):
    lines = (shared / "cases" / "cases.jsonl").read_text("utf-8").splitlines()
    texts = next(case for case in map(json.loads, lines) if case["id"] == "xls-12")["input"]["texts"]
    assert any(text.startswith("\r") for text in texts)
    sheet = sheet_of(table([text.replace("\r", "\n") for text in texts]))
    # A return is a line end in every XML document; the plan holds it as one.
    assert [sheet.cell(at, 1).value for at in range(2, len(texts) + 2)] == [text.replace("\r", "\n") for text in texts]
    assert {sheet.cell(at, 1).data_type for at in range(2, len(texts) + 2)} == {"s"}


def test_no_formula_is_written(data):
    parts = parts_of(data)
    sheets = [content for name, content in parts.items() if name.startswith("xl/worksheets/sheet")]
    assert len(sheets) == 4
    assert not any(b"<f>" in content or b"<f " in content for content in sheets)
    assert set(re.findall(rb'definedName name="([^"]*)"', parts["xl/workbook.xml"])) == {
        b"_xlnm._FilterDatabase",
        b"_xlnm.Print_Titles",
    }


def test_names_of_columns_and_people_may_look_like_formulas():
    columns = (Column("=1+1", "shown"), Column("@q", "answer", "q"), *ENDS)
    sheet = sheet_of(table(["x"], columns), annotator="=2+2")
    assert [(cell.value, cell.data_type) for cell in (sheet["A1"], sheet["B1"], sheet["D2"])] == [
        ("=1+1", "s"),
        ("@q", "s"),
        ("=2+2", "s"),
    ]


def test_a_name_that_no_cell_holds_is_replaced():
    sheet = sheet_of(table(["x"]), annotator="a\x00nn")
    assert sheet["D2"].value == "a\ufffdnn"


@given(st.lists(st.text(max_size=30).filter(lambda text: "\r" not in text), min_size=1, max_size=5))
def test_any_text_that_cells_hold_comes_back_to_the_letter(texts):
    texts = [held(text).text for text in texts]
    grid = read_workbook(write_workbook(table(texts), ITS, {}, "ann")).grids[ANSWERS]
    assert [grid.text(at, 1) for at in range(2, len(texts) + 2)] == texts


# Pictures


def test_every_picture_lies_on_its_row_inside_of_its_cell(museum, data, book):
    made, _, pictures = museum
    column = place(made, "image") + 1
    digests = {name: hashlib.sha256(picture.data).hexdigest() for name, picture in pictures.items()}
    found = {drawing.row: drawing for drawing in drawings(data, ANSWERS)}
    assert {row: drawing.sha256 for row, drawing in found.items()} == {
        2: digests["a.png"],
        3: digests["b.png"],
        5: digests["a.png"],
    }
    assert {drawing.column for drawing in found.values()} == {column}
    assert all(drawing.anchor_row == row for row, drawing in found.items())
    for image in book[ANSWERS]._images:
        start, end = image.anchor._from, image.anchor.to
        assert (start.row, start.col) == (end.row, end.col)
        # Excel's own default: moves and is sized with cells.
        assert image.anchor.editAs in (None, "twoCell")
        assert 0 < start.rowOff < end.rowOff < 150 * 12_700
        assert 0 < start.colOff < end.colOff


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((10, 10), (10, 10)),
        ((207, 192), (207, 192)),
        ((1600, 100), (207, 13)),
        ((100, 1600), (12, 192)),
        ((1, 1), (1, 1)),
    ],
)
def test_pictures_keep_their_shape_and_are_never_enlarged(museum, size, shown):
    made, its, _ = museum
    data = write_workbook(made, its, {"b.png": fitted("red", size)}, "ann")
    drawing = parts_of(data)["xl/drawings/drawing1.xml"].decode()
    wide, high = (int(number) / 9525 for number in re.search(r'<a:ext cx="(\d+)" cy="(\d+)"', drawing).groups())
    assert (wide, high) == pytest.approx(shown, abs=1)


def test_a_picture_says_which_item_it_shows(data):
    drawing = parts_of(data)["xl/drawings/drawing1.xml"].decode()
    assert re.findall(r'descr="([^"]*)"', drawing) == ["a", "b", "d"]


def test_one_picture_on_two_rows_is_stored_once(data):
    assert len([name for name in parts_of(data) if name.startswith("xl/media/")]) == 2


def test_a_picture_that_is_not_there_leaves_its_cell_empty(museum, book):
    assert book[ANSWERS].cell(4, place(museum[0], "image") + 1).value is None
    assert book[ANSWERS].row_dimensions[4].height == 30


def test_real_pictures_from_files(make_folder):
    folder = make_folder(JUDGED, ITEMS[:2], SAID[:4])
    Image.new("RGB", (1000, 500), "red").save(folder / "a.png", dpi=(300, 300))
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (1000, 500), "blue").save(folder / "b.png", exif=exif)
    made = plan(folder)
    pictures, findings = fit_pictures(folder, [row.image for row in made.rows])
    data = write_workbook(made, opened(folder).benchmark, pictures, "ann")
    sizes = re.findall(r'<a:ext cx="(\d+)" cy="(\d+)"', parts_of(data)["xl/drawings/drawing1.xml"].decode())
    assert findings == []
    assert [int(wide) / int(high) for wide, high in sizes] == pytest.approx([2, 0.5], rel=0.02)
    assert [int(wide) // 9525 for wide, _ in sizes] == [207, 96]


def test_no_pictures_no_drawing(museum):
    made, its, _ = museum
    assert not [name for name in parts_of(write_workbook(made, its, {}, "ann")) if "drawing" in name or "media" in name]


# Other sheets


def test_the_sheets_in_their_order(book):
    assert [(sheet.title, sheet.sheet_state) for sheet in book] == [
        (ANSWERS, "visible"),
        ("Guideline en", "visible"),
        ("标注说明 zh", "visible"),
        (MANIFEST, "hidden"),
    ]
    assert all(sheet.protection.sheet for sheet in book)


def test_the_guideline_of_each_language(book):
    english = [cell.value for (cell,) in book["Guideline en"].iter_rows(max_col=1)]
    assert english[0] == "small"
    assert "title_match" in english
    chinese = [cell.value for (cell,) in book["标注说明 zh"].iter_rows(max_col=1)]
    assert chinese[2].startswith("请填写黄色单元格")
    assert len(chinese) == len(english)


@pytest.mark.parametrize(
    ("languages", "titles"),
    [
        ("[en, EN]", ["Guideline en", "Guideline EN 2"]),
        ("['a:b/c?', \"it's\"]", ["Guideline abc", "Guideline its"]),
        ("[" + "x" * 40 + ", " + "x" * 41 + "]", ["Guideline " + "x" * 18, "Guideline " + "x" * 18 + " 2"]),
        ('["a\\x01b\\tc"]', ["Guideline a\ufffdb c"]),
        ("['[]']", ["Guideline"]),
    ],
)
def test_titles_of_sheets_are_such_that_excel_takes_them(languages, titles):
    its = benchmark("q: {kind: number}", f"languages: {languages}")
    book = openpyxl.load_workbook(io.BytesIO(write_workbook(table(["x"]), its, {}, "ann")))
    assert book.sheetnames == [ANSWERS, *titles, MANIFEST]
    assert all(len(title) <= 31 for title in titles)


def test_a_guideline_that_is_too_long_for_a_cell_is_cut_with_a_mark():
    its = benchmark("q: {kind: number}", "description: " + "x" * 40_000)
    book = openpyxl.load_workbook(io.BytesIO(write_workbook(table(["x"]), its, {}, "ann")))
    assert book["Guideline en"]["A2"].value.endswith("[... cut: 40,000 characters, a cell holds 32,767]")
    assert book["Guideline en"].row_dimensions[2].height == pytest.approx(409, abs=1)


def test_the_hidden_sheet_says_what_was_given_out(museum, book):
    made, its, pictures = museum
    manifest = read_manifest(
        [[cell or "" for cell in line] for line in book[MANIFEST].iter_rows(values_only=True) if any(line)]
    )
    assert manifest.get("benchmark") == "small"
    assert manifest.get("sheet") == ANSWERS
    assert manifest.get("digest") == made.digest
    assert manifest.get("form") == its.form_digest
    assert manifest.rows == {row.item: made.row_digest(row) for row in made.rows}
    digests = {name: hashlib.sha256(picture.data).hexdigest() for name, picture in pictures.items()}
    assert manifest.pictures == {"a": digests["a.png"], "b": digests["b.png"], "d": digests["a.png"]}


# Copies


def test_the_same_content_gives_the_same_bytes(museum, data):
    assert write_workbook(*museum, "ann") == data
    assert b"2000-01-01T00:00:00Z" in parts_of(data)["docProps/core.xml"]


@pytest.mark.parametrize("names", [("ann", "bob"), ("a", "m on a"), ("ann", "ann ann"), ("安", "=1+1")])
def test_copies_differ_in_the_annotator_only(museum, names):
    """Also where a name is a text of the workbook, which is stored once."""
    copies = [write_workbook(*museum, name) for name in names]
    books = [openpyxl.load_workbook(io.BytesIO(copy)) for copy in copies]
    assert books[0].sheetnames == books[1].sheetnames
    differ = []
    for one, other in zip(*books, strict=True):
        assert one.dimensions == other.dimensions
        for row, line in enumerate(one.iter_rows(), 1):
            for column, cell in enumerate(line, 1):
                twin = other.cell(row, column)
                same = (cell.value, cell.data_type, cell.style_id) == (twin.value, twin.data_type, twin.style_id)
                differ += [] if same else [(one.title, row, column)]
    last = len(museum[0].columns)
    assert differ == [(ANSWERS, row, last) for row in range(2, 6)]
    parts = [parts_of(copy) for copy in copies]
    assert list(parts[0]) == list(parts[1])
    assert {name for name, content in parts[0].items() if content != parts[1][name]} <= CONTENT


def test_copies_of_a_plan_with_long_lists_too(museum):
    made, its, _ = museum
    columns = tuple(replace(column, choices=("a,b", "c")) if column.choices else column for column in made.columns)
    copies = [parts_of(write_workbook(replace(made, columns=columns), its, {}, name)) for name in ("ann", "bob")]
    assert {name for name, content in copies[0].items() if content != copies[1][name]} <= CONTENT


def test_nobody_but_the_annotator_is_named(museum):
    parts = parts_of(write_workbook(*museum, "Zebulon"))
    assert [name for name, content in parts.items() if b"Zebulon" in content] == ["xl/sharedStrings.xml"]
    assert not any(b"bob" in content for name, content in parts.items() if not name.startswith("xl/media/"))


def test_a_library_that_is_not_there(museum, monkeypatch):
    def absent(name):
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(MissingExtra, match="XlsxWriter"):
        write_workbook(*museum, "ann")


def test_answers_that_are_texts_are_in_cells_of_texts():
    columns = (Column("text", "shown"), Column("q", "answer", "q", is_text=True), Column("r", "answer", "q"), *ENDS)
    sheet = sheet_of(table(["x"], columns, (False, True, True, False, False)))
    assert [sheet[cell].number_format for cell in ("B2", "C2")] == ["@", "General"]
