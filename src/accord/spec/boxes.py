"""One box: from what a rater's file holds to corners, or the reason why it is no box."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

BoxFormat = Literal["xywh", "xyxy", "cxcywh"]
BOX_FORMATS: tuple[str, ...] = get_args(BoxFormat)
FRAME_TOLERANCE = 1e-6

REASONS = {
    "null": "no box (null)",
    "not_an_object": "not an object with label and box",
    "no_label": "no label",
    "off_label": "a label that is not allowed",
    "wrong_length": "not four numbers",
    "not_a_number": "a coordinate that is not a number",
    "not_finite": "a coordinate that is not finite",
    "no_area": "no area",
    "outside": "wholly outside the picture",
}


@dataclass(frozen=True, slots=True)
class BadBox:
    """Why a box cannot be used: a reason code of REASONS and the particulars."""

    reason: str
    detail: str


Corners = tuple[float, float, float, float]


def corners(box: Any, form: BoxFormat) -> Corners | BadBox:
    """x1, y1, x2, y2 of a box in a declared format; never guessed from the numbers.

    >>> corners([10, 20, 30, 40], "xywh"), corners([0.125, 0.4, 0.15, 0.4], "cxcywh")[0]
    ((10.0, 20.0, 40.0, 60.0), 0.05)
    >>> corners([30, 40, 10, 20], "xyxy").reason
    'no_area'
    """
    if box is None:
        return BadBox("null", "box is null")
    if not isinstance(box, (list, tuple)) or len(box) != 4:
        length = f"{len(box)} values" if isinstance(box, (list, tuple)) else type(box).__name__
        return BadBox("wrong_length", f"{form} needs four numbers, found {length}")
    for value in box:
        if value is None:
            return BadBox("null", "a coordinate is null")
        if isinstance(value, str) and value.strip().lstrip("+-").casefold() in {"nan", "inf", "infinity"}:
            return BadBox("not_finite", f"{value!r} is not finite")
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
            return BadBox("not_a_number", f"{value!r} is not a number")
        if not _finite(value):
            return BadBox("not_finite", f"{str(value)[:40]} is not finite")
    x1, y1, x2, y2 = _to_corners(form, *map(float, box))
    if not all(map(math.isfinite, (x1, y1, x2, y2))):
        return BadBox("not_finite", "the corners overflow")
    if x2 <= x1 or y2 <= y1:
        return BadBox("no_area", f"no area: width {x2 - x1:g}, height {y2 - y1:g}")
    return x1, y1, x2, y2


def all_corners(boxes: Sequence[Any], form: BoxFormat) -> NDArray[np.float64] | None:
    """(K, 4) corners of K boxes at once, or None where any is no box: then `corners` says which and why.

    >>> all_corners([[0, 0, 2, 1]], "xywh").tolist(), all_corners([["0", 0, 2, 1]], "xywh")
    ([[0.0, 0.0, 2.0, 1.0]], None)
    """
    if not boxes:
        return np.zeros((0, 4))
    try:
        values = np.array(boxes)
    except (ValueError, OverflowError):
        return None
    if values.dtype.kind not in "if" or values.ndim != 2 or values.shape[1] != 4:
        return None
    found = np.stack(_to_corners(form, *values.T.astype(np.float64)), axis=1)
    fine = np.isfinite(found).all() and (found[:, 2:] > found[:, :2]).all()
    return found if fine else None


def _finite(value: Real) -> bool:
    """Whether a number is finite as a float; a whole number may be too large for one."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _to_corners(form: BoxFormat, a: Any, b: Any, c: Any, d: Any) -> tuple[Any, Any, Any, Any]:
    if form == "xyxy":
        return a, b, c, d
    if form == "xywh":
        return a, b, a + c, b + d
    return a - c / 2, b - d / 2, a + c / 2, b + d / 2


def beyond(box: Corners, frame: tuple[float, float]) -> str | None:
    """Says "outside" where the box misses the picture (width, height), "partly" where it leaves it, else None.

    A box may leave the picture by 1e-6 of its size.

    >>> beyond((90, 40, 120, 60), (100, 50)), beyond((0, 0, 100.0000001, 50), (100, 50))
    ('partly', None)
    """
    width, height = frame
    x1, y1, x2, y2 = box
    if x1 >= width or y1 >= height or x2 <= 0 or y2 <= 0:
        return "outside"
    slack_x, slack_y = FRAME_TOLERANCE * width, FRAME_TOLERANCE * height
    if x1 < -slack_x or y1 < -slack_y or x2 > width + slack_x or y2 > height + slack_y:
        return "partly"
    return None
