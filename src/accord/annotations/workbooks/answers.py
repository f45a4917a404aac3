"""What people filled in: every answer cell of a returned sheet, read or refused with its address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from accord.annotations.workbooks.grid import Cell, Grid, Merged
from accord.annotations.workbooks.headings import CHOSEN, EMPTY_SET, EMPTY_SET_NAME
from accord.annotations.workbooks.located import Located
from accord.annotations.workbooks.plan import Column, Row
from accord.annotations.workbooks.wrong import Wrong
from accord.canonical import compact
from accord.spec.field import Field, listed, shown
from accord.spec.labels import folded
from accord.spec.states import State

SEPARATORS = ("\n", ";")
"""What stands between labels in one cell."""
BESIDE = ("none_beside_label", "abstention_beside_label")
"""What contradicts itself; a person can be asked what is meant."""
TYPE_OVER = "type the answer over it"
Key = tuple[str | None, str]
"""Model whose output is judged (None for the item), and field."""


@dataclass
class Answered:
    """The answers of one row as texts for the fields. wrongs: cells that are not right."""

    texts: dict[Key, str] = field(default_factory=dict)
    wrongs: list[Wrong] = field(default_factory=list)


def read_answers(located: Located, fields: Mapping[str, Field], allow_formulas: bool) -> dict[int, Answered]:
    """The answers of every row of the plan that is there."""
    return {at: _Row(located, at, fields, allow_formulas).read() for at in sorted(located.row)}


class _Row:
    """One row. place: of a column of the plan."""

    def __init__(self, located: Located, at: int, fields: Mapping[str, Field], allow_formulas: bool) -> None:
        self._located = located
        self._planned: Row = located.plan.rows[at]
        self._number = located.row[at]
        self._fields = fields
        self._allow_formulas = allow_formulas
        self._found = Answered()

    def read(self) -> Answered:
        columns = self._located.plan.columns
        groups: dict[Key, list[int]] = {}
        for place in self._located.plan.answers:
            column = columns[place]
            groups.setdefault((column.model, column.field or ""), []).append(place)
        for key, places in groups.items():
            self._field(key, places)
        return self._found

    def _field(self, key: Key, places: Sequence[int]) -> None:
        """One field: a cell, or a cell for each label of a set."""
        columns = self._located.plan.columns
        if any(place not in self._located.column for place in places):
            return
        asked = self._planned.asked[places[0]]
        read = [self._cell(place) for place in places]
        if not asked:
            for place, text in zip(places, read, strict=True):
                if text:
                    self._not_asked(place, columns[place], text)
            return
        if None in read:
            return
        texts = [text or "" for text in read]
        if not any(texts):
            if not columns[places[0]].optional:
                message = "is blank, and an answer is asked for"
                self._wrong("cell_blank", places[0], message, _allowed(columns, places))
            return
        if columns[places[0]].label is not None:
            self._marked(key, places, texts)
        else:
            self._single(key, places[0], texts[0])

    def _cell(self, place: int) -> str | None:
        """The text of a cell, "" where it is blank, None where it is refused."""
        grid: Grid = self._located.grid
        column = self._located.column[place]
        area = grid.merged_at(self._number, column)
        cell = grid.filled(self._number, column)
        if area is not None:
            self._merged(place, area)
            return None
        if cell is None:
            return ""
        if cell.formula and not self._formula(place, cell):
            return None
        if cell.kind == "error":
            self._wrong("cell_error", place, f"holds the error {cell.text} of the sheet", TYPE_OVER)
            return None
        if cell.kind == "date":
            message = f"holds the date {cell.text}; a number in a cell that is formatted as a date reads so"
            self._wrong("cell_date", place, message, f"clear the format of the cell and {TYPE_OVER}")
            return None
        return cell.text if cell.text.strip() else ""

    def _merged(self, place: int, area: Merged) -> None:
        message = f"is merged ({area.name}): one answer for several cells is not clear"
        self._wrong("cell_merged", place, message, "split the cells and fill in each")

    def _formula(self, place: int, cell: Cell) -> bool:
        """Whether the result of a formula may be taken."""
        if not cell.calculated:
            fix = "open the file in Excel or LibreOffice and save it, or type the answer over it"
            self._wrong("cell_formula", place, "holds a formula without a result", fix)
            return False
        if not self._allow_formulas:
            message = f"holds a formula; its stored result is {shown(cell.text)}"
            self._wrong("cell_formula", place, message, TYPE_OVER)
            return False
        message = f"holds a formula; its stored result {shown(cell.text)} was taken"
        column = self._located.column[place]
        fix = "a program that cannot calculate stores 0"
        self._found.wrongs.append(Wrong("cell_formula", "warning", self._number, column, message, fix))
        return True

    def _not_asked(self, place: int, column: Column, text: str) -> None:
        no_output = column.model in self._planned.unread
        why = "there is no output to judge" if no_output else "the reference is empty, so the cell stays empty"
        self._wrong("cell_not_asked", place, f"is {shown(text)}, and {why}", "empty the cell")

    def _single(self, key: Key, place: int, text: str) -> None:
        column = self._located.plan.columns[place]
        field = self._fields[key[1]]
        said = _in_one_cell(text, field) if field.kind == "labels" else text
        reading = field.read([said])
        state = int(reading.states[0])
        if state == State.MISSING:
            if column.optional:
                self._found.texts[key] = said
            else:
                message = f"{shown(text)} stands for no answer, and one is asked for"
                self._wrong("cell_blank", place, message, _choices(column))
            return
        beside = [note for note in reading.notes if note.code in BESIDE]
        if state in (State.ANSWERED, State.ABSTAINED) and not beside:
            self._note_form(place, text)
            self._found.texts[key] = said
            return
        cell = self._located.grid.cells.get((self._number, self._located.column[place]))
        if cell is not None and cell.kind == "boolean":
            self._wrong("cell_boolean", place, f"is the truth value {text.upper()}", _choices(column))
            return
        why = next((note.message for note in reading.notes), f"{shown(text)} is no answer")
        self._wrong("cell_not_allowed", place, f"holds no answer: {why}", TYPE_OVER)

    def _note_form(self, place: int, text: str) -> None:
        """A number that was typed as text is the same answer, and worth a note."""
        column = self._located.column[place]
        cell = self._located.grid.cells.get((self._number, column))
        choices = self._located.plan.columns[place].choices
        if cell is not None and cell.kind == "text" and text not in choices and folded(text) in choices:
            message = f"is the text {shown(text)}, read as {folded(text)}"
            self._found.wrongs.append(Wrong("text_number", "info", self._number, column, message))

    def _marked(self, key: Key, places: Sequence[int], texts: Sequence[str]) -> None:
        """A set of labels, each with a column of its own."""
        columns = self._located.plan.columns
        chosen: list[str] = []
        right = True
        for place, text in zip(places, texts, strict=True):
            if text and folded(text).casefold() != CHOSEN:
                self._wrong("cell_not_allowed", place, f"is {shown(text)}", f"enter {CHOSEN}, or leave it empty")
                right = False
            elif text:
                chosen.append(columns[place].label or "")
        said = compact([label for label in chosen if label != EMPTY_SET])
        notes = [note.message for note in self._fields[key[1]].read([said]).notes]
        if EMPTY_SET in chosen and len(chosen) > 1:
            notes.append(f"{listed(chosen)}: none holds, and some hold")
        if notes:
            marked = next(place for place, text in zip(places, texts, strict=True) if text)
            self._wrong("cell_not_allowed", marked, notes[0], "empty the cells that do not hold")
        elif right:
            self._found.texts[key] = said

    def _wrong(self, code: str, place: int, message: str, fix: str | None) -> None:
        column = self._located.column[place]
        self._found.wrongs.append(Wrong(code, "error", self._number, column, message, fix))


def _in_one_cell(text: str, field: Field) -> str:
    """Labels of one cell, a line each or between semicolons, as a JSON array; what is one label or an array stays."""
    if text.strip() == EMPTY_SET_NAME and not _is_label(text, field):
        return "[]"
    if text.lstrip().startswith("[") or _is_label(text, field):
        return text
    names = [text]
    for separator in SEPARATORS:
        names = [part for name in names for part in ([name] if _is_label(name, field) else name.split(separator))]
    kept = [name.strip() for name in names if name.strip()]
    return compact(kept) if kept else text


def _is_label(text: str, field: Field) -> bool:
    """Whether a text is a label or an abstention as a whole, also where it holds a separator."""
    reading = field.read([compact([text.strip()])])
    return int(reading.states[0]) in (State.ANSWERED, State.ABSTAINED)


def _choices(column: Column) -> str | None:
    return f"allowed: {listed(column.choices)}" if column.choices else None


def _allowed(columns: Sequence[Column], places: Sequence[int]) -> str | None:
    if columns[places[0]].label is None:
        return _choices(columns[places[0]])
    return f"enter {CHOSEN} in one or more of {listed([columns[place].name for place in places], 4)}"
