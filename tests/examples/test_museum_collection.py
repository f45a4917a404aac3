"""The made-up museum is large enough for a round of 225 objects, hard enough for workbooks, and known to the cell."""

from __future__ import annotations

import csv
import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from template_rows import KEYS, Row, check_pictures

import accord
from accord.canonical import digest
from accord.examples.museum_answers import answers
from accord.examples.museum_collection import (
    FIELDS,
    MODELS,
    PEOPLE,
    REGIONS,
    TYPES,
    benchmark_text,
    items,
    outputs,
    pictures,
    score,
    truth,
)
from accord.spec.benchmark import read_benchmark

ITEMS: list[Row] = items()
IDS = [item["id"] for item in ITEMS]
MATCHES = [f"{field}_match" for field in FIELDS]


def text_row(row: Row) -> dict[str, str | None]:
    """A row as a line of a table: answers in columns of their own."""
    return {key: row[key] for key in KEYS if key != "answers"} | {field: row["answers"].get(field) for field in FIELDS}


def scores(person: str, name: str, model: str) -> dict[str, str | None]:
    """What a person enters for one output, as text."""
    said = {match: score(person, name, model, field) for match, field in zip(MATCHES, FIELDS, strict=True)}
    return {match: None if value is None else str(value) for match, value in said.items()}


def write_folder(folder: Path, names: Collection[str], pictured: Iterable[str] = ()) -> None:
    """The benchmark with some items, and the pictures of some of them."""
    (folder / "images").mkdir(parents=True)
    (folder / "benchmark.yaml").write_text(benchmark_text(), encoding="utf-8")
    lines = [json.dumps(item, ensure_ascii=False) + "\n" for item in ITEMS if item["id"] in names]
    (folder / "items.jsonl").write_text("".join(lines), encoding="utf-8")
    for path, png in pictures(pictured):
        (folder / path).write_bytes(png)


def test_300_objects_in_15_strata() -> None:
    assert Counter((item["region"], item["type"]) for item in ITEMS) == {(r, t): 20 for r in REGIONS for t in TYPES}
    assert len(REGIONS) * len(TYPES) == 15
    assert list(ITEMS[0]) == ["id", "image", "region", "type", "description", *FIELDS]
    assert [f"obj-{number:03d}" for number in range(1, 301)] == IDS


def test_the_same_twice() -> None:
    first = digest([ITEMS, outputs(IDS)])
    answers.cache_clear()
    assert digest([items(), outputs(IDS)]) == first
    some = IDS[200:210]
    assert outputs(some, ["model-c"]) == [row for row in outputs(IDS, MODELS[2:4]) if row in outputs(some, ["model-c"])]
    assert dict(pictures(some)).items() <= dict(pictures()).items()


def test_references_have_alternatives_and_some_are_not_known() -> None:
    assert Counter(field for item in ITEMS for field in FIELDS if item[field] is None) == {
        "creator": 105,
        "origin": 18,
        "period": 12,
        "culture": 6,
    }
    given = [item[field].split(" || ") for item in ITEMS for field in FIELDS if item[field] is not None]
    assert Counter(map(len, given)).keys() == {1, 2, 3}
    assert all(part == part.strip() != "" for parts in given for part in parts)


def test_texts_are_hard_for_a_workbook() -> None:
    texts = [item[field] or "" for item in ITEMS for field in ("description", *FIELDS)]
    scripts = Counter(name.split()[0] for text in texts for name in {unicodedata.name(sign) for sign in text})
    for script in ("CJK", "HANGUL", "ARABIC", "DEVANAGARI", "AMPHORA"):
        assert scripts[script] >= 5
    assert sum(any(unicodedata.decomposition(sign) for sign in text) for text in texts) > 50
    assert sum(850 < len(text) < 950 for text in texts) == 6
    said = [text for row in outputs(IDS) for text in row["answers"].values()]
    for sign in "=-@+":
        assert sum(text.startswith(sign) for text in said) > 15


def test_pictures_fit_the_items() -> None:
    check_pictures(ITEMS, list(pictures()))
    with pytest.raises(KeyError):
        list(pictures(["obj-000"]))


def test_outputs_are_rows_of_submissions() -> None:
    rows = outputs(IDS[:40], MODELS[:3])
    assert [(row["rater"], row["item"]) for row in rows] == [(model, name) for model in MODELS[:3] for name in IDS[:40]]
    for row in rows:
        assert list(row) == KEYS
        assert (row["role"], row["of"], row["state"], row["reason"]) == ("model", None, "answered", None)
        assert tuple(row["answers"]) == FIELDS
        assert all(text == text.strip() != "" for text in row["answers"].values())
    assert all(one["at"] < other["at"] for one, other in pairwise(rows))
    assert len(outputs(IDS)) == 2700


def test_outputs_can_be_invalid() -> None:
    rows = outputs(IDS[:3], MODELS[:2], invalid={("obj-002", "model-b")})
    broken = [row for row in rows if row["state"] != "answered"]
    assert [(row["item"], row["rater"]) for row in broken] == [("obj-002", "model-b")]
    assert (broken[0]["state"], broken[0]["reason"], broken[0]["answers"]) == ("invalid", "unreadable", {})
    others = [row for row in rows if row["state"] == "answered"]
    assert all(row in outputs(IDS[:3], MODELS[:2]) for row in others)


def test_scores_are_blank_where_there_is_no_reference() -> None:
    for item in ITEMS:
        for field in FIELDS:
            blank = item[field] is None
            assert (truth(item["id"], "model-e", field) is None) == blank
            assert all((score(person, item["id"], "model-e", field) is None) == blank for person in PEOPLE)


@pytest.mark.parametrize("person", PEOPLE)
def test_people_mostly_see_the_truth(person: str) -> None:
    pairs = [
        (true, score(person, name, model, field))
        for name in IDS
        for model in MODELS
        for field in FIELDS
        if (true := truth(name, model, field)) is not None
    ]
    sure = [true == said for true, said in pairs if true in (0, 1)]
    unsure = [said for true, said in pairs if true not in (0, 1)]
    assert sum(sure) / len(sure) > 0.94
    assert 0.2 < sum(unsure) / len(unsure) < 0.75
    assert 0.08 < len(unsure) / len(pairs) < 0.16


@pytest.mark.parametrize("field", FIELDS)
def test_people_agree_well_but_not_fully(field: str) -> None:
    columns = {
        "unit": [f"{name} {model}" for name in IDS for model in MODELS for _ in PEOPLE],
        "rater": [person for _ in IDS for _ in MODELS for person in PEOPLE],
        field: [score(person, name, model, field) for name in IDS for model in MODELS for person in PEOPLE],
    }
    asked = {"item": "unit", "rater": "rater", "fields": {field: accord.Binary()}}
    result = accord.agree(pl.DataFrame(columns), **asked, measures="alpha(nominal)", replicates=0)
    value = result.get(field, "alpha(nominal)").value
    assert value is not None
    assert 0.65 < value < 0.9


def test_the_benchmark_asks_in_both_languages() -> None:
    asked = read_benchmark(benchmark_text())
    document = asked.document
    assert document.languages == ("en", "zh")
    for form in asked.forms.values():
        assert isinstance(form.question, dict)
        assert set(form.question) == {"en", "zh"}
    for wording in (document.title, document.description, document.guideline, *(asked.forms[m].help for m in MATCHES)):
        assert isinstance(wording, dict)
        assert set(wording) == {"en", "zh"}
    rules = [text.splitlines() for text in document.guideline.values()]
    assert len(rules[0]) == len(rules[1]) > 4


def test_the_benchmark_fits_the_items() -> None:
    asked = read_benchmark(benchmark_text())
    assert asked.asked("model", about_output=False) == FIELDS
    assert asked.asked("human", about_output=True) == tuple(MATCHES)
    assert asked.asked("human", about_output=False) == ("comment",)
    assert [asked.reference(match) for match in MATCHES] == list(FIELDS)
    assert asked.items.strata == ("region", "type")
    assert asked.items.raters_per_item == 2
    assert asked.leaves_blank("human")


def test_a_round_can_be_taken_in_and_nothing_is_wrong_with_it(tmp_path: Path, put_rows: Callable[..., Any]) -> None:
    few, models = IDS[::30], MODELS[:3]
    write_folder(tmp_path, few, few)
    broken = (few[0], models[2])
    put_rows(tmp_path, [text_row(row) for row in outputs(few, models, invalid={broken})])
    judged = [
        {"item": name, "rater": person, "role": "human", "of": model, **scores(person, name, model)}
        for person in PEOPLE[:2]
        for name in few
        for model in models
        if (name, model) != broken
    ]
    assert put_rows(tmp_path, judged).added == 2 * (len(few) * len(models) - 1)
    assert accord.open(tmp_path).check() == ()


def test_a_table_of_outputs_is_imported_to_the_letter(tmp_path: Path) -> None:
    """Answers that look like formulas too."""
    write_folder(tmp_path / "museum", IDS)
    rows = [text_row(row) for row in outputs(IDS[:60])]
    table = tmp_path / "outputs.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    folder = accord.open(tmp_path / "museum")
    done = folder.import_answers(table)
    assert (done.written, done.rejected, done.added) == (True, 0, len(rows))
    assert done.rejects == ()
    logs = (tmp_path / "museum" / "annotations" / "model").iterdir()
    lines = [line for log in logs for line in log.read_text(encoding="utf-8").splitlines()]
    kept = {
        (record["item"], record["rater"]["name"], field): answer["value"] or answer["raw"]
        for record in map(json.loads, lines)
        for field, answer in record["answers"].items()
    }
    assert kept == {(row["item"], row["rater"], field): row[field] for row in rows for field in FIELDS}


@pytest.mark.parametrize("seed", range(3))
def test_a_sample_has_15_of_each_stratum_and_some_of_what_is_rare(tmp_path: Path, seed: int) -> None:
    write_folder(tmp_path, IDS)
    made = accord.open(tmp_path).sample(raters=PEOPLE, groups=3, per_stratum=15, seed=seed)
    drawn = [name for group in made.groups for name in group.items]
    assert [len(group.items) for group in made.groups] == [75, 75, 75]
    assert sorted(group.raters for group in made.groups) == [("ann", "bob"), ("ann", "cleo"), ("bob", "cleo")]
    strata = {item["id"]: (item["region"], item["type"]) for item in ITEMS}
    assert set(Counter(strata[name] for name in drawn).values()) == {15}
    texts = [item["description"] for item in ITEMS if item["id"] in drawn]
    assert any(len(text) > 850 for text in texts)
    assert any("\N{AMPHORA}" in text for text in texts)
