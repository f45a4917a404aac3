"""Groups inside a field of labels or boxes: its domains and classes, each with the measures that are read there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accord.agreement.box_panel import BoxData
from accord.agreement.measure import Measure
from accord.agreement.panel import Panel
from accord.agreement.reduced import Reduced

CLASS_MEASURES = frozenset({"presence", "positive_label", "instance_f1"})


def grouped_panels(
    panel: Panel | BoxData,
    labels: Sequence[str],
    domains: dict[str, tuple[int, ...]],
    measures: Sequence[Measure],
) -> Iterator[tuple[dict[str, str], list[tuple[Measure, Reduced]]]]:
    """For each domain and class: its slice, and the measures with the panel cut down to it.

    All items are kept, those without a label of the group with an empty result. Presence is of one class only.
    """
    of_domain = [measure for measure in measures if measure.key != "presence"]
    for domain, inside in domains.items():
        part = panel.panel(inside) if isinstance(panel, BoxData) else panel.cut(inside)
        yield {"domain": domain}, [(measure, part) for measure in of_domain]
    of_class = [measure for measure in measures if measure.key in CLASS_MEASURES]
    if not of_class or (isinstance(panel, BoxData) and len(labels) < 2):
        return
    for at, label in enumerate(labels):
        part = panel.panel([at]) if isinstance(panel, BoxData) else panel.cut([at])
        yield {"class": label}, [(measure, part) for measure in of_class]
