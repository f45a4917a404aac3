"""Museum judgements, REBUILT from published tables: four language models judge 675 outputs in five fields.

These are not the original records. The publication (Appear2Meaning, human annotation and LLM judges) gives
summary tables only: the accuracy of nine models in five fields by four judges, and the agreement of the
judges. The scores here were worked out so that they meet all 225 published figures at once (180 accuracies,
45 agreement figures) and the counts of valid outputs. Many other assignments meet them as well, so nothing
beyond those figures can be learnt from this table: not which object was hard, and no joint behaviour of
fields or models. Object numbers are made up, and so are the places of the 19 invalid outputs.

The packed scores are in `museum.txt` beside this file, which says how to read it.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import polars as pl

FIELDS: tuple[str, ...] = ("title", "culture", "period", "origin", "creator")
JUDGES: tuple[str, ...] = (
    "GPT-4.1-mini",
    "DeepSeek-V4-Flash",
    "Gemini-3.5-Flash-Lite",
    "Qwen3-30B-A3B-Instruct-2507",
)

_FIGURES: tuple[str, ...] = (
    "all_agree",
    "mean_pairwise",
    "fleiss",
    "GPT-4.1-mini|DeepSeek-V4-Flash",
    "GPT-4.1-mini|Gemini-3.5-Flash-Lite",
    "GPT-4.1-mini|Qwen3-30B-A3B-Instruct-2507",
    "DeepSeek-V4-Flash|Gemini-3.5-Flash-Lite",
    "DeepSeek-V4-Flash|Qwen3-30B-A3B-Instruct-2507",
    "Gemini-3.5-Flash-Lite|Qwen3-30B-A3B-Instruct-2507",
)
_ROWS: dict[str, tuple[float, ...]] = {
    "title": (0.768, 0.872, 0.684, 0.895, 0.877, 0.873, 0.912, 0.826, 0.848),
    "culture": (0.931, 0.963, 0.925, 0.966, 0.973, 0.962, 0.976, 0.944, 0.956),
    "period": (0.782, 0.880, 0.760, 0.886, 0.884, 0.877, 0.889, 0.866, 0.880),
    "origin": (0.774, 0.878, 0.755, 0.909, 0.846, 0.896, 0.870, 0.899, 0.846),
    "creator": (0.738, 0.857, 0.687, 0.890, 0.858, 0.863, 0.843, 0.878, 0.809),
}

PUBLISHED: dict[str, dict[str, float]] = {field: dict(zip(_FIGURES, row, strict=True)) for field, row in _ROWS.items()}
"""The 45 published agreement figures, three decimals, over the 656 valid outputs: field -> figure -> value.

A figure is `all_agree`, `mean_pairwise`, `fleiss`, or a pair of judges `A|B` in the order of `JUDGES` (raw
agreement of the two).

>>> PUBLISHED["culture"]["fleiss"], PUBLISHED["title"]["DeepSeek-V4-Flash|Gemini-3.5-Flash-Lite"]
(0.925, 0.912)
"""

_INVALID = "-----"


def museum_table() -> pl.DataFrame:
    """The rebuilt judgements: 2,700 rows, one for each output (675) and judge (4), all columns strings.

    Columns: record (object and model), group, object, model, judge, valid ("true" or "false"), and the five
    scores "0" or "1", which are empty strings where valid is "false" (19 outputs, 76 rows). Rows are ordered
    by model as published, then judge, then object. An object has three records, one for each model of its
    group, so `object` is the cluster to resample.

    >>> museum_table().filter(pl.col("valid") == "true").height  # 656 outputs x 4 judges
    2624
    """
    columns = ["record", "group", "object", "model", "judge", "valid", *FIELDS]
    rows = [
        _row(group, model, number, judge, code)
        for group, model, codes in _models()
        for judge in range(len(JUDGES))
        for number, code in enumerate(codes, start=1)
    ]
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")


def _models() -> Iterator[tuple[str, str, list[str]]]:
    """Group, model and packed outputs of every model in the data file."""
    text = files("accord.examples").joinpath("museum.txt").read_text(encoding="utf-8")
    for block in text.split("\n@")[1:]:
        title, *lines = block.splitlines()
        group, model = title.split(" ", maxsplit=1)
        yield group, model, " ".join(lines).split()


def _row(group: str, model: str, number: int, judge: int, code: str) -> tuple[str, ...]:
    """One judge's row for one output; `code` is five hexadecimal digits whose bits are the judges' scores."""
    museum_object = f"G{group}-{number:03d}"
    place = (f"{museum_object}/{model}", group, museum_object, model, JUDGES[judge])
    if code == _INVALID:
        return (*place, "false", *("" for _ in FIELDS))
    bit = len(JUDGES) - 1 - judge
    return (*place, "true", *(str(int(digit, 16) >> bit & 1) for digit in code))
