"""accord export: what is printed where, and how it ends."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import pytest
import typer.main

from accord.cli.main import app

# Test files are loaded by path; the folders that several of them need are made in one place.
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations"))
from made_folders import empty_folder, filled_folder


@pytest.fixture
def folder(tmp_path):
    return filled_folder(tmp_path / "b").path


@pytest.fixture
def write(run, folder, tmp_path):
    def command(*options, name="a.csv"):
        return run("export", tmp_path / name, "--from", folder, *options)

    return command


def test_the_outcome_is_on_standard_output_and_findings_are_not(write, tmp_path):
    code, out, err = write()
    assert code == 0
    assert out == f"wrote {tmp_path / 'a.csv'}: 10 submissions as long\n"
    assert err.splitlines() == [
        "warning not_held: logs: stay there: answers written in another way than their values (1)",
        "info not_held: logs: stay there: submissions that say where they were read (10)",
    ]
    assert (tmp_path / "a.csv").read_text().startswith("item,of,rater,role,pass,at,state,reason,the score,tags,")


def test_json_is_one_document(write, tmp_path):
    code, out, err = write("--json", "--quiet", "--role", "judge", name="a.jsonl")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["schema"] == "accord.export/1"
    assert (document["format"], document["submissions"]) == ("long", 2)
    data = (tmp_path / "a.jsonl").read_bytes()
    assert document["output"] == {"path": str(tmp_path / "a.jsonl"), "sha256": hashlib.sha256(data).hexdigest()}
    assert [finding["code"] for finding in document["findings"]] == ["not_held"]
    assert write("--json", "--replace")[2].count("not_held") == 2


def test_strict(write, tmp_path):
    code, out, err = write("--strict")
    assert code == 1
    assert out.startswith("wrote ")
    assert err.splitlines()[-1].startswith("error: 1 finding under --strict, the first: warning not_held")
    assert (tmp_path / "a.csv").exists()
    assert write("--strict", "--role", "judge,model", "--replace")[0] == 0


def test_roles_passes_and_columns(write, tmp_path):
    options = ("--role", "human", "--pass", "second", "--item", "id", "--rater", "who", "--field", "score=q")
    assert write(*options, "--state", "st")[0] == 0
    assert (tmp_path / "a.csv").read_text() == "id,who,role,pass,st,q,tags\nb,bob,human,second,answered,4,fog\n"


def test_a_wide_table_and_back(write, run, tmp_path):
    options = ("--format", "wide", "--role", "human", "--raters", "bob,ann", "--field", "score")
    code, _, err = write(*options)
    assert code == 0
    assert (tmp_path / "a.csv").read_text() == "item,bob,ann\na,Cannot judge,1\nc,,5\n"
    assert "warning not_held: wide table: left out: 1 submission invalid or unusable" in err
    second = empty_folder(tmp_path / "second").path
    code, out, err = run("import", tmp_path / "a.csv", "--into", second, *options)
    assert (code, out.splitlines()[1:]) == (0, ["  human bob: 1", "  human ann: 2"]), err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--role", "boss"), "no role boss; roles: human, judge, model"),
        (("--format", "csv"), "--format 'csv': there is no such format"),
        (("--field", "scor=x"), "no field 'scor'"),
        (("--item", "rater"), "column 'rater' would hold both item and rater"),
        (("--format", "wide"), "a wide table does not say the role of its raters"),
        (("--role", "judge", "--pass", "third"), "there is no submission of judge, third to write"),
    ],
)
def test_wrong_usage(write, tmp_path, options, says):
    code, out, err = write(*options)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert says in err
    assert not (tmp_path / "a.csv").exists()


def test_a_file_that_is_there(write, tmp_path):
    (tmp_path / "a.csv").write_text("mine")
    code, _, err = write()
    assert (code, "is there already; --replace writes over it" in err) == (2, True)
    assert write("--replace")[0] == 0


def test_a_folder_for_the_file_that_is_not_there(write, tmp_path):
    code, _, err = write(name="none/a.csv")
    assert code == 2
    assert err == f"error: {tmp_path / 'none' / 'a.csv'}: No such file or directory\n"


def test_every_option_has_a_help_text():
    command = typer.main.get_command(app).commands["export"]
    assert [option.name for option in command.params if not getattr(option, "help", "x")] == []
    assert command.epilog.startswith("Examples:")
