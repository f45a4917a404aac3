"""The hidden sheet: what it says, how it is read back, and what it refuses."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from made_plans import benchmark

from accord.annotations.workbooks.manifest import Manifest, NoManifest, manifest_lines, read_manifest
from accord.annotations.workbooks.plan import Column, Plan, Row

COLUMNS = (
    Column("text", "shown"),
    Column("q", "answer", "q"),
    Column("item", "item"),
    Column("annotator", "annotator"),
)
ROWS = tuple(Row(name, (f"about {name}", "", name, ""), (False, True, False, False)) for name in ("a", "b", "schema"))
PLAN = Plan("s", "2", ("ann", "bob"), COLUMNS, ROWS)
ITS = benchmark("q: {kind: number}")
DIGEST = "d" * 64


@pytest.fixture
def lines():
    return manifest_lines(PLAN, ITS, "answers", {"b": DIGEST}, {"b": "f" * 64})


def test_what_is_written(lines):
    assert lines[:10] == [
        ["schema", "accord.workbook/1"],
        ["benchmark", "small"],
        ["version", "1.0.0"],
        ["form", ITS.form_digest],
        ["assignment", "s"],
        ["group", "2"],
        ["models", json.dumps(PLAN.models)],
        ["sheet", "answers"],
        ["columns", PLAN.names_digest],
        ["digest", PLAN.digest],
    ]
    assert lines[10:12] == [[], ["item", "digest", "picture", "file"]]
    assert lines[12:] == [
        ["a", PLAN.row_digest(ROWS[0]), "", ""],
        ["b", PLAN.row_digest(ROWS[1]), DIGEST, "f" * 64],
        ["schema", PLAN.row_digest(ROWS[2]), "", ""],
    ]


def test_no_annotator_is_in_it(lines):
    assert lines == manifest_lines(replace(PLAN, raters=("cleo",)), ITS, "answers", {"b": DIGEST}, {"b": "f" * 64})
    assert not any("ann" in cell.split() for line in lines for cell in line)


def read_back(lines):
    """Read as from a sheet, whose empty lines and cells are not there."""
    return read_manifest([line for line in lines if any(line)])


@pytest.mark.parametrize("width", [0, 3, 6])
def test_it_is_read_back(lines, width):
    found = read_back([line + [""] * (width - len(line)) for line in lines])
    assert found.get("assignment") == "s"
    assert found.get("digest") == PLAN.digest
    assert found.get("nothing") == ""
    assert found.rows == {row.item: PLAN.row_digest(row) for row in ROWS}
    assert found.pictures == {"b": DIGEST}


def test_short_lines_and_unknown_keys_are_no_harm(lines):
    found = read_back([["made by", "x"], *lines, ["d"]])
    assert found.get("made by") == "x"
    assert found.rows["d"] == ""


def test_an_empty_manifest_says_nothing():
    assert (Manifest({}).get("schema"), Manifest({}).rows, Manifest({}).pictures) == ("", {}, {})


@pytest.mark.parametrize("key", ["benchmark", "version", "form", "assignment", "group", "sheet", "columns", "digest"])
def test_a_line_that_is_gone(lines, key):
    with pytest.raises(NoManifest, match=f"^it lacks {key}$"):
        read_back([line for line in lines if line[:1] != [key]])


def test_all_that_is_gone_is_named(lines):
    with pytest.raises(NoManifest, match=r"^it lacks version, sheet$"):
        read_back([line for line in lines if line[:1] not in (["version"], ["sheet"])])


def test_the_list_of_items_is_gone(lines):
    with pytest.raises(NoManifest, match=r"^it lacks the list of items$"):
        read_back(lines[:10])


def test_an_item_called_as_a_key_is_no_key(lines):
    assert read_back(lines).get("schema") == "accord.workbook/1"


def test_the_heading_of_the_list_is_changed(lines):
    lines[11][1] = "digests"
    assert lines.pop()[0] == "schema"
    with pytest.raises(NoManifest, match=r"^it lacks the list of items$"):
        read_back(lines)


@pytest.mark.parametrize("schema", ["accord.workbook/2", "accord.workbook/10"])
def test_a_newer_version(lines, schema):
    lines[0][1] = schema
    with pytest.raises(NoManifest, match=rf"^it was written by a newer accord \({schema}\); install a newer accord$"):
        read_back(lines)


@pytest.mark.parametrize("schema", ["", "accord.workbook/0", "accord.workbook/01", "accord.workbook/x", "accord.log/1"])
def test_another_sheet(lines, schema):
    lines[0][1] = schema
    with pytest.raises(NoManifest, match=r"^it is not what accord wrote$"):
        read_back(lines)


@pytest.mark.parametrize("lines", [[], [[]], [["a", "b"]], [["item", "digest", "picture", "file"]]])
def test_nothing_at_all(lines):
    with pytest.raises(NoManifest, match=r"^it is not what accord wrote$"):
        read_manifest(lines)


def test_the_models_that_were_given_out(lines):
    """Others may have come since; names of models may hold anything."""
    lines[6][1] = json.dumps(["a", "=\u00e9\n", "b, c"])
    assert read_back(lines).models == ("a", "=\u00e9\n", "b, c")
    for broken in ("", "[", "{}", "[1]", "[" * 100_000):
        lines[6][1] = broken
        with pytest.raises(NoManifest, match="its list of models was changed"):
            read_back(lines).models  # noqa: B018 - it is read for its error


@pytest.mark.parametrize("key", ["columns", "digest", "a", "b"])
def test_a_digest_that_was_changed(lines, key):
    assert read_back(lines).is_whole
    other = [[line[0], "0" * 64, *line[2:]] if line and line[0] == key else line for line in lines]
    assert other != lines
    assert not read_back(other).is_whole


def test_a_row_of_the_list_that_is_gone(lines):
    assert not read_back(lines[:-1]).is_whole
