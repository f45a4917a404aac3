"""accord import: what is printed where, and how it ends."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import typer.main

from accord.cli.main import app
from accord.verbs.opened import opened

# Test files are loaded by path; the folders that several of them need are made in one place.
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations"))
from made_folders import empty_folder

PEOPLE = "item,rater,role,the score,tags,title,title match\na,ann,human,1,[],,\nb,bob,human,2,[],,\n"
BAD = PEOPLE + "x,ann,human,1,,,\n" * 7 + "a,cy,boss,1,,,\n"


@pytest.fixture
def folder(tmp_path):
    return empty_folder(tmp_path / "b").path


@pytest.fixture
def take(run, folder, file):
    """Runs the command on a text as a file."""

    def command(text, *options, name="a.csv"):
        return run("import", file(name, text), "--into", folder, *options)

    return command


def scores(folder):
    return opened(folder).standing.frame.select("item", "rater", "score").rows()


def test_the_outcome_is_on_standard_output(take, folder):
    code, out, err = take(PEOPLE)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "2 rows read as long: 2 added, 0 of them corrections; 0 unchanged; 0 rejected",
        "  human ann: 1",
        "  human bob: 1",
    ]
    assert scores(folder) == [("a", "ann", "1"), ("b", "bob", "2")]


def test_again_nothing_is_added(take):
    take(PEOPLE)
    assert take(PEOPLE)[1] == "2 rows read as long: 0 added, 0 of them corrections; 2 unchanged; 0 rejected\n"


def test_json_is_one_document(take):
    code, out, err = take(PEOPLE.replace("2,[]", "9,[]"), "--json")
    document = json.loads(out)
    assert code == 0
    assert (document["added"], document["format"]) == (2, "long")
    assert [finding["code"] for finding in document["findings"]] == ["off_label"]
    assert err.startswith("warning off_label: ")
    assert take(PEOPLE, "--json", "--quiet")[2] == ""


def test_rejected_rows_end_with_1_and_nothing_is_written(take, folder):
    code, out, err = take(BAD)
    assert code == 1
    assert out == "10 rows read as long, 8 rejected; nothing written\n"
    lines = err.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        *["error unknown_item"] * 6,
        "error bad_role",
        "error",
    ]
    assert "a.csv:4, column item: 'x' is no item" in lines[0]
    assert lines[5] == "error unknown_item: rejected rows: and 2 more of this kind"
    assert (
        lines[-1] == "error: 8 rows rejected, nothing was written: correct them, or take in the others with --partial"
    )
    assert scores(folder) == []


def test_json_names_every_rejected_row(take):
    code, out, _ = take(BAD, "--json")
    assert code == 1
    document = json.loads(out)
    assert (document["written"], document["rejected"], len(document["rejects"])) == (False, 8, 8)


def test_the_good_rows_alone(take, folder):
    code, out, err = take(BAD, "--partial")
    assert code == 0
    assert out.splitlines()[0] == "10 rows read as long: 2 added, 0 of them corrections; 0 unchanged; 8 rejected"
    assert "error unknown_item" in err
    assert len(scores(folder)) == 2
    assert take(BAD, "--partial", "--strict")[0] == 1


def test_strict_counts_findings_after_all_is_done(take, folder):
    code, out, err = take(PEOPLE.replace("2,[]", "9,[]"), "--strict")
    assert code == 1
    assert out.startswith("2 rows read as long: 2 added")
    assert err.splitlines()[-1].startswith("error: 1 finding under --strict, the first: warning off_label")
    assert len(scores(folder)) == 2
    assert take("item,rater,role,tags\na,ann,human,[]\n", "--strict")[0] == 0


def test_columns_rows_and_names_by_options(take, folder):
    text = "id,when,valid,q,more\na,2026-03-01T12:00:00,true,4,x\nb,,false,5,x\nc,,true,3,x\n"
    code, _, err = take(
        text,
        *("--format", "long", "--item", "id", "--at", "when", "--field", "score=q", "--by", "Ann Lee"),
        *("--role", "human", "--where", "valid=true", "--pass", "second look", "--timezone", "Asia/Tokyo"),
    )
    assert code == 0, err
    frame = opened(folder).standing.frame
    assert frame.select("item", "rater", "role", "pass", "at", "score").rows() == [
        ("a", "Ann Lee", "human", "second look", "2026-03-01T03:00:00.000000Z", "4"),
        ("c", "Ann Lee", "human", "second look", None, "3"),
    ]


def test_a_file_a_rater(run, folder, file):
    files = [file(f"{name}.csv", f"item,the score\na,{at}\n") for at, name in enumerate(("ann", "bob"), 1)]
    code, _, err = run("import", *files, "--into", folder, "--rater", "@file", "--role", "human")
    assert code == 0, err
    assert scores(folder) == [("a", "ann", "1"), ("a", "bob", "2")]


def test_outputs_and_states_by_options(take, folder):
    text = "item,who,model,ok,title,title match\na,m,,,a vase,\nb,m,,invalid,,\n"
    assert take(text, "--rater", "who", "--of", "model", "--state", "ok", "--role", "model")[0] == 0
    text = "item,who,model,title match\na,j,m,1\n"
    code, out, err = take(text, "--rater", "who", "--of", "model", "--role", "judge")
    assert (code, "judge j: 1" in out) == (0, True), err


def test_a_wide_workbook(run, folder, tmp_path):
    xlsxwriter = pytest.importorskip("xlsxwriter")
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(path) as book:
        book.add_worksheet("notes").write_string(0, 0, "nothing here")
        sheet = book.add_worksheet("scores")
        for line, cells in enumerate([["item", "ann", "bob"], ["a", "1", "2"], ["b", "", "3"]]):
            for at, cell in enumerate(cells):
                sheet.write(line, at, cell)
    options = ("--format", "wide", "--raters", "ann,bob", "--role", "human", "--field", "score", "--sheet", "scores")
    code, out, err = run("import", path, "--into", folder, *options)
    assert code == 0, err
    assert out.startswith("3 rows read as wide: 3 added")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--format", "csv"), "--format 'csv': there is no such format"),
        (("--role", "boss"), "no role boss; roles: human, judge, model"),
        (("--by", " "), "--by ' ': the name is blank"),
        (("--pass", ""), "--pass '': the name is blank"),
        (("--where", "valid"), "--where 'valid': write COL=VALUE"),
        (("--field", "=x"), "--field '=x': write FIELD=COL"),
        (("--field", "scor=x"), "no field 'scor'; the nearest name is 'score'"),
        (("--timezone", "Mars"), "--timezone 'Mars' is no time zone"),
        (("--sheet", "x"), "none of the files is a workbook"),
        (("--rater", "who"), "a.csv: not surely of one format; say which columns hold what (--item COL"),
        (("--format", "long", "--rater", "who"), "no column 'who'"),
        (("--format", "long", "--raters", "a,b"), "--raters names the columns of a wide table"),
    ],
)
def test_wrong_usage(take, folder, options, says):
    code, out, err = take(PEOPLE, *options)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert says in err
    assert scores(folder) == []


def test_a_folder_that_is_none(run, file, tmp_path):
    code, _, err = run("import", file("a.csv", PEOPLE), "--into", tmp_path / "none")
    assert code == 2
    assert "does not exist; make a benchmark with: accord init" in err


def test_a_bar_on_a_terminal_and_nothing_on_standard_output(folder, file, run, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    path = file("a.csv", PEOPLE)
    code, out, err = run("import", path, "--into", folder, "--json")
    assert code == 0
    assert json.loads(out)["added"] == 2
    assert "taking in" in err
    assert run("import", path, "--into", folder, "--json", "--quiet")[2] == ""


def test_every_option_has_a_help_text():
    command = typer.main.get_command(app).commands["import"]
    assert [option.name for option in command.params if not getattr(option, "help", "x")] == []
    assert command.epilog.startswith("Examples:")
