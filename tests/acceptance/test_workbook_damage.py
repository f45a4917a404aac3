"""Damage to a returned workbook, one kind each: all is found, with the right cell, and nothing wrong is taken in."""

from __future__ import annotations

import shutil
from pathlib import Path

import damaged_cells
import damaged_files
import damaged_rows
import pytest
from damaged import ITEMS, KINDS, Damaged
from returned_museum import SCORE, Said, Sheet, copies, filled, logged, museum

from accord.verbs.import_workbooks import import_workbooks
from accord.verbs.opened import opened

Made = tuple[Path, bytes, Said]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A museum, the workbook of ann for its first group filled in, and what was filled in."""
    folder = museum(tmp_path_factory.mktemp("made") / "m")
    return folder, *filled(copies(folder)[0])


@pytest.mark.parametrize(("module", "count"), [(damaged_cells, 60), (damaged_rows, 35), (damaged_files, 35)])
def test_there_are_kinds_enough(module, count):
    assert sum(kind.do.__module__ == module.__name__ for kind in KINDS.values()) >= count


def test_the_workbook_is_right_before_it_is_damaged(made, tmp_path):
    assert Sheet(made[1]).items == list(ITEMS)
    path = tmp_path / "ann.xlsx"
    path.write_bytes(made[1])
    home = shutil.copytree(made[0], tmp_path / "m")
    done = import_workbooks(opened(home), [path])
    assert done.files[0].findings == ()
    assert logged(home) == made[2]


def remaining(said: Said, book: Damaged, lost: frozenset[str]) -> Said:
    """What was filled in of the rows that are not lost."""
    others = {}
    for (item, heading), answer in book.said.items():
        match = SCORE.fullmatch(heading)
        assert match is not None
        others["ann", item, match["model"], match["field"]] = answer
    return {key: answer for key, answer in (said | others).items() if key[1] not in lost}


@pytest.mark.parametrize("name", KINDS)
def test_damage(name, made, tmp_path):
    folder, data, said = made
    kind = KINDS[name]
    book = Damaged(Sheet(data), shutil.copytree(folder, tmp_path / "damaged"))
    told = sorted(kind.do(book))
    path = tmp_path / book.name
    path.write_bytes(book.saved())
    for partial in (False, True):
        home = shutil.copytree(book.folder, tmp_path / f"partial {partial}")
        done = import_workbooks(opened(home), [path], partial=partial)
        found = [
            f"{finding.code} {finding.severity} {finding.where.removeprefix(str(path)).removeprefix('!')}"
            for finding in done.files[0].findings
        ]
        assert sorted(found) == told
        if kind.fine:
            assert logged(home) == remaining(said, book, frozenset())
        elif partial and kind.lost is not None:
            assert logged(home) == remaining(said, book, kind.lost)
        else:
            assert logged(home) == {}
        assert (done.unread + done.refused == 0) is kind.fine


def test_a_workbook_under_the_name_of_the_other_annotator(made, tmp_path):
    """Nobody can tell from the file alone; beside the workbook of the other one it is refused."""
    folder, data, said = made
    sheet = Sheet(data)
    for item in sheet.items:
        sheet.at(item, "annotator").value = "bob"
    files = [tmp_path / "ann.xlsx", tmp_path / "bob.xlsx"]
    files[0].write_bytes(sheet.data())
    files[1].write_bytes(filled(copies(folder)[1])[0])
    home = shutil.copytree(folder, tmp_path / "m")
    done = import_workbooks(opened(home), files, partial=True)
    assert [[finding.code for finding in file.findings] for file in done.files] == [["same_copy"], ["same_copy"]]
    assert logged(home) == {}
    import_workbooks(opened(home), files[:1])
    assert logged(home) == {("bob", *key[1:]): answer for key, answer in said.items()}
