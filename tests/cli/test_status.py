"""accord status: what it prints; it ends with 0 for any folder."""

from __future__ import annotations

import json

import pytest

from accord.verbs.init import init


def test_an_example(run, tmp_path):
    init(tmp_path / "museum", "museum")
    code, out, err = run("status", tmp_path / "museum")
    assert (code, err) == (0, "")
    assert out.startswith("museum 1.0.0, digest ")
    assert "12 items\n24 outputs to judge, 2 of them invalid\n" in out
    assert f"  accord agree {tmp_path / 'museum'} --role human\n" in out


def test_what_is_to_be_run_next_can_be_run(run, tmp_path):
    init(tmp_path / "museum", "museum")
    document = json.loads(run("status", tmp_path / "museum", "--json")[1])
    assert (document["schema"], len(document["next"])) == ("accord.status/1", 4)
    for command in document["next"]:
        program, *arguments = command.split()
        assert program == "accord"
        assert run(*arguments, *(["--replicates", 0] if arguments[0] == "agree" else []))[0] == 0


@pytest.mark.parametrize("spec", [None, "name: x\n", "name: x\nversion: 1.0.0\nfields: {q: {kind: binary}}\n"])
def test_an_empty_or_half_made_folder(run, tmp_path, spec):
    if spec is not None:
        (tmp_path / "benchmark.yaml").write_text(spec, encoding="utf-8")
    code, out, err = run("status", tmp_path)
    assert (code, err) == (0, "")
    assert "\nRun next\n" in out
    assert json.loads(run("status", tmp_path, "--json")[1])["roles"] == []


def test_a_new_folder_can_be_filled_as_it_says(run, tmp_path):
    document = json.loads(run("status", tmp_path, "--json")[1])
    assert run(*document["next"][0].split()[1:])[0] == 0
    document = json.loads(run("status", tmp_path, "--json")[1])
    assert document["next"][0].startswith(f"accord sample {tmp_path} --raters A,B ")
    assert run(*document["next"][0].split()[1:])[0] == 0


def test_what_is_no_folder_ends_with_2(run, tmp_path):
    code, out, err = run("status", tmp_path / "nowhere")
    assert (code, out) == (2, "")
    assert "does not exist" in err
