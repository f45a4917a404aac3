"""Assignments and plans of small folders, for tests of workbooks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from accord.annotations.sample.assignments import Assignment, CountedStratum, Group
from accord.annotations.workbooks.plan import Column, Plan
from accord.annotations.workbooks.planned import GivenOutputs, given_outputs, plan_of
from accord.spec.benchmark import Benchmark, read_benchmark
from accord.verbs.opened import opened

JUDGED = """
name: small
version: 1.0.0
items: {image: image}
fields:
  title: {kind: text, reference: title}
  title_match: {kind: binary, matches: title}
"""
"""People judge the titles of models by pictures."""


def benchmark(fields: str, head: str = "") -> Benchmark:
    """A benchmark from what stands under `fields`, and other keys at its top."""
    lines = "".join(f"  {line}\n" for line in fields.splitlines())
    return read_benchmark(f"name: small\nversion: 1.0.0\n{head}\nfields:\n{lines}")


def assigned(*groups: Sequence[str], raters: Sequence[str] = ("ann", "bob"), by: Sequence[str] = ()) -> Assignment:
    """An assignment `s` of groups of items, each for the same raters."""
    count = sum(map(len, groups))
    stratum = CountedStratum(where=dict.fromkeys(by, "x"), available=count, asked=count, taken=count, short=0)
    return Assignment(
        name="s",
        seed=0,
        by=tuple(by),
        per_stratum=None,
        size=None,
        raters_per_item=len(raters),
        strata=(stratum,),
        groups=tuple(
            Group(name=str(at), raters=tuple(raters), items=tuple(items)) for at, items in enumerate(groups, 1)
        ),
    )


def outputs_of(folder: Path) -> GivenOutputs:
    """The outputs of models in a folder."""
    its = opened(folder)
    return given_outputs(
        its.standing, [name for name in its.benchmark.fields if its.benchmark.forms[name].kind == "text"]
    )


def plan(folder: Path, *items: str, by: Sequence[str] = (), raters: Sequence[str] = ("ann", "bob")) -> Plan:
    """The plan of one group: of these items, of all where none is named."""
    its = opened(folder)
    made = assigned(items or its.items.ids, by=by, raters=raters)
    return plan_of(its.benchmark, its.items, outputs_of(folder), made, made.groups[0])


def place(made: Plan, name: str) -> int:
    """The place of a column, by its heading."""
    return [column.name for column in made.columns].index(name)


def texts(made: Plan, name: str) -> list[str]:
    """The texts of a column, from the first row to the last."""
    return [row.texts[place(made, name)] for row in made.rows]


def asked(made: Plan, name: str) -> list[bool]:
    """Where an answer is wanted in a column."""
    return [row.asked[place(made, name)] for row in made.rows]


def answers(made: Plan) -> list[Column]:
    """The columns that people fill in."""
    return [made.columns[at] for at in made.answers]
