"""The changes in the contributors' guide: applied to a copy of the source, each does what the guide says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
GUIDE = CHECKOUT / "docs" / "contributing.md"
DIFF = re.compile(r"<!-- diff -->\n```diff\n(.*?)```", re.DOTALL)

SPEC = """
name: ranked
version: 1.0.0
tables: {rater: who}
fields:
  order: {kind: ranking, options: [red, green, {id: blue, aliases: [azure]}], abstain: [no idea]}
"""


def changes():
    return DIFF.findall(GUIDE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of the source with the changes of the guide."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(CHECKOUT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for change in changes():
        done = subprocess.run(
            ["git", "apply", "--verbose", "-"], cwd=copy, input=change, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    return copy / "src"


@pytest.fixture
def run(source, tmp_path):
    def command(*arguments):
        environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-m", "accord", *map(str, arguments)],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr
        return done

    return command


def test_each_change_is_one_new_file_and_one_line():
    assert changes()
    for change in changes():
        files = change.split("diff --git ")[1:]
        assert len(files) == 2
        old, new = sorted(files, key=lambda part: "new file mode" in part)
        assert len(re.findall(r"^\+(?!\+\+)", old, re.MULTILINE)) == 1
        assert not re.findall(r"^-(?!--)", old, re.MULTILINE)
        assert "new file mode" in new


def test_a_kind_of_field(run, tmp_path):
    (tmp_path / "benchmark.yaml").write_text(SPEC, encoding="utf-8")
    (tmp_path / "items.jsonl").write_text('{"id": "a"}\n{"id": "b"}\n{"id": "c"}\n', encoding="utf-8")
    rows = "item,who,order\na,ann,red>green>blue\na,bob,Red > green > azure\nb,ann,blue>red>green\n"
    rows += "b,bob,red>blue>green\nc,ann,red > green\nc,bob,no idea\n"
    (tmp_path / "answers.csv").write_text(rows, encoding="utf-8")
    taken = run("import", "answers.csv", "--into", ".", "--role", "human")
    assert taken.returncode == 0, taken.stderr
    assert "is no order of" in taken.stderr
    result = json.loads(run("agree", ".", "--json", "--replicates", 0).stdout)
    shown = {row["measure"]: (row["value"], row["items"]) for row in result["estimates"] if row["pair"] is None}
    assert shown["all_agree"] == (0.5, 2)
    assert run("export", "back.csv", "--format", "long", "--from", ".").returncode == 0
    assert "red > green > blue" in (tmp_path / "back.csv").read_text(encoding="utf-8")
    assert "RankingForm" in run("init", "--schema").stdout


def test_a_format(run, tmp_path):
    spec = "name: d\nversion: 1.0.0\nfields: {ok: {kind: binary}, note: {kind: text}}\n"
    (tmp_path / "benchmark.yaml").write_text(spec, encoding="utf-8")
    (tmp_path / "items.jsonl").write_text('{"id": "a"}\n{"id": "b / c"}\n', encoding="utf-8")
    (tmp_path / "in.diary").write_text("a / ann = 1\nb / c / bob = 0\n\nb / c / ann = 1\n", encoding="utf-8")
    diary = ("--format", "diary", "--role", "human", "--field", "ok")
    taken = run("import", "in.diary", "--into", ".", *diary)
    assert taken.returncode == 0, taken.stderr
    assert "3 added" in taken.stdout
    assert run("export", "out.diary", "--from", ".", *diary).returncode == 0
    lines = (tmp_path / "out.diary").read_text(encoding="utf-8").splitlines()
    assert sorted(lines) == ["a / ann = 1", "b / c / ann = 1", "b / c / bob = 0"]
    assert "3 unchanged" in run("import", "out.diary", "--into", ".", *diary).stdout
    (tmp_path / "bad.diary").write_text("a / ann = 1\nann says 1\n", encoding="utf-8")
    bad = run("import", "bad.diary", "--into", ".", *diary)
    assert bad.returncode == 2
    assert "bad.diary:2: not `item / rater = answer`" in bad.stderr
