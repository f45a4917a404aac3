"""accord demo: what it prints, and that what it tells to run next works."""

from __future__ import annotations

import json
import shlex

import pytest

from accord.canonical import sha256_file

FAST = ("--replicates", "10")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("demo") / "new"


@pytest.fixture
def printed(run, folder, monkeypatch):
    """What the demo prints; made once."""
    monkeypatch.setenv("COLUMNS", "160")
    if not folder.exists():
        code, out, err = run("demo", folder, *FAST)
        assert (code, err) == (0, "")
        folder.with_name("printed").write_text(out, encoding="utf-8")
    return folder.with_name("printed").read_text(encoding="utf-8")


def test_the_examples_are_shown(printed):
    assert printed.startswith("BENCHMARKS")
    assert "streets: 20 items, 94 submissions; 0 errors, 3 warnings, 0 notes" in printed
    lines = [line.split() for line in printed.splitlines()]
    assert ["judge", "period_match", "alpha(nominal)"] in [line[:3] for line in lines]
    assert ["human", "boxes", "instance_f1(iou=0.5)"] in [line[:3] for line in lines]


def test_workbooks_are_shown(printed):
    lines = [line.split() for line in printed.splitlines()]
    books = [line for line in lines if line and line[0].endswith(".xlsx")]
    assert [line[1:5] for line in books] == [
        [group, name, "75", "75"]
        for group, names in (("1", "ann bob"), ("2", "bob cleo"), ("3", "ann cleo"))
        for name in names.split()
    ]
    assert "taken in: 450 rows, 1,350 submissions" in printed
    assert [line[0] for line in lines if line and line[0].startswith("group=")] == ["group=1", "group=2", "group=3"]


def test_both_parts_are_shown_and_said_to_be_made_up(printed):
    assert "MUSEUM" in printed
    assert "rebuilt from published tables: not the original records" in printed
    assert "SCENES" in printed
    assert "simulated" in printed


def test_every_published_figure_stands_before_an_equal_one(printed):
    lines = printed.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("figure (published, computed)"))
    shown = [line.split()[-10:] for line in lines[start + 1 : start + 10]]
    assert len(shown) == 9
    for figures in shown:
        assert figures[0::2] == figures[1::2]


def test_groups_of_the_scenes_are_shown(printed):
    for group in ("all", "kind=photo", "kind=synthetic", "domain=road", "class=pothole"):
        assert sum(line.startswith(f"{group} ") for line in printed.splitlines()) >= 1


def test_the_commands_to_run_next_work(run, printed, folder):
    commands = [shlex.split(line) for line in printed.splitlines() if line.startswith("  accord ")]
    assert [command[1] for command in commands] == ["check", "status", "agree", "status", "agree", "agree"]
    for command in commands:
        code, out, _ = run(*command[1:], *(FAST if command[1] == "agree" else ()))
        assert code == 0
        assert out


def test_a_folder_in_use_is_refused(run, printed, folder):
    before = {path: sha256_file(path) for path in folder.rglob("*") if path.is_file()}
    code, out, err = run("demo", folder, *FAST)
    assert (code, out) == (2, "")
    assert err == f"error: {folder} is there already and not an empty folder; name a new one\n"
    assert {path: sha256_file(path) for path in folder.rglob("*") if path.is_file()} == before


def test_json_holds_both_results(run, tmp_path):
    code, out, err = run("demo", tmp_path / "demo", "--json", "--replicates", "0", "--seed", "5", "--quiet")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert list(document) == ["benchmarks", "workbooks", "museum", "scenes"]
    examples = document.pop("benchmarks")
    assert {name: list(roles) for name, roles in examples.items()} == {
        "museum": ["human", "judge"],
        "streets": ["human", "model"],
        "scenes": ["human"],
    }
    for name, result in document.items():
        assert result["settings"]["seed"] == 5
        written = json.loads((tmp_path / "demo" / name / "agreement.json").read_text(encoding="utf-8"))
        assert result == written


@pytest.mark.parametrize("options", [("--replicates", "5"), ("--seed", "-1"), ("--replicates", "many")])
def test_wrong_settings_write_nothing(run, tmp_path, options):
    code, out, _ = run("demo", tmp_path / "demo", *options)
    assert (code, out) == (2, "")
    assert not (tmp_path / "demo").exists()
