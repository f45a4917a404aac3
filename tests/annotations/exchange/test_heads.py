"""Who answered, about what and when: each part of a row is checked, and every reason is told."""

from __future__ import annotations

import pytest
from drawn_benchmarks import incoming_of

from accord.annotations.exchange.heads import Head, read_heads
from accord.annotations.exchange.incoming import Request
from accord.annotations.items import read_items
from accord.annotations.log.outputs import Outputs
from accord.errors import UsageError
from accord.spec.benchmark import read_benchmark

BENCHMARK = read_benchmark("name: b\nversion: 1.0.0\nfields:\n  score: {kind: rating, scale: 1..5}\n")
OUTPUT = "f" * 64
OUTPUTS = Outputs({("a", "gpt"): OUTPUT}, {OUTPUT: "gpt"}, {OUTPUT: "a"})
GOOD = {"item": "a", "rater": "ann", "role": "human", "score": "1"}


@pytest.fixture
def items(tmp_path):
    (tmp_path / "items.jsonl").write_text('{"id": "a"}\n{"id": "b"}\n{"id": "\\u00e9 "}\n', "utf-8")
    return read_items(tmp_path, BENCHMARK)


@pytest.fixture
def heads(items):
    def read(*rows, **request):
        return read_heads(incoming_of(rows), items, OUTPUTS, Request(**request))

    return read


@pytest.fixture
def head(heads):
    def read(row=GOOD, **request):
        found = heads(row, **request)
        assert not found.rejected
        return found.of_row[0]

    return read


@pytest.fixture
def why(heads):
    """The reasons, of a row that cannot be kept, as (code, place)."""

    def read(row, **request):
        found = heads(row, **request)
        assert found.of_row == {}
        return [(problem.code, problem.where) for problem in found.rejected[0]]

    return read


def test_the_least_that_a_row_says(head):
    assert head() == Head("a", None, "ann", "human", "first", None, "answered", False, None)


def test_all_that_a_row_says(head):
    row = GOOD | {"of": "gpt", "role": " Judge", "pass": " second  look", "state": "UNUSABLE", "reason": " blurred "}
    found = head(row | {"at": "2026-03-01T14:00:00+02:00"})
    assert found == Head(
        "a", OUTPUT, "ann", "judge", "second look", "2026-03-01T12:00:00.000000Z", "unusable", True, "blurred"
    )


def test_names_are_kept_to_the_letter(head):
    found = head(GOOD | {"item": "\u00e9 ", "rater": " Ann  Lee "})
    assert (found.item, found.rater) == ("\u00e9 ", " Ann  Lee ")


@pytest.mark.parametrize("item", ["A", "a ", "e\u0301 ", "c"])
def test_an_item_that_is_none(why, item):
    assert why(GOOD | {"item": item}) == [("unknown_item", "made:1, column item")]


@pytest.mark.parametrize("blank", [None, "", "  "])
def test_a_blank_item(why, blank):
    assert why(GOOD | {"item": blank}) == [("blank_id", "made:1, column item")]


def test_an_output_by_its_model_or_by_its_own_id(head):
    assert head(GOOD | {"of": "gpt"}).of == OUTPUT
    assert head(GOOD | {"of": OUTPUT}).of == OUTPUT
    assert head(GOOD | {"of": " "}).of is None


@pytest.mark.parametrize(("item", "of"), [("b", "gpt"), ("b", OUTPUT), ("a", "GPT"), ("a", "f" * 63)])
def test_an_output_that_is_not_there(why, item, of):
    assert why(GOOD | {"item": item, "of": of}) == [("unknown_output", "made:1, column of")]


def test_an_output_for_an_unknown_item_is_one_problem(why):
    assert why(GOOD | {"item": "x", "of": "gpt"}) == [("unknown_item", "made:1, column item")]


def test_who_and_which_role_may_be_said_for_all_rows(head):
    found = head({"item": "a", "score": "1"}, rater="ann", role="judge")
    assert (found.rater, found.role) == ("ann", "judge")


def test_a_row_says_it_better(head):
    row = GOOD | {"pass": "third"}
    found = head(row, rater="bob", role="judge", passing="second")
    assert (found.rater, found.role, found.passing) == ("ann", "human", "third")


def test_a_blank_cell_takes_what_is_said_for_all_rows(head):
    row = {"item": "a", "rater": "", "role": None, "pass": " ", "score": "1"}
    found = head(row, rater="bob", role="model", passing=" second ")
    assert (found.rater, found.role, found.passing) == ("bob", "model", "second")


def test_a_blank_rater_or_role_that_nobody_says(why):
    assert why(GOOD | {"rater": " "}) == [("blank_id", "made:1, column rater")]
    assert why(GOOD | {"role": ""}) == [("bad_role", "made:1, column role")]


@pytest.mark.parametrize("role", ["person", "humans", "admin"])
def test_a_role_that_is_none(why, role):
    assert why(GOOD | {"role": role}) == [("bad_role", "made:1, column role")]


@pytest.mark.parametrize("state", ["failed", "abstained", "missing", "ok"])
def test_a_state_that_is_none(why, state):
    assert why(GOOD | {"state": state}) == [("bad_state", "made:1, column state")]


@pytest.mark.parametrize(("cell", "stated"), [("", False), (None, False), (" ", False), ("answered", True)])
def test_whether_the_state_is_said(head, cell, stated):
    found = head(GOOD | {"state": cell})
    assert (found.state, found.stated) == ("answered", stated)


def test_a_time_without_an_offset_needs_a_zone(head, why, heads):
    row = GOOD | {"at": "2026-03-01T12:00:00"}
    assert why(row) == [("bad_time", "made:1, column at")]
    (problem,) = heads(row).rejected[0]
    assert "no time zone" in problem.message
    assert "--timezone" in problem.fix
    assert head(row, zone="Asia/Tokyo").at == "2026-03-01T03:00:00.000000Z"


def test_every_reason_is_told_and_other_rows_are_kept(heads):
    bad = {"item": "x", "rater": "", "role": "boss", "state": "gone", "at": "now", "score": "1"}
    found = heads(GOOD, bad, GOOD | {"item": "b"})
    assert sorted(found.of_row) == [0, 2]
    codes = [problem.code for problem in found.rejected[1]]
    assert codes == ["unknown_item", "blank_id", "bad_role", "bad_state", "bad_time"]
    assert {problem.where.partition(",")[0] for problem in found.rejected[1]} == {"made:2"}


@pytest.mark.parametrize(
    ("lacks", "request_", "says"),
    [
        ("rater", {"role": "human"}, r"no column names the rater.*--rater COL.*--by NAME"),
        ("role", {"rater": "ann"}, r"no column names the role.*--role human\|judge\|model"),
    ],
)
def test_rows_without_any_rater_or_role(heads, lacks, request_, says):
    row = {name: cell for name, cell in GOOD.items() if name != lacks}
    with pytest.raises(UsageError, match=says):
        heads(row, **request_)


def test_a_zone_that_is_none(heads):
    with pytest.raises(UsageError, match="--timezone 'Mars'"):
        heads(GOOD, zone="Mars")
