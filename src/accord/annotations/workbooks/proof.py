"""Whether the cells that people were only to read still hold what was given out, and who filled in the sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from accord.annotations.workbooks.grid import Cell
from accord.annotations.workbooks.held import alike
from accord.annotations.workbooks.located import Located
from accord.annotations.workbooks.manifest import Manifest
from accord.annotations.workbooks.plan import Part, texts_digest
from accord.annotations.workbooks.wrong import Wrong
from accord.spec.field import LONGEST_SHOWN, listed, shown

BEFORE = 20
"""Characters of a long text that are shown before what differs."""
_NAMES: Mapping[Part, str] = {
    "reference": "the reference",
    "output": "the output",
    "shown": "the text",
    "tracking": "the tracking cell",
}
RESTORE = "put back what stood there, or take the row over from a fresh copy"


def prove(located: Located, manifest: Manifest | None) -> list[Wrong]:
    """Every cell that is not as it was given out, row by row."""
    return [wrong for at in sorted(located.row) for wrong in _row(located, at, manifest)]


def _row(located: Located, at: int, manifest: Manifest | None) -> list[Wrong]:
    plan, number = located.plan, located.row[at]
    planned = plan.rows[at]
    changed: list[Wrong] = []
    texts: list[str] = []
    for place in plan.fixed:
        if place not in located.column:
            continue
        column = located.column[place]
        cell = located.grid.filled(number, column)
        texts.append("" if cell is None else cell.text)
        wrong = _compared(cell, planned.texts[place], plan.columns[place].part, number, column)
        if wrong is not None:
            changed.append(wrong)
    if changed and _as_given_out(changed, texts, planned.texts[plan.item_place], manifest):
        item = located.column[plan.item_place]
        names = [located.grid.text(located.heading, wrong.column) for wrong in changed]
        message = (
            f"the row of {shown(planned.item)} is as it was given out, but the benchmark has changed since: "
            f"{listed(names, 5)}"
        )
        return [Wrong("benchmark_changed", "error", number, item, message, "export the workbooks again")]
    return changed


def _as_given_out(changed: Sequence[Wrong], texts: list[str], item: str, manifest: Manifest | None) -> bool:
    """Whether a row holds what was given out, although that is not what the benchmark holds now."""
    if manifest is None or any(wrong.code == "cell_formula" for wrong in changed):
        return False
    return manifest.rows.get(item) == texts_digest(texts)


def _compared(cell: Cell | None, planned: str, part: Part, row: int, column: int) -> Wrong | None:
    name = _NAMES.get(part, "the cell")
    said = "" if cell is None else alike(cell.text)
    was = shown(alike(planned)) if alike(planned) else "empty"
    if cell is not None and cell.formula:
        return Wrong("cell_formula", "error", row, column, f"{name} holds a formula; it was {was}", RESTORE)
    if said == alike(planned):
        return None
    if cell is not None and cell.kind == "date":
        message = f"{name} was turned into the date {cell.text}; it was {was}"
        return Wrong("cell_date", "error", row, column, message, RESTORE)
    if not said or was == "empty":
        message = f"{name} is {shown(said) if said else 'empty'}; it was {was}"
        return Wrong("cell_changed", "error", row, column, message, RESTORE)
    now, before = _both(said, planned)
    return Wrong("cell_changed", "error", row, column, f"{name} is {now}; it was {before}", RESTORE)


def _both(text: str, planned: str) -> tuple[str, str]:
    """Two texts for a message; long ones from shortly before they part."""
    texts = [alike(text), alike(planned)]
    pairs = enumerate(zip(*texts, strict=False))
    common = next((at for at, (one, other) in pairs if one != other), min(map(len, texts)))
    if common <= BEFORE or max(map(len, texts)) <= LONGEST_SHOWN:
        return shown(texts[0]), shown(texts[1])
    now, before = (shown(f"...{text[common - BEFORE :]}") for text in texts)
    return now, before


def annotator_of(located: Located) -> tuple[str | None, list[Wrong]]:
    """Who filled in the sheet: the name that most of its rows have, None where that is nobody of the group or two."""
    plan = located.plan
    place = next(at for at, column in enumerate(plan.columns) if column.part == "annotator")
    column = located.column.get(place)
    if column is None or not located.row:
        return None, []
    names = {row: alike(_text(located.grid.filled(row, column))) for row in located.row.values()}
    by_form = {alike(rater): rater for rater in plan.raters}
    known = Counter(name for name in names.values() if name in by_form)
    allowed = f"annotators of the group: {listed(plan.raters)}"
    if not known:
        row = min(names)
        message = f"no row names an annotator of the group; here is {shown(names[row])}"
        return None, [Wrong("annotator_differs", "error", row, column, message, allowed, whole=True)]
    most = max(known, key=lambda name: (known[name], name))
    # Where as many rows are of somebody else, nobody can say whose the sheet is.
    tie = sum(count == known[most] for count in known.values()) > 1
    message = f"{'as many' if tie else 'the other'} rows are of {shown(by_form[most])}"
    wrongs = [
        Wrong(
            "annotator_differs", "error", row, column, f"the annotator is {shown(name)}; {message}", allowed, whole=tie
        )
        for row, name in sorted(names.items())
        if name != most
    ]
    return None if tie else by_form[most], wrongs


def _text(cell: Cell | None) -> str:
    return "" if cell is None else cell.text
