"""What must hold for the rows and pictures of every template, and rows as a table for `accord.agree`."""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import polars as pl
from PIL import Image

import accord

Row = dict[str, Any]
KEYS = ["item", "rater", "role", "at", "of", "state", "reason", "answers"]


def by_rater(rows: Iterable[Row], role: str) -> dict[str, list[Row]]:
    """The answered rows of each rater of a role, in the order given."""
    mine: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["role"] == role and row["state"] == "answered":
            mine[row["rater"]].append(row)
    return mine


def check_submissions(items: list[Row], rows: list[Row], fields: dict[str, list[str]]) -> None:
    """Every row stands for an item, has the fields of its role or none, and comes after the rater's last one."""
    known = {item["id"] for item in items}
    assert len(known) == len(items)
    assert len({(row["item"], row["of"], row["rater"]) for row in rows}) == len(rows)
    for row in rows:
        assert list(row) == KEYS
        assert row["item"] in known
        assert list(row["answers"]) == (fields[row["role"]] if row["state"] == "answered" else [])
        assert (row["reason"] is None) == (row["state"] != "invalid")
    assert {row["item"] for row in rows if row["role"] == "human"} == known
    times = defaultdict(list)
    for row in rows:
        times[row["rater"]].append(datetime.strptime(row["at"], "%Y-%m-%dT%H:%M:%SZ"))
    for moments in times.values():
        assert all(timedelta(seconds=20) <= b - a <= timedelta(seconds=90) for a, b in pairwise(moments))
        assert len({b - a for a, b in pairwise(moments)}) > 3
    assert json.loads(json.dumps(rows)) == rows


def check_pictures(items: list[Row], pictures: list[tuple[str, bytes]]) -> None:
    """One small PNG of 320 x 240 pixels an item, no two alike."""
    assert [path for path, _ in pictures] == [item["image"] for item in items]
    assert [item["image"] for item in items] == [f"images/{item['id']}.png" for item in items]
    assert len({png for _, png in pictures}) == len(items)
    for _, png in pictures:
        picture = Image.open(io.BytesIO(png))
        picture.load()
        assert (picture.format, picture.size) == ("PNG", (320, 240))
        assert len(png) < 6_000
        assert len(picture.getcolors() or []) > 8


def table(rows: list[Row], role: str) -> pl.DataFrame:
    """Answered rows of a role: unit (item and model), rater and fields; lists as JSON."""
    return pl.DataFrame(
        [
            {"unit": f"{row['item']} {row['of']}", "rater": rater}
            | {name: json.dumps(value) if isinstance(value, list) else value for name, value in row["answers"].items()}
            for rater, mine in by_rater(rows, role).items()
            for row in mine
        ],
        infer_schema_length=None,
    )


def agreement(rows: list[Row], role: str, name: str, field: accord.Field, measure: str) -> float:
    """One figure of one field over all raters of a role; every answer must be readable."""
    result = accord.agree(
        table(rows, role), item="unit", rater="rater", fields={name: field}, measures=measure, replicates=0
    )
    assert sum(counts.off_label for counts in result.non_response) == 0
    value = result.get(name, measure).value
    assert value is not None
    return value


def alike(rows: list[Row], role: str, fields: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of raters who answered these fields in the same way on all units both rated (two or more)."""
    names = list(fields)
    answers = {
        rater: {(row["item"], row["of"]): [row["answers"][name] for name in names] for row in mine}
        for rater, mine in by_rater(rows, role).items()
    }
    pairs = [(one, other) for one in answers for other in answers if one < other]
    found = []
    for one, other in pairs:
        shared = answers[one].keys() & answers[other].keys()
        if len(shared) > 1 and all(answers[one][unit] == answers[other][unit] for unit in shared):
            found.append((one, other))
    return found


def most_used(rows: list[Row], role: str, name: str) -> float:
    """The largest share that one answer has among the answers of one rater to a field; blanks are left out."""
    shares = []
    for mine in by_rater(rows, role).values():
        answers = [json.dumps(row["answers"][name]) for row in mine if row["answers"][name] is not None]
        shares.append(max(answers.count(answer) for answer in answers) / len(answers))
    return max(shares)
