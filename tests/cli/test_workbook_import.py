"""accord workbook import: what is printed where, and how it ends."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import openpyxl
import pytest

# Test files are loaded by path; the folders that several of them need are made in one place.
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations"))
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations" / "workbooks"))
from repacked import changed
from returned_museum import Sheet, hand_in, logged, museum

TITLE = "model-a_title_match_0_or_1"
NAMES = (
    ("sample-group-1-ann.xlsx", "1", "ann"),
    ("sample-group-1-bob.xlsx", "1", "bob"),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    home = tmp_path_factory.mktemp("made")
    folder = museum(home / "m")
    return folder, *hand_in(folder, home / "returned")


@pytest.fixture
def folder(made, tmp_path):
    shutil.copytree(made[0], tmp_path / "m")
    return tmp_path / "m"


@pytest.fixture
def files(made, tmp_path, monkeypatch):
    """Names of the workbooks of the first group, in the current folder."""
    monkeypatch.chdir(tmp_path)
    for path in made[1][:2]:
        shutil.copy(path, tmp_path)
    return [name for name, *_ in NAMES]


@pytest.fixture
def take(run, folder):
    def command(*arguments):
        return run("workbook", "import", *arguments, "--into", folder)

    return command


def write(name, *cells):
    """Write values (item, heading, value) into a workbook."""
    sheet = Sheet(Path(name).read_bytes())
    for item, heading, value in cells:
        sheet.at(item, heading).value = value
    Path(name).write_bytes(sheet.data())


def table(out):
    """The cells of the lines below the heading, without rules."""
    return [line.split() for line in out.splitlines() if line.startswith("sample-") or "not read" in line]


def test_the_outcome_is_on_standard_output(take, files, folder, made):
    code, out, err = take(*files)
    assert (code, err) == (0, "")
    assert out.splitlines()[0].split() == ["file", "group", "annotator", "rows", "complete", "taken", "in", "wrong"]
    assert table(out) == [[name, group, who, "4", "4", "4", "0"] for name, group, who in NAMES]
    assert out.splitlines()[-1] == "14 submissions added, 0 of them corrections; 0 unchanged"
    assert logged(folder) == {key: value for key, value in made[2].items() if _of_group(key)}


def _of_group(key):
    return key[0] in ("ann", "bob") and key[1] in ("obj-10", "obj-01", "obj-08", "obj-06")


def test_again_nothing_is_added(take, files):
    take(*files)
    assert take(*files)[1].splitlines()[-1] == "0 submissions added, 0 of them corrections; 14 unchanged"


def test_a_folder_of_workbooks(take, files, tmp_path):
    code, out, _ = take(tmp_path)
    assert (code, len([line for line in out.splitlines() if str(tmp_path) in line])) == (0, 2)


def test_wrong_cells_end_with_1_and_the_others_are_taken_in(take, files, folder):
    write(files[0], ("obj-01", TITLE, "yes"), ("obj-08", "reference_title", None))
    code, out, err = take(*files)
    assert code == 1
    assert table(out) == [[files[0], "1", "ann", "4", "2", "0", "2"], [files[1], "1", "bob", "4", "4", "4", "0"]]
    assert err.splitlines() == [
        f"error cell_not_allowed: {files[0]}!answers!E3: holds no answer: 'yes' is not allowed here; "
        "allowed: '0', '1' (type the answer over it)",
        f"error cell_changed: {files[0]}!answers!C4: the reference is empty; it was 'Silver denier with a cross || "
        "Denier' (put back what stood there, or take the row over from a fresh copy)",
        "error: 1 workbook has something to correct and stayed out; --partial takes in complete rows",
    ]
    assert {name for name, *_ in logged(folder)} == {"bob"}


def test_of_many_wrong_cells_five_are_told_and_the_places_of_all_others(take, files):
    cells = [(item, heading) for item, heading in Sheet(Path(files[0]).read_bytes()).scores()][:8]
    write(files[0], *((item, heading, None) for item, heading in cells))
    code, out, err = take(files[0])
    assert (code, out.splitlines()[-1]) == (1, "nothing was taken in")
    lines = err.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["error cell_blank"] * 6 + ["error"]
    assert lines[5] == "error cell_blank: and 3 more: Q2, T2, V2"


def test_partial_takes_complete_rows_and_ends_well(take, files, folder):
    write(files[0], ("obj-01", TITLE, "yes"))
    code, out, err = take(files[0], "--partial")
    assert (code, table(out)) == (0, [[files[0], "1", "ann", "4", "3", "3", "1"]])
    assert err.startswith("error cell_not_allowed: ")
    assert {item for _, item, *_ in logged(folder)} == {"obj-10", "obj-08", "obj-06"}


def test_formulas_need_to_be_allowed(take, files):
    value = Sheet(Path(files[0]).read_bytes()).at("obj-01", TITLE).value
    write(files[0], ("obj-01", TITLE, f"={value}"))
    data = Path(files[0]).read_bytes()
    Path(files[0]).write_bytes(changed(data, "xl/worksheets/sheet1.xml", "</f><v />", f"</f><v>{value}</v>"))
    assert take(files[0])[0] == 1
    code, _, err = take(files[0], "--allow-formulas")
    assert code == 0
    assert err.startswith("warning cell_formula: ")
    assert take(files[0], "--allow-formulas", "--strict")[0] == 1


def test_files_that_cannot_be_read_end_with_2_and_the_others_are_taken_in(take, files, folder):
    Path("empty.xlsx").write_bytes(b"")
    code, out, err = take("gone.xlsx", "empty.xlsx", files[1])
    assert code == 2
    assert [line.split() for line in out.splitlines() if "not read" in line] == [
        ["gone.xlsx", "not", "read"],
        ["empty.xlsx", "not", "read"],
    ]
    assert err.splitlines() == [
        "error bad_workbook: gone.xlsx: does not exist",
        "error bad_workbook: empty.xlsx: the file is empty, it has 0 bytes (copy or download it again)",
        "error: 2 files could not be read",
    ]
    assert {name for name, *_ in logged(folder)} == {"bob"}


def test_what_cannot_be_read_is_worse_than_what_is_wrong(take, files):
    write(files[0], ("obj-01", TITLE, "yes"))
    assert take("gone.xlsx", files[0])[0] == 2


def test_notes_are_printed_and_strict_minds_warnings_only(take, files):
    write(files[0], ("obj-01", TITLE, "1 "))
    code, _, err = take(files[0], "--strict")
    assert code == 0
    assert err.splitlines()[0] == f"info text_number: {files[0]}!answers!E3: is the text '1 ', read as 1"
    assert all(line.startswith("info ") for line in err.splitlines())


def test_json_is_one_document(take, files):
    write(files[0], ("obj-01", TITLE, "yes"))
    code, out, err = take(*files, "--json")
    document = json.loads(out)
    assert code == 1
    assert document["schema"] == "accord.workbook-import/1"
    assert [file["taken"] for file in document["files"]] == [0, 4]
    assert document["files"][0]["findings"][0]["where"] == f"{files[0]}!answers!E3"
    assert document["imported"]["added"] == 7
    assert err.startswith("error cell_not_allowed: ")
    code, out, err = take(*files, "--json", "--quiet")
    assert (code, json.loads(out)["imported"]["added"]) == (1, 0)
    assert err.splitlines() == [
        "error: 1 workbook has something to correct and stayed out; --partial takes in complete rows"
    ]


def test_a_report_for_one_file(take, files):
    write(files[0], ("obj-01", TITLE, "yes"))
    code, out, _ = take(files[0], "--report", "to-correct.xlsx")
    assert (code, out.splitlines()[-1]) == (1, "marked copy: to-correct.xlsx")
    assert openpyxl.load_workbook("to-correct.xlsx")["answers"]["E3"].comment.text.startswith("holds no answer")
    code, out, err = take(files[0], "--report", "to-correct.xlsx")
    assert (code, out) == (2, "")
    assert "is there already; --replace writes over it" in err
    assert take(files[0], "--report", "to-correct.xlsx", "--replace")[0] == 1


def test_reports_for_several_files(take, files):
    for name in files:
        write(name, ("obj-01", TITLE, "yes"))
    code, out, _ = take(*files, "--report", "fix.xlsx")
    assert code == 1
    assert out.splitlines()[-2:] == [f"marked copy: fix-{name}" for name in files]


def test_a_bad_report_is_refused_before_anything_is_taken_in(take, files, folder):
    code, out, err = take(files[0], "--report", "fix.csv")
    assert (code, out) == (2, "")
    assert "name it .xlsx" in err
    assert not (folder / "annotations" / "human").exists()


def test_another_pass(take, files, folder):
    assert take(files[0], "--pass", "second")[0] == 0
    logs = (folder / "annotations" / "human").glob("*.jsonl")
    lines = [json.loads(line) for log in logs for line in log.read_text(encoding="utf-8").splitlines()]
    assert {line["pass"] for line in lines} == {"second"}
    code, _, err = take(files[0], "--pass", " ")
    assert (code, err) == (2, "error: --pass: the name is blank\n")


def test_usage(run, files, folder, tmp_path):
    assert run("workbook", "import", files[0])[0] == 2
    assert run("workbook", "import", "--into", folder)[0] == 2
    code, _, err = run("workbook", "import", files[0], "--into", tmp_path / "nowhere")
    assert (code, "does not exist" in err) == (2, True)
    (tmp_path / "none").mkdir()
    code, _, err = run("workbook", "import", "none", "--into", folder)
    assert (code, "there is no workbook" in err) == (2, True)


def test_names_that_would_steer_a_terminal_are_spelled_out(take, files, folder):
    name = "a\x1b[31m.xlsx"
    Path(name).write_bytes(b"")
    code, out, err = take(name)
    assert code == 2
    assert "\x1b" not in out + err
