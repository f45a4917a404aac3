"""Writing the standing submissions of a folder to a file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from accord.annotations.exchange.incoming import Request
from accord.annotations.tables.read import read_tables
from accord.errors import InputError, UsageError
from accord.verbs.export_answers import export_answers
from accord.verbs.opened import opened

# Test files are loaded by path; the folders that several of them need are made in one place.
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations"))
from made_folders import empty_folder, filled_folder


@pytest.fixture
def folder(tmp_path):
    return filled_folder(tmp_path / "b")


def codes(findings):
    return [(finding.code, finding.severity, finding.count) for finding in findings]


def test_all_that_stands_is_written(folder, tmp_path):
    path = tmp_path / "a.csv"
    done = export_answers(folder, path, "long", Request())
    frame = read_tables([path]).frame
    assert frame.columns == [
        *("item", "of", "rater", "role", "pass", "at", "state", "reason"),
        *("the score", "tags", "title", "title match"),
    ]
    assert frame.height == 10
    assert codes(done.findings) == [("not_held", "warning", 1), ("not_held", "info", 10)]
    assert (done.path, done.format, done.submissions) == (path, "long", 10)


def test_roles_and_passes(folder, tmp_path):
    path = tmp_path / "a.csv"
    export_answers(folder, path, "long", Request(), ["judge"])
    assert read_tables([path]).frame["role"].to_list() == ["judge", "judge"]
    done = export_answers(folder, path, "long", Request(), ["human"], ["second"], replace=True)
    assert read_tables([path]).frame["pass"].to_list() == ["second"]
    assert done.submissions == 1


def test_what_a_format_cannot_hold_is_told(folder, tmp_path):
    path = tmp_path / "a.csv"
    request = Request(columns={"score": "score"}, role="human")
    findings = list(export_answers(folder, path, "wide", request, ["human"]).findings)
    assert path.read_text() == "item,ann,bob\na,1,Cannot judge\nc,5,\n"
    assert [found.message for found in findings if found.where == "wide table"] == [
        "left out: 1 submission of another pass than first",
        "left out: 1 submission invalid or unusable",
        "left out: 1 time",
        "left out: 3 answers to tags",
    ]


def test_what_is_damaged_in_the_logs_is_told(folder, tmp_path):
    log = next((folder.path / "annotations" / "judge").iterdir())
    log.write_bytes(log.read_bytes() + b'{"schema": "acc')
    findings = list(export_answers(opened(folder.path), tmp_path / "a.csv", "long", Request()).findings)
    assert findings[0].code == "torn_line"
    log.write_bytes(b"{}\n" + log.read_bytes())
    with pytest.raises(InputError):
        export_answers(opened(folder.path), tmp_path / "b.csv", "long", Request())
    assert not (tmp_path / "b.csv").exists()


def test_a_file_that_is_there_is_not_lost(folder, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("mine")
    with pytest.raises(UsageError, match=r"is there already; --replace writes over it"):
        export_answers(folder, path, "long", Request())
    assert path.read_text() == "mine"
    export_answers(folder, path, "long", Request(), replace=True)
    assert path.read_text().startswith("item,")


@pytest.mark.parametrize("name", ["items.jsonl", "benchmark.yaml", "annotations/human/new.jsonl", "../b/items.jsonl"])
def test_files_of_the_benchmark_are_never_written_over(folder, name):
    path = folder.path / name
    before = path.read_bytes() if path.exists() else None
    with pytest.raises(UsageError, match="the benchmark needs this file"):
        export_answers(folder, path, "long", Request(), replace=True)
    assert (path.read_bytes() if path.exists() else None) == before


def test_a_link_to_one_is_none_either(folder, tmp_path):
    link = tmp_path / "a.jsonl"
    link.symlink_to(folder.path / "items.jsonl")
    with pytest.raises(UsageError, match="the benchmark needs this file"):
        export_answers(folder, link, "long", Request(), replace=True)


def test_what_cannot_be_asked(folder, tmp_path):
    with pytest.raises(UsageError, match="--format 'csv': there is no such format; formats: long, wide"):
        export_answers(folder, tmp_path / "a.csv", "csv", Request())
    with pytest.raises(UsageError, match="tables are written as"):
        export_answers(folder, tmp_path / "a.txt", "long", Request())
    with pytest.raises(InputError, match="there is no submission of judge, third to write"):
        export_answers(folder, tmp_path / "a.csv", "long", Request(), ["judge"], ["third"])
    with pytest.raises(InputError, match="there is no submission to write"):
        export_answers(empty_folder(tmp_path / "empty"), tmp_path / "a.csv", "long", Request())
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == []


def test_a_folder_that_is_not_there(folder, tmp_path):
    with pytest.raises(OSError, match="No such file"):
        export_answers(folder, tmp_path / "none" / "a.csv", "long", Request())


def test_the_same_folder_gives_the_same_bytes(folder, tmp_path):
    for suffix in (".csv", ".tsv", ".jsonl", ".parquet", ".xlsx"):
        paths = [tmp_path / f"{name}{suffix}" for name in "ab"]
        for path in paths:
            export_answers(opened(folder.path), path, "long", Request())
        assert paths[0].read_bytes() == paths[1].read_bytes()
