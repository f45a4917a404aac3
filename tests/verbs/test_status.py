"""The status of a folder, from nothing to done."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import accord
from accord.annotations.contents.status import FieldCount, ItemCount, Part, RaterCount
from accord.errors import UsageError
from accord.verbs.init import init
from accord.verbs.status import status

SPEC = "name: x\nversion: 1.0.0\nitems: {raters_per_item: 3}\nfields: {q: {kind: rating, scale: 1..5}}\n"
MATCHES = "name: x\nversion: 1.0.0\nfields: {t: {kind: text}, ok: {kind: binary, matches: t}}\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("status")
    for template in ("museum", "streets", "scenes"):
        init(folder / template, template)
    return folder


def write(folder: Path, spec: str, items: str | None = '{"id": "a"}\n') -> Path:
    (folder / "benchmark.yaml").write_text(spec, encoding="utf-8")
    if items is not None:
        (folder / "items.jsonl").write_text(items, encoding="utf-8")
    return folder


def test_an_empty_folder(tmp_path: Path) -> None:
    found = status(tmp_path)
    assert (found.benchmark, found.items, found.roles, found.problems) == (None, None, (), 0)
    assert found.next == (f"accord init {tmp_path}", f"accord init {tmp_path} --template museum")


def test_a_folder_with_other_things(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    found = status(tmp_path)
    assert found.problems == 0
    assert found.next[0].startswith(f"write {tmp_path / 'benchmark.yaml'}")
    assert found.next[1] == f"accord status {tmp_path}"


def test_a_form_that_cannot_be_read(tmp_path: Path) -> None:
    found = status(write(tmp_path, "name: x\nversion: one\nfields: {q: {kind: ratings}}\n"))
    assert (found.benchmark, found.problems) == (None, 2)
    assert found.next == (f"accord check {tmp_path}",)


@pytest.mark.parametrize("items", [None, ""])
def test_no_items_yet(tmp_path: Path, items: str | None) -> None:
    found = status(write(tmp_path, SPEC, items))
    assert found.benchmark is not None and found.benchmark.version == "1.0.0"
    assert (found.items, found.problems) == (None, 0)
    assert found.next[0] == f"fill in {tmp_path / 'items.jsonl'}: one row an item, with the column id"
    assert found.next[1] == f"accord status {tmp_path}"


@pytest.mark.parametrize("items", ["{", '{"name": "a"}\n'])
def test_items_that_cannot_be_read(tmp_path: Path, items: str) -> None:
    found = status(write(tmp_path, SPEC, items))
    assert (found.items, found.problems) == (None, 1)
    assert found.next == (f"accord check {tmp_path}",)


def test_submissions_are_counted_without_items(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made / "scenes", tmp_path / "scenes")
    (folder / "items.jsonl").unlink()
    found = status(folder)
    assert [rater.rater for rater in found.roles[0].raters] == ["freya", "goran", "hana", "ivo", "jun", "kofi"]
    assert found.roles[0].fields == ()
    assert found.parts == ()


def test_no_submissions_yet(tmp_path: Path) -> None:
    found = status(write(tmp_path, SPEC))
    assert found.items == ItemCount(1, 0, 0, 0)
    assert found.parts == (Part("people", "items answered by 3 people or more", 0, 1),)
    assert found.next == (
        f"accord sample {tmp_path} --raters A,B,C --raters-per-item 3",
        f"accord import ANSWERS --into {tmp_path} --role human",
    )


def test_outputs_come_before_judgements(tmp_path: Path) -> None:
    assert status(write(tmp_path, MATCHES)).next[0] == f"accord import OUTPUTS --into {tmp_path} --role model"


def test_nobody_is_assigned_twice(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made / "museum", tmp_path / "museum")
    shutil.rmtree(folder / "annotations")
    commands = status(folder).next
    assert not any(command.startswith("accord sample") for command in commands)
    assert commands[-1] == f"accord import ANSWERS --into {folder} --role human"


def test_who_is_assigned_can_answer_in_workbooks_unless_boxes_are_asked(made: Path, tmp_path: Path) -> None:
    for name, fits in (("streets", True), ("scenes", False)):
        folder = shutil.copytree(made / name, tmp_path / name)
        shutil.rmtree(folder / "annotations")
        accord.open(folder).sample(raters=["ann", "bob"])
        assert (f"accord workbook export {folder}" in status(folder).next) == fits


def test_museum(made: Path) -> None:
    folder = made / "museum"
    found = status(folder)
    assert found.items == ItemCount(12, 0, 24, 2)
    human, judge, model = found.roles
    assert [role.role for role in found.roles] == ["human", "judge", "model"]
    assert human.raters == tuple(
        RaterCount(name, number, 0, 0, 0) for name, number in (("ann", 15), ("bob", 14), ("cleo", 15))
    )
    assert model.raters == tuple(RaterCount(name, 11, 1, 0, 0) for name in ("model-a", "model-b"))
    assert human.fields[-1] == FieldCount("creator_match", 26, 0, 0, 0, 18)
    assert judge.fields[-1] == FieldCount("creator_match", 66, 0, 0, 0, 0)
    assert all(part.complete for part in found.parts)
    assert {part.what: part.of for part in found.parts}["items assigned to bob (sample)"] == 8
    # Texts of models are compared with nothing.
    assert found.next == (
        f"accord agree {folder} --role human",
        f"accord agree {folder} --role judge",
        f"accord agree {folder} --between human,judge",
        f"accord judge {folder} --dry-run",
    )


def test_streets(made: Path) -> None:
    folder = made / "streets"
    found = status(folder)
    assert found.items == ItemCount(20, 0, 0, 0)
    fields = {(role.role, field.field): field for role in found.roles for field in role.fields}
    assert fields["human", "mood"] == FieldCount("mood", 45, 9, 0, 0, 0)
    assert fields["human", "condition"] == FieldCount("condition", 53, 0, 1, 0, 0)
    assert fields["model", "elements"] == FieldCount("elements", 39, 0, 0, 1, 0)
    assert [part for part in found.parts if not part.complete] == [
        Part("people", "items answered by 2 people or more", 19, 20)
    ]
    assert found.next == (
        f"accord check {folder}",
        f"accord agree {folder} --role human",
        f"accord agree {folder} --role model",
        f"accord run {folder} --dry-run",
    )


def test_scenes(made: Path) -> None:
    folder = made / "scenes"
    found = status(folder)
    assert found.roles[0].raters[2] == RaterCount("hana", 11, 0, 1, 0)
    assert found.next == (f"accord agree {folder} --role human",)


def test_a_role_that_is_missing_is_asked_for(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made / "museum", tmp_path / "museum")
    shutil.rmtree(folder / "annotations" / "human")
    shutil.rmtree(folder / "annotations" / "judge")
    assert status(folder).next[-3:] == (
        f"accord workbook export {folder}",
        f"accord import FILE --into {folder} --role human",
        f"accord judge {folder} --dry-run",
    )
    shutil.rmtree(folder / "annotations" / "model")
    assert f"accord judge {folder} --dry-run" not in status(folder).next, "there is nothing to judge"
    shutil.rmtree(folder / "assignments")
    assert f"accord workbook export {folder}" not in status(folder).next


def test_problems_come_first(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made / "scenes", tmp_path / "scenes")
    path = next((folder / "annotations" / "human").glob("ivo-*"))
    path.write_text("not json\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    found = status(folder)
    assert found.problems == 1
    assert found.next == (f"accord check {folder}",)


def test_names_of_folders_are_quoted_for_a_shell(tmp_path: Path) -> None:
    folder = tmp_path / "my benchmark"
    folder.mkdir()
    assert status(folder).next[0] == f"accord init '{folder}'"


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        status(tmp_path / "nowhere")


def test_the_document_is_json(made: Path) -> None:
    document = status(made / "museum").to_dict()
    assert json.loads(json.dumps(document))["schema"] == "accord.status/1"
