"""The units that are scored: what raters answered, then the outputs that cannot be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from accord.agreement.design import Design
from accord.annotations.ratings import Codes, Grouping, Ratings
from accord.scoring.judged import ModelOutputs, Outputs, in_order
from accord.verbs.opened import Opened


def score_units(folder: Opened, ratings: Ratings, design: Design) -> tuple[Outputs, Design]:
    """The outputs behind the units of ratings (sliced by output, if at all), with the unreadable ones behind them.

    Unreadable outputs are drawn with the clusters and strata of their items. Outputs for items that the benchmark does
    not have are left out.
    """
    readable, unreadable = _outputs(folder)
    valid, invalid = Counter(model for model, _ in readable), Counter(model for model, _ in unreadable)
    declared = [machine.name for machine in folder.benchmark.document.raters if machine.role == "model"]
    names = in_order([*valid, *invalid], declared)
    models = tuple(ModelOutputs(name, valid[name] + invalid[name], invalid[name]) for name in names)
    code = {name: at for at, name in enumerate(names)}
    of_units = np.full(ratings.items, -1, np.int32)
    for grouping in ratings.slices:
        here = np.array([code[value] for (value,) in grouping.values] + [-1], np.int32)
        of_units = here[grouping.code]
    beside = np.array([code[model] for model, _ in unreadable], np.int32)
    is_beside = np.arange(ratings.items + len(beside)) >= ratings.items
    outputs = Outputs(models, np.concatenate([of_units, beside]), is_beside)
    items = [item for _, item in unreadable]
    rank = None if design.rank is None else np.concatenate([design.rank, design.rank.max(initial=0) + 1 + beside * 0])
    cluster = None if ratings.cluster is None else _extended(ratings.cluster, _clusters(folder, items))
    stratum = None if ratings.strata is None else _extended(ratings.strata, _strata(folder, items))
    return outputs, replace(design, cluster=cluster, stratum=stratum, rank=rank)


def _outputs(folder: Opened) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Model and item of every readable output, and of every unreadable one."""
    items, outputs = folder.items, folder.outputs
    readable: list[tuple[str, str]] = []
    unreadable: list[tuple[str, str]] = []
    for name, model in outputs.model.items():
        item = outputs.item[name]
        if item in items.row:
            bad = name in outputs.invalid or item in items.invalid_outputs
            (unreadable if bad else readable).append((model, item))
    return readable, unreadable


def _clusters(folder: Opened, items: Sequence[str]) -> list[str]:
    """The cluster of items, as the ratings name it."""
    asked = folder.benchmark.items
    return _texts(folder, items, pl.col(asked.cluster or asked.id))


def _strata(folder: Opened, items: Sequence[str]) -> list[str]:
    return _texts(folder, items, pl.concat_str(folder.benchmark.items.strata, separator=" | "))


def _texts(folder: Opened, items: Sequence[str], column: pl.Expr) -> list[str]:
    rows = [folder.items.row[item] for item in items]
    return [text or "" for text in folder.items.frame.select(column).to_series().gather(rows).to_list()]


def _extended(grouping: Grouping, texts: Sequence[str]) -> Codes:
    """The codes of a grouping, then those of more units by their texts; a new text gets a new code."""
    book = {value[0]: at for at, value in enumerate(grouping.values)}
    more = [book.setdefault(text, len(book)) for text in texts]
    return np.concatenate([grouping.code, np.array(more, np.int32)])
