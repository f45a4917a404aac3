"""The museum from nothing: 225 objects, six workbooks, filled in, some saved by LibreOffice, taken in and compared."""

from __future__ import annotations

import hashlib
import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import office
import openpyxl
import plain_numbers
import pytest
from PIL import Image

from accord.annotations.workbooks.drawn import drawings
from accord.annotations.workbooks.pictures import fit_pictures
from accord.verbs.demo_workbooks import make_collection
from accord.verbs.export_workbooks import export_workbooks
from accord.verbs.opened import opened

FIELDS = ("title", "culture", "period", "origin", "creator")
PAIRS = {"1": "ab", "2": "bc", "3": "ac"}
SCORE = "_match_0_or_1"
Filled = dict[tuple[str, str, str, str, str], int]
"""Group, annotator, item, model and field -> what was filled in."""


@pytest.fixture(scope="module")
def museum(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("museum") / "collection"
    make_collection(folder)
    return folder


def rows_of(sheet: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every row of the answers by the names of its headings."""
    names = [cell.value for cell in sheet[1]]
    for row in sheet.iter_rows(min_row=2):
        yield row[0].row, dict(zip(names, row, strict=True))


def fill(path: Path, target: Path, filled: Filled) -> None:
    """Fill in what is not locked, with other answers in every workbook; knows headings and nothing of accord."""
    rng = random.Random(path.stem)
    book = openpyxl.load_workbook(path)
    sheet = book["answers"]
    for _, row in rows_of(sheet):
        group = row["group"].value.split()[-1]
        for name, cell in row.items():
            if name.endswith(SCORE) and not cell.protection.locked:
                model, _, field = name.removesuffix(SCORE).partition("_")
                # Mostly one answer for both people, so that agreement is neither perfect nor none.
                shared = random.Random(f"{row['item'].value} {model} {field}").random() < 0.6
                cell.value = int(shared if rng.random() < 0.85 else not shared)
                filled[group, row["annotator"].value, row["item"].value, model, field] = cell.value
    book.save(target)


@pytest.fixture(scope="module")
def returned(museum, tmp_path_factory) -> tuple[list[Path], Filled]:
    target = tmp_path_factory.mktemp("returned")
    filled: Filled = {}
    files = []
    for book in export_workbooks(opened(museum)).written:
        files.append(target / book.path.name)
        fill(book.path, files[-1], filled)
    return files, filled


def test_six_workbooks_of_75_rows_each_with_its_picture(museum, cli, tmp_path):
    run = cli("workbook", "export", museum, "--out", tmp_path / "out", "--json")
    assert run.code == 0, run.err
    books = run.document["workbooks"]
    assert [(book["group"], book["annotator"][0]) for book in books] == [
        (group, name) for group, names in PAIRS.items() for name in names
    ]
    seen = []
    for book in books:
        assert (book["rows"], book["pictures"]) == (75, 75)
        assert book["bytes"] < 10_000_000
        data = Path(book["path"]).read_bytes()
        drawn = {drawing.row: drawing for drawing in drawings(data, "answers")}
        sheet = openpyxl.load_workbook(book["path"])["answers"]
        items = {number: row["item"].value for number, row in rows_of(sheet)}
        fitted, _ = fit_pictures(museum, [f"images/{item}.png" for item in items.values()])
        assert set(drawn) == set(items) == set(range(2, 77))
        for number, item in items.items():
            assert drawn[number].sha256 == hashlib.sha256(fitted[f"images/{item}.png"].data).hexdigest()
            assert drawn[number].anchor_row == number
            assert drawn[number].column == 2
        seen += items.values()
    assert len(set(seen)) == 225
    assert len(seen) == 450


def expected(filled: Filled, field: str, groups: Sequence[str]) -> dict[tuple[str, str | None], dict[str, int]]:
    """The panel of one field: unit -> annotator -> score."""
    panel: dict[tuple[str, str | None], dict[str, int]] = {}
    for (group, annotator, item, model, name), score in filled.items():
        if name == field and group in groups:
            panel.setdefault((item, model), {})[annotator] = score
    return panel


def check_import(cli, museum: Path, files: Sequence[Path], filled: Filled) -> None:
    run = cli("workbook", "import", *files, "--into", museum, "--json")
    assert run.code == 0, run.err
    assert sum(file["taken"] for file in run.document["files"]) == 450
    assert [finding for file in run.document["files"] for finding in file["findings"]] == []
    assert run.document["imported"]["added"] == 1350
    again = cli("workbook", "import", *files, "--into", museum, "--json")
    assert (again.document["imported"]["added"], again.document["imported"]["unchanged"]) == (0, 1350)
    found = cli.agree(museum, "--role", "human", "--by", "group", "--no-slices", "--replicates", "0")
    for field in FIELDS:
        for groups in (["1"], ["2"], ["3"], ["1", "2", "3"]):
            panel = expected(filled, field, groups)
            where = "all" if len(groups) == 3 else f"group={groups[0]}"
            for measure, plain in (
                ("alpha(nominal)", plain_numbers.alpha(panel, plain_numbers.nominal)),
                ("fleiss", plain_numbers.fleiss(panel)),
                ("gwet(ac1)", plain_numbers.ac1(panel, 2)),
                ("all_agree", plain_numbers.over_units(panel, plain_numbers.agreeing)),
            ):
                row = found.estimate(f"{field}_match", measure, where)
                assert row["value"] == pytest.approx(plain[0], abs=1e-9), (field, measure, where)
                assert row["items"] == len(plain[1])


def test_workbooks_filled_by_a_script(museum, returned, cli, tmp_path):
    files, filled = returned
    folder = tmp_path / "collection"
    shutil.copytree(museum, folder)
    check_import(cli, folder, files, filled)


def test_the_same_after_libreoffice_opened_and_saved_them(museum, returned, cli, tmp_path, libreoffice):
    files, filled = returned
    folder = tmp_path / "collection"
    shutil.copytree(museum, folder)
    saved = office.converted(libreoffice, files, "xlsx", tmp_path / "saved", tmp_path / "profile")
    assert all(path.read_bytes() != file.read_bytes() for path, file in zip(saved, files, strict=True))
    check_import(cli, folder, saved, filled)


def test_a_workbook_is_rendered(returned, tmp_path, libreoffice, pdftoppm):
    pages = office.pages(libreoffice, returned[0][0], tmp_path)
    with Image.open(pages[0]) as image:
        colours = image.convert("RGB").getcolors(maxcolors=1 << 24)
    assert colours is not None
    # Grounds of headings, references, outputs, and the drawn pictures.
    assert len(colours) > 100
