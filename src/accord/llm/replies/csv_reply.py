"""The answers in a reply that is one line of values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from accord.llm.replies.align import Aligned, aligned, misaligned, wrong_width
from accord.llm.replies.column import Column, Role
from accord.llm.replies.form import ReplyForm
from accord.llm.replies.json_reply import Answers
from accord.llm.replies.keys import key_form
from accord.llm.replies.line import Cell, rows_of
from accord.llm.replies.rejoin import joined, rejoined
from accord.llm.replies.unreadable import Unreadable

OTHER_DELIMITERS: Final = {";": "semicolon_delimiter", "\uff0c": "wide_comma"}
LONGEST_COMMENT: Final = 16
"""Cells that a comment may have been torn into."""
MEANT: Final = (Role.ANSWER, Role.ABSTENTION)

_FENCED = re.compile(r"```[\w-]*[^\S\n]*\n(.*?)```", re.DOTALL)


def read_line(text: str, form: ReplyForm) -> Answers:
    """The answers of the one line of values in a text. Raises Unreadable."""
    columns = list(form.columns.values())
    text, codes = _unfenced(text)
    cells, more = _cells(text, form)
    codes += more
    whole = cells if form.strict else rejoined(cells, columns)
    if len(whole) < len(cells):
        codes.append("rejoined_comma")
    used = max([at for at, cell in enumerate(whole, 1) if cell.text or cell.quoted], default=0)
    if len(whole) > max(used, len(columns)):
        whole = whole[: max(used, len(columns))]
        codes.append("trailing_delimiters")
    filed = filed_cells(whole, columns, not form.strict)
    codes += filed.codes
    parts = {}
    for (name, column), of_field in zip(form.columns.items(), filed.cells, strict=True):
        if not of_field:
            continue
        texts = [cell.text for cell in of_field]
        said = column.answer(texts[0]) if len(texts) == 1 else column.answer_torn(texts)
        parts[name] = {**said.parts}
        codes += said.codes
    closed = [parts[name]["state"] for name, column in form.columns.items() if not column.free]
    if closed and not {"answered", "abstained"} & set(closed):
        raise Unreadable("no_answer", "No value of the line is an answer to its field.")
    return Answers(parts, tuple(codes))


def _unfenced(text: str) -> tuple[str, list[str]]:
    """The text in the one code fence, or the whole text, and the codes of what was left out."""
    if "```" not in text:
        return text, []
    fenced = _FENCED.findall(text)
    if len(fenced) > 1:
        raise Unreadable("several_rows", f"{len(fenced)} code fences where one line was asked.")
    around = _FENCED.sub("", text) if fenced else ""
    inside = fenced[0] if fenced else re.sub(r"(?m)^\s*```[\w-]*", "", text)
    return inside, ["code_fence", "prose"] if around.strip() else ["code_fence"]


def _cells(text: str, form: ReplyForm) -> tuple[list[Cell], list[str]]:
    """The cells of the one line of values, and the codes of what was forgiven."""
    rows = rows_of(text)
    codes = []
    if not form.strict and len(form.columns) > 1 and all(len(row) == 1 and not row[0].quoted for row in rows):
        for delimiter, code in OTHER_DELIMITERS.items():
            others = rows_of(text, delimiter)
            if others and _is_clear(others[-1], list(form.columns.values())):
                rows = others
                codes.append(code)
                break
    if rows and _is_header(rows[0], form):
        rows = rows[1:]
        codes.append("header_line")
    if not rows:
        raise Unreadable("no_answer")
    if len(rows) > 1:
        raise Unreadable("several_rows", f"{len(rows)} lines where one was asked.")
    return rows[0], codes


def _is_header(row: Sequence[Cell], form: ReplyForm) -> bool:
    return [key_form(cell.text) for cell in row] == [key_form(name) for name in form.columns]


def _is_clear(cells: Sequence[Cell], columns: Sequence[Column]) -> bool:
    """Whether a line taken apart at another sign than a comma has every value in its place."""
    if len(cells) != len(columns):
        return False
    roles = [column.role(cell.text) for cell, column in zip(cells, columns, strict=True)]
    return Role.OTHER not in roles and Role.ANSWER in roles


def filed_cells(cells: Sequence[Cell], columns: Sequence[Column], tolerant: bool) -> Aligned:
    """The cells of each field, where the last field may be a comment: it may be left out, or hold commas.

    Raises Unreadable. What may be an answer to another field is never taken for a comment.
    """
    *closed, last = columns
    if not tolerant or not last.free or not closed or any(column.free for column in closed):
        return aligned(cells, columns, tolerant)
    ways = []
    for length in range(min(LONGEST_COMMENT, len(cells) - len(closed)) + 1):
        head, comment = cells[: len(cells) - length], cells[len(cells) - length :]
        if any(column.role(cell.text) in MEANT for cell in comment for column in closed):
            break
        way = _before_comment(head, closed, comment)
        if way is not None:
            code = ("comment_commas",) if length > 1 else ()
            ways.append(Aligned([*way.cells, [joined(comment)] if comment else []], (*way.codes, *code)))
    if len(ways) != 1:
        asked = f"{len(closed)} or {len(columns)}"
        raise misaligned() if len(cells) in (len(closed), len(columns)) else wrong_width(len(cells), asked)
    return ways[0]


def _before_comment(cells: Sequence[Cell], columns: Sequence[Column], comment: Sequence[Cell]) -> Aligned | None:
    """The cells before a comment, which may be absent or torn at its commas; None where they may hold a part of it.

    Such a part would stand in the last field before the comment, and push all others aside.
    """
    try:
        way = aligned(cells, columns, True)
    except Unreadable:
        return None
    roles = [column.role(of_field[0].text) for column, of_field in zip(columns, way.cells, strict=True)]
    if len(comment) > 1:
        return way if Role.OTHER not in roles else None
    if comment and (comment[0].quoted or not comment[0].text):
        return way
    return way if roles[-1] in MEANT or (comment and roles[-1] is not Role.OTHER) else None
