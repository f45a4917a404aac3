"""Items that fewer people answered than the benchmark asks for."""

from __future__ import annotations

from accord.annotations.contents.contents import Contents
from accord.annotations.contents.people import panels
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding, counted

FIX = "have more people answer (accord sample says who), or lower raters_per_item in benchmark.yaml"


def raters_per_item(contents: Contents) -> list[Finding]:
    """A warning with the number of items, or of outputs where these are judged, that have too few people."""
    needed = contents.benchmark.items.raters_per_item
    short = [panel for panel in panels(contents) if needed is not None and panel.people < needed]
    if not short:
        return []
    first = short[0]
    output = "" if first.of is None else f", output of {contents.outputs.model[first.of]!r}"
    people = counted(first.people, "person", "people")
    message = f"item {first.item!r}{output}: answered by {people}, raters_per_item is {needed}"

    def place(at: int) -> str:
        return contents.item_place(short[at].item)

    return [gathered("too_few_raters", "warning", range(len(short)), place, message, FIX)]
