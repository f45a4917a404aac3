"""The columns of a workbook: what is shown, what is asked about it, and who was given it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from accord.annotations.workbooks.held import alike, held
from accord.annotations.workbooks.plan import Column
from accord.spec.benchmark import Benchmark
from accord.spec.form import Form
from accord.spec.wording import Label

MOST_COLUMNS = 12
"""A set of more labels than this is written into one cell."""
LONGEST = 120
CHOSEN = "x"
EMPTY_SET = "\0none"
"""Stands for the empty set where the form has no label for it; no label can have this id."""
EMPTY_SET_NAME = "(none)"
ANNOTATOR = "annotator"
_WHOLE = re.compile("0|-?[1-9][0-9]{0,9}")
"""A label that is the same after Excel has taken it for a number."""


def headings(
    benchmark: Benchmark, shown: Sequence[str], tracking: Sequence[str], models: Sequence[str]
) -> tuple[Column, ...]:
    """The columns in their order, each with a name of its own.

    shown: columns of the items that people read; tracking: others that say where the item comes from. models: those
    whose outputs are judged.
    """
    columns = [Column(name, "shown") for name in shown]
    if benchmark.items.image is not None:
        columns.append(Column(benchmark.items.image, "picture"))
    columns += _about_outputs(benchmark, models)
    for name in benchmark.asked("human", about_output=False):
        columns += _answers(name, benchmark.forms[name], _language(benchmark), "", None)
    columns.append(Column(benchmark.tables.item, "item"))
    columns += [Column(name, "tracking") for name in tracking]
    columns.append(Column(ANNOTATOR, "annotator"))
    return tuple(_distinct(columns))


def _language(benchmark: Benchmark) -> str:
    return benchmark.document.languages[0]


def _about_outputs(benchmark: Benchmark, models: Sequence[str]) -> Iterator[Column]:
    """For every field of the models that people judge: the reference, then the output and its judgements by model."""
    matching: dict[str, list[str]] = {}
    for name in benchmark.asked("human", about_output=True) if models else ():
        matching.setdefault(benchmark.forms[name].matched() or "", []).append(name)
    for target, names in matching.items():
        if any(benchmark.reference(name) is not None for name in names):
            yield Column(f"reference_{target}", "reference", target)
        for model in models:
            yield Column(f"{model}_{target}", "output", target, model)
            for name in names:
                yield from _answers(name, benchmark.forms[name], _language(benchmark), f"{model}_", model)


def _answers(name: str, form: Form, language: str, before: str, model: str | None) -> Iterator[Column]:
    """The columns in which one field is answered."""
    if not form.in_cells:
        return
    labels = form.choices()
    choices = tuple(label.shown(language) for label in labels)
    if form.several and 0 < len(labels) <= MOST_COLUMNS:
        for label in (*labels, *empty_set(form)):
            heading = f"{before}{name}: {label.shown(language)}"
            yield Column(heading, "answer", name, model, (CHOSEN,), label.id)
        return
    if form.several:
        yield Column(f"{before}{name}", "answer", name, model, is_text=True)
        return
    tail = f"_{'_or_'.join(choices)}" if len(choices) == 2 else ""
    # Excel takes 01 for 1 and 1-2 for a date, unless the cell is one of texts.
    is_text = form.optional or any(_WHOLE.fullmatch(choice) is None for choice in choices)
    yield Column(f"{before}{name}{tail}", "answer", name, model, choices, optional=form.optional, is_text=is_text)


def empty_set(form: Form) -> tuple[Label, ...]:
    """What stands for the empty set where the form has no label for it."""
    return () if getattr(form, "none", None) is not None else (Label(id=EMPTY_SET, name=EMPTY_SET_NAME),)


def _distinct(columns: Sequence[Column]) -> Iterator[Column]:
    """The columns with headings that cells can hold, no two alike: a later one gets a number."""
    seen: set[str] = set()
    for column in columns:
        name = first = held(" ".join(column.name.split()), LONGEST).text
        number = 2
        while alike(name).casefold() in seen:
            name = f"{first} ({number})"
            number += 1
        seen.add(alike(name).casefold())
        yield replace(column, name=name)
