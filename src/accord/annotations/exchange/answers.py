"""One cell as an answer of a submission."""

from __future__ import annotations

from typing import Any

from accord.annotations.log.standing import cell_text
from accord.spec.field import Field
from accord.spec.labels import folded
from accord.spec.reading import Reading
from accord.spec.states import State

AnswerParts = dict[str, Any]
"""An answer as it stands in a line of the log: `state`, and `value` and `raw` where there are such."""

BLANK: AnswerParts = {"state": "missing"}


def answer_of(field: Field, reading: Reading, at: int, cell: str) -> AnswerParts:
    """One distinct cell as an answer; the raw text stays where the value is not the cell to the letter.

    >>> from accord.spec.fields import Binary
    >>> cells = ["1", "1.0", "maybe"]
    >>> reading = Binary().read(cells)
    >>> [answer_of(Binary(), reading, at, cell) for at, cell in enumerate(cells)]
    [{'state': 'answered', 'value': '1'}, {'state': 'answered', 'value': '1', 'raw': '1.0'}, \
{'state': 'off_label', 'raw': 'maybe'}]
    """
    state = State(int(reading.states[at]))
    if state == State.MISSING:
        return {**BLANK, "raw": cell} if folded(cell) else BLANK
    if state in (State.OFF_LABEL, State.NOT_ASKED):
        return {"state": "off_label", "raw": cell}
    if state == State.ABSTAINED:
        return _beside_raw(field, {"state": "abstained", "value": field.abstention(cell)}, cell)
    value = field.value(reading, at, cell)
    # The text of a value may be declared to be none: [] of boxes that were all dropped, where [] is no answer.
    none = field.nothing(cell_text(value))
    if none == State.MISSING:
        return {**BLANK, "raw": cell}
    if none == State.ABSTAINED:
        return {"state": "abstained", "value": field.abstention(cell_text(value)), "raw": cell}
    return _beside_raw(field, {"state": "answered", "value": value}, cell)


def _beside_raw(field: Field, answer: AnswerParts, cell: str) -> AnswerParts:
    """An answer, with the cell where it is not the value to the letter."""
    return answer if field.says(answer["value"], cell) else {**answer, "raw": cell}
