"""The comparisons: which data, which sides, how often, and what is aimed at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import data
import ours
import peers
from sides import Side


@dataclass(frozen=True)
class Case:
    """One comparison on one data set.

    make: number of items -> the data, in the form that every side takes. sides: name -> call; the first is accord's
    and the second the peer that it is compared with, where there is one; further ones are for information. target:
    times faster than the second. capped: sides that run only in a process with a memory cap, and are not timed.
    """

    title: str
    form: str
    make: Callable[[int], Any]
    items: int
    sides: dict[str, Side]
    runs: int
    target: float | None = None
    capped: tuple[str, ...] = ()
    most_extra_mb: float | None = None

    @property
    def timed(self) -> dict[str, Side]:
        """The sides that take turns in one process."""
        return {name: side for name, side in self.sides.items() if name not in self.capped}


def _long(items: int) -> Any:
    return data.as_long(data.full_ratings(items))


def _cells(images: int) -> Any:
    return data.as_json_cells(data.drawn_boxes(images))


CASES: dict[str, Case] = {
    "interval": Case(
        title="Ordinal alpha with a 2,000-replicate interval",
        form="pandas frame, one row a rating, string ids; two to four raters an item",
        make=data.ragged_ratings,
        items=11_534,
        sides={
            "accord": ours.alpha_interval,
            "evalaudit": peers.evalaudit_alpha_interval,
            "accord, also without each rater": ours.alpha_interval_without_each,
        },
        runs=21,
        target=25,
    ),
    "value": Case(
        title="Ordinal alpha, no interval",
        form="pandas frame, one row a rating, integer ids; three raters an item",
        make=_long,
        items=1_000_000,
        sides={
            "accord": ours.alpha,
            "evalaudit": peers.evalaudit_alpha,
            "accord, also without each rater": ours.alpha_without_each,
        },
        runs=9,
        target=20,
    ),
    "value_of_matrix": Case(
        title="Ordinal alpha, no interval",
        form="numpy matrix, three raters an item",
        make=data.full_ratings,
        items=1_000_000,
        sides={"accord": ours.alpha_of_matrix, "krippendorff": peers.krippendorff_alpha},
        runs=9,
    ),
    "fleiss_of_matrix": Case(
        title="Fleiss' kappa, no interval",
        form="numpy matrix, three raters an item",
        make=data.full_ratings,
        items=1_000_000,
        sides={"accord": ours.fleiss_of_matrix, "statsmodels": peers.statsmodels_fleiss},
        runs=9,
    ),
    "interval_of_many": Case(
        title="Ordinal alpha with a 2,000-replicate interval",
        form="pandas frame, one row a rating, integer ids; three raters an item",
        make=_long,
        items=1_000_000,
        sides={"accord": ours.alpha_interval, "evalaudit": peers.evalaudit_alpha_interval},
        runs=9,
        capped=("evalaudit",),
        most_extra_mb=200,
    ),
    "boxes": Case(
        title="Box F1 (IoU .5) with a 2,000-replicate interval",
        form="numpy arrays of image, rater, class and corners; two raters, about 2.7 boxes an image each",
        make=data.drawn_boxes,
        items=11_534,
        sides={"accord": ours.box_f1, "scipy loop": peers.scipy_box_f1},
        runs=9,
        target=12,
    ),
    "boxes_of_cells": Case(
        title="Box F1 (IoU .5) with a 2,000-replicate interval",
        form="the same boxes in a pandas frame with a JSON array a cell",
        make=_cells,
        items=11_534,
        sides={"accord": ours.box_f1_of_cells},
        runs=7,
    ),
}
