"""A table of ratings, one row a rating or one column a rater, becomes `Ratings`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from functools import partial

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.annotations.alike import alike_ids, all_plain
from accord.annotations.encode import (
    PLAIN_TYPES,
    cell_codes,
    combined_codes,
    id_codes,
    number_codes,
    text_column,
)
from accord.annotations.grouping import group_items
from accord.annotations.layout import Layout, check_columns, check_layout
from accord.annotations.non_response import non_response_findings, non_response_of
from accord.annotations.places import Place, note_findings, shown_places
from accord.annotations.ratings import Answers, Boxes, Codes, Grouping, NonResponse, Ratings, Scalars, Sets
from accord.annotations.repeats import latest
from accord.errors import InputError
from accord.findings import Finding
from accord.spec.field import Field, listed, shown, text_of
from accord.spec.fields.number import Number
from accord.spec.labels import folded, number
from accord.spec.reading import BoxReading, Reading, ScalarReading
from accord.spec.states import State

# Columns that a wide table or a log gets when it is made a long table; no file can have such a name.
ROW, UNIT, ANSWER, RATER = "\0row", "\0unit", "\0answer", "\0rater"


def build_ratings(
    frame: pl.DataFrame,
    layout: Layout,
    fields: Mapping[str, Field],
    place: Place | None = None,
    columns: Mapping[str, str] | None = None,
) -> Ratings:
    """Ratings from a frame. `place` names a row in messages ("a.csv:12"); rows are numbered from 0 otherwise.

    columns: field -> its column, where that is not its name.

    Raises UsageError for a layout that cannot be, InputError with every problem of the input.
    """
    check_layout(layout, fields)
    columns = {name: name for name in fields} | dict(columns or {})
    check_columns(frame, layout, {columns[name]: field for name, field in fields.items()})
    rows, frame = _filtered(frame, layout)
    here = _moved(place or _row, rows)
    if layout.raters:
        frame, here, layout, columns = _long(frame, here, layout, next(iter(fields)))
    problems: list[Finding] = []
    findings: list[Finding] = []
    rater, raters = _rater_codes(frame, layout, here, problems, findings)
    item, item_ids = _item_codes(frame, layout, here, problems, findings)
    if problems:
        raise InputError(problems)
    if rater is not None:
        time = None if layout.time is None else frame[layout.time]
        keep, repeats = latest(item, rater, len(raters), time, here, problems)
        findings += repeats
        if keep is not None:
            chosen = np.flatnonzero(keep)
            frame, item, rater, here = frame[chosen], item[chosen], rater[chosen], _moved(here, chosen)

    def grouped(columns: Sequence[str], role: str) -> Grouping:
        return group_items(frame, columns, item, len(item_ids), role, here, problems, findings)

    cluster = grouped([layout.cluster], "cluster") if layout.cluster else None
    strata = grouped([layout.strata], "stratum") if layout.strata else None
    slices = tuple(grouped(columns, "slice") for columns in layout.by)
    answers: dict[str, Answers] = {}
    non_response: list[NonResponse] = []
    for name, field in fields.items():
        codes, cells, reading = _read(field, frame[columns[name]])
        noted, fatal = note_findings(name, reading.notes, codes, partial(here, column=columns[name]))
        findings += noted
        problems += fatal
        answers[name] = _answers(reading, codes)
        counted = non_response_of(name, field, answers[name], codes, cells, rater, raters)
        findings += non_response_findings(name, counted)
        non_response += counted
    if problems:
        raise InputError(problems)
    kinds = {name: field.measures_of() for name, field in fields.items()}
    return Ratings(
        item_ids,
        item,
        raters,
        rater,
        answers,
        kinds,
        cluster,
        strata,
        slices,
        tuple(non_response),
        tuple(findings),
    )


def _filtered(frame: pl.DataFrame, layout: Layout) -> tuple[NDArray[np.int64] | None, pl.DataFrame]:
    """The rows where every `where` column has one of its values, with their numbers; None for all rows."""
    if not layout.where:
        return None, frame
    keep = np.ones(frame.height, np.bool_)
    for column, values in layout.where.items():
        codes, cells = cell_codes(frame[column])
        numeric = frame[column].dtype.is_numeric()
        found = [any(_is(cell, value, numeric) for value in values) for cell in cells]
        # An absent cell is as blank as an empty one.
        hit = np.array([*found, "" in values], np.bool_)
        if not hit.any():
            seen = listed(cells, 8)
            asked = " or ".join(shown(text_of(value)) for value in values)
            raise InputError([Finding("no_rows", "error", f"where {column}", f"no row has {asked}; there are {seen}")])
        keep &= hit[codes]
    rows = np.flatnonzero(keep)
    if not len(rows):
        raise InputError([Finding("no_rows", "error", "where", "no row meets all conditions at once")])
    return rows, frame[rows]


def _is(cell: str, wanted: object, numeric: bool) -> bool:
    """Whether a cell is a wanted value: the same text, in a column of numbers the same number."""
    if cell == text_of(wanted):
        return True
    if numeric and number(text_of(wanted)) is not None:
        return Decimal(cell) == Decimal(folded(text_of(wanted)))
    if isinstance(wanted, (date, datetime)):
        return cell.startswith(wanted.isoformat()) and not cell[len(wanted.isoformat()) :].strip(".0")
    return False


def _row(row: int, column: str | None = None) -> str:
    return f"row {row}" if column is None else f"row {row}, column {column}"


def _moved(place: Place, rows: NDArray[np.int64] | None) -> Place:
    if rows is None:
        return place

    def moved(row: int, column: str | None = None) -> str:
        return place(int(rows[row]), column)

    return moved


def _long(
    frame: pl.DataFrame, place: Place, layout: Layout, name: str
) -> tuple[pl.DataFrame, Place, Layout, dict[str, str]]:
    """A wide table as a long one. A blank cell means that the rater did not rate: it makes no row.

    Also returns the column of the field, whose name may be that of another column.
    """
    item = layout.item or (ROW,)
    numbered = frame if layout.item else frame.with_columns(pl.Series(ROW, np.arange(frame.height)))
    kept = list(dict.fromkeys([*item, *layout.item_columns()]))
    one_type = len({frame[rater].dtype for rater in layout.raters}) == 1
    parts, rows = [], []
    for rater in layout.raters:
        codes, cells = cell_codes(frame[rater])
        rated = np.flatnonzero(np.array([bool(cell.strip()) for cell in cells] + [False], np.bool_)[codes])
        column = frame[rater] if one_type and frame[rater].dtype in PLAIN_TYPES else text_column(frame[rater])
        answers = column.gather(rated).alias(ANSWER)
        parts.append(numbered.select(kept)[rated].with_columns(answers, pl.lit(rater).alias(RATER)))
        rows.append(rated)
    row_of = np.concatenate(rows)
    if not len(row_of):
        raise InputError([Finding("empty_table", "error", "raters", "every cell of the rater columns is blank")])
    order = np.argsort(row_of, kind="stable")
    long = pl.concat(parts, how="vertical_relaxed")[order]
    row_of = row_of[order]
    who = long[RATER].to_list()

    def at(row: int, column: str | None = None) -> str:
        return place(int(row_of[row]), who[row] if column == ANSWER else column)

    return long, at, replace(layout, item=item, rater=RATER, raters=()), {name: ANSWER}


def _rater_codes(
    frame: pl.DataFrame, layout: Layout, place: Place, problems: list[Finding], findings: list[Finding]
) -> tuple[Codes | None, tuple[str, ...]]:
    if layout.rater is None:
        return None, ()
    codes, cells = cell_codes(frame[layout.rater])
    what = "raters" if layout.rater == RATER else f"rater column {layout.rater}"
    _look_at_ids(codes, pl.Series(cells, dtype=pl.String), what, place, problems, findings)
    return codes, tuple(cells)


def _item_codes(
    frame: pl.DataFrame, layout: Layout, place: Place, problems: list[Finding], findings: list[Finding]
) -> tuple[Codes, pl.Series]:
    parts = []
    for name in layout.item:
        column = frame[name].fill_nan(None) if frame[name].dtype.is_float() else frame[name]
        if column.null_count():
            rows = np.flatnonzero(column.is_null().to_numpy())
            _refuse_rows(rows, f"item column {name}", place, problems)
            continue
        codes, ids = id_codes(column)
        parts.append((codes, ids))
        if ids.dtype == pl.String:
            what = "items" if name == UNIT else f"item column {name}"
            _look_at_ids(codes, ids, what, place, problems, findings)
    if problems:
        return np.zeros(0, np.int32), pl.Series([])
    if len(parts) == 1:
        return parts[0]
    code = combined_codes([codes for codes, _ in parts])
    first = np.zeros(int(code.max()) + 1, np.int64)
    first[code[::-1]] = np.arange(len(code))[::-1]
    named = frame[first].select(layout.item).iter_rows()
    return code, pl.Series("item", [" | ".join(str(value) for value in row) for row in named])


def _look_at_ids(
    codes: Codes, ids: pl.Series, what: str, place: Place, problems: list[Finding], findings: list[Finding]
) -> None:
    """Note the rows whose id is absent (code -1) or of white space only, and ids that look alike."""
    if codes.min(initial=0) >= 0 and all_plain(ids):
        return
    blank = np.append((ids.str.strip_chars() == "").to_numpy(), True)
    if blank[:-1].any() or codes.min(initial=0) < 0:
        _refuse_rows(np.flatnonzero(blank[codes]), what, place, problems)
    findings += alike_ids(ids, what)


def _refuse_rows(rows: NDArray[np.int64], what: str, place: Place, problems: list[Finding]) -> None:
    if len(rows):
        message = f"blank in {len(rows)} rows: {shown_places(rows, place)}"
        fix = "fill it in, or name no rater column if raters are anonymous"
        problems.append(Finding("blank_id", "error", what, message, fix if what.startswith("rater") else None))


def _read(field: Field, column: pl.Series) -> tuple[Codes, Sequence[str], Reading]:
    """The distinct cell of every rating, these cells, and what the field makes of them."""
    if isinstance(field, Number) and not (field.missing or field.abstain):
        numbers = number_codes(column)
        if numbers is not None:
            return numbers[0], (), field.read_numbers(numbers[1])
    codes, cells = cell_codes(column)
    return codes, cells, field.read(cells)


def _answers(reading: Reading, codes: Codes) -> Answers:
    if not reading.states.any() and (not len(codes) or codes.min() >= 0):
        state = np.zeros(len(codes), np.uint8)
    else:
        state = np.append(reading.states, np.uint8(State.MISSING))[codes]
    if isinstance(reading, ScalarReading):
        same = not state.any() and np.array_equal(reading.codes, np.arange(len(reading.codes)))
        return Scalars(state, codes if same else np.append(reading.codes, np.int32(-1))[codes], reading.scale)
    if isinstance(reading, BoxReading):
        return _spread_boxes(reading, state, codes)
    members, inverse = _distinct_sets(reading.members)
    code = np.append(inverse.astype(np.int32), np.int32(-1))[codes]
    code[state != State.ANSWERED] = -1
    return Sets(state, code, members, reading.labels, reading.domains)


def _distinct_sets(members: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    if not members.shape[1]:
        return members[:1], np.zeros(len(members), np.int64)
    distinct, inverse = np.unique(members, axis=0, return_inverse=True)
    return distinct, inverse.ravel()


def _spread_boxes(reading: BoxReading, state: NDArray[np.uint8], codes: Codes) -> Boxes:
    """The boxes of every rating, from those of the distinct cells."""
    starts = np.append(reading.offsets, reading.offsets[-1])
    sizes = np.append(np.diff(reading.offsets), 0)[codes]
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    source = np.repeat(starts[codes] - offsets[:-1], sizes) + np.arange(offsets[-1])
    return Boxes(state, offsets, reading.label[source], reading.xyxy[source], reading.labels, reading.domains)
