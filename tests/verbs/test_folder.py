"""A benchmark's folder in Python: the options of `agree` and what they mean."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.errors import InputError, UsageError

SPEC = """
name: t
version: 1.2.3
items: {slices: [region]}
fields:
  ok: {kind: binary}
  score: {kind: rating, scale: 1..5}
policies:
  intervals: {replicates: 30, seed: 7, level: 0.9, interval: bca, resample: index}
  limited_support: 3
"""
ITEMS = [{"id": f"i{at}", "region": "ns"[at % 2], "size": f"s{at % 3}"} for at in range(12)]


def rows(role: str, raters: str, shift: int = 0) -> list[dict[str, str]]:
    return [
        {
            "item": item["id"],
            "rater": rater,
            "role": role,
            "ok": str((at + shift + (rater == raters[-1] and at % 4 == 0)) % 2),
            "score": str(1 + (at * (1 + (rater == raters[0]))) % 5),
        }
        for at, item in enumerate(ITEMS)
        for rater in raters
    ]


@pytest.fixture
def folder(make_folder: Callable[..., Path]) -> accord.Folder:
    return accord.open(make_folder(SPEC, ITEMS, rows("human", "ab"), rows("judge", "jk", 1), rows("model", "m")))


def measures(result: accord.Agreement, field: str = "ok") -> set[str]:
    return {estimate.measure for estimate in result.estimates if estimate.field == field}


def test_what_a_folder_says_of_itself(folder: accord.Folder) -> None:
    assert (folder.benchmark.name, folder.benchmark.version) == ("t", "1.2.3")
    assert repr(folder) == f"Folder({str(folder.path)!r}: t 1.2.3)"
    assert accord.open(str(folder.path)).path == folder.path
    with pytest.raises(UsageError, match="accord init"):
        accord.open(folder.path / "none")


def test_people_and_the_rules_of_the_benchmark_unless_it_is_said_otherwise(folder: accord.Folder) -> None:
    result = folder.agree()
    assert result.design["roles"] == ["human"]
    settings = result.settings
    assert (settings.replicates, settings.seed, settings.level) == (30, 7, 0.9)
    assert (settings.interval, settings.resample, settings.min_support) == ("bca", "index", 3)
    assert {estimate.field for estimate in result.estimates} == {"ok", "score"}
    assert {tuple(estimate.where) for estimate in result.estimates} == {(), ("region",)}
    assert result.raters == 2


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("replicates", 0),
        ("seed", 0),
        ("level", 0.5),
        ("interval", "percentile"),
        ("resample", "multinomial"),
        ("min_support", 0),
    ],
)
def test_what_is_said_goes_before_the_policy(folder: accord.Folder, option: str, value: Any) -> None:
    result = folder.agree(fields="ok", measures="all_agree", **{option: value})
    assert getattr(result.settings, option) == value
    if option == "replicates":
        assert all(estimate.low is None for estimate in result.estimates)


@pytest.mark.parametrize("roles", ["judge", ["judge"], ("judge",)])
def test_roles(folder: accord.Folder, roles: Any) -> None:
    result = folder.agree(roles=roles, pairs=True, replicates=0)
    assert result.design["roles"] == ["judge"]
    assert {estimate.between for estimate in result.estimates if estimate.between} == {("j", "k")}


def test_several_roles_are_one_panel(folder: accord.Folder) -> None:
    result = folder.agree(roles=["model", "human"], replicates=0)
    assert (result.design["roles"], result.raters) == (["human", "model"], 3)


def test_fields_and_measures_by_name(folder: accord.Folder) -> None:
    result = folder.agree(fields="ok", measures=["all_agree", "fleiss"], replicates=0)
    assert {estimate.field for estimate in result.estimates} == {"ok"}
    assert measures(result) == {"all_agree", "fleiss"}
    with pytest.raises(UsageError, match="no field okay; fields: ok, score"):
        folder.agree(fields=["ok", "okay"])


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("size", {("region",), ("size",)}),
        (["size", "region"], {("region",), ("size",)}),
        ([("size", "region")], {("region",), ("size", "region")}),
        ((), {("region",)}),
    ],
)
def test_slices_beside_those_of_the_benchmark(folder: accord.Folder, by: Any, expected: set[tuple[str, ...]]) -> None:
    result = folder.agree(by=by, fields="ok", measures="all_agree", replicates=0)
    assert {tuple(estimate.where) for estimate in result.estimates if estimate.where} == expected


@pytest.mark.parametrize("between", [("human", "judge"), ["human", "judge"]])
def test_two_roles_against_each_other(folder: accord.Folder, between: Any) -> None:
    result = folder.agree(between=between, fields="ok", replicates=0)
    assert {estimate.between for estimate in result.estimates} >= {("human", "judge")}
    # People and judges answer the other way round, but where one of each goes astray.
    crossed = [
        estimate for estimate in result.estimates if estimate.between == ("human", "judge") and not estimate.where
    ]
    assert crossed[0].raters == 4


def test_the_order_of_two_roles_is_kept(folder: accord.Folder) -> None:
    result = folder.agree(between=("judge", "human"), fields="ok", replicates=0)
    assert ("judge", "human") in {estimate.between for estimate in result.estimates}


def test_two_raters_or_two_groups_against_each_other(folder: accord.Folder) -> None:
    raters = folder.agree(between=("a", "b"), fields="ok", replicates=0)
    assert ("a", "b") in {estimate.between for estimate in raters.estimates}
    groups = folder.agree(
        roles=["human", "judge"], between={"left": ["a", "j"], "right": ["b"]}, fields="ok", replicates=0
    )
    assert ("left", "right") in {estimate.between for estimate in groups.estimates}


@pytest.mark.parametrize("between", [(), ("human",), ("human", "human"), ("human", "judge", "model")])
def test_two_sides_are_needed(folder: accord.Folder, between: Any) -> None:
    with pytest.raises(UsageError, match="two"):
        folder.agree(between=between)


def test_a_role_that_said_nothing_cannot_be_compared(make_folder: Callable[..., Path]) -> None:
    folder = accord.open(make_folder(SPEC, ITEMS, rows("human", "ab")))
    with pytest.raises(UsageError, match="there is no submission by judge"):
        folder.agree(between=("human", "judge"))


def test_the_other_options_reach_the_question(folder: accord.Folder) -> None:
    result = folder.agree(
        roles=["human", "judge", "model"],
        fields="ok",
        measures="fleiss",
        leave_one_out=True,
        rater_pool=True,
        differences=[(("ok", "fleiss", "region=n"), ("ok", "fleiss", "region=s"))],
        replicates=50,
        interval="percentile",
    )
    assert result.settings.rater_pool
    assert len({row.rater for row in result.influence}) == 5
    assert len(result.differences) == 1


def test_passes(make_folder: Callable[..., Path]) -> None:
    again = [{**row, "pass": "second", "ok": "1"} for row in rows("human", "ab")]
    folder = accord.open(make_folder(SPEC, ITEMS, rows("human", "ab"), again))
    assert folder.agree(passes="second", measures="all_agree", replicates=0).get("ok", "all_agree").value == 1
    assert folder.agree(passes=["first", "second"], replicates=0).raters == 4
    with pytest.raises(InputError, match="no submission by human counts"):
        folder.agree(passes="third")


def test_later_changes_are_seen_when_it_is_opened_again(folder: accord.Folder, put_rows: Callable[..., object]) -> None:
    before = folder.agree(fields="ok", measures="all_agree", replicates=0).get("ok", "all_agree").value
    put_rows(folder.path, [{**row, "ok": "1"} for row in rows("human", "ab")])
    assert folder.agree(fields="ok", measures="all_agree", replicates=0).get("ok", "all_agree").value == before != 1
    assert accord.open(folder.path).agree(fields="ok", replicates=0).get("ok", "all_agree").value == 1


def test_check_and_status_are_those_of_the_folder(folder: accord.Folder) -> None:
    assert all(isinstance(finding, accord.Finding) for finding in folder.check())
    assert folder.status() is not None


def test_sample_import_and_export(tmp_path):
    (tmp_path / "benchmark.yaml").write_text(
        "name: a\nversion: 1.0.0\nfields: {ok: {kind: binary}}\n", encoding="utf-8"
    )
    (tmp_path / "items.jsonl").write_text("".join(f'{{"id": "i{at}"}}\n' for at in range(6)), encoding="utf-8")
    folder = accord.open(tmp_path)
    made = folder.sample(raters=["ann", "bob"], size=4, seed=2)
    assert [group.raters for group in made.groups] == [("ann", "bob")]
    assert folder.sample(raters=["ann", "bob"], size=5, replace=True).size == 5
    answers = tmp_path / "answers.csv"
    answers.write_text("image,who,fine,use\ni0,ann,1,y\ni0,bob,0,y\ni1,ann,2,n\n", encoding="utf-8")
    columns = {"item": "image", "rater": "who", "ok": "fine"}
    done = folder.import_answers(answers, columns=columns, where={"use": "y"}, role="human")
    assert (done.added, done.rejects) == (2, ())
    # What was imported is seen without opening the folder again.
    assert folder.agree(replicates=0).get("ok", "all_agree").value == 0.0
    told = folder.export_answers(tmp_path / "out.jsonl", roles="human", columns={"ok": "fine"})
    assert told.submissions == 2
    assert '"fine":1}' in (tmp_path / "out.jsonl").read_text(encoding="utf-8").replace(" ", "")
    again = folder.import_answers([tmp_path / "out.jsonl"], columns={"ok": "fine"})
    assert (again.added, again.unchanged) == (0, 2)
