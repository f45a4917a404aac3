"""An opened folder: what is read once, what is refused, and how it is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from accord.errors import InputError, UsageError
from accord.verbs.opened import opened

SPEC = "name: t\nversion: 1.0.0\nfields:\n  title: {kind: text}\n  right: {kind: binary, matches: title}\n"
ITEMS = [{"id": "i1"}, {"id": "i2"}]
OUTPUTS = [{"item": "i1", "rater": "m", "role": "model", "title": "vase"}]


@pytest.mark.parametrize("as_text", [False, True])
def test_a_folder_holds_its_benchmark_items_and_submissions(make_folder: Callable[..., Path], as_text: bool) -> None:
    folder = make_folder(SPEC, ITEMS, OUTPUTS)
    its = opened(str(folder) if as_text else folder)
    assert (its.path, its.benchmark.name, its.items.ids) == (folder, "t", ("i1", "i2"))
    assert its.standing.frame["title"].to_list() == ["vase"]
    assert its.outputs.find("i1", "m") == its.standing.frame["id"][0]
    assert its.sound_standing() is its.standing


def test_what_was_read_is_kept_until_it_is_opened_again(
    make_folder: Callable[..., Path], put_rows: Callable[..., object]
) -> None:
    folder = make_folder(SPEC, ITEMS, OUTPUTS)
    its = opened(folder)
    assert (its.items, its.standing, its.outputs) == (its.items, its.standing, its.outputs)
    put_rows(folder, [{"item": "i2", "rater": "m", "role": "model", "title": "bowl"}])
    assert its.standing.frame.height == len(its.outputs.item) == 1
    assert opened(folder).standing.frame.height == 2


def test_a_folder_without_items_or_answers_can_be_opened(tmp_path: Path) -> None:
    (tmp_path / "benchmark.yaml").write_text(SPEC)
    its = opened(tmp_path)
    assert its.standing.frame.height == 0
    with pytest.raises(InputError, match="there is no such file"):
        _ = its.items


def test_what_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name, what in (("none", "does not exist"), ("file", "is no folder")):
        path = tmp_path / name
        with pytest.raises(UsageError) as caught:
            opened(path)
        assert str(caught.value) == f"{path} {what}; make a benchmark with: accord init {path}"


def test_a_folder_without_a_benchmark_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="accord init"):
        opened(tmp_path)


def test_all_problems_of_the_benchmark_at_once(tmp_path: Path) -> None:
    (tmp_path / "benchmark.yaml").write_text("name: t\nversion: one\nfields:\n  ok: {kind: binry}\n")
    with pytest.raises(InputError) as caught:
        opened(tmp_path)
    places = [problem.where.removeprefix(f"{tmp_path}/benchmark.yaml:")[0] for problem in caught.value.problems]
    assert places == ["2", "4"]


def test_damaged_logs_are_refused_where_numbers_are_made_of_them(make_folder: Callable[..., Path]) -> None:
    models = [*OUTPUTS, {"item": "i1", "rater": "n", "role": "model", "title": "vase"}]
    folder = make_folder(SPEC, ITEMS, models)
    logs = sorted(folder.glob("annotations/*/*.jsonl"))
    for log in logs:
        log.write_bytes(b"x\n" + log.read_bytes())
    its = opened(folder)
    assert its.standing.frame.height == 2
    with pytest.raises(InputError) as caught:
        its.sound_standing()
    assert [problem.where for problem in caught.value.problems] == [f"{log}:1" for log in logs]


def test_a_torn_last_line_is_no_reason_to_refuse(make_folder: Callable[..., Path]) -> None:
    folder = make_folder(SPEC, ITEMS, OUTPUTS)
    (log,) = folder.glob("annotations/*/*.jsonl")
    log.write_bytes(log.read_bytes() + b'{"schema"')
    assert [finding.code for finding in opened(folder).sound_standing().findings] == ["torn_line"]
