"""The outputs behind the units of ratings, and the unreadable ones beside them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from accord.agreement.design import Design, design_of
from accord.annotations.log.log_ratings import Selection, log_ratings
from accord.annotations.ratings import Ratings
from accord.scoring.judged import ModelOutputs, Outputs
from accord.verbs.opened import opened
from accord.verbs.score_units import score_units

SPEC = """
name: t
version: 1.0.0
items: {cluster: room, strata: [wing], state: state}
fields:
  said: {kind: text}
  ok: {kind: binary, matches: said}
raters:
  - {name: zeta, role: model}
  - {name: alpha, role: model}
  - {name: j, role: judge}
"""
ITEMS = [
    {"id": "i1", "room": "r1", "wing": "w", "said": "x"},
    {"id": "i2", "room": "r1", "wing": "w", "said": "x"},
    {"id": "i3", "room": "r2", "wing": "e", "said": "x"},
    {"id": "i4", "room": "r3", "wing": "e", "said": "x", "state": "invalid_output"},
]


def row(item: str, rater: str, role: str, **more: str) -> dict[str, str | None]:
    return {"item": item, "rater": rater, "role": role, "of": None, "said": None, "ok": None, "state": None} | more


@pytest.fixture
def units(make_folder: Callable[..., Path]) -> Callable[..., tuple[Ratings, Outputs, Design]]:
    """`units(indexed)`: ratings by judge j of what can be read, their outputs, and the design of both."""
    said = [
        row("i1", "zeta", "model", said="a"),
        row("i2", "zeta", "model", state="invalid"),
        row("i3", "alpha", "model", said="b"),
        row("i4", "alpha", "model", said="c"),
        row("i1", "alpha", "model", said="d"),
    ]
    judged = [row("i1", "j", "judge", of="zeta", ok="1"), row("i3", "j", "judge", of="alpha", ok="0")]
    folder = make_folder(SPEC, ITEMS, said, judged)

    def made(indexed: bool = False) -> tuple[Ratings, Outputs, Design]:
        its = opened(folder)
        selection = Selection(("human", "judge"), fields=("ok",), by=(("output",),), slices=False)
        ratings = log_ratings(its.benchmark, its.items, its.standing, its.outputs, selection).ratings
        return ratings, *score_units(its, ratings, design_of(ratings, indexed, "file"))

    return made


def test_models_with_their_counts_as_they_are_declared(units: Callable[..., tuple[Ratings, Outputs, Design]]) -> None:
    _, outputs, _ = units()
    assert outputs.models == (ModelOutputs("zeta", 2, 1), ModelOutputs("alpha", 3, 1))


def test_unreadable_outputs_stand_behind_the_units(units: Callable[..., tuple[Ratings, Outputs, Design]]) -> None:
    ratings, outputs, _ = units()
    assert ratings.item_ids.to_list() == ["i1 | zeta", "i3 | alpha"]
    assert outputs.unreadable.tolist() == [False, False, True, True]
    assert outputs.model[:2].tolist() == [0, 1]
    assert sorted(outputs.model[2:].tolist()) == [0, 1]


def test_they_are_drawn_with_the_clusters_and_strata_of_their_items(
    units: Callable[..., tuple[Ratings, Outputs, Design]],
) -> None:
    ratings, outputs, design = units()
    assert design.cluster is not None
    assert design.stratum is not None
    assert ratings.cluster is not None
    of_zeta, of_alpha = (2 + outputs.model[2:].tolist().index(model) for model in (0, 1))
    assert design.cluster[of_zeta] == design.cluster[0], "i2 lies in the room of i1"
    assert design.cluster[of_alpha] == len(ratings.cluster.values), "nobody rated anything in the room of i4"
    assert design.stratum[of_alpha] == design.stratum[1]


def test_index_draws_have_a_place_for_them(units: Callable[..., tuple[Ratings, Outputs, Design]]) -> None:
    _, outputs, design = units(indexed=True)
    assert design.rank is not None
    assert len(design.rank) == len(outputs.model)
    assert design.rank[2:].min() > design.rank[:2].max()


def test_a_folder_without_outputs(make_folder: Callable[..., Path]) -> None:
    spec = "name: t\nversion: 1.0.0\nfields: {ok: {kind: binary}}\n"
    rows = [{"item": "a", "rater": "j", "role": "judge", "ok": "1"}]
    its = opened(make_folder(spec, [{"id": "a"}], rows))
    selection = Selection(("judge",), fields=("ok",), slices=False)
    ratings = log_ratings(its.benchmark, its.items, its.standing, its.outputs, selection).ratings
    outputs, design = score_units(its, ratings, design_of(ratings, False, "id"))
    assert (outputs.models, outputs.model.tolist(), outputs.unreadable.tolist()) == ((), [-1], [False])
    assert (design.cluster, design.stratum) == (None, None)
