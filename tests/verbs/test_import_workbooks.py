"""Taking returned workbooks into the logs of a folder."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

# Test files are loaded by path; the folders that several of them need are made in one place.
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations"))
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations" / "workbooks"))
from repacked import changed
from returned_museum import Sheet, copies, hand_in, lines, logged, museum

from accord.errors import InputError, UsageError
from accord.verbs import import_workbooks as module
from accord.verbs.import_workbooks import SCHEMA, import_workbooks, workbook_files
from accord.verbs.opened import opened

NOW = "2026-05-01T00:00:00.000000Z"
TITLE = "model-a_title_match_0_or_1"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A museum, its workbooks filled in, and what was filled in."""
    home = tmp_path_factory.mktemp("made")
    folder = museum(home / "m")
    return folder, *hand_in(folder, home / "returned")


@pytest.fixture
def folder(made, tmp_path):
    copy = tmp_path / "m"
    shutil.copytree(made[0], copy)
    return copy


@pytest.fixture
def files(made, tmp_path):
    copy = tmp_path / "returned"
    shutil.copytree(made[1][0].parent, copy)
    return sorted(copy.iterdir())


@pytest.fixture
def take(folder):
    def command(paths, **options):
        return import_workbooks(opened(folder), paths, clock=lambda: NOW, **options)

    return command


def change(path, *cells):
    """Write values (item, heading, value) into a workbook."""
    sheet = Sheet(path.read_bytes())
    for item, heading, value in cells:
        sheet.at(item, heading).value = value
    path.write_bytes(sheet.data())


def codes(file):
    return [(finding.code, finding.severity) for finding in file.findings]


def test_everything_that_was_filled_in_is_in_the_logs(take, files, folder, made):
    done = take(files)
    assert logged(folder) == made[2]
    assert [
        (file.path, file.group, file.annotator, file.rows, file.complete, file.taken, file.wrong) for file in done.files
    ] == [
        (str(path), group, annotator, 4, 4, 4, 0)
        for path, (group, annotator) in zip(
            files, [("1", "ann"), ("1", "bob"), ("2", "bob"), ("2", "cleo"), ("3", "ann"), ("3", "cleo")], strict=True
        )
    ]
    assert (done.unread, done.refused, done.log_findings) == (0, 0, ())
    assert done.imported.added == len({key[:3] for key in made[2]})


def test_lines_say_where_they_were_read_and_when_the_file_was_saved(take, files, folder):
    take(files[:1])
    line = next(line for line in lines(folder, "human") if line["item"] == "obj-01")
    assert line["source"]["file"] == str(files[0])
    assert line["source"]["cell"] in ("answers!E3", "answers!G3")
    assert len(line["source"]["sha256"]) == 64
    assert line["source"]["saved"] > "2020"
    assert (line["logged_at"], line["pass"], line["rater"]) == (NOW, "first", {"name": "ann", "role": "human"})


def test_again_nothing_is_added(take, files, folder):
    first = take(files).imported
    before = {path: path.read_bytes() for path in (folder / "annotations" / "human").iterdir()}
    again = take(files).imported
    assert (again.added, again.unchanged) == (0, first.added)
    assert {path: path.read_bytes() for path in (folder / "annotations" / "human").iterdir()} == before


def test_another_answer_is_a_correction(take, files, folder, made):
    take(files)
    key = ("ann", "obj-01", "model-a", "title_match")
    change(files[0], ("obj-01", TITLE, 1 - int(made[2][key])))
    done = take(files[:1])
    assert (done.imported.added, done.imported.corrected) == (1, 1)
    assert logged(folder) == {**made[2], key: str(1 - int(made[2][key]))}


def test_another_pass(take, files, folder):
    take(files[:1], passing="second")
    assert {line["pass"] for line in lines(folder, "human")} == {"second"}


def test_a_folder_stands_for_its_workbooks(take, files, folder, made):
    files[0].with_name("notes.txt").write_text("x", encoding="utf-8")
    files[0].with_name("~$open.xlsx").write_bytes(b"x")
    files[0].with_name("more").mkdir()
    done = take([files[0].parent, files[0]])
    assert [file.path for file in done.files] == [str(path) for path in files]
    assert logged(folder) == made[2]


def test_workbooks_of_a_folder(tmp_path):
    for name in ("b.XLSX", "a.xlsm", "c.xls", "~$a.xlsx"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in workbook_files([tmp_path, tmp_path / "x", tmp_path])] == [
        "a.xlsm",
        "b.XLSX",
        "c.xls",
        "x",
    ]
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=r"there is no workbook in this folder \(.xlsx, .xlsm\)"):
        workbook_files([tmp_path / "empty"])


def test_a_file_with_a_wrong_cell_stays_out_and_the_others_go_on(take, files, folder, made):
    change(files[0], ("obj-01", TITLE, "yes"))
    done = take(files[:2])
    assert [(file.complete, file.taken, file.wrong) for file in done.files] == [(3, 0, 1), (4, 4, 0)]
    assert [str(finding) for finding in done.files[0].findings] == [
        f"error cell_not_allowed: {files[0]}!answers!E3: holds no answer: "
        "'yes' is not allowed here; allowed: '0', '1' (type the answer over it)"
    ]
    assert (done.unread, done.refused) == (0, 1)
    assert {key[0] for key in logged(folder)} == {"bob"}


def test_partial_takes_the_complete_rows(take, files, folder, made):
    change(files[0], ("obj-01", TITLE, "yes"))
    done = take(files[:1], partial=True)
    assert (done.files[0].complete, done.files[0].taken, done.refused) == (3, 3, 1)
    group = {"obj-10", "obj-08", "obj-06"}
    assert logged(folder) == {key: value for key, value in made[2].items() if key[0] == "ann" and key[1] in group}


def test_nothing_is_written_where_nothing_is_taken(take, files, folder):
    change(files[0], ("obj-01", TITLE, None))
    done = take(files[:1])
    assert done.imported is None
    assert not (folder / "annotations" / "human").exists()


def test_a_workbook_that_is_not_filled_in(take, folder):
    done = take(copies(folder)[:1], partial=True)
    assert (done.imported, done.files[0].complete, done.files[0].wrong) == (None, 0, 33)
    assert {code for code, _ in codes(done.files[0])} == {"cell_blank"}


def test_formulas_are_taken_where_that_is_allowed(take, files, folder, made):
    key = ("ann", "obj-01", "model-a", "title_match")
    change(files[0], ("obj-01", TITLE, f"={made[2][key]}"))
    assert codes(take(files[:1]).files[0]) == [("cell_formula", "error")]
    assert codes(take(files[:1], allow_formulas=True).files[0]) == [("cell_formula", "error")]  # without a result
    part = "xl/worksheets/sheet1.xml"
    files[0].write_bytes(changed(files[0].read_bytes(), part, "</f><v />", f"</f><v>{made[2][key]}</v>"))
    assert take(files[:1]).imported is None
    done = take(files[:1], allow_formulas=True)
    assert codes(done.files[0]) == [("cell_formula", "warning")]
    assert logged(folder)[key] == made[2][key]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("gone.xlsx", None, "does not exist"),
        ("a.xlsx", b"", "the file is empty, it has 0 bytes"),
        ("a.xlsx", b"a,b\n", "this is no Excel workbook, it is text"),
        ("a.xls", b"\xd0\xcf\x11\xe0", "this is an old .xls workbook or one with a password"),
        ("~$a.xlsx", b"x", "Excel has this workbook open"),
    ],
)
def test_files_that_cannot_be_read_keep_no_other_out(take, files, folder, made, name, content, message):
    path = files[0].with_name(name)
    if content is not None:
        path.write_bytes(content)
    done = take([path, *files])
    assert done.files[0].to_dict() == {
        "path": str(path), "read": False, "assignment": None, "group": None, "annotator": None, "rows": 0,
        "complete": 0, "taken": 0, "findings": [done.files[0].findings[0].to_dict()],
    }  # fmt: skip
    (finding,) = done.files[0].findings
    assert (finding.code, finding.severity, finding.where) == ("bad_workbook", "error", str(path))
    assert finding.message == message
    assert (done.unread, done.refused) == (1, 0)
    assert logged(folder) == made[2]


def test_a_file_that_may_not_be_read(take, files, monkeypatch):
    read_bytes = Path.read_bytes

    def refuse(path):
        if path.suffix == ".xlsx":
            raise PermissionError(13, "Permission denied")
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert take(files[:1]).files[0].findings[0].message == "Permission denied"


def test_a_file_that_is_too_large(take, files, monkeypatch):
    monkeypatch.setattr(module, "LARGEST", 1 << 10)
    assert "at most 0 are read" in take(files[:1]).files[0].findings[0].message


def test_two_files_of_one_person_for_one_group_with_other_answers(take, files, folder):
    copy = files[0].with_name("z.xlsx")
    shutil.copy(files[0], copy)
    change(copy, ("obj-01", "description", None))
    key = ("obj-10", TITLE)
    change(copy, (*key, 1 - int(Sheet(files[0].read_bytes()).at(*key).value)))
    done = take([files[0], copy, files[1]], partial=True)
    assert [codes(file)[:1] for file in done.files] == [[("same_copy", "error")], [("same_copy", "error")], []]
    assert [file.taken for file in done.files] == [0, 0, 4]
    assert (
        done.files[0].findings[0].message == f"{copy} is of the same annotator, and answers some of this in another way"
    )
    assert str(files[0]) in done.files[1].findings[0].message
    assert {name for name, *_ in logged(folder)} == {"bob"}


def test_two_files_of_one_person_that_say_the_same(take, files, folder):
    copy = files[0].with_name("z.xlsx")
    shutil.copy(files[0], copy)
    done = take([files[0], copy])
    assert [codes(file) for file in done.files] == [[], []]
    assert [file.taken for file in done.files] == [4, 4]
    assert done.imported.added == len({(key[1], key[2]) for key in logged(folder)})


def test_two_passes_of_files_after_each_other_correct(take, files, folder, made):
    take(files[:1])
    key = ("ann", "obj-10", "model-a", "title_match")
    change(files[0], ("obj-10", TITLE, 1 - int(made[2][key])))
    assert take(files[:1]).imported.corrected == 1
    assert logged(folder)[key] == str(1 - int(made[2][key]))


def test_progress_is_told_by_files(take, files):
    told = []
    take(files[:2], progress=lambda *what: told.append(what))
    assert told == [(files[0].name, 0, 2), (files[1].name, 1, 2)]


def test_the_outcome_as_plain_values(take, files):
    change(files[0], ("obj-01", TITLE, None))
    document = json.loads(json.dumps(take(files[:2]).to_dict()))
    assert document["schema"] == SCHEMA
    assert [(file["read"], file["taken"], len(file["findings"])) for file in document["files"]] == [
        (True, 0, 1),
        (True, 4, 0),
    ]
    assert document["imported"]["format"] == "workbook"
    assert take(files[:1]).to_dict()["imported"] is None


def test_without_files(take):
    with pytest.raises(UsageError, match="no workbook was given"):
        take([])


def test_without_an_assignment(take, files, folder):
    shutil.rmtree(folder / "assignments")
    with pytest.raises(UsageError, match="has no assignment"):
        take(files)


def test_a_damaged_log_is_refused_before_anything_is_written(take, files, folder):
    log = next((folder / "annotations" / "model").iterdir())
    log.write_text("not JSON\n", encoding="utf-8")
    with pytest.raises(InputError):
        take(files)
    assert not (folder / "annotations" / "human").exists()


def test_an_item_that_is_gone_from_the_benchmark(take, files, folder):
    table = folder / "items.jsonl"
    kept = [line for line in table.read_text(encoding="utf-8").splitlines(keepends=True) if '"obj-01"' not in line]
    table.write_text("".join(kept), encoding="utf-8")
    with pytest.raises(InputError, match="obj-01"):
        take(files[:1])
