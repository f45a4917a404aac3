"""Answers where none is asked: by another role, on the other form, without a reference, about what cannot be read."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from accord.annotations.contents.contents import Contents, Mask
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding
from accord.spec.field import shown
from accord.spec.states import State

GIVEN = (State.ANSWERED, State.ABSTAINED, State.OFF_LABEL)
CHANGE = "such answers are left out; if they are meant, change the field in benchmark.yaml"
COUNT = "such answers are left out; with the policy empty_reference: judge they would count"
CORRECT = "such answers are left out; if the output can be read after all, correct its state"


def not_asked(contents: Contents) -> list[Finding]:
    """A warning for every log, field and kind; such answers count nowhere."""
    findings = []
    any_answer = np.zeros(len(contents.item_row), np.bool_)
    for name in contents.benchmark.fields:
        given = np.isin(contents.said[name].state, GIVEN)
        any_answer |= given
        for code, mask, why, fix in _kinds(contents, name):
            for rows in contents.by_log(given & mask):
                who, item = contents.name_of(rows[0]), shown(contents.text(rows[0], "item"))
                message = f"{who} answered {name} for {item}, but {why}"
                findings.append(gathered(code, "warning", rows, contents.place(name), message, fix))
    return findings + _of_invalid(contents, any_answer)


def _kinds(contents: Contents, name: str) -> Iterator[tuple[str, Mask, str, str]]:
    """Code, where it holds, why, and what to do."""
    roles = contents.benchmark.asked_of(name)
    other_role, other_form = ~contents.of_role(*roles), contents.on_other_form(name)
    is_match = contents.benchmark.forms[name].matched() is not None
    asks = "asks about an output, and none is named" if is_match else "asks about items, not outputs"
    yield "not_asked_of_role", other_role, f"the field is asked of {' and '.join(roles)}", CHANGE
    yield "wrong_form", other_form & ~other_role, f"the field {asks}", CHANGE
    left = contents.left_blank(name) & ~other_role & ~other_form
    yield "no_reference", left, "the item has no reference, so it is to be left blank", COUNT


def _of_invalid(contents: Contents, any_answer: Mask) -> list[Finding]:
    """Answers about items and outputs that cannot be read."""
    frame = contents.standing.frame
    invalid = frame["item"].is_in(list(contents.items.invalid_outputs)).to_numpy()
    invalid = invalid | frame["of"].is_in(list(contents.outputs.invalid)).fill_null(False).to_numpy()
    findings = []
    for rows in contents.by_log(any_answer & invalid):
        who, item = contents.name_of(rows[0]), shown(contents.text(rows[0], "item"))
        message = f"{who} answered about {item}, whose output cannot be read, so that nobody is asked"
        findings.append(gathered("invalid_output_answered", "warning", rows, contents.place(), message, CORRECT))
    return findings
