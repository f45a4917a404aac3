"""Any benchmark, any answers: what is exported and imported again is the same, but for what the export said.

Runs over every registered format and every kind of file that it writes.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from drawn_benchmarks import CLOCK, drawn_benchmarks
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from accord.annotations.exchange.incoming import Request
from accord.annotations.exchange.outgoing import select_outgoing
from accord.annotations.formats import FORMATS
from accord.annotations.log.submission import FIRST
from accord.annotations.tables.write import fits_header
from accord.errors import UsageError
from accord.spec.states import NOT_ASKED_CELL
from accord.verbs.export_answers import export_answers
from accord.verbs.import_answers import import_answers
from accord.verbs.opened import Opened, opened

Said = dict[tuple[str | None, ...], dict[str, str | None]]
KEY = ("item", "of", "rater", "role", "pass")


def said(folder: Opened) -> Said:
    """All that the standing submissions say, with outputs named by their model and whether that is the present one."""
    fields = tuple(folder.benchmark.fields)
    found = {}
    for row in folder.sound_standing().frame.iter_rows(named=True):
        of = row["of"] and folder.outputs.model.get(row["of"], "gone")
        found[tuple(of if name == "of" else row[name] for name in KEY)] = {
            name: row[name] for name in ("at", "state", "reason", *fields)
        }
    return found


def only(rows: Said, role: str) -> Said:
    return {key: row for key, row in rows.items() if key[3] == role}


def losses(before: Said, after: Said) -> int:
    """How much of what was said is gone. What is there must be what was said, and blanks are the only other thing."""
    assert after.keys() <= before.keys()
    lost = len(before) - len(after)
    for key, row in after.items():
        assert row["state"] == before[key]["state"]
        for part, text in row.items():
            if text != before[key][part]:
                assert text in (None, NOT_ASKED_CELL), (key, part, before[key][part], text)
                lost += 1
    return lost


def anything(folder: Opened, data: st.DataObject) -> Request:
    return Request()


def one_field(folder: Opened, data: st.DataObject) -> Request:
    """A request for a field, a role and a pass that somebody answered, with all raters who can have a column."""
    frame = folder.sound_standing().frame
    asked = [
        (row["role"], row["pass"], name)
        for row in frame.iter_rows(named=True)
        for name in folder.benchmark.fields
        if row[name] not in (None, NOT_ASKED_CELL)
    ]
    role, passing, name = data.draw(st.sampled_from(asked or [("human", FIRST, next(iter(folder.benchmark.fields)))]))
    return Request(columns={name: name}, role=role, passing=passing)


def with_raters(folder: Opened, request: Request) -> Request:
    """The request with the raters whose answers a wide table holds, by whom it is read again."""
    (name,) = request.columns
    standing, outputs = folder.sound_standing(), folder.outputs
    frame = select_outgoing(folder.benchmark, folder.items, standing, outputs, (), ()).outgoing.frame
    taken = {folder.benchmark.tables.item, folder.benchmark.tables.of}
    raters = [
        row["rater"]
        for row in frame.iter_rows(named=True)
        if (row["role"], row["pass"], row["state"]) == (request.role, request.passing, "answered")
        and row[name] not in (None, NOT_ASKED_CELL)
        and fits_header(row["rater"])
        and row["rater"] not in taken
    ]
    return replace(request, raters=tuple(dict.fromkeys(raters)))


def with_outputs(folder: Opened, second: Opened) -> None:
    """Give the second folder the outputs of the first, so that answers about them can come."""
    path = second.path / "outputs.jsonl"
    export_answers(folder, path, "long", Request(), ["model"])
    import_answers(second, [path], "long", Request())


REQUESTS: dict[str, Callable[[Opened, st.DataObject], Request]] = {"wide": one_field}
FILES = [(name, suffix) for name, kind in FORMATS.items() for suffix in kind.suffixes]


def exported(folder: Opened, path: Path, format: str, request: Request) -> list[Any] | None:
    """The findings of an export; None where it says that nothing can be written."""
    try:
        return list(export_answers(folder, path, format, request).findings)
    except UsageError as refused:
        reasons = ("a code of workbooks", "there is no answer", "no submission answers")
        assert any(reason in str(refused) for reason in reasons), refused
        assert not path.exists()
        return None


@pytest.mark.parametrize(("format", "suffix"), FILES)
@given(drawn=drawn_benchmarks(), data=st.data())
@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_export_and_import_give_the_same(format, suffix, drawn, data):
    home = Path(tempfile.mkdtemp())
    try:
        first = drawn.filled(home / "a")
        assume(not first.standing.frame.is_empty())
        request = REQUESTS.get(format, anything)(first, data)
        path = home / f"answers{suffix}"
        findings = exported(first, path, format, request)
        if findings is None:
            return
        second = drawn.folder(home / "b")
        if format == "wide":
            request = with_raters(first, request)
            if request.role != "model" and (first.standing.frame["role"] == "model").any():
                with_outputs(first, second)
        done = import_answers(opened(second.path), [path], format, request, clock=lambda: CLOCK)
        assert (done.rejects, done.corrected, done.unchanged) == ((), 0, 0)
        before, after = said(first), said(opened(second.path))
        lost = losses(before, only(after, request.role) if request.role else after)
        told = [found for found in findings if found.code == "not_held" and found.where != "logs"]
        assert sum(found.count for found in told) == lost, told
        again = import_answers(opened(second.path), [path], format, request, clock=lambda: CLOCK)
        assert (again.added, again.unchanged) == (0, done.added)
        if not lost:
            home_again = import_answers(opened(first.path), [path], format, request, clock=lambda: CLOCK)
            assert (home_again.added, home_again.unchanged) == (0, done.added)
    finally:
        shutil.rmtree(home)
