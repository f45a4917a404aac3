"""The other packages' side of every comparison, each called the way its documentation says."""

from __future__ import annotations

import krippendorff
import numpy as np
import pandas as pd
from evalaudit import rater_agreement
from scipy.optimize import linear_sum_assignment
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from data import Drawn
from sides import Result

REPLICATES = 2000
AT_ONCE = 100


def evalaudit_alpha(frame: pd.DataFrame) -> Result:
    """Ordinal alpha; evalaudit always adds an item table and alpha without each rater."""
    return Result(rater_agreement(frame, "ordinal", bootstrap_ci=False).alpha)


def evalaudit_alpha_interval(frame: pd.DataFrame) -> Result:
    """Ordinal alpha with an interval, with the same additions."""
    found = rater_agreement(frame, "ordinal", n_boot=REPLICATES, seed=0)
    return Result(found.alpha, found.ci_low, found.ci_high)


def krippendorff_alpha(matrix: np.ndarray) -> Result:
    """Ordinal alpha of a matrix (items, raters)."""
    return Result(float(krippendorff.alpha(reliability_data=matrix.T, level_of_measurement="ordinal")))


def statsmodels_fleiss(matrix: np.ndarray) -> Result:
    """Fleiss' kappa of a matrix (items, raters)."""
    table, _ = aggregate_raters(matrix)
    return Result(float(fleiss_kappa(table)))


def scipy_box_f1(drawn: Drawn) -> Result:
    """One assignment an image and class, that matches as many boxes as possible, then a numpy bootstrap of images."""
    matched = np.zeros(drawn.images)
    boxes = np.bincount(drawn.image, minlength=drawn.images)
    group = drawn.image * (drawn.label.max() + 1) + drawn.label
    order = np.lexsort((drawn.rater, group))
    ends = np.flatnonzero(np.diff(group[order], append=-1)) + 1
    for members in np.split(order, ends[:-1]):
        second = int(np.searchsorted(drawn.rater[members], 1))
        if 0 < second < len(members):
            overlap = _iou(drawn.xyxy[members[:second]], drawn.xyxy[members[second:]])
            near = overlap >= 0.5
            matched[drawn.image[members[0]]] += near[linear_sum_assignment(-near.astype(float))].sum()
    rng = np.random.default_rng(0)
    replicates = np.empty(REPLICATES)
    for begin in range(0, REPLICATES, AT_ONCE):
        drawn_items = rng.integers(0, drawn.images, (AT_ONCE, drawn.images))
        replicates[begin : begin + AT_ONCE] = 2 * matched[drawn_items].sum(axis=1) / boxes[drawn_items].sum(axis=1)
    low, high = np.quantile(replicates, [0.025, 0.975])
    return Result(float(2 * matched.sum() / boxes.sum()), float(low), float(high))


def _iou(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(n, m) of boxes (n, 4) and (m, 4)."""
    sides = np.minimum(a[:, None, 2:], b[None, :, 2:]) - np.maximum(a[:, None, :2], b[None, :, :2])
    shared = np.maximum(sides, 0).prod(axis=2)
    area_a, area_b = (a[:, 2:] - a[:, :2]).prod(axis=1), (b[:, 2:] - b[:, :2]).prod(axis=1)
    return shared / (area_a[:, None] + area_b[None, :] - shared)
