"""One number from arrays: `alpha(units)`, `cohen(a, b)` and so on, without frames, intervals or findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from accord.agreement.box_panel import box_data
from accord.agreement.influence import values_of
from accord.agreement.measure import Measure
from accord.agreement.names import read_measure
from accord.agreement.panel import Panel, pair_panel
from accord.agreement.reduced import Reduced
from accord.annotations.encode import json_text
from accord.annotations.ratings import Boxes as BoxAnswers
from accord.errors import UsageError
from accord.spec.boxes import BOX_FORMATS, BadBox, BoxFormat, Corners, corners
from accord.spec.field import text_of
from accord.spec.labels import folded
from accord.verbs.arrays import Units, coded, scalar_panel, set_panel

SetUnits = Iterable[Iterable[Iterable[Any] | None]]


def alpha(units: Units | SetUnits, level: str = "nominal", *, scale: Iterable[Any] | None = None) -> float | None:
    """Krippendorff's alpha. units: for each item the values of its raters, None or NaN where missing.

    level: nominal, ordinal, interval, ratio; jaccard or masi when every value is a set (list, tuple, set) of labels.
    scale: the values in order, needed for `ordinal` with words. None where alpha is undefined (no variation, nothing
    to compare).
    """
    if level in ("jaccard", "masi"):
        return _panel_value(f"alpha({level})", set_panel(units)[0])
    return _panel_value(f"alpha({level})", scalar_panel(units, scale))


def fleiss(units: Units, *, ragged: bool = False) -> float | None:
    """Fleiss' kappa; `ragged=True` for items with different numbers of raters. None where undefined."""
    return _panel_value("fleiss(ragged)" if ragged else "fleiss", scalar_panel(units))


def gwet(
    units: Units, form: str = "ac1", weights: str | None = None, *, scale: Iterable[Any] | None = None
) -> float | None:
    """Gwet's AC1, or AC2 with weights linear, ordinal or quadratic. scale: the values of the form (they set q)."""
    return _panel_value(f"gwet({form})" if weights is None else f"gwet({form},{weights})", scalar_panel(units, scale))


def all_agree(units: Units) -> float | None:
    """The share of items whose raters all gave the same value."""
    return _panel_value("all_agree", scalar_panel(units))


def mean_pairwise(units: Units) -> float | None:
    """The share of agreeing pairs of raters within an item, averaged over items."""
    return _panel_value("mean_pairwise", scalar_panel(units))


def within(units: Units, steps: float, *, scale: Iterable[Any] | None = None) -> float | None:
    """The share of items whose values span at most `steps` (places on `scale` where one is given)."""
    return _panel_value(f"within({steps})", scalar_panel(units, scale))


def prevalence(units: Units) -> float | None:
    """The share of positive values (1) among the values 0 and 1 that can be paired."""
    return _panel_value("prevalence", scalar_panel(units, (0, 1), positive=1))


def specific(units: Units, side: str) -> float | None:
    """Specific agreement of values 0 and 1; side: "positive" or "negative"."""
    return _panel_value(f"specific({side})", scalar_panel(units, (0, 1), positive=1))


def cohen(
    first: Sequence[Any],
    second: Sequence[Any],
    weights: str | None = None,
    *,
    scale: Iterable[Any] | None = None,
) -> float | None:
    """Cohen's kappa of two raters' values for the same items in the same order; weights: linear or quadratic."""
    return _pair_value("cohen" if weights is None else f"cohen({weights})", first, second, scale)


def pairwise(first: Sequence[Any], second: Sequence[Any]) -> float | None:
    """The share of equal values of two raters, over the items both rated."""
    return _pair_value("pairwise", first, second, None)


def exact_set(units: SetUnits) -> float | None:
    """The share of items whose raters all chose the same set of labels."""
    return _panel_value("exact_set", set_panel(units)[0])


def positive_label(units: SetUnits) -> float | None:
    """2 x shared labels / labels of both, pooled over items."""
    return _panel_value("positive_label", set_panel(units)[0])


def jaccard(units: SetUnits) -> float | None:
    """The mean Jaccard overlap of pairs of sets; pairs of two empty sets are left out."""
    return _panel_value("jaccard", set_panel(units)[0])


def presence(units: SetUnits, label: Any) -> float | None:
    """Nominal alpha of whether one label is present; None also for a label that nobody chose."""
    panel, labels = set_panel(units)
    name = folded(text_of(label))
    if name not in labels:
        return None
    return _panel_value("presence", panel.cut([labels.index(name)]))


def instance_f1(
    units: Iterable[Iterable[Iterable[tuple[Any, Sequence[float]]] | None]],
    iou: float = 0.5,
    *,
    format: BoxFormat,
) -> float | None:
    """2 x matched boxes / boxes of both. units: for each item, for each rater, his (label, box) pairs.

    format: xywh, xyxy or cxcywh. Raises UsageError for a box that is none.
    """
    measure = read_measure(f"instance_f1(iou={iou})")
    if format not in BOX_FORMATS:
        raise UsageError(f"boxes: format {format!r} is none of {', '.join(BOX_FORMATS)}")
    item, offsets, labels, boxes = [], [0], [], []
    items = 0
    for items, unit in enumerate(units, 1):
        for answer in unit:
            if answer is None:
                continue
            for entry in answer:
                label, found = _box(entry, format, items - 1)
                labels.append(label)
                boxes.append(found)
            item.append(items - 1)
            offsets.append(len(boxes))
    names = sorted(set(labels))
    place = {name: at for at, name in enumerate(names)}
    answers = BoxAnswers(
        np.zeros(len(item), np.uint8),
        np.array(offsets),
        np.array([place[label] for label in labels], np.int32),
        np.array(boxes, np.float64).reshape(-1, 4),
        tuple(names),
        {},
    )
    panel = box_data(np.array(item, np.int32), answers, items, [iou]).panel()
    return _value(measure, panel)


def _box(entry: Any, form: BoxFormat, item: int) -> tuple[str, Corners]:
    """Label and corners of a (label, box) pair."""
    if not isinstance(entry, (tuple, list)) or len(entry) != 2:
        raise UsageError(f"item {item}: a pair (label, box) is needed, not {entry!r}")
    box = entry[1].tolist() if isinstance(entry[1], np.ndarray) else entry[1]
    found = corners(box, form)
    if isinstance(found, BadBox):
        raise UsageError(f"item {item}, box {box}: {found.detail}")
    return folded(text_of(entry[0])), found


def _panel_value(name: str, panel: Panel) -> float | None:
    measure = read_measure(name)
    if panel.members is None and panel.scale.positions is None and not measure.fits("choice"):
        raise UsageError(f"{measure.name} needs an order: give scale=[...] with the values from low to high")
    return _value(measure, panel)


def _pair_value(name: str, first: Sequence[Any], second: Sequence[Any], scale: Iterable[Any] | None) -> float | None:
    if len(first) != len(second):
        raise UsageError(f"the two raters have {len(first)} and {len(second)} values; items are matched by position")
    measure = read_measure(name)
    sides = [
        [(at, value) for at, value in enumerate(side) if json_text(value) not in (None, "")] for side in (first, second)
    ]
    codes, made = coded([value for side in sides for _, value in side], scale)
    if made.positions is None and not measure.fits("choice"):
        raise UsageError(f"{measure.name} needs an order: give scale=[...] with the values from low to high")
    cut = len(sides[0])
    parts = [np.array([at for at, _ in side], np.int64) for side in sides]
    panel = pair_panel(
        (parts[0], codes[:cut].astype(np.int64)),
        (parts[1], codes[cut:].astype(np.int64)),
        made,
        max(len(first), 1),
    )
    return _value(measure, panel)


def _value(measure: Measure, panel: Reduced) -> float | None:
    return values_of([(measure, panel)], None)[0][0]
