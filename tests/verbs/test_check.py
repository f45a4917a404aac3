"""The check of a folder joins what is wrong with logs, assignments, items, and what every check finds."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from accord.findings import Finding
from accord.verbs.check import check
from accord.verbs.init import init
from accord.verbs.opened import opened

RANK = {"error": 0, "warning": 1, "info": 2}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The three examples and the blank folder."""
    folder = tmp_path_factory.mktemp("check")
    for template in ("museum", "streets", "scenes", "blank"):
        init(folder / template, template)
    return folder


@pytest.fixture
def scenes(made: Path, tmp_path: Path) -> Path:
    """A copy of an example, to be damaged."""
    return Path(shutil.copytree(made / "scenes", tmp_path / "scenes"))


def found(folder: Path) -> list[Finding]:
    return check(opened(folder))


def codes(folder: Path) -> list[str]:
    return [finding.code for finding in found(folder)]


def log(folder: Path, name: str) -> Path:
    return next((folder / "annotations" / "human").glob(f"{name}-*.jsonl"))


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("museum", []),
        ("streets", ["off_label", "off_label", "too_few_raters"]),
        ("scenes", []),
        ("blank", ["too_few_raters"]),
    ],
)
def test_the_templates_have_no_errors(made: Path, template: str, expected: list[str]) -> None:
    findings = found(made / template)
    assert [finding.code for finding in findings] == expected
    assert {finding.severity for finding in findings} <= {"warning"}


def test_the_same_findings_each_time(made: Path) -> None:
    assert found(made / "streets") == found(made / "streets")


def test_a_damaged_line_a_torn_tail_and_a_newer_schema(scenes: Path) -> None:
    path = log(scenes, "freya")
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[1] = lines[1].replace('"schema":"accord.submission/1"', '"schema":"accord.submission/99"')
    lines[3] = lines[3][:50]
    path.write_text("\n".join(lines) + '\n{"schema"', encoding="utf-8")
    by_place = {finding.where: finding for finding in found(scenes)}
    assert by_place[f"{path}:2"].code == "bad_record"
    assert "written by a newer accord" in by_place[f"{path}:2"].message
    assert by_place[f"{path}:4"].code == "bad_record"
    torn = by_place[f"{path}:{len(lines) + 1}"]
    assert (torn.code, torn.severity) == ("torn_line", "warning")


def test_an_edited_line(scenes: Path) -> None:
    path = log(scenes, "ivo")
    path.write_text(path.read_text(encoding="utf-8").replace("graffiti", "pothole", 1), encoding="utf-8")
    first = found(scenes)[0]
    assert first.code == "edited_record"
    assert first.where.startswith(f"{path}:")


def test_assignments_that_cannot_be_read_and_that_are_open(scenes: Path) -> None:
    (scenes / "assignments").mkdir()
    (scenes / "assignments" / "bad.json").write_text("{", encoding="utf-8")
    document = {
        "schema": "accord.assignment/1",
        "name": "good",
        "seed": 0,
        "by": [],
        "per_stratum": None,
        "size": None,
        "raters_per_item": 1,
        "strata": [{"where": {}, "available": 30, "asked": 1, "taken": 1, "short": 0}],
        "groups": [{"name": "1", "raters": ["zoe"], "items": ["scene-01"]}],
    }
    (scenes / "assignments" / "good.json").write_text(json.dumps(document), encoding="utf-8")
    findings = {finding.code: finding for finding in found(scenes)}
    assert findings["not_json"].severity == "error"
    assert findings["no_submission"].where.endswith("good.json, rater zoe")


def test_items_that_stand_twice(scenes: Path) -> None:
    path = scenes / "items.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines, lines[2]]), encoding="utf-8")
    first = found(scenes)[0]
    assert (first.code, first.severity) == ("duplicate_item", "error")
    assert first.where == f"{path}:31, column id"


def test_items_that_cannot_be_read_are_errors_and_logs_are_looked_at_all_the_same(scenes: Path) -> None:
    (scenes / "items.jsonl").unlink()
    path = log(scenes, "ivo")
    path.write_text(path.read_text(encoding="utf-8").replace("graffiti", "pothole", 1), encoding="utf-8")
    edited, missing = found(scenes)
    assert edited.code == "edited_record"
    assert (missing.code, missing.where) == ("not_found", str(scenes / "items.jsonl"))
    assert missing.fix is not None


def test_every_check_is_run_and_the_most_severe_comes_first(scenes: Path) -> None:
    (scenes / "images" / "scene-05.png").unlink()
    path = log(scenes, "jun")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:3]), encoding="utf-8")
    findings = found(scenes)
    assert [finding.code for finding in findings] == ["picture_missing", "too_few_raters"]
    assert [RANK[finding.severity] for finding in findings] == [0, 1]
    assert all(finding.fix for finding in findings)


def test_a_folder_without_logs(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made / "streets", tmp_path / "streets")
    shutil.rmtree(folder / "annotations")
    assert codes(folder) == ["too_few_raters"]
