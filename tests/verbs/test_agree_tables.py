"""Agreement of table files: several files, files as raters, what is recorded of them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import accord
from accord.agreement.question import Question
from accord.agreement.result import Agreement
from accord.agreement.settings import Settings
from accord.annotations.layout import Layout
from accord.annotations.tables.read import FILE_AS_RATER
from accord.errors import InputError
from accord.verbs.agree_tables import agree_tables

QUESTION = Question(settings=Settings(replicates=20))
ONE = pl.DataFrame({"item": ["a", "b", "c"], "who": ["x"] * 3, "s": ["1", "0", "1"]})
TWO = pl.DataFrame({"item": ["a", "b", "c"], "who": ["y"] * 3, "s": ["1", "1", "1"]})


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    ONE.write_csv("one.csv")
    TWO.write_csv("two.csv")
    return tmp_path


def run(*paths: str, fields: Any = None, question: Question = QUESTION, **layout: Any) -> Agreement:
    columns = Layout(**({"item": ("item",), "rater": "who"} | layout))
    return agree_tables([Path(path) for path in paths], columns, fields or {"s": accord.Binary()}, question)


def test_files_are_put_under_each_other(here: Path) -> None:
    pl.concat([ONE, TWO]).write_csv("both.csv")
    assert run("one.csv", "two.csv").estimates == run("both.csv").estimates


def test_the_files_are_recorded(here: Path) -> None:
    digest = hashlib.sha256(Path("one.csv").read_bytes()).hexdigest()
    files = run("one.csv", "two.csv").files
    assert files[0] == {"path": "one.csv", "sha256": digest, "rows": 3}
    assert [file["path"] for file in files] == ["one.csv", "two.csv"]


def test_a_frame_and_its_file_give_the_same_numbers(here: Path) -> None:
    frame = pl.concat([ONE, TWO])
    from_frame = accord.agree(frame, item="item", rater="who", fields={"s": accord.Binary()}, replicates=20)
    assert run("one.csv", "two.csv").to_csv() == from_frame.to_csv()


def test_each_file_is_a_rater(here: Path) -> None:
    result = run("one.csv", "two.csv", rater=FILE_AS_RATER, question=Question(pairs=True, settings=QUESTION.settings))
    assert result.get("s", "pairwise", pair="one|two").value == pytest.approx(2 / 3)


def test_a_file_that_lacks_a_rater_column_will_do(here: Path) -> None:
    ONE.drop("who").write_csv("one.csv")
    TWO.drop("who").write_csv("two.csv")
    assert run("one.csv", "two.csv", rater=FILE_AS_RATER).get("s", "all_agree").raters == 2


def test_the_file_may_be_a_slice_or_a_condition_too(here: Path) -> None:
    result = run("one.csv", "two.csv", rater=FILE_AS_RATER, where={FILE_AS_RATER: ("one",)})
    assert result.get("s", "all_agree").reason == "no_pairable"


def test_a_file_given_twice_is_told(here: Path) -> None:
    codes = [finding.code for finding in run("one.csv", "one.csv", rater=FILE_AS_RATER).findings]
    assert codes[:2] == ["same_file", "repeats"]


def test_findings_of_the_file_come_first_and_places_are_lines(here: Path) -> None:
    Path("one.csv").write_text("item,who,s\na,x,1\n\nb,x,yes\n", encoding="utf-8")
    found = {finding.code: finding.message for finding in run("one.csv", "two.csv").findings}
    assert found["off_label"].startswith("one.csv:4, column s: 'yes' is not allowed")


def test_only_needed_columns_must_be_there(here: Path) -> None:
    with pytest.raises(InputError) as caught:
        run("one.csv", "two.csv", by=(("kind",),), cluster="Item")
    assert "kind" in str(caught.value)
    assert "Item" in str(caught.value)


def test_progress_names_the_fields(here: Path) -> None:
    seen: list[str] = []
    fields = {"s": accord.Binary(), "item": accord.Choice()}
    agree_tables([Path("one.csv")], Layout(item=("item",), rater="who"), fields, QUESTION, progress=seen.append)
    assert seen == ["s", "item"]


def test_a_sheet_by_name(here: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["nothing"])
    sheet = book.create_sheet("ratings")
    for row in [["item", "who", "s"], ["a", "x", 1], ["a", "y", 1.0], ["b", "x", 0], ["b", "y", 1]]:
        sheet.append(row)
    book.save("book.xlsx")
    layout = Layout(item=("item",), rater="who")
    result = agree_tables([Path("book.xlsx")], layout, {"s": accord.Binary()}, QUESTION, sheet=sheet.title)
    assert result.get("s", "all_agree").value == 0.5
