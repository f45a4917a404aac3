"""Writing the workbooks of a folder: which files, under which names, and what is never written over."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
from PIL import Image

import accord
from accord.annotations.workbooks.drawn import drawings
from accord.canonical import sha256_file
from accord.errors import InputError, UsageError
from accord.verbs.export_workbooks import export_workbooks, plans_of
from accord.verbs.init import init
from accord.verbs.opened import opened

# Test files are loaded by path; the folders that several of them need are made in one place.
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations"))
from built_folder import Built


@pytest.fixture
def museum(tmp_path):
    """The museum's example."""
    init(tmp_path / "m", "museum")
    return tmp_path / "m"


@pytest.fixture
def small(tmp_path):
    """A folder without pictures in which people are asked a number; `small.assign` says who."""
    (tmp_path / "b").mkdir()
    folder = Built(tmp_path / "b", "q: {kind: number}")
    folder.items("a", "b", "c")
    return folder


def sheet(path):
    return openpyxl.load_workbook(path)["answers"]


def names(done):
    return [book.path.name for book in done.written]


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_museum(museum):
    accord.open(museum).sample(raters=["ann", "bob", "cleo"], groups=3, raters_per_item=2, name="new", again=True)
    done = export_workbooks(opened(museum), assignments=["new"])
    assert done.folder == museum / "workbooks"
    made = json.loads((museum / "assignments" / "new.json").read_text())
    assert [(book.group, book.annotator) for book in done.written] == [
        (group["name"], rater) for group in made["groups"] for rater in group["raters"]
    ]
    assert len(done.written) == 6
    assert names(done) == [f"new-group-{book.group}-{book.annotator}.xlsx" for book in done.written]
    assert sum(book.rows for book in done.written) == 24
    items = []
    for book in done.written:
        made = sheet(book.path)
        headings = [cell.value for cell in made[1]]
        assert headings[:7] == [
            *("description", "image", "reference_title"),
            *("model-a_title", "model-a_title_match_0_or_1", "model-b_title", "model-b_title_match_0_or_1"),
        ]
        assert headings[-3:] == ["item", "group", "annotator"]
        people = {made.cell(row, made.max_column).value for row in range(2, made.max_row + 1)}
        assert people == {book.annotator}
        items += [made.cell(row, headings.index("item") + 1).value for row in range(2, made.max_row + 1)]
        assert len(drawings(book.path.read_bytes(), "answers")) == book.pictures == book.rows
        cells = [cell for line in made.iter_rows(min_row=2) for cell in line]
        assert sum(not cell.protection.locked for cell in cells) == book.asked
        assert book.bytes == book.path.stat().st_size
    assert sorted(items) == sorted(2 * list(opened(museum).items.ids))


def test_questions_about_scenes(tmp_path):
    init(tmp_path / "s", "scenes")
    accord.open(tmp_path / "s").sample(raters=["ann", "bob"], size=5)
    done = export_workbooks(opened(tmp_path / "s"))
    assert {(finding.code, finding.where) for finding in done.findings} == {("not_held", "field boxes")}
    labels = ("Pothole", "Illegal parking", "Missing sign", "Overflowing bin", "Dumped waste", "Graffiti")
    assert [cell.value for cell in sheet(done.written[0].path)[1]] == [
        *("image", "plausibility", "naturalness"),
        *(f"violations: {label}" for label in (*labels, "no violation")),
        *("item", "group", "kind", "annotator"),
    ]


def test_questions_about_streets(tmp_path):
    init(tmp_path / "s", "streets")
    accord.open(tmp_path / "s").sample(raters=["ann", "bob"], size=5)
    done = export_workbooks(opened(tmp_path / "s"))
    assert done.findings == ()
    assert [(book.rows, book.pictures, book.asked) for book in done.written] == [(5, 5, 5 * 11)] * 2
    headings = [cell.value for cell in sheet(done.written[0].path)[1]]
    assert headings[:3] == ["image", "lighting", "condition"]
    assert headings[-5:] == ["item", "group", "kind", "district", "annotator"]


def test_copies_for_everyone_of_a_group(small):
    small.assign("s", (["ann", "bob", "cleo"], ["a", "b"]), (["dan", "eve", "fay"], ["c"]))
    done = export_workbooks(opened(small.path))
    assert names(done) == [
        *("s-group-1-ann.xlsx", "s-group-1-bob.xlsx", "s-group-1-cleo.xlsx"),
        *("s-group-2-dan.xlsx", "s-group-2-eve.xlsx", "s-group-2-fay.xlsx"),
    ]
    assert [book.rows for book in done.written] == [2, 2, 2, 1, 1, 1]
    assert [book.asked for book in done.written] == [2, 2, 2, 1, 1, 1]
    assert [book.pictures for book in done.written] == [0] * 6


def test_only_some_assignments_and_annotators(small, tmp_path):
    small.assign("s", (["ann", "bob"], ["a", "b"]))
    small.assign("t", (["ann", "cleo"], ["c"]))
    its = opened(small.path)
    assert names(export_workbooks(its, tmp_path / "1", assignments=["t"])) == [
        "t-group-1-ann.xlsx",
        "t-group-1-cleo.xlsx",
    ]
    assert names(export_workbooks(its, tmp_path / "2", annotators=["cleo", "bob"])) == [
        "s-group-1-bob.xlsx",
        "t-group-1-cleo.xlsx",
    ]
    done = export_workbooks(its, tmp_path / "3", assignments=["s", "t"], annotators=["ann"])
    assert names(done) == ["s-group-1-ann.xlsx", "t-group-1-ann.xlsx"]
    assert sorted(path.name for path in (tmp_path / "3").iterdir()) == names(done)


def test_who_or_what_is_not_there(small):
    small.assign("s", (["ann", "bob"], ["a", "b"]))
    its = opened(small.path)
    with pytest.raises(UsageError, match="there is no assignment 't', 'u'; there are: 's'"):
        export_workbooks(its, assignments=["t", "s", "u"])
    with pytest.raises(UsageError, match="nobody of the name 'Ann' is asked; annotators: 'ann', 'bob'"):
        export_workbooks(its, annotators=["Ann", "bob"])
    assert not (small.path / "workbooks").exists()


def test_without_an_assignment(small):
    with pytest.raises(UsageError, match=r"has no assignment, .*make one: accord sample .* --raters"):
        export_workbooks(opened(small.path))
    with pytest.raises(UsageError, match="there is no assignment 's'; there are: none"):
        plans_of(opened(small.path), ["s"])


def test_an_assignment_that_cannot_be_read(small):
    small.assign("s", (["ann", "bob"], ["a", "b"])).write_text("{}")
    with pytest.raises(InputError):
        export_workbooks(opened(small.path))


def test_a_damaged_log(small):
    small.assign("s", (["ann", "bob"], ["a", "b"]))
    small.line(small.log("m", "model"), "{}")
    with pytest.raises(InputError):
        export_workbooks(opened(small.path))
    assert not (small.path / "workbooks").exists()


def test_nothing_is_written_where_one_group_cannot_be(small):
    small.assign("s", (["ann", "bob"], ["a", "b"]), (["ann", "bob"], ["gone"]))
    with pytest.raises(InputError, match="item the benchmark does not have"):
        export_workbooks(opened(small.path))
    assert not (small.path / "workbooks").exists()


# What is there already


def test_a_file_that_is_there_is_not_lost(small):
    small.assign("s", (["ann", "bob"], ["a", "b"]))
    its = opened(small.path)
    export_workbooks(its, annotators=["bob"])
    filled = small.path / "workbooks" / "s-group-1-bob.xlsx"
    filled.write_bytes(b"filled in")
    with pytest.raises(UsageError, match=r"workbooks: s-group-1-bob\.xlsx is there already, and may be filled"):
        export_workbooks(its)
    assert [path.name for path in filled.parent.iterdir()] == [filled.name]
    assert filled.read_bytes() == b"filled in"
    assert names(export_workbooks(its, annotators=["ann"])) == ["s-group-1-ann.xlsx"]
    with pytest.raises(UsageError, match=r"bob\.xlsx are there already, .* --replace writes over 2 files"):
        export_workbooks(its)
    assert len(export_workbooks(its, replace=True).written) == 2
    assert sheet(filled)["A1"].value == "q"


def test_many_files_that_are_there_are_not_all_named(small):
    small.assign("s", ([f"r{at}" for at in range(9)], ["a"]))
    export_workbooks(opened(small.path))
    with pytest.raises(UsageError, match=r"s-group-1-r0\.xlsx, .*r4\.xlsx and 4 more are there already"):
        export_workbooks(opened(small.path))


@pytest.mark.parametrize("place", ["annotations/human", "annotations/model", "assignments", "assignments/deep"])
def test_files_of_the_benchmark_are_never_written_over(small, place):
    small.assign("s", (["ann", "bob"], ["a", "b"]))
    before = files(small.path)
    with pytest.raises(UsageError, match=r"the benchmark needs .*; name another folder"):
        export_workbooks(opened(small.path), small.path / place, replace=True)
    assert files(small.path) == before


def test_the_table_of_items_is_never_written_over(tmp_path):
    """Even where it is called as a workbook would be."""
    (tmp_path / "b").mkdir()
    folder = Built(tmp_path / "b", "q: {kind: number}", "items: {file: s-group-1-ann.xlsx}")
    book = openpyxl.Workbook()
    for line in (["id"], ["a"]):
        book.active.append(line)
    book.save(folder.path / "s-group-1-ann.xlsx")
    folder.assign("s", (["ann", "bob"], ["a"]))
    before = files(folder.path)
    with pytest.raises(UsageError, match="the benchmark needs"):
        export_workbooks(opened(folder.path), folder.path, replace=True)
    with pytest.raises(UsageError, match="the benchmark needs"):
        export_workbooks(opened(folder.path), folder.path / "x" / "..", replace=True)
    assert files(folder.path) == before


def test_a_target_that_is_no_folder(small, tmp_path):
    small.assign("s", (["ann", "bob"], ["a", "b"]))
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UsageError, match="is no folder; name one to write the workbooks to"):
        export_workbooks(opened(small.path), tmp_path / "file")
    export_workbooks(opened(small.path), tmp_path / "new" / "deep")
    assert len(list((tmp_path / "new" / "deep").iterdir())) == 2


# Names


HOSTILE = ["../x", "A/B", "A B", "a-b", "..", "/etc/passwd", "C:\\x", "con", "安", "博", "=1+1", "a" * 300, "n\nm"]


def test_no_name_of_an_annotator_leads_out_of_the_folder(small, tmp_path):
    small.assign("s", (HOSTILE, ["a", "b"]))
    done = export_workbooks(opened(small.path), tmp_path / "out")
    assert {path.relative_to(tmp_path) for path in tmp_path.rglob("*.xlsx")} == {
        Path("out", name) for name in names(done)
    }
    assert len({name.casefold() for name in names(done)}) == len(HOSTILE)
    assert all(name.isascii() and "/" not in name and "\\" not in name and len(name) < 100 for name in names(done))
    assert [sheet(book.path).cell(2, 4).value for book in done.written] == HOSTILE


def test_names_that_look_alike_get_a_mark_and_others_stay_plain(small, tmp_path):
    small.assign("s", (["A/B", "A B", "ann"], ["a"]), (["x", "y", "z"], ["b"]))
    found = names(export_workbooks(opened(small.path), tmp_path / "all"))
    assert found[2:] == [f"s-group-{group}-{name}.xlsx" for group, name in [(1, "ann"), (2, "x"), (2, "y"), (2, "z")]]
    assert [name.rpartition("-")[0] for name in found[:2]] == ["s-group-1-a-b"] * 2
    assert found[0] != found[1]


def test_the_name_of_a_copy_does_not_depend_on_what_else_is_written(small, tmp_path):
    small.assign("s", (["A/B", "A B"], ["a"]))
    its = opened(small.path)
    every = names(export_workbooks(its, tmp_path / "all"))
    alone = [
        names(export_workbooks(its, tmp_path / str(at), annotators=[name]))[0] for at, name in enumerate(["A/B", "A B"])
    ]
    assert alone == every


def groups(folder, *given):
    """An assignment with groups of these names, each with one item."""
    path = folder.assign("s", *[(["ann", "bob"], [item]) for item, _ in zip("abc", given, strict=False)])
    document = json.loads(path.read_text())
    for group, name in zip(document["groups"], given, strict=True):
        group["name"] = name
    path.write_text(json.dumps(document))


def test_names_of_groups_are_names_of_files_too(small, tmp_path):
    groups(small, "../1", "组", "2")
    done = export_workbooks(opened(small.path), tmp_path / "out")
    assert len(set(names(done))) == 6
    assert {path.parent for path in tmp_path.rglob("*.xlsx")} == {tmp_path / "out"}
    assert names(done)[-1] == "s-group-2-bob.xlsx"


def test_two_names_that_some_systems_take_for_one(small, tmp_path):
    groups(small, "a", "A")
    with pytest.raises(UsageError, match="two workbooks would have the name"):
        export_workbooks(opened(small.path), tmp_path / "out")
    assert not (tmp_path / "out").exists()


# What is told


def test_findings_are_told_once_and_not_for_every_copy(tmp_path):
    (tmp_path / "b").mkdir()
    folder = Built(tmp_path / "b", "q: {kind: number}\nboxes: {kind: boxes, format: xywh, unit: pixels, labels: [x]}",
                   "items: {image: picture}")  # fmt: skip
    folder.items(
        {"id": "a", "picture": "gone.png", "description": "x" * 40_000},
        {"id": "b", "picture": "here.png", "description": "\x01"},
        {"id": "c", "picture": "../out.png"},
    )
    Image.new("RGB", (10, 10)).save(folder.path / "here.png")
    folder.assign("s", (["ann", "bob"], ["a", "b"]), (["ann", "cleo"], ["c"]))
    done = export_workbooks(opened(folder.path))
    assert sorted((finding.code, finding.where) for finding in done.findings) == [
        ("characters_replaced", "s 1"),
        ("not_held", "field boxes"),
        ("picture_missing", "gone.png"),
        ("picture_outside_folder", "../out.png"),
        ("text_cut", "s 1"),
    ]
    assert [book.pictures for book in done.written] == [1, 1, 0, 0]


def test_progress(small):
    small.assign("s", (["ann", "bob"], ["a"]), (["ann", "cleo"], ["b"]))
    told = []
    export_workbooks(opened(small.path), progress=lambda *what: told.append(what))
    assert told == [
        ("group 1, ann", 0, 4),
        ("group 1, bob", 1, 4),
        ("group 2, ann", 2, 4),
        ("group 2, cleo", 3, 4),
        ("done", 4, 4),
    ]


def test_the_outcome_as_plain_values(small):
    small.assign("s", (["ann", "bob"], ["a", "b"]))
    done = export_workbooks(opened(small.path))
    document = json.loads(json.dumps(done.to_dict()))
    assert (document["schema"], document["folder"]) == ("accord.workbooks/1", str(small.path / "workbooks"))
    assert [book["sha256"] for book in document["workbooks"]] == [sha256_file(book.path) for book in done.written]
    assert document["workbooks"][0]["annotator"] == "ann"
    assert document["findings"] == []


def test_the_same_folder_gives_the_same_bytes(museum, tmp_path):
    for name in "ab":
        export_workbooks(opened(museum), tmp_path / name)
    assert files(tmp_path / "a") == files(tmp_path / "b")
    assert len(files(tmp_path / "a")) > 1


def test_copies_of_a_group_share_all_but_their_table_of_texts(small):
    small.assign("s", (["ann", "bob"], ["a", "b"]))
    contents = []
    for book in export_workbooks(opened(small.path)).written:
        with zipfile.ZipFile(io.BytesIO(book.path.read_bytes())) as archive:
            contents.append({name: archive.read(name) for name in archive.namelist()})
    assert [name for name, data in contents[0].items() if data != contents[1][name]] == ["xl/sharedStrings.xml"]


def test_from_python(small, tmp_path):
    small.assign("s", (["ann", "bob"], ["a", "b"]))
    folder = accord.open(small.path)
    assert names(folder.export_workbooks(tmp_path / "out", annotators="bob")) == ["s-group-1-bob.xlsx"]
    with pytest.raises(UsageError):
        folder.export_workbooks(tmp_path / "out", assignments="s")
    assert len(folder.export_workbooks(str(tmp_path / "out"), replace=True).written) == 2
