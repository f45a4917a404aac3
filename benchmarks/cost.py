"""Where accord's own time goes: how it grows with the number of items, and how long a whole study takes."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from data import as_long, full_ratings
from ours import SCALE, alpha_interval

import accord
from accord.agreement.engine import replicate_values
from accord.agreement.interval import percentile_limits
from accord.agreement.names import read_measure
from accord.agreement.panel import Panel, panel_of
from accord.agreement.patterns import Ints
from accord.agreement.question import Question
from accord.agreement.resample import Units
from accord.agreement.settings import Settings
from accord.annotations.build import build_ratings
from accord.annotations.layout import Layout
from accord.annotations.ratings import Membership, Scalars
from accord.examples import DOMAINS, NONE, simulate_scenes
from accord.verbs.agree import agree_ratings
from accord.verbs.frames import as_polars


def interval_cost(items: str, runs: str) -> dict[str, Any]:
    """Median seconds of ordinal alpha with 2,000 replicates: up to the counts, from there on, and all in one call."""
    frame = as_long(full_ratings(int(items)))
    panel, multiplicity = _counted(frame)
    return {
        "items": int(items),
        "patterns": len(multiplicity),
        "counting": _seconds(lambda: _counted(frame), int(runs)),
        "replicating": _seconds(lambda: _replicated(panel, multiplicity), int(runs)),
        "all": _seconds(lambda: alpha_interval(frame), int(runs)),
    }


def _counted(frame: pd.DataFrame) -> tuple[Panel, Ints]:
    """Read the frame and count its patterns."""
    layout = Layout(item=("item_id",), rater="rater_id")
    ratings = build_ratings(as_polars(frame, set(frame.columns)), layout, SCALE)
    answers = ratings.answers["rating"]
    assert isinstance(answers, Scalars)
    panel = panel_of(ratings.item, answers, ratings.items)
    return panel, np.bincount(panel.item, minlength=len(panel.size))


def _replicated(panel: Panel, multiplicity: Ints) -> tuple[float, float]:
    """From the counts of the patterns to the limits."""
    settings = Settings()
    sums = read_measure("alpha(ordinal)").sums(panel, multiplicity)
    (replicates,) = replicate_values([sums], [sums.columns], Units((multiplicity,)), settings)
    return percentile_limits(replicates, settings.level)


def scenes_cost(images: str, runs: str) -> dict[str, Any]:
    """Median seconds of every default measure of the scenes: all items, domains, classes, and quality by domain and class.

    Quality by domain or class: the ratings of the images whose resolved labels hold it.
    """
    scenes = simulate_scenes(images=int(images))
    fields: dict[str, accord.Rating | accord.Labels | accord.Boxes] = {
        "plausibility": accord.Rating(1, 5),
        "naturalness": accord.Rating(1, 5),
        "violations": accord.Labels(DOMAINS, none=NONE),
        "boxes": accord.Boxes(DOMAINS, format="xywh"),
    }
    layout = Layout(item=("image",), rater="rater")
    question = Question(memberships=_quality_groups(scenes.resolved["classes"]))

    def study() -> accord.Agreement:
        return agree_ratings(build_ratings(scenes.submissions, layout, fields), question)

    found = study()
    return {"images": int(images), "estimates": len(found.estimates), "seconds": _seconds(study, int(runs))}


def _quality_groups(classes: pl.Series) -> tuple[Membership, ...]:
    """Images by resolved domain and by resolved class; they may lie in several."""
    names = [label for labels in DOMAINS.values() for label in labels]
    sets = [set(labels) for labels in classes.to_list()]
    of_class = np.array([[label in labels for label in names] for labels in sets])
    of_domain = np.array([[not labels.isdisjoint(inside) for inside in DOMAINS.values()] for labels in sets])
    return Membership("resolved_domain", tuple(DOMAINS), of_domain), Membership("resolved_class", tuple(names), of_class)


def _seconds(call: Callable[[], object], runs: int) -> float:
    call()
    found = []
    for _ in range(runs):
        begin = perf_counter()
        call()
        found.append(perf_counter() - begin)
    return median(found)
