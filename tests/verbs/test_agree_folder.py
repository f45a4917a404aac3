"""Agreement on a folder: the same numbers as on a table of the same answers, and a record of what was read."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import accord
from accord.agreement.question import Question
from accord.agreement.settings import Settings
from accord.errors import InputError, UsageError
from accord.spec.benchmark import read_benchmark
from accord.verbs.agree_folder import Choice, agree_folder, settings_of
from accord.verbs.opened import opened

SPEC = """
name: t
version: 1.2.3
items: {slices: [region, [region, size]], strata: [region], cluster: group}
fields:
  ok: {kind: binary, abstain: [cannot judge]}
  score: {kind: rating, scale: 1..5}
  tags: {kind: labels, labels: [a, b, c]}
"""
QUICK = Question(settings=Settings(replicates=40, seed=3))
FIELDS = {
    "ok": accord.Binary(abstain=["cannot judge"]),
    "score": accord.Rating(1, 5),
    "tags": accord.Labels(["a", "b", "c"]),
}


def made_items(count: int) -> list[dict[str, str]]:
    # Groups lie within regions, as clusters must within strata.
    return [
        {"id": f"i{at:02}", "region": "ns"[at // 20], "size": f"s{at % 3}", "group": f"g{at // 4}"}
        for at in range(count)
    ]


def made_rows(
    seed: int, items: list[dict[str, str]], raters: str = "abcd", role: str = "human"
) -> list[dict[str, Any]]:
    """Answers of every kind and state; some raters leave items out."""
    chance = random.Random(seed)
    return [
        {
            "item": item["id"],
            "rater": rater,
            "role": role,
            "ok": chance.choice(["0", "1", "1", "cannot judge", None, "9"]),
            "score": chance.choice(["1", "2", "3", "4", "5", "5.0", "6"]),
            "tags": json.dumps(sorted(chance.sample("abc", chance.randrange(4)))),
        }
        for item in items
        for rater in raters
        if chance.random() < 0.9
    ]


@pytest.fixture
def folder(make_folder: Callable[..., Path]) -> Path:
    items = made_items(12)
    judges = made_rows(2, items, "jk", "judge")
    return make_folder(SPEC, items, made_rows(1, items), judges)


def numbers(result: accord.Agreement) -> list[tuple[Any, ...]]:
    return [
        (
            row.field,
            row.measure,
            str(row.where),
            row.between,
            row.value,
            row.low,
            row.high,
            row.reason,
            row.items,
            row.ratings,
        )
        for row in result.estimates
    ]


@pytest.mark.parametrize("seed", range(3))
def test_the_numbers_are_those_of_a_table_of_the_same_answers(make_folder: Callable[..., Path], seed: int) -> None:
    items = made_items(40)
    rows = made_rows(seed, items)
    # What stands counts, whatever was said before and in whatever order it came.
    random.Random(seed).shuffle(rows)
    before = [{**row, "ok": "0", "score": "1", "tags": "[]"} for row in rows[::3]]
    folder = make_folder(SPEC, items, before, rows)
    found = agree_folder(opened(folder), Choice(), QUICK)
    of_item = {item["id"]: item for item in items}
    table = pl.DataFrame([{**row, **of_item[row["item"]]} for row in rows], infer_schema_length=None)
    expected = accord.agree(
        table,
        item="item",
        rater="rater",
        fields=FIELDS,
        by=["region", ("region", "size")],
        strata="region",
        cluster="group",
        replicates=40,
        seed=3,
    )
    assert numbers(found) == numbers(expected)
    assert found.non_response == expected.non_response


def test_the_result_records_what_was_read(folder: Path) -> None:
    result = agree_folder(opened(folder), Choice(), QUICK)
    assert result.design["benchmark"] == {
        "name": "t",
        "version": "1.2.3",
        "digest": opened(folder).benchmark.digest,
    }
    assert (result.design["roles"], result.design["strata"], result.design["cluster"]) == (["human"], "region", "group")
    for file in result.files:
        data = (folder / str(file["path"])).read_bytes()
        assert file["sha256"] == hashlib.sha256(data).hexdigest()
        assert file["rows"] == data.count(b"\n")
    paths = [str(file["path"]) for file in result.files]
    assert paths == ["items.jsonl", *sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*/*.jsonl"))]


def test_the_same_folder_elsewhere_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "deep" / "elsewhere"
    shutil.copytree(folder, elsewhere)
    here, there = (agree_folder(opened(path), Choice(), QUICK).to_json() for path in (folder, elsewhere))
    assert here == there
    assert "off_label" in here


@pytest.mark.parametrize(
    ("batches", "role"),
    [(["judge", "model"], "judge"), (["model"], "model"), (["model", "human", "judge"], "human")],
)
def test_people_come_first_then_judges_then_models(
    make_folder: Callable[..., Path], batches: list[str], role: str
) -> None:
    items = made_items(6)
    folder = make_folder(SPEC, items, *(made_rows(1, items, "ab", name) for name in batches))
    assert agree_folder(opened(folder), Choice(), QUICK).design["roles"] == [role]


def test_without_submissions_it_says_so(make_folder: Callable[..., Path]) -> None:
    with pytest.raises(InputError, match="no submission by human counts; there are none at all"):
        agree_folder(opened(make_folder(SPEC, made_items(3))), Choice(), QUICK)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (Choice(roles=("human", "robot")), "no role robot; roles: human, judge, model"),
        (Choice(fields=("ok", "okay", "no")), "no field okay, no; fields: ok, score, tags"),
        (Choice(between=("human", "robot")), "no role robot"),
        (Choice(between=("human", "model")), "between: there is no submission by model"),
        (Choice(between=("model", "judge")), "between: there is no submission by model"),
    ],
)
def test_what_cannot_be_asked(folder: Path, choice: Choice, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        agree_folder(opened(folder), choice, QUICK)


def test_two_roles_are_compared_in_the_order_that_was_asked(folder: Path) -> None:
    for sides in (("human", "judge"), ("judge", "human")):
        result = agree_folder(opened(folder), Choice(between=sides), QUICK)
        assert sides in {row.between for row in result.estimates}
        assert result.design["roles"] == ["human", "judge"]


def test_a_third_role_is_added_to_the_panel_and_to_no_side(folder: Path, put_rows: Callable[..., object]) -> None:
    put_rows(folder, made_rows(5, made_items(12), "m", "model"))
    only = agree_folder(opened(folder), Choice(between=("human", "judge")), QUICK)
    more = agree_folder(opened(folder), Choice(roles=("model",), between=("human", "judge")), QUICK)
    assert more.design["roles"] == ["human", "judge", "model"]
    assert more.raters == 7

    def crossed(result: accord.Agreement) -> list[tuple[Any, ...]]:
        return [row for row in numbers(result) if row[3] == ("human", "judge") and row[1].startswith("pairwise")]

    assert [row[4] for row in crossed(more)] == [row[4] for row in crossed(only)]


def test_damaged_logs_are_refused_with_all_their_lines(folder: Path) -> None:
    logs = sorted(folder.glob("annotations/human/*.jsonl"))[:2]
    for log in logs:
        log.write_bytes(log.read_bytes() + b"{}\n")
    with pytest.raises(InputError) as caught:
        agree_folder(opened(folder), Choice(), QUICK)
    assert [problem.where.rpartition(":")[0] for problem in caught.value.problems] == [str(log) for log in logs]


def test_an_item_that_stands_twice_is_refused(folder: Path) -> None:
    items = folder / "items.jsonl"
    items.write_text(items.read_text() + json.dumps({**made_items(1)[0], "region": "s"}) + "\n")
    with pytest.raises(InputError, match="stands twice"):
        agree_folder(opened(folder), Choice(), QUICK)


def test_progress_is_told(folder: Path) -> None:
    told: list[str] = []
    agree_folder(opened(folder), Choice(fields=("ok",)), QUICK, told.append)
    assert told


def test_the_rules_of_the_benchmark() -> None:
    text = SPEC + (
        "policies:\n  limited_support: 4\n"
        "  intervals: {replicates: 50, seed: 6, level: 0.5, interval: bca, resample: index}\n"
    )
    assert settings_of(read_benchmark(text)) == Settings(50, 6, "bca", 0.5, "index", min_support=4)
    assert settings_of(read_benchmark(SPEC)) == Settings()
