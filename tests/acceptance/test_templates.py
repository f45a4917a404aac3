"""`accord init`, then `accord agree`: every figure equals one worked out plainly from the same files."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

PLAIN = Path(__file__).parent / "plain" / "plain_agreement.py"
TEMPLATES = ("museum", "streets", "scenes")


@dataclass(frozen=True)
class Case:
    """Options of `accord agree DIR`, the same for the plain script, and how many estimates come of it."""

    template: str
    options: tuple[str, ...]
    plain: tuple[str, ...]
    estimates: int


CASES = {
    "museum, people": Case("museum", (), ("human",), 320),
    "museum, pairs of people": Case("museum", ("--pairs",), ("human", "--pairs"), 560),
    "museum, pairs of judges": Case("museum", ("--role", "judge", "--pairs"), ("judge", "--pairs"), 560),
    "museum, judges by model": Case("museum", ("--role", "judge", "--by", "output"), ("judge", "--by-output"), 400),
    "museum, people and judges": Case("museum", ("--between", "human,judge"), ("human,judge", "--between"), 440),
    "streets, people": Case("streets", (), ("human",), 192),
    "streets, pairs of people": Case("streets", ("--pairs",), ("human", "--pairs"), 792),
    "streets, models": Case("streets", ("--role", "model"), ("model",), 240),
    "streets, people and models": Case("streets", ("--between", "human,model"), ("human,model", "--between"), 318),
    "scenes, people": Case("scenes", (), ("human",), 132),
    "scenes, pairs of people": Case("scenes", ("--pairs",), ("human", "--pairs"), 447),
}
"""Every field that can be compared, slice, role with two raters or more, and pair of raters or of roles."""

Key = tuple[str, str, str, str | None]
Documents = tuple[dict[str, Any], dict[str, Any], Case]


@pytest.fixture(scope="module")
def folders(cli, tmp_path_factory):
    made = tmp_path_factory.mktemp("templates")
    for template in TEMPLATES:
        run = cli("init", made / template, "--template", template)
        assert run.code == 0, run.err
    return made


@pytest.fixture(scope="module", params=list(CASES))
def both(request, cli, folders) -> Documents:
    """What accord says, what the plain script says, and of what."""
    case = CASES[request.param]
    folder = folders / case.template
    command = [sys.executable, PLAIN, folder, *case.plain]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return cli.agree(folder, *case.options, "--replicates", 0).document, json.loads(done.stdout), case


def by_place(document: dict[str, Any]) -> dict[Key, dict[str, Any]]:
    rows = {(row["field"], row["measure"], row["slice"], row["pair"]): row for row in document["estimates"]}
    assert len(rows) == len(document["estimates"])
    return rows


def test_the_same_estimates_are_given_and_no_other(both):
    ours, plain, case = both
    assert set(by_place(ours)) == set(by_place(plain))
    assert len(ours["estimates"]) == case.estimates


def test_every_value_is_the_same(both):
    ours, plain, _ = both
    expected = by_place(plain)
    differ = {
        place: (row["value"], expected[place]["value"])
        for place, row in by_place(ours).items()
        if not same(row["value"], expected[place]["value"])
    }
    assert differ == {}


def same(ours: float | None, plain: float | None) -> bool:
    return ours is plain is None or (ours is not None and plain is not None and abs(ours - plain) <= 1e-9)


def test_every_count_is_the_same(both):
    ours, plain, _ = both
    counts = ("items", "ratings", "raters")
    expected = {place: [row[name] for name in counts] for place, row in by_place(plain).items()}
    assert {place: [row[name] for name in counts] for place, row in by_place(ours).items()} == expected
    assert ours["data"] == plain["data"]


def test_every_value_that_is_not_defined_has_its_reason(both):
    ours, _, _ = both
    assert all((row["value"] is None) == (row["reason"] not in (None, "no_replicates")) for row in ours["estimates"])


def test_answers_that_do_not_count_are_the_same(both):
    ours, plain, _ = both
    assert ours["non_response"] == plain["non_response"]


def test_most_values_are_defined_and_they_differ(both):
    """So that the comparison above is of numbers."""
    ours, _, _ = both
    values = [row["value"] for row in ours["estimates"] if row["value"] is not None]
    assert len(values) > 0.8 * len(ours["estimates"])
    assert len(set(values)) > 20
