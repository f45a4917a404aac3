"""What people filled in: every answer cell, read or refused with its address."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_plans import benchmark
from made_returns import ITEM, SCORE, grid, lines, merged, plan, told

from accord.annotations.workbooks.answers import read_answers
from accord.annotations.workbooks.grid import Cell
from accord.annotations.workbooks.headings import headings
from accord.annotations.workbooks.located import locate
from accord.annotations.workbooks.plan import Plan, Row

JUDGED = benchmark("title: {kind: text, reference: title}\ntitle_match: {kind: binary, matches: title}").fields
KEY = ("m", "title_match")
FIX = "type the answer over it"


def read(table, *, allow=False, made=None, **traits):
    """Row of the plan -> what was read there."""
    return read_answers(locate(made or plan(), grid(table, **traits)), JUDGED, allow)


def one(value, *, row=1, allow=False, **traits):
    """What is read from one cell; the other two rows are right."""
    scores = [1, 0, None]
    scores[row - 1] = value
    found = read(lines(*scores), allow=allow, **traits)
    others = [answered for at, answered in found.items() if at != row - 1]
    assert [answered.wrongs for answered in others] == [[], []]
    return found[row - 1]


def test_right_answers_of_every_row():
    found = read(lines(1, "0"))
    assert {at: answered.texts for at, answered in found.items()} == {0: {KEY: "1"}, 1: {KEY: "0"}, 2: {}}
    assert [answered.wrongs for answered in found.values()] == [[], [], []]


@pytest.mark.parametrize("value", ["1 ", " 1", "\uff11", "1\u00a0", "1\n", "1.0"])
def test_numbers_as_text_are_read_with_a_note(value):
    found = one(value)
    assert found.texts == {KEY: value}
    (wrong,) = found.wrongs
    assert told([wrong]) == ["text_number info E2"]
    assert wrong.message.endswith(", read as 1")


@pytest.mark.parametrize("value", ["1", 1])
def test_plain_numbers_need_no_note(value):
    assert one(value).wrongs == []


@pytest.mark.parametrize(
    "value",
    [2, 0.5, -1, 1e-12, 10**20, "yes", "O", "l", "1,0", "?", "NA", "TRUE", "false", "01", "1 0", "-0.05", "\u2460x"],
)
def test_what_is_no_answer(value):
    found = one(value)
    assert found.texts == {}
    (wrong,) = found.wrongs
    assert told([wrong]) == ["cell_not_allowed error E2"]
    assert wrong.message.startswith("holds no answer: ")
    assert repr(str(value)) in wrong.message or f"{value}" in wrong.message
    assert "0" in wrong.message and "1" in wrong.message
    assert wrong.fix == FIX


@pytest.mark.parametrize("value", [True, False])
def test_truth_values(value):
    found = one(value)
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_boolean error E2"])
    assert found.wrongs[0].message == f"is the truth value {str(value).upper()}"
    assert found.wrongs[0].fix == "allowed: '0', '1'"


@pytest.mark.parametrize("value", [None, " ", "\n\t", "\u3000"])
def test_a_blank_where_an_answer_is_asked_for(value):
    found = one(value)
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_blank error E2"])
    assert found.wrongs[0].fix == "allowed: '0', '1'"


@pytest.mark.parametrize("value", [None, " ", "\n"])
def test_a_blank_where_none_is_asked_for(value):
    found = one(value, row=3)
    assert (found.texts, found.wrongs) == ({}, [])


@pytest.mark.parametrize("value", [0, "1", "x"])
def test_an_answer_where_none_is_asked_for(value):
    found = one(value, row=3)
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_not_asked error E4"])


def test_why_none_is_asked_for():
    no_reference = one(1, row=3).wrongs[0]
    assert no_reference.message == "is '1', and the reference is empty, so the cell stays empty"
    made = plan([("a", "vase", "", "o1")])
    unasked = (False,) * len(made.columns)
    made = replace(made, rows=(replace(made.rows[0], asked=unasked, unread=frozenset({"m"})),))
    (no_output,) = read(lines(1, made=made), made=made)[0].wrongs
    assert no_output.message == "is '1', and there is no output to judge"


@pytest.mark.parametrize("value", ["2026-12-10", "1900-01-01", "15:10:00", "P1DT6H"])
def test_dates_and_times(value):
    found = one(Cell(value, "date"))
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_date error E2"])
    assert f"holds the date {value}" in found.wrongs[0].message
    assert found.wrongs[0].fix == "clear the format of the cell and type the answer over it"


@pytest.mark.parametrize("value", ["#N/A", "#DIV/0!", "#REF!"])
def test_errors_of_the_sheet(value):
    found = one(Cell(value, "error"))
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_error error E2"])
    assert found.wrongs[0].message == f"holds the error {value} of the sheet"


@pytest.mark.parametrize("allow", [False, True])
@pytest.mark.parametrize("row", [1, 3])
def test_a_formula_without_a_result_is_never_taken(allow, row):
    found = one(Cell("", "text", formula=True, calculated=False), row=row, allow=allow)
    assert (found.texts, told(found.wrongs)) == ({}, [f"cell_formula error E{row + 1}"])
    assert found.wrongs[0].message == "holds a formula without a result"


def test_a_formula_is_refused_unless_formulas_are_allowed():
    formula = Cell("1", "number", formula=True)
    found = one(formula)
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_formula error E2"])
    assert found.wrongs[0].message == "holds a formula; its stored result is '1'"
    assert found.wrongs[0].fix == FIX
    found = one(formula, allow=True)
    assert (found.texts, told(found.wrongs)) == ({KEY: "1"}, ["cell_formula warning E2"])
    assert found.wrongs[0].message == "holds a formula; its stored result '1' was taken"


@pytest.mark.parametrize(
    ("formula", "codes"),
    [
        (Cell("#DIV/0!", "error", formula=True), ["cell_formula warning E2", "cell_error error E2"]),
        (Cell("2", "number", formula=True), ["cell_formula warning E2", "cell_not_allowed error E2"]),
        (Cell("true", "boolean", formula=True), ["cell_formula warning E2", "cell_boolean error E2"]),
        (Cell("2026-12-10", "date", formula=True), ["cell_formula warning E2", "cell_date error E2"]),
        (Cell("", "text", formula=True), ["cell_formula warning E2", "cell_blank error E2"]),
    ],
)
def test_results_of_formulas_are_checked_like_all_answers(formula, codes):
    found = one(formula, allow=True)
    assert (found.texts, told(found.wrongs)) == ({}, codes)


def test_merged_answers_are_refused_in_every_row():
    found = read(lines(1, None), merged=[merged((2, SCORE), (3, SCORE))])
    assert [told(answered.wrongs) for answered in found.values()] == [
        ["cell_merged error E2"],
        ["cell_merged error E3"],
        [],
    ]
    assert found[0].wrongs[0].message == "is merged (E2:E3): one answer for several cells is not clear"
    assert [answered.texts for answered in found.values()] == [{}, {}, {}]


def test_answers_merged_with_what_is_beside_them():
    found = read(lines(1, 0), merged=[merged((2, SCORE), (2, ITEM - 1 + 2))])
    assert told(found[0].wrongs) == ["cell_merged error E2"]


def test_rows_and_columns_that_are_not_there_are_not_read():
    table = lines(1, 0)
    assert list(read([table[0], table[2]])) == [1]
    found = read([line[: SCORE - 1] + line[SCORE:] for line in table])
    assert {at: (answered.texts, answered.wrongs) for at, answered in found.items()} == {
        0: ({}, []),
        1: ({}, []),
        2: ({}, []),
    }


class Form:
    """A form about items, and one row of a sheet in which it is answered."""

    def __init__(self, fields):
        self.benchmark = benchmark(fields)
        self.columns = headings(self.benchmark, (), ("group",), ())
        texts = tuple("o1" if column.part == "item" else "" for column in self.columns)
        asked = tuple(column.part == "answer" for column in self.columns)
        self.plan = Plan("s", "1", ("ann",), self.columns, (Row("o1", texts, asked),))

    def read(self, **answers):
        """What is read where these headings hold these values."""
        names = [column.name for column in self.columns]
        assert set(answers) <= set(names), names
        line = [answers.get(name, "o1" if name == "item" else None) for name in names]
        return read_answers(locate(self.plan, grid([names, line])), self.benchmark.fields, False)[0]


@pytest.mark.parametrize(
    ("value", "text"), [("clear", "clear"), ("Klar", "Klar"), (" dim ", " dim "), ("n/a", "n/a"), ("clear ", "clear ")]
)
def test_choices_in_any_of_their_names(value, text):
    form = Form("light: {kind: choice, labels: [{id: clear, aliases: [Klar]}, dim, dark], abstain: [n/a]}")
    found = form.read(light=value)
    assert found.texts == {(None, "light"): text}
    assert [wrong.severity for wrong in found.wrongs] in ([], ["info"])


@pytest.mark.parametrize("value", ["bright", "dim, dark", "-", 1])
def test_other_choices(value):
    form = Form("light: {kind: choice, labels: [clear, dim, dark]}")
    found = form.read(light=value)
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_not_allowed error A2"])


def test_labels_named_none_and_na_are_answers_and_blanks_are_none():
    form = Form("hazard: {kind: choice, labels: [None, NA, Unknown], abstain: [Not applicable]}")
    for value in ("None", "NA", "Unknown", "Not applicable"):
        assert form.read(hazard=value).texts == {(None, "hazard"): value}
    assert told(form.read().wrongs) == ["cell_blank error A2"]


def test_numbers_and_ratings():
    form = Form("count: {kind: number}\nscore: {kind: rating, scale: 1..5}")
    found = form.read(count=3.25, score="4")
    assert found.texts == {(None, "count"): "3.25", (None, "score"): "4"}
    found = form.read(count="three", score=6)
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_not_allowed error A2", "cell_not_allowed error B2"])


def test_a_text_may_stay_blank():
    form = Form("why: {kind: text, asked_of: [human]}\nsure: {kind: binary}")
    found = form.read(sure_0_or_1=1)
    assert (found.texts, found.wrongs) == ({(None, "sure"): "1"}, [])
    found = form.read(why=" =a \n b ", sure_0_or_1=1)
    assert (found.texts, found.wrongs) == ({(None, "why"): " =a \n b ", (None, "sure"): "1"}, [])
    assert told(form.read(why=Cell("#N/A", "error")).wrongs) == ["cell_error error A2", "cell_blank error B2"]


SET = "tags: {kind: labels, labels: [red, blue, green]}"


def tags(**marks):
    return {f"tags: {name}": value for name, value in marks.items()}


@pytest.mark.parametrize("mark", ["x", "X", " x ", "\uff58"])
def test_a_set_has_a_column_for_each_label(mark):
    found = Form(SET).read(**tags(red=mark, green="x"))
    assert (found.texts, found.wrongs) == ({(None, "tags"): '["red","green"]'}, [])


def test_the_empty_set_has_a_column_of_its_own():
    found = Form(SET).read(**{"tags: (none)": "x"})
    assert (found.texts, found.wrongs) == ({(None, "tags"): "[]"}, [])


def test_a_set_that_is_blank_is_no_empty_set():
    found = Form(SET).read()
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_blank error A2"])
    assert found.wrongs[0].fix.startswith("enter x in one or more of 'tags: red', 'tags: blue'")


@pytest.mark.parametrize("mark", ["yes", 1, "0", "-", True])
def test_marks_are_an_x_or_nothing(mark):
    found = Form(SET).read(**tags(red="x", blue=mark))
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_not_allowed error B2"])
    assert found.wrongs[0].fix == "enter x, or leave it empty"


def test_none_beside_a_label_is_refused():
    found = Form(SET).read(**tags(blue="x"), **{"tags: (none)": "x"})
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_not_allowed error B2"])
    assert "none holds, and some hold" in found.wrongs[0].message


def test_a_label_beside_an_abstention_is_refused():
    form = Form("tags: {kind: labels, labels: [red, blue], abstain: [cannot judge]}")
    assert form.read(**{"tags: cannot judge": "x"}).texts == {(None, "tags"): '["cannot judge"]'}
    found = form.read(**{"tags: red": "x", "tags: cannot judge": "x"})
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_not_allowed error A2"])


def test_a_set_with_a_column_that_is_gone_is_not_read():
    form = Form(SET)
    names = [column.name for column in form.columns if column.name != "tags: blue"]
    sheet = grid([names, ["x" if name == "tags: red" else "o1" if name == "item" else None for name in names]])
    found = read_answers(locate(form.plan, sheet), form.benchmark.fields, False)[0]
    assert (found.texts, found.wrongs) == ({}, [])


MANY = f"tags: {{kind: labels, labels: [{', '.join(f't{at}' for at in range(20))}]}}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("t1", "t1"),
        ("t1; t2", '["t1","t2"]'),
        ("t1\nt2\r\nt3", '["t1","t2","t3"]'),
        (" t1 ;\n;t2;", '["t1","t2"]'),
        ('["t1", "t2"]', '["t1", "t2"]'),
        ("[]", "[]"),
        ("(none)", "[]"),
    ],
)
def test_a_large_set_in_one_cell(value, text):
    found = Form(MANY).read(tags=value)
    assert (found.texts, found.wrongs) == ({(None, "tags"): text}, [])


@pytest.mark.parametrize("value", ["t1; t99", "t1, t2", "[t1", 3])
def test_a_large_set_with_something_else(value):
    found = Form(MANY).read(tags=value)
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_not_allowed error A2"])


def test_a_large_set_left_blank():
    found = Form(MANY).read()
    assert (found.texts, told(found.wrongs)) == ({}, ["cell_blank error A2"])
    assert found.wrongs[0].fix is None
