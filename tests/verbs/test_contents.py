"""The contents of an opened folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from accord.annotations.log.audit import NO_AUDIT, audit_logs
from accord.errors import InputError
from accord.verbs.contents import contents_of
from accord.verbs.opened import opened
from accord.verbs.sample import sample

SPEC = "name: t\nversion: 1.0.0\nfields:\n  title: {kind: text}\n  right: {kind: binary, matches: title}\n"
ITEMS = [{"id": "i1"}, {"id": "i2"}]
OUTPUTS = [{"item": "i1", "rater": "m", "role": "model", "title": "vase"}]


def test_all_parts_are_those_of_the_folder(make_folder: Callable[..., Path]) -> None:
    folder = make_folder(SPEC, ITEMS, OUTPUTS, [{**OUTPUTS[0], "title": "bowl"}])
    its = opened(folder)
    made, _ = sample(its, raters=["A", "B"])
    audit = audit_logs(folder, its.benchmark)
    contents = contents_of(its, [made], audit)
    assert (contents.path, contents.benchmark, contents.items) == (folder, its.benchmark, its.items)
    assert (contents.standing, contents.outputs, contents.assignments) == (its.standing, its.outputs, (made,))
    assert len(contents.audit.corrected_outputs) == 1
    assert contents_of(its, []).audit == NO_AUDIT


def test_items_that_cannot_be_read(make_folder: Callable[..., Path]) -> None:
    folder = make_folder(SPEC, ITEMS)
    (folder / "items.jsonl").unlink()
    with pytest.raises(InputError):
        contents_of(opened(folder), [])
