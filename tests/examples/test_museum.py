"""The rebuilt museum table meets every published figure, recomputed here in plain Python."""

from __future__ import annotations

from collections import defaultdict
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from accord.examples.museum import FIELDS, JUDGES, PUBLISHED, museum_table

# judge -> "model valid title culture period origin creator", as published
ACCURACY = {
    "GPT-4.1-mini": """
        Qwen-VL-Max      74 0.284 0.486 0.541 0.392 0.257
        Qwen3-VL-Plus    69 0.275 0.522 0.478 0.449 0.217
        Qwen3-VL-Flash   72 0.347 0.597 0.569 0.528 0.403
        Qwen3-VL-8B      75 0.160 0.440 0.413 0.333 0.293
        Qwen3-VL-32B     75 0.373 0.547 0.493 0.467 0.307
        Pixtral-12B      67 0.284 0.463 0.478 0.418 0.448
        GPT-4.1-mini     75 0.333 0.493 0.547 0.467 0.320
        GPT-5.4-mini     75 0.320 0.573 0.547 0.507 0.293
        Claude Haiku 4.5 74 0.270 0.405 0.432 0.311 0.419
    """,
    "DeepSeek-V4-Flash": """
        Qwen-VL-Max      74 0.297 0.514 0.500 0.432 0.432
        Qwen3-VL-Plus    69 0.406 0.522 0.377 0.449 0.246
        Qwen3-VL-Flash   72 0.319 0.611 0.542 0.528 0.500
        Qwen3-VL-8B      75 0.213 0.440 0.347 0.347 0.400
        Qwen3-VL-32B     75 0.333 0.480 0.453 0.507 0.307
        Pixtral-12B      67 0.328 0.478 0.493 0.478 0.478
        GPT-4.1-mini     75 0.387 0.480 0.480 0.467 0.373
        GPT-5.4-mini     75 0.360 0.560 0.467 0.507 0.347
        Claude Haiku 4.5 74 0.324 0.500 0.500 0.405 0.446
    """,
    "Gemini-3.5-Flash-Lite": """
        Qwen-VL-Max      74 0.216 0.486 0.595 0.527 0.338
        Qwen3-VL-Plus    69 0.333 0.536 0.478 0.580 0.174
        Qwen3-VL-Flash   72 0.347 0.597 0.597 0.681 0.458
        Qwen3-VL-8B      75 0.213 0.427 0.453 0.453 0.280
        Qwen3-VL-32B     75 0.293 0.480 0.467 0.547 0.280
        Pixtral-12B      67 0.284 0.493 0.522 0.612 0.373
        GPT-4.1-mini     75 0.320 0.480 0.600 0.587 0.347
        GPT-5.4-mini     75 0.320 0.573 0.560 0.613 0.173
        Claude Haiku 4.5 74 0.311 0.459 0.500 0.527 0.351
    """,
    "Qwen3-30B-A3B-Instruct-2507": """
        Qwen-VL-Max      74 0.162 0.486 0.554 0.378 0.514
        Qwen3-VL-Plus    69 0.188 0.507 0.333 0.362 0.217
        Qwen3-VL-Flash   72 0.306 0.542 0.542 0.542 0.444
        Qwen3-VL-8B      75 0.173 0.467 0.480 0.413 0.427
        Qwen3-VL-32B     75 0.320 0.600 0.547 0.533 0.400
        Pixtral-12B      67 0.164 0.478 0.433 0.418 0.418
        GPT-4.1-mini     75 0.187 0.480 0.533 0.480 0.360
        GPT-5.4-mini     75 0.240 0.560 0.467 0.507 0.293
        Claude Haiku 4.5 74 0.230 0.419 0.419 0.392 0.392
    """,
}


@pytest.fixture(scope="module")
def table() -> pl.DataFrame:
    return museum_table()


@pytest.fixture(scope="module")
def valid(table: pl.DataFrame) -> pl.DataFrame:
    return table.filter(pl.col("valid") == "true")


def test_shape_and_values(table: pl.DataFrame, valid: pl.DataFrame) -> None:
    assert table.columns == ["record", "group", "object", "model", "judge", "valid", *FIELDS]
    assert set(table.dtypes) == {pl.String}
    assert table.null_count().sum_horizontal().item() == 0
    assert table.height == 675 * 4
    assert table.n_unique(["record", "judge"]) == table.height
    assert (table["record"].n_unique(), table["object"].n_unique()) == (675, 225)
    assert valid["record"].n_unique() == 656
    for field in FIELDS:
        assert set(valid[field]) == {"0", "1"}
        assert set(table.filter(pl.col("valid") == "false")[field]) == {""}


@pytest.mark.parametrize("judge", JUDGES)
def test_accuracy_meets_the_published_tables(judge: str, valid: pl.DataFrame) -> None:
    scores: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for model, *row in valid.filter(pl.col("judge") == judge).select("model", *FIELDS).iter_rows():
        scores[model].append(tuple(row))

    found = {
        model: [
            str(len(rows)),
            *(_three_decimals(column.count("1") / len(rows)) for column in zip(*rows, strict=True)),
        ]
        for model, rows in scores.items()
    }

    published = {}
    for line in ACCURACY[judge].strip().splitlines():
        model, *figures = line.strip().rsplit(maxsplit=6)
        published[model] = figures
    assert found == published


@pytest.mark.parametrize("field", FIELDS)
def test_agreement_meets_the_published_table(field: str, valid: pl.DataFrame) -> None:
    panels: dict[str, dict[str, str]] = defaultdict(dict)
    for record, judge, score in valid.select("record", "judge", field).iter_rows():
        panels[record][judge] = score
    pairs = list(combinations(JUDGES, 2))
    share = {f"{a}|{b}": sum(panel[a] == panel[b] for panel in panels.values()) / len(panels) for a, b in pairs}
    all_agree = sum(len(set(panel.values())) == 1 for panel in panels.values()) / len(panels)
    observed = sum(share.values()) / len(pairs)
    ones = sum(score == "1" for panel in panels.values() for score in panel.values()) / (4 * len(panels))
    expected = ones**2 + (1 - ones) ** 2
    figures = {
        "all_agree": all_agree,
        "mean_pairwise": observed,
        "fleiss": (observed - expected) / (1 - expected),
        **share,
    }

    assert {name: float(_three_decimals(value)) for name, value in figures.items()} == PUBLISHED[field]


def test_the_packaged_file_says_that_it_is_rebuilt() -> None:
    text = files("accord.examples").joinpath("museum.txt").read_text(encoding="utf-8")
    assert text.startswith("# REBUILT")
    assert len(text) < 6_000


def test_published_figures_are_45() -> None:
    assert tuple(PUBLISHED) == FIELDS
    assert sum(len(figures) for figures in PUBLISHED.values()) == 45


def test_published_figures_equal_the_published_table(shared: Path) -> None:
    path = shared / "data" / "museum_reconstructed" / "expected_agreement.csv"
    table = pl.read_csv(path)
    assert [(row[0], row[1:]) for row in table.rows()] == [
        (field, tuple(figures.values())) for field, figures in PUBLISHED.items()
    ]


def test_table_equals_the_shared_rebuild(shared: Path, table: pl.DataFrame) -> None:
    path = shared / "data" / "museum_reconstructed" / "judgements.csv"
    rebuilt = pl.read_csv(path, infer_schema=False).with_columns(pl.all().fill_null(""))
    assert_frame_equal(table, rebuilt)


def _three_decimals(value: float) -> str:
    return f"{value:.3f}"
