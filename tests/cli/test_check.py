"""accord check: what it prints, and how it ends."""

from __future__ import annotations

import json

import pytest

from accord.verbs.init import init


@pytest.fixture
def scenes(tmp_path):
    init(tmp_path / "scenes", "scenes")
    return tmp_path / "scenes"


def test_a_sound_folder(run, scenes):
    assert run("check", scenes) == (0, "0 errors, 0 warnings, 0 notes\n", "")
    assert run("check", scenes, "--strict")[0] == 0


def test_an_error_ends_with_1(run, scenes):
    (scenes / "images" / "scene-03.png").unlink()
    code, out, err = run("check", scenes)
    assert code == 1
    assert out == (
        "error picture_missing\n"
        f"  {scenes / 'items.jsonl'}:3, column image\n"
        "  'images/scene-03.png' is not there\n"
        "  -> put the file there, or correct the path\n\n"
        "1 error, 0 warnings, 0 notes\n"
    )
    assert err == f"error: {scenes}: 1 error, 0 warnings, 0 notes\n"


def test_warnings_end_with_1_only_when_strict(run, tmp_path):
    init(tmp_path / "streets", "streets")
    code, out, err = run("check", tmp_path / "streets")
    assert (code, err) == (0, "")
    assert out.endswith("\n0 errors, 3 warnings, 0 notes\n")
    code, strict, err = run("check", tmp_path / "streets", "--strict")
    assert (code, strict) == (1, out)
    assert err.endswith("0 errors, 3 warnings, 0 notes under --strict\n")


def test_notes_are_no_failure_even_when_strict(run, scenes):
    spec = scenes / "benchmark.yaml"
    spec.write_text(spec.read_text(encoding="utf-8").replace("version: 1.0.0", "version: 1.0.1"), encoding="utf-8")
    assert run("check", scenes)[1] == "0 errors, 0 warnings, 0 notes\n"
    spec.write_text(spec.read_text(encoding="utf-8").replace("Could this happen", "Can this happen"), encoding="utf-8")
    code, out, _ = run("check", scenes, "--strict")
    assert code == 0
    assert out.startswith("note other_version\n")
    assert out.endswith("0 errors, 0 warnings, 1 note\n")


@pytest.mark.parametrize("strict", [(), ("--strict",)])
def test_one_json_document(run, tmp_path, strict):
    init(tmp_path / "streets", "streets")
    code, out, err = run("check", tmp_path / "streets", "--json", *strict)
    document = json.loads(out)
    assert list(document) == ["schema", "accord", "benchmark", "counts", "findings"]
    assert (document["schema"], document["benchmark"]["name"]) == ("accord.check/1", "streets")
    assert document["counts"] == {"errors": 0, "warnings": 3, "notes": 0}
    assert [finding["code"] for finding in document["findings"]] == ["off_label", "off_label", "too_few_raters"]
    assert list(document["findings"][0]) == ["code", "severity", "where", "message", "fix", "count"]
    assert (code, bool(err)) == ((1, True) if strict else (0, False))


def test_a_form_that_cannot_be_read_ends_with_2(run, tmp_path):
    (tmp_path / "benchmark.yaml").write_text("name: x\n", encoding="utf-8")
    code, out, err = run("check", tmp_path)
    assert (code, out) == (2, "")
    assert "benchmark.yaml" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("name", ["nowhere", "file"])
def test_what_is_no_folder_ends_with_2(run, tmp_path, name):
    (tmp_path / "file").write_text("x")
    code, out, err = run("check", tmp_path / name)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
