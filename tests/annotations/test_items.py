"""The table of items: ids, columns that the benchmark needs, references, and what cannot be rated."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.annotations.items import ItemTable, left_blank, read_items, references, shown_columns
from accord.errors import InputError
from accord.spec.benchmark import read_benchmark
from accord.spec.roles import Role

FIELDS = "{title: {kind: text, reference: label}, right: {kind: binary, matches: title}}"


def read(folder: Path, items: str = "{}", fields: str = "{ok: {kind: binary}}") -> ItemTable:
    return read_items(folder, read_benchmark(f"name: t\nversion: 1.0.0\nitems: {items}\nfields: {fields}\n"))


def write(folder: Path, rows: Sequence[Mapping[str, Any]], name: str = "items.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(dict(row)) + "\n" for row in rows), encoding="utf-8")
    return path


def problems(folder: Path, *arguments: str) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        read(folder, *arguments)
    return [(problem.code, problem.where) for problem in caught.value.problems]


def test_ids_and_rows_in_the_order_of_the_file(tmp_path: Path) -> None:
    write(tmp_path, [{"id": "b", "k": 1}, {"id": "a"}, {"id": 7, "k": None}])
    items = read(tmp_path)
    assert items.ids == ("b", "a", "7")
    assert items.row == {"b": 0, "a": 1, "7": 2}
    assert items.frame["k"].to_list() == ["1", None, None]
    assert items.table.place(1, "id") == f"{tmp_path}/items.jsonl:2, column id"


@pytest.mark.parametrize("name", ["items.csv", "deep/items.tsv"])
def test_tables_of_other_kinds_and_names(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    comma = "," if name.endswith("csv") else "\t"
    path.write_text(f"image{comma}where\na{comma}x\nb{comma}y\n")
    items = read(tmp_path, f"{{file: {name}, id: image, slices: [where]}}")
    assert (items.ids, items.frame["where"].to_list()) == (("a", "b"), ["x", "y"])


def test_a_table_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert problems(tmp_path) == [("not_found", f"{tmp_path}/items.jsonl")]


def test_an_item_that_stands_twice_is_found_at_its_first_place(tmp_path: Path) -> None:
    write(tmp_path, [{"id": "a"}, {"id": "b"}, {"id": "a"}])
    items = read(tmp_path)
    (finding,) = items.findings
    assert (finding.code, finding.severity) == ("duplicate_item", "error")
    assert finding.where == f"{tmp_path}/items.jsonl:3, column id"
    assert finding.message == f"item 'a' stands twice, first at {tmp_path}/items.jsonl:1"
    assert items.row["a"] == 0


def test_many_items_that_stand_twice_are_five_and_a_count(tmp_path: Path) -> None:
    write(tmp_path, [{"id": "a"}] * 10)
    findings = read(tmp_path).findings
    assert [finding.code for finding in findings] == ["duplicate_item"] * 6
    assert findings[-1].count == 4


def test_ids_that_look_alike_are_pointed_at(tmp_path: Path) -> None:
    write(tmp_path, [{"id": "Ann"}, {"id": "ann"}])
    assert [finding.code for finding in read(tmp_path).findings] == ["ids_look_alike"]


def test_blank_ids_are_refused_with_their_lines(tmp_path: Path) -> None:
    write(tmp_path, [{"id": "a"}, {"id": " "}, {"id": None}, {"k": 1}])
    lines = [("blank_id", f"{tmp_path}/items.jsonl:{line}, column id") for line in (2, 3, 4)]
    assert problems(tmp_path) == lines


def test_many_blank_ids_are_five_and_a_count(tmp_path: Path) -> None:
    write(tmp_path, [{"id": "a"}] + [{"id": ""}] * 9)
    found = problems(tmp_path)
    assert len(found) == 6
    assert found[-1] == ("blank_id", f"{tmp_path}/items.jsonl")


def test_every_column_that_is_missing_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, [{"id": "a"}])
    asked = "{id: name, image: file, slices: [[x, y], x], strata: [s], cluster: c}"
    with pytest.raises(InputError) as caught:
        read(tmp_path, asked)
    named = [problem.message.split("'")[1] for problem in caught.value.problems]
    assert named == ["name", "s", "c", "file", "x", "y"]
    assert {problem.where for problem in caught.value.problems} == {str(path)}


def test_references_and_states_that_no_line_has_are_blank(tmp_path: Path) -> None:
    write(tmp_path, [{"id": "a"}, {"id": "b"}])
    items = read(tmp_path, "{state: state}", FIELDS)
    assert items.empty_reference("label").tolist() == [True, True]
    assert items.invalid_outputs == frozenset()


def test_in_a_csv_file_they_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "items.csv").write_text("id\na\n")
    found = problems(tmp_path, "{file: items.csv, state: state}", FIELDS)
    assert found == [("missing_column", f"{tmp_path}/items.csv")] * 2


def test_empty_references(tmp_path: Path) -> None:
    rows = [{"id": "a", "label": "x"}, {"id": "b", "label": " || "}, {"id": "c"}, {"id": "d", "label": []}]
    write(tmp_path, rows)
    assert read(tmp_path, "{}", FIELDS).empty_reference("label").tolist() == [False, True, True, True]


@pytest.mark.parametrize(
    ("role", "field", "expected"),
    [
        ("human", "right", [False, True]),
        ("judge", "right", None),  # by default it judges without a reference too
        ("model", "right", [False, True]),
        ("human", "title", None),
        ("human", "free", None),
    ],
)
def test_who_leaves_which_items_blank(tmp_path: Path, role: Role, field: str, expected: list[bool] | None) -> None:
    write(tmp_path, [{"id": "a", "label": "x"}, {"id": "b"}])
    fields = FIELDS.replace("}}", "}, said: {kind: text}, free: {kind: choice, labels: [x, y]}}")
    benchmark = read_benchmark(f"name: t\nversion: 1.0.0\nfields: {fields}\n")
    left = left_blank(benchmark, read_items(tmp_path, benchmark), field, role)
    assert (left if left is None else left.tolist()) == expected


def test_a_judge_leaves_blank_where_the_policy_says_so(tmp_path: Path) -> None:
    write(tmp_path, [{"id": "a", "label": "x"}, {"id": "b"}])
    policy = "policies: {empty_reference: {judge: leave_blank, human: judge}}"
    benchmark = read_benchmark(f"name: t\nversion: 1.0.0\nfields: {FIELDS}\n{policy}\n")
    items = read_items(tmp_path, benchmark)
    judge, human = (left_blank(benchmark, items, "right", role) for role in ("judge", "human"))
    assert judge is not None and judge.tolist() == [False, True]
    assert human is None


def test_items_that_cannot_be_rated(tmp_path: Path) -> None:
    states = ["invalid_output", " invalid_output\n", "", "Invalid output", None]
    write(tmp_path, [{"id": str(at), "state": state} for at, state in enumerate(states)])
    assert read(tmp_path, "{state: state}").invalid_outputs == {"0", "1"}
    assert read(tmp_path).invalid_outputs == frozenset()


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (None, []),
        ("", []),
        ("a", ["a"]),
        ("a||b", ["a", "b"]),
        (" a || || b ", ["a", "b"]),
        ("a | b", ["a | b"]),
        ('["a","b||c"]', ["a", "b||c"]),
        (' ["a", null, " "] ', ["a"]),
        ("[1,2.5]", ["1", "2.5"]),
        ("[a] || [b]", ["[a]", "[b]"]),
        ("[" * 100_000, ["[" * 100_000]),
        ('{"a":1}', ['{"a":1}']),
        ("[]", []),
    ],
)
def test_alternatives(cell: str | None, expected: list[str]) -> None:
    assert references(cell) == expected


@given(st.lists(st.text(min_size=1).map(str.strip).filter(bool), max_size=4))
def test_alternatives_in_a_json_array_are_kept_to_the_letter(texts: list[str]) -> None:
    assert references(json.dumps(texts)) == texts


@pytest.mark.parametrize(
    ("items", "shown"),
    [("{}", ("description",)), ("{shown: [kind, kind, id]}", ("kind", "id")), ("{shown: []}", ())],
)
def test_columns_that_people_read(tmp_path: Path, items: str, shown: tuple[str, ...]) -> None:
    write(tmp_path, [{"id": "1", "kind": "jar", "description": "White"}])
    benchmark = read_benchmark(f"name: t\nversion: 1.0.0\nitems: {items}\nfields: {{ok: {{kind: binary}}}}\n")
    assert shown_columns(benchmark, read_items(tmp_path, benchmark)) == shown


def test_no_column_is_read_where_none_is_there_or_named(tmp_path: Path) -> None:
    write(tmp_path, [{"id": "1"}])
    benchmark = read_benchmark("name: t\nversion: 1.0.0\nfields: {ok: {kind: binary}}\n")
    assert shown_columns(benchmark, read_items(tmp_path, benchmark)) == ()
