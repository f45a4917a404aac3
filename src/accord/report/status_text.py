"""The status of a folder as text that a person reads."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from accord.annotations.contents.status import FieldCount, Part, RaterCount, RoleCount, Status
from accord.findings import counted, visible
from accord.report.layout import rendered, table_text

DIGITS = 12
MOST_ROWS = 40
NOUNS = {"human": ("person", "people"), "judge": ("judge", "judges"), "model": ("model", "models")}


def status_text(status: Status, *, colour: bool = False) -> str:
    """What there is, role by role, then what is open and complete, and what to do next."""
    parts = [_head(status), *(_role(role, colour) for role in status.roles), _later(status)]
    parts += [_parts("Open", [part for part in status.parts if not part.complete], colour)]
    parts += [_parts("Complete", [part for part in status.parts if part.complete], colour)]
    parts += [_heading("Run next", colour) + "".join(f"  {visible(line)}\n" for line in status.next)]
    return "\n".join(part for part in parts if part)


def _head(status: Status) -> str:
    lines = []
    if status.benchmark is None:
        lines.append(f"{status.folder}: {'benchmark.yaml cannot be read' if status.problems else 'no benchmark.yaml'}")
    else:
        form = status.benchmark
        lines.append(f"{form.name} {form.version}, digest {form.digest[:DIGITS]}")
    if status.items is not None:
        count = status.items
        lines.append(f"{counted(count.items, 'item')}{_invalid(count.invalid_items)}")
        if count.outputs:
            lines.append(f"{counted(count.outputs, 'output')} to judge{_invalid(count.invalid_outputs)}")
    elif status.benchmark is not None:
        lines.append("no items")
    if status.benchmark is not None and not status.roles:
        lines.append("no submissions")
    if status.problems:
        lines.append(f"{counted(status.problems, 'problem')}: accord check lists them")
    return "".join(f"{visible(line)}\n" for line in lines)


def _invalid(count: int) -> str:
    return f", {count:,} of them invalid" if count else ""


def _heading(text: str, colour: bool) -> str:
    return rendered(Text(text, style="bold"), colour=colour)


def _role(role: RoleCount, colour: bool) -> str:
    submissions = sum(rater.answered + rater.invalid + rater.unusable for rater in role.raters)
    title = f"{counted(len(role.raters), *NOUNS[role.role])}, {counted(submissions, 'submission')}"
    return _heading(title, colour) + _raters(role.raters, colour) + _fields(role.fields, colour)


def _raters(raters: Sequence[RaterCount], colour: bool) -> str:
    headings = ["  rater", "answered", "invalid", "unusable", "corrected"]
    rows = [
        [f"  {at.rater}", *(f"{count:,}" for count in (at.answered, at.invalid, at.unusable, at.corrected))]
        for at in raters
    ]
    return table_text(headings, rows[:MOST_ROWS], right=headings[1:], colour=colour) + _rest(rows)


def _fields(fields: Sequence[FieldCount], colour: bool) -> str:
    if not fields:
        return ""
    headings = ["  field", "answered", "abstained", "missing", "off label", "not asked"]
    rows = [
        [
            f"  {at.field}",
            *(f"{count:,}" for count in (at.answered, at.abstained, at.missing, at.off_label, at.not_asked)),
        ]
        for at in fields
    ]
    return table_text(headings, rows[:MOST_ROWS], right=headings[1:], colour=colour) + _rest(rows)


def _later(status: Status) -> str:
    return "".join(f"pass {visible(name)}: {counted(count, 'submission')}\n" for name, count in status.later.items())


def _parts(title: str, parts: Sequence[Part], colour: bool) -> str:
    if not parts:
        return ""
    rows = [[f"  {part.what}", f"{part.done:,} of {part.of:,}"] for part in parts]
    table = table_text(["", " "], rows[:MOST_ROWS], right=(" ",), colour=colour)
    return _heading(title, colour) + table.partition("\n")[2] + _rest(rows)


def _rest(rows: Sequence[object]) -> str:
    rest = len(rows) - MOST_ROWS
    return f"  and {rest:,} more (all of them with --json)\n" if rest > 0 else ""
