"""accord workbook export: what is printed where, and how it ends."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path

import pytest
import typer.main

from accord.cli.main import app

# Test files are loaded by path; the folders that several of them need are made in one place.
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations"))
from built_folder import Built


@pytest.fixture
def folder(tmp_path):
    """Two people are asked about two items, two about one."""
    (tmp_path / "b").mkdir()
    built = Built(tmp_path / "b", "q: {kind: number}", "items: {image: picture}")
    built.items({"id": "a", "picture": "gone.png"}, {"id": "b", "picture": None}, {"id": "c", "picture": None})
    built.assign("s", (["ann", "bob"], ["a", "b"]), (["ann", "cleo"], ["c"]))
    return built


@pytest.fixture
def write(run, folder):
    def command(*options):
        return run("workbook", "export", folder.path, *options)

    return command


def test_the_outcome_is_on_standard_output_and_findings_are_not(write, folder):
    code, out, err = write()
    assert code == 0
    home = folder.path / "workbooks"
    lines = out.splitlines()
    assert lines[0].split() == ["file", "group", "annotator", "rows", "pictures", "to", "answer", "size"]
    assert [line.split()[:6] for line in lines[1:5]] == [
        [str(home / "s-group-1-ann.xlsx"), "1", "ann", "2", "0", "2"],
        [str(home / "s-group-1-bob.xlsx"), "1", "bob", "2", "0", "2"],
        [str(home / "s-group-2-ann.xlsx"), "2", "ann", "1", "0", "1"],
        [str(home / "s-group-2-cleo.xlsx"), "2", "cleo", "1", "0", "1"],
    ]
    assert re.fullmatch(rf"4 workbooks in {re.escape(str(home))}, [0-9]+\.[0-9] s", lines[5])
    assert len(lines) == 6
    assert err.count("picture_missing") == 1
    assert err.startswith("warning picture_missing: gone.png: ")
    assert sorted(path.name for path in home.iterdir()) == [Path(line.split()[0]).name for line in lines[1:5]]


def test_json_is_one_document(write, folder):
    code, out, err = write("--json", "--quiet", "--annotator", "bob")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["schema"] == "accord.workbooks/1"
    assert document["folder"] == str(folder.path / "workbooks")
    (book,) = document["workbooks"]
    path = folder.path / "workbooks" / "s-group-1-bob.xlsx"
    assert (book["path"], book["annotator"], book["rows"], book["pictures"], book["asked"]) == (
        str(path),
        "bob",
        2,
        0,
        2,
    )
    assert book["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert [finding["code"] for finding in document["findings"]] == ["picture_missing"]
    assert "picture_missing" in write("--json", "--annotator", "bob", "--replace")[2]


def test_only_some_and_elsewhere(write, folder, tmp_path):
    folder.assign("t", (["dan", "bob"], ["a"]))
    code, out, _ = write("--out", tmp_path / "to-send", "--assignment", "s,t", "--annotator", "bob,dan")
    assert code == 0
    assert out.splitlines()[-1].startswith(f"3 workbooks in {tmp_path / 'to-send'}, ")
    assert sorted(path.name for path in (tmp_path / "to-send").iterdir()) == [
        "s-group-1-bob.xlsx",
        "t-group-1-bob.xlsx",
        "t-group-1-dan.xlsx",
    ]
    assert not (folder.path / "workbooks").exists()
    assert write("--assignment", "t")[1].splitlines()[-1].startswith("2 workbooks in ")


def test_strict(write, folder):
    code, out, err = write("--strict")
    assert code == 1
    assert "4 workbooks in" in out
    assert err.splitlines()[-1].startswith("error: 1 finding under --strict, the first: warning picture_missing")
    assert (folder.path / "workbooks" / "s-group-1-ann.xlsx").exists()
    assert write("--strict", "--annotator", "cleo", "--replace")[0] == 0


def test_files_that_are_there(write, folder):
    assert write("--annotator", "bob")[0] == 0
    path = folder.path / "workbooks" / "s-group-1-bob.xlsx"
    path.write_bytes(b"filled in")
    code, out, err = write()
    assert (code, out) == (2, "")
    says = "s-group-1-bob.xlsx is there already, and may be filled in; "
    says += "--assignment NAME writes those of one only, --replace writes over 1 file"
    assert err == f"error: {path.parent}: {says}\n"
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert path.read_bytes() == b"filled in"
    assert write("--replace")[0] == 0
    assert path.read_bytes().startswith(b"PK")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--assignment", "t"), "there is no assignment 't'; there are: 's'"),
        (("--annotator", "ann,dan"), "nobody of the name 'dan' is asked; annotators: 'ann', 'bob', 'cleo'"),
        (("--out", "benchmark.yaml"), "benchmark.yaml is no folder"),
        (("--out", "assignments"), "the benchmark needs s-group-1-ann.xlsx"),
    ],
)
def test_wrong_usage(write, folder, monkeypatch, options, says):
    monkeypatch.chdir(folder.path)
    code, out, err = write(*options, "--replace")
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert says in err
    assert not list(folder.path.rglob("*.xlsx"))


def test_a_folder_that_cannot_be_asked_about(run, tmp_path):
    code, out, err = run("workbook", "export", tmp_path / "none")
    assert (code, out) == (2, "")
    assert "does not exist; make a benchmark with: accord init" in err
    (tmp_path / "b").mkdir()
    built = Built(tmp_path / "b", "q: {kind: number, asked_of: [judge]}")
    built.items("a")
    assert "has no assignment" in run("workbook", "export", built.path)[2]
    built.assign("s", (["ann", "bob"], ["a"]))
    code, _, err = run("workbook", "export", built.path)
    assert (code, "people are asked nothing that a workbook can ask" in err) == (2, True)


def test_outputs_come_first(run, tmp_path):
    (tmp_path / "b").mkdir()
    built = Built(tmp_path / "b", "t: {kind: text, reference: t}\nm: {kind: binary, matches: t}")
    built.items({"id": "a", "t": "x"})
    built.assign("s", (["ann", "bob"], ["a"]))
    code, _, err = run("workbook", "export", built.path)
    assert code == 2
    assert "no model has an output for any of its items" in err
    assert "accord import" in err


def test_names_are_shown_and_not_obeyed(run, tmp_path):
    (tmp_path / "b").mkdir()
    built = Built(tmp_path / "b", "q: {kind: number}")
    built.items("a")
    built.assign("s", (["\x1b[31mann", "[bold]b"], ["a"]))
    code, out, err = run("workbook", "export", built.path)
    assert code == 0
    assert "\x1b" not in out + err
    assert "[bold]b" in out


def test_every_option_has_a_help_text():
    command = typer.main.get_command(app).commands["workbook"].commands["export"]
    assert [option.name for option in command.params if not getattr(option, "help", "x")] == []
    assert command.epilog.startswith("Examples:")
    assert len(command.params) == 8
