"""accord's side of every comparison."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl

import accord
from accord.agreement.box_panel import box_data
from accord.agreement.design import Design
from accord.agreement.engine import numbers
from accord.agreement.measures.boxes import InstanceF1
from accord.agreement.settings import Settings
from accord.annotations.ratings import Boxes
from data import CLASSES, Drawn
from sides import Result

SCALE = {"rating": accord.Rating(1, 5)}


def alpha(frame: pd.DataFrame) -> Result:
    """Ordinal alpha of a data frame, no interval."""
    return _rating(frame, "alpha(ordinal)", replicates=0)


def alpha_interval(frame: pd.DataFrame) -> Result:
    """Ordinal alpha of a data frame with 2,000 replicates."""
    return _rating(frame, "alpha(ordinal)", replicates=2000)


def alpha_without_each(frame: pd.DataFrame) -> Result:
    """The same and alpha without each rater."""
    return _rating(frame, "alpha(ordinal)", replicates=0, leave_one_out=True)


def alpha_interval_without_each(frame: pd.DataFrame) -> Result:
    """The same with 2,000 replicates."""
    return _rating(frame, "alpha(ordinal)", replicates=2000, leave_one_out=True)


def alpha_of_matrix(matrix: np.ndarray) -> Result:
    """Ordinal alpha of a matrix (items, raters)."""
    return _first(_matrix(matrix, "alpha(ordinal)"))


def fleiss_of_matrix(matrix: np.ndarray) -> Result:
    """Fleiss' kappa of a matrix (items, raters)."""
    return _first(_matrix(matrix, "fleiss"))


def box_f1(drawn: Drawn) -> Result:
    """Instance F1 at IoU .5 with 2,000 replicates, from arrays: what `accord.agree` does after it has read them."""
    rating = 2 * drawn.image + drawn.rater
    offsets = np.concatenate(([0], np.cumsum(np.bincount(rating, minlength=2 * drawn.images))))
    state = np.zeros(2 * drawn.images, np.uint8)
    labels = tuple(f"class-{code}" for code in range(CLASSES))
    answers = Boxes(state, offsets, drawn.label.astype(np.int32), drawn.xyxy, labels, {})
    item = np.repeat(np.arange(drawn.images, dtype=np.int32), 2)
    panel = box_data(item, answers, drawn.images, [0.5]).panel()
    (number,) = numbers([(InstanceF1(0.5), panel)], None, Design(), Settings())
    assert number.value is not None
    return Result(number.value, number.low, number.high)


def box_f1_of_cells(frame: pd.DataFrame) -> Result:
    """The same from a data frame whose cells hold JSON."""
    fields = {"boxes": accord.Boxes(format="xyxy")}
    return _first(
        accord.agree(frame, item="item_id", rater="rater_id", fields=fields, measures=["instance_f1(iou=0.5)"])
    )


def _rating(frame: pd.DataFrame, measure: str, **options: Any) -> Result:
    return _first(accord.agree(frame, item="item_id", rater="rater_id", fields=SCALE, measures=[measure], **options))


def _matrix(matrix: np.ndarray, measure: str) -> accord.Agreement:
    """A long polars frame without a rater column is the shortest way from a matrix into accord."""
    items, raters = matrix.shape
    item = np.repeat(np.arange(items, dtype=np.int32), raters)
    frame = pl.DataFrame({"item_id": item, "rating": matrix.ravel()})
    return accord.agree(frame, item="item_id", fields=SCALE, measures=[measure], replicates=0)


def _first(agreement: accord.Agreement) -> Result:
    found = agreement.estimates[0]
    assert found.value is not None
    return Result(found.value, found.low, found.high)
