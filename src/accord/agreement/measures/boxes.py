"""Agreement of boxes."""

from __future__ import annotations

import numpy as np

from accord.agreement.box_panel import BoxPanel
from accord.agreement.measure import Measure, number_argument
from accord.agreement.patterns import Ints
from accord.agreement.sums import Sums, ratio_of_sums
from accord.errors import UsageError

SMALLEST_IOU = 1e-6


class InstanceF1(Measure):
    """How many boxes find a partner of the same class in another rater's answer.

    Formula
    :   2 x matched / (boxes of one + boxes of the other): every pair of an item's raters is compared, counts are
        averaged within the item, summed over items, and only then divided. Boxes are matched one to one, with the
        same class and an IoU of at least t (tolerance 1e-9), so that as many as possible are matched.

    Source
    :   F1 of detections between two raters, pooled. Maximum matching makes it symmetric in the raters and falling in
        t; matching the best pairs first does neither.

    Edge cases
    :   Two empty answers add 0 to both sums. Boxes against none count as unmatched. Undefined (`both_empty`) when
        nobody drew a box. More raters do not give an item more weight.

    Worked example
    :   Boxes (0, 0, 10, 10), (4, 0, 14, 10) against (1, 0, 11, 10), (-3, 0, 7, 10): IoU .82, .54, .54, .18. Best
        first gives one match and F1 .5; two matches are possible: F1 1.

    >>> import accord
    >>> a = [("x", [0, 0, 10, 10]), ("x", [4, 0, 14, 10])]
    >>> b = [("x", [1, 0, 11, 10]), ("x", [-3, 0, 7, 10])]
    >>> accord.instance_f1([[a, b]], iou=0.5, format="xyxy")
    1.0
    """

    key = "instance_f1"
    kinds = frozenset({"boxes"})
    shape = "boxes"
    share = True

    def __init__(self, iou: float = 0.5) -> None:
        if not SMALLEST_IOU <= iou <= 1:
            raise UsageError(f"instance_f1: the IoU threshold must lie from {SMALLEST_IOU:g} to 1, not at {iou:g}")
        self.iou = iou

    @property
    def name(self) -> str:
        return f"instance_f1(iou={self.iou:.12g})"

    @classmethod
    def read(cls, arguments: tuple[str, ...]) -> Measure | None:
        return cls(number_argument(arguments[0], "instance_f1", "iou")) if len(arguments) == 1 else None

    def sums(self, panel: BoxPanel, multiplicity: Ints) -> Sums:
        pairs = np.maximum(panel.size * (panel.size - 1) / 2, 1)
        matched = panel.matched[:, panel.thresholds.index(self.iou)]
        columns = np.column_stack([2 * matched / pairs, 2 * panel.boxes / np.maximum(panel.size, 1)])
        differs = np.asarray(2 * matched != panel.boxes * (panel.size - 1))
        return Sums(columns, ratio_of_sums, panel.size >= 2, lambda totals: "both_empty", differs)
