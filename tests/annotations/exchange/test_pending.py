"""Outputs and judgements of them in the same rows."""

from __future__ import annotations

import pytest
from drawn_benchmarks import incoming_of
from made_folders import empty_folder, filled_folder

from accord.annotations.exchange.drafts import drafts_of
from accord.annotations.exchange.incoming import Request
from accord.annotations.exchange.pending import PENDING, is_output, pending, settled, with_pending, without_orphans
from accord.annotations.log.outputs import Outputs

OUTPUT = {"item": "a", "rater": "m", "role": "model", "title": "a vase"}
NONE = Outputs()
JUDGE = {"item": "a", "of": "m", "rater": "j", "role": "judge", "title match": "1"}


@pytest.fixture
def folder(tmp_path):
    return empty_folder(tmp_path / "b")


def read(folder, *rows, outputs=NONE):
    incoming, request = incoming_of(rows), Request()
    known = with_pending(outputs, incoming, request)
    return without_orphans(drafts_of(incoming, folder.benchmark, folder.items, known, request), outputs, incoming)


def known(*rows, **request):
    return with_pending(NONE, incoming_of(rows), Request(**request)).id


def test_an_output_is_known_by_its_model_whatever_the_order(folder):
    for rows in ([OUTPUT, JUDGE], [JUDGE, OUTPUT]):
        found = read(folder, *rows)
        assert found.rejected == []
        assert {draft.head.role: pending(draft) for draft in found.kept} == {"model": None, "judge": ("a", "m")}
        assert [draft.head.role for draft in found.kept if is_output(draft)] == ["model"]


def test_it_gets_its_id_once_the_log_has_it(folder):
    found = read(folder, OUTPUT, JUDGE)
    ready = settled(found.kept, Outputs({("a", "m"): "f" * 64}))
    assert [draft.head.of for draft in ready] == [None, "f" * 64]
    assert [draft.answers for draft in ready] == [draft.answers for draft in found.kept]


@pytest.mark.parametrize(
    "row",
    [
        OUTPUT | {"role": " Model "},
        OUTPUT | {"pass": "first", "of": " "},
        {"item": "a", "rater": "", "role": "", "title": "x"},
        {"item": "a", "title": "x"},
    ],
)
def test_rows_that_are_outputs(row):
    assert known(row, role="model", rater="m") == {("a", "m"): f"{PENDING}m"}


@pytest.mark.parametrize("row", [OUTPUT | {"role": "judge"}, OUTPUT | {"of": "n"}, OUTPUT | {"pass": "second"}])
def test_rows_that_are_none(row):
    assert known(row) == {}


def test_the_pass_of_rows_that_say_none():
    assert known(OUTPUT, passing="second") == {}
    assert known(OUTPUT | {"pass": "first"}, passing="second") == {("a", "m"): f"{PENDING}m"}


def test_an_output_of_a_later_pass_is_not_meant_by_the_model(folder):
    found = read(folder, OUTPUT | {"pass": "second"}, JUDGE | {"pass": "second"})
    assert [problem.code for problem in found.rejected] == ["unknown_output"]


def test_who_judges_a_refused_output_is_refused(folder):
    bad = OUTPUT | {"at": "noon"}
    found = read(folder, bad, JUDGE, JUDGE | {"rater": "k"}, OUTPUT | {"item": "b"}, JUDGE | {"item": "b"})
    assert [(problem.code, problem.where.partition(",")[0]) for problem in found.rejected] == [
        ("bad_time", "made:1"),
        ("unknown_output", "made:2"),
        ("unknown_output", "made:3"),
    ]
    assert "the output of 'm' for 'a' stands in a row that is rejected" in found.rejected[1].message
    assert found.refused == 3
    assert [draft.head.item for draft in found.kept] == ["b", "b"]


def test_unless_the_log_has_an_output(tmp_path):
    folder = filled_folder(tmp_path / "full")
    found = read(folder, OUTPUT | {"at": "noon"}, JUDGE, outputs=folder.outputs)
    assert found.refused == 1
    (draft,) = settled(found.kept, folder.outputs)
    assert draft.head.of == folder.outputs.id["a", "m"]


def test_an_output_named_by_its_id_is_the_one_of_the_log(tmp_path):
    folder = filled_folder(tmp_path / "full")
    of = folder.outputs.id["a", "m"]
    found = read(folder, OUTPUT, JUDGE | {"of": of}, outputs=folder.outputs)
    assert [draft.head.of for draft in found.kept] == [None, of]
    assert settled(found.kept, NONE) == found.kept
