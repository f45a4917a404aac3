"""accord init: what it prints, what it refuses, and that what it tells to run next works."""

from __future__ import annotations

import json
import shlex

import pytest

from accord.spec.schema import json_schema


def test_a_template_is_written_and_shown(run, tmp_path):
    code, out, err = run("init", tmp_path / "my museum", "--template", "museum")
    assert (code, err) == (0, "")
    assert out.splitlines()[:8] == [
        f"Written to {tmp_path / 'my museum'}",
        "",
        "  benchmark.yaml  what is asked, with comments: read it first",
        "  items.jsonl     12 items",
        "  images/         12 pictures",
        "  annotations/    134 submissions: 24 by 2 models, 44 by 3 people, 66 by 3 judges",
        "  assignments/    who is asked about what",
        "  replies.jsonl   44 recorded replies of judge-a and judge-b, for --replay",
    ]


def test_without_a_template_there_is_a_blank_one_to_fill_in(run, tmp_path):
    code, out, err = run("init", tmp_path / "mine")
    assert (code, err) == (0, "")
    assert "benchmark.yaml  what is asked, with comments: change it" in out
    assert "items.jsonl     3 items, to be replaced" in out
    assert "annotations/" not in out
    assert "agree" not in out
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["benchmark.yaml", "items.jsonl"]


@pytest.mark.parametrize("template", ["blank", "museum", "streets", "scenes"])
def test_the_commands_to_run_next_are_shown_as_they_can_be_typed(run, tmp_path, template):
    folder = tmp_path / "a folder"
    _, out, _ = run("init", folder, "--template", template)
    commands = [shlex.split(line) for line in out.partition("Run next\n")[2].splitlines()]
    verbs = ["check", "status"] if template == "blank" else ["check", "status", "agree"]
    assert [command[1:] for command in commands] == [[verb, str(folder)] for verb in verbs]


@pytest.mark.parametrize("template", ["museum", "streets", "scenes"])
def test_agreement_can_be_computed_at_once(run, tmp_path, template):
    run("init", tmp_path / "new", "--template", template)
    code, out, err = run("agree", tmp_path / "new", "--json", "--quiet", "--replicates", "10")
    assert code == 0, err
    assert len(json.loads(out)["estimates"]) > 100


def test_json_tells_every_file(run, tmp_path):
    code, out, err = run("init", tmp_path / "new", "--template", "scenes", "--json", "--quiet")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["schema"] == "accord.init/1"
    assert (document["folder"], document["template"]) == (str(tmp_path / "new"), "scenes")
    assert (document["items"], document["pictures"]) == (30, 30)
    assert (document["submissions"], document["raters"]) == ({"human": 72}, {"human": 6})
    assert document["replies"] == {}
    assert len(document["written"]) == 2 + 30 + 6
    assert all((tmp_path / "new" / name).is_file() for name in document["written"])


def test_an_empty_folder_is_filled(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("init", ".")
    assert code == 0
    assert out.startswith("Written to .\n")
    assert (tmp_path / "benchmark.yaml").is_file()


def test_the_schema_is_printed_and_nothing_is_written(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("init", "--schema")
    assert (code, err) == (0, "")
    assert json.loads(out) == json_schema()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name the folder to make: accord init DIR; or print the schema: accord init --schema"),
        (
            ("--template", "museum"),
            "name the folder to make: accord init DIR; or print the schema: accord init --schema",
        ),
        (("new", "--template", "villa"), "there is no template 'villa'; templates: blank, museum, streets, scenes"),
        (("full",), "full is there already and not an empty folder; name a new one"),
        (("new", "--schema"), "--schema is printed, not written: name no folder and no template with it"),
        (
            ("--schema", "--template", "blank"),
            "--schema is printed, not written: name no folder and no template with it",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_and_writes_nothing(run, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    code, out, err = run("init", *arguments)
    assert (code, out, err) == (2, "", f"error: {message}\n")
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")) == ["full", "full/mine"]
