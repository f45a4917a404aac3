"""The assignment document: what was sampled, and which rater is asked about which item."""

from __future__ import annotations

import json
import re
import stat
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, ValidationError, model_validator

from accord.annotations.log.name import names_in
from accord.annotations.places import SHOWN
from accord.annotations.rows.utf8 import require_utf8
from accord.annotations.sample.overlap import Group as RatersAndItems
from accord.annotations.sample.sampling import Drawn
from accord.canonical import to_json, write_text
from accord.errors import InputError, UsageError
from accord.findings import Finding, counted
from accord.spec.field import listed, shown
from accord.spec.problems import problems_of
from accord.spec.wording import Document

FOLDER = "assignments"
SCHEMA: Final = "accord.assignment/1"
_VERSION = re.compile(r"accord\.assignment/([1-9][0-9]{0,8})")
TOO_DEEP = "nested too deeply"
TOO_MANY_DIGITS = "a number of too many digits"
HALF_A_PAIR = "half of a surrogate pair (\\ud800 to \\udfff)"
NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("is blank")
    return text


Text = Annotated[str, AfterValidator(_not_blank)]
FromZero = Annotated[int, Field(ge=0)]
FromOne = Annotated[int, Field(ge=1)]


class CountedStratum(Document):
    """One stratum of the sample."""

    where: dict[str, Text]
    """Column -> value, for each column of `by`."""
    available: FromOne
    """How many items there were."""
    asked: FromZero
    """How many were asked for."""
    taken: FromZero
    """How many were drawn."""
    short: FromZero
    """How many were asked for and were not there."""

    @model_validator(mode="after")
    def _adds_up(self) -> CountedStratum:
        if self.taken > self.available:
            raise ValueError(f"taken is {self.taken}; allowed is at most available, {self.available}")
        if self.taken + self.short != self.asked:
            raise ValueError(f"taken {self.taken} and short {self.short} must sum to asked, {self.asked}")
        return self


class Group(Document):
    """Items, and the raters who are each asked about every one of them."""

    name: Text
    """The name of the group: its number."""
    raters: Annotated[tuple[Text, ...], Field(min_length=1)]
    """The names of the raters."""
    items: Annotated[tuple[Text, ...], Field(min_length=1)]
    """The ids of the items."""

    @model_validator(mode="after")
    def _distinct(self) -> Group:
        for what, names in (("raters", self.raters), ("items", self.items)):
            twice = _more_than_once(names)
            if twice:
                raise ValueError(f"{what}: {listed(twice, SHOWN)} more than once")
        return self


class Assignment(Document):
    """A sample and who is asked about it; every item is in exactly one group."""

    schema_: Literal["accord.assignment/1"] = Field(SCHEMA, alias="schema")
    """The kind and version of the document."""
    name: Annotated[str, Field(pattern=NAME, max_length=100)]
    """The name of the assignment, that of its file without `.json`."""
    seed: FromZero
    """The seed of the draw and of the design."""
    by: tuple[Text, ...]
    """The columns that the sample is stratified by."""
    per_stratum: FromOne | None
    """How many items every stratum was asked for; null where that was not said."""
    size: FromOne | None
    """How many items were asked for in all; null where that was not said."""
    raters_per_item: FromOne
    """How many raters are asked about each item."""
    strata: Annotated[tuple[CountedStratum, ...], Field(min_length=1)]
    """The strata, with what was there, asked for, taken and short."""
    groups: Annotated[tuple[Group, ...], Field(min_length=1)]
    """The groups, with their raters and items."""

    @model_validator(mode="after")
    def _consistent(self) -> Assignment:
        problems = _contradictions(self)
        if problems:
            raise ValueError("; ".join(problems))
        return self


def assignment_of(
    name: str,
    drawn: Drawn,
    groups: Sequence[RatersAndItems],
    *,
    by: Sequence[str],
    per_stratum: int | None,
    size: int | None,
    seed: int,
) -> Assignment:
    """The document of a drawn sample and its design (`overlap.in_groups`, `overlap.balanced`), groups numbered from 1.

    Raises UsageError for a name that cannot be one of a file.
    """
    problems = name_problems(name)
    if problems:
        raise UsageError("\n".join(problems))
    strata = tuple(
        CountedStratum(
            where=stratum.where,
            available=stratum.available,
            asked=stratum.asked,
            taken=stratum.taken,
            short=stratum.short,
        )
        for stratum in drawn.strata
    )
    return Assignment(
        name=name,
        seed=seed,
        by=tuple(by),
        per_stratum=per_stratum,
        size=size,
        raters_per_item=len(groups[0][0]),
        strata=strata,
        groups=tuple(
            Group(name=str(number), raters=raters, items=items) for number, (raters, items) in enumerate(groups, 1)
        ),
    )


def name_problems(name: str) -> list[str]:
    """What is wrong with the name of an assignment."""
    if len(name) <= 100 and re.fullmatch(NAME, name):
        return []
    form = "at most 100 letters, digits, '.', '_' and '-', starting with a letter or digit"
    return [f"assignment name {shown(name)}: allowed are {form}"]


def write_assignment(path: Path, assignment: Assignment, replace: bool = False) -> bool:
    """Write the document in its canonical form, making its folder where needed; whether anything was written.

    A file that has this content already is left alone. Raises UsageError where the file has other content and is
    not to be replaced, or where its name is not that of the assignment.
    """
    if path.name != f"{assignment.name}.json":
        raise UsageError(f"{path}: the file of assignment {shown(assignment.name)} is called {assignment.name}.json")
    text = to_json(assignment.model_dump(mode="json", by_alias=True))
    if path.is_file():
        if path.read_bytes() == text.encode():
            return False
        if not replace:
            raise UsageError(f"{path}: another assignment has this name; choose a new name, or replace it")
    path.parent.mkdir(exist_ok=True)
    write_text(path, text)
    return True


def read_assignments(folder: Path) -> tuple[list[Assignment], list[Finding]]:
    """Every assignment `*.json` of a folder in the order of the names, and all that is wrong with them.

    A folder that is not there has none. What cannot be read is left out and is a finding with the file and the
    path of the field; so is an item that two files ask the same rater about, and something else with the name of the
    folder. Raises OSError where the folder cannot be read.
    """
    read: dict[str, Assignment] = {}
    findings: list[Finding] = []
    try:
        names = names_in(folder)
    except InputError as error:
        return [], list(error.problems)
    for path in [folder / name for name in names if name.endswith(".json")]:
        try:
            read[str(path)] = _read(path)
        except InputError as error:
            findings += error.problems
    return list(read.values()), findings + _assigned_twice(read)


def per_rater(assignments: Sequence[Assignment]) -> dict[str, list[str]]:
    """Rater -> the ids of all items that the rater is asked about, in the order of the assignments, each once."""
    asked: dict[str, dict[str, None]] = {}
    for assignment in assignments:
        for group in assignment.groups:
            for rater in group.raters:
                asked.setdefault(rater, {}).update(dict.fromkeys(group.items))
    return {rater: list(items) for rater, items in asked.items()}


def _contradictions(assignment: Assignment) -> list[str]:
    """What does not fit between the parts of a document."""
    problems = []
    if assignment.per_stratum is not None and assignment.size is not None:
        problems.append("per_stratum and size: one of the two must be null")
    by = _more_than_once(assignment.by)
    if by:
        problems.append(f"by: {listed(by, SHOWN)} more than once")
    for at, stratum in enumerate(assignment.strata):
        if list(stratum.where) != list(assignment.by):
            problems.append(f"strata[{at}].where: the columns must be those of by, in that order")
    wheres = _more_than_once([json.dumps(stratum.where) for stratum in assignment.strata])
    if wheres:
        problems.append(f"strata: {counted(len(wheres), 'stratum', 'strata')} more than once")
    names = _more_than_once([group.name for group in assignment.groups])
    if names:
        problems.append(f"groups: name {listed(names, SHOWN)} more than once")
    for at, group in enumerate(assignment.groups):
        if len(group.raters) != assignment.raters_per_item:
            problems.append(f"groups[{at}].raters: {len(group.raters)}, not {assignment.raters_per_item} per item")
    items = [item for group in assignment.groups for item in group.items]
    twice = _more_than_once(items)
    if twice:
        problems.append(f"groups: item {listed(twice, SHOWN)} in more than one group")
    taken = sum(stratum.taken for stratum in assignment.strata)
    if taken != len(items):
        problems.append(f"groups: they have {counted(len(items), 'item')}, the strata {taken} taken")
    return problems


def _more_than_once(names: Sequence[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def _read(path: Path) -> Assignment:
    """The assignment of a file; raises InputError with everything that is wrong with it."""
    file = str(path)
    try:
        # Opening a named pipe would wait for who never writes.
        if not stat.S_ISREG(path.stat().st_mode):
            raise InputError([Finding("not_a_file", "error", file, "is no regular file", "move it elsewhere")])
        data = path.read_bytes()
    except OSError as error:
        raise InputError([Finding("unreadable_file", "error", file, str(error.strerror))]) from None
    text = require_utf8(data, file).decode()
    document = _object(text, file)
    _check_schema(document.get("schema"), file)
    try:
        assignment = Assignment.model_validate_json(text, strict=True)
    except ValidationError as error:
        _refuse_text(error, file)
        raise InputError(_shape_problems(error, document, file)) from None
    if assignment.name != path.stem:
        message = f"the assignment is called {shown(assignment.name)} and the file {path.name}"
        fix = f"rename the file to {assignment.name}.json"
        raise InputError([Finding("name_differs", "error", f"{file}: name", message, fix)])
    return assignment


class _KeyTwice(ValueError):
    """A key stands twice in one object."""


def _object(text: str, file: str) -> Mapping[str, Any]:
    try:
        document = json.loads(text, object_pairs_hook=_keys_once)
    except _KeyTwice as error:
        raise _unreadable(file, str(error)) from None
    except json.JSONDecodeError as error:
        message = f"not JSON: {error.msg} (column {error.colno})"
        raise InputError([Finding("not_json", "error", f"{file}:{error.lineno}", message)]) from None
    except RecursionError:
        raise _unreadable(file, TOO_DEEP) from None
    except ValueError:
        raise _unreadable(file, TOO_MANY_DIGITS) from None
    if not isinstance(document, dict):
        raise InputError([Finding("bad_assignment", "error", file, "must be one JSON object")])
    return document


def _keys_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    twice = _more_than_once([key for key, _ in pairs])
    if twice:
        raise _KeyTwice(f"key {listed(twice, SHOWN)} more than once in one object")
    return dict(pairs)


def _refuse_text(error: ValidationError, file: str) -> None:
    """Raise InputError where the error is about the text itself: what `json` takes and the model's parser does not."""
    detail = error.errors(include_url=False)[0]
    if detail["type"] != "json_invalid":
        return
    reason = str(detail["ctx"]["error"])
    line = re.search(r"line ([0-9]+) column", reason)
    where = f"{file}:{line[1]}" if line else file
    if reason.startswith("recursion"):
        raise _unreadable(where, TOO_DEEP)
    raise _unreadable(where, TOO_MANY_DIGITS if reason.startswith("number") else HALF_A_PAIR)


def _unreadable(where: str, reason: str) -> InputError:
    return InputError([Finding("not_json", "error", where, f"not JSON that can be read: {reason}")])


def _check_schema(schema: object, file: str) -> None:
    if schema == SCHEMA:
        return
    version = _VERSION.fullmatch(schema) if isinstance(schema, str) else None
    where = f"{file}: schema"
    if version and int(version[1]) > 1:
        message = f"written by a newer accord: {schema}; this one reads {SCHEMA}"
        raise InputError([Finding("newer_schema", "error", where, message, "install a newer accord")])
    given = "is needed" if schema is None else f"is {shown(str(schema))}"
    raise InputError([Finding("wrong_schema", "error", where, f"{given}; allowed is {SCHEMA}")])


def _shape_problems(error: ValidationError, document: Mapping[str, Any], file: str) -> list[Finding]:
    """The first problems with the paths of their fields, then how many more there are."""

    def place(path: Sequence[str | int]) -> str:
        return f"{file}: {_dotted(path)}" if path else file

    found = problems_of(error, Assignment, document, (), place)
    problems = [
        Finding("bad_assignment", "error", problem.where, problem.message, problem.fix) for problem in found[:SHOWN]
    ]
    rest = len(found) - SHOWN
    if rest > 0:
        problems.append(Finding("bad_assignment", "error", file, f"and {rest} more of this kind", count=rest))
    return problems


def _dotted(path: Sequence[str | int]) -> str:
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return "".join(parts).removeprefix(".")


def _assigned_twice(read: Mapping[str, Assignment]) -> list[Finding]:
    """A finding for every two groups of different files that ask the same rater about the same items."""
    first: dict[tuple[str, str], str] = {}
    findings = []
    for file, assignment in read.items():
        for at, group in enumerate(assignment.groups):
            place = f"{file}: groups[{at}]"
            for rater in group.raters:
                earlier: dict[str, list[str]] = {}
                for item in group.items:
                    there = first.setdefault((rater, item), place)
                    if there != place:
                        earlier.setdefault(there, []).append(item)
                findings += [_twice(place, rater, there, items) for there, items in earlier.items()]
    return findings


def _twice(place: str, rater: str, earlier: str, items: Sequence[str]) -> Finding:
    message = (
        f"rater {shown(rater)} is asked about {counted(len(items), 'item')} already in {earlier}: "
        f"{listed(items, SHOWN)}"
    )
    fix = "nothing, if one answer is to count for both; if not, draw the later one anew (accord sample --replace)"
    return Finding("assigned_twice", "warning", place, message, fix, len(items))
