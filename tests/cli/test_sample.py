"""accord sample: what it prints and writes."""

from __future__ import annotations

import json

import pytest

SPEC = "name: m\nversion: 1.0.0\nfields: {q: {kind: rating, scale: 1..5}}\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "benchmark.yaml").write_text(SPEC, encoding="utf-8")
    rows = [{"id": f"o{at:02}", "region": f"r{at % 3}"} for at in range(12)]
    (tmp_path / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return tmp_path


def test_what_was_drawn_is_printed_and_written(run, folder):
    options = ("--by", "region", "--per-stratum", 2, "--raters", "A,B,C", "--groups", 3)
    code, out, err = run("sample", folder, *options)
    assert (code, err) == (0, "")
    assert out.startswith("6 items of 3 strata; seed 0\n")
    assert out.endswith(f"Written to {folder / 'assignments' / 'sample.json'}\n")
    code, printed, _ = run("sample", folder, *options, "--json")
    assert code == 0
    assert json.loads(printed) == json.loads((folder / "assignments" / "sample.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--raters", "A,B", "--by", "regon"), "the nearest name is 'region'"),
        (("--raters", "A,B", "--size", 3, "--per-stratum", 1), "per_stratum"),
        (("--raters", "A"), "raters_per_item 2: allowed are 1 to 1"),
        (("--raters", "A,B", "--seed", -1), "seed -1"),
        (("--raters", "A,B", "--name", "../x"), "assignment name"),
    ],
)
def test_what_cannot_be_done_is_said_with_exit_code_2(run, folder, options, message):
    code, out, err = run("sample", folder, *options)
    assert (code, out) == (2, "")
    assert message in err


def test_raters_are_needed(run, folder):
    code, _, err = run("sample", folder)
    assert code == 2
    assert "--raters" in err
