"""Judges whose faults are known are found out, within what sampling allows."""

from __future__ import annotations

import pytest
import simulated_judges as made
from museum_folder import make, take


@pytest.fixture(scope="module")
def folder(cli, tmp_path_factory):
    root = tmp_path_factory.mktemp("simulated")
    folder = make(root / "benchmark", made.SPEC, made.items())
    for path, role in zip(made.write_tables(root, 7), ("model", "human", "judge"), strict=True):
        take(cli, folder, path, "--role", role)
    return folder


@pytest.fixture(scope="module")
def run(cli, folder):
    return score(cli, folder)


def score(cli, folder, *options):
    run = cli("score", folder, "--replicates", 500, *options, "--json")
    assert run.code == 0, run.err
    return run


def holds(row, truth):
    """Within 3.5 standard errors; there are many checks, so an interval of 95 % would be too narrow."""
    error = (row["high"] - row["low"]) / (2 * 1.96)
    assert abs(row["value"] - truth) < 3.5 * error, (row["value"], truth, error)
    assert error < 0.05


@pytest.mark.parametrize(
    ("judge", "output", "bias"),
    [
        ("kind", None, made.KIND / 2),
        ("kind", "other-model", made.KIND / 2),
        ("proud", "proud-model", made.KIND / 2),
        ("proud", "other-model", 0.0),
        ("near-1", None, 0.0),
        ("coin", None, 0.0),
    ],
)
def test_bias_is_found(run, judge, output, bias):
    """Half of the outputs are wrong, and of these the kind judge lets KIND pass."""
    where = f"judge={judge}" + (f",output={output}" if output else "")
    holds(run.estimate("ok", "bias", where), bias)


def test_a_judge_that_favours_its_kin_is_found(run):
    families = {row["rater"]: row["family"] for row in run.document["families"]}
    assert families["proud"] == families["proud-model"] == "proud"
    holds(run.estimate("ok", "kin_bias", "judge=proud"), made.KIND / 2)
    assert run.estimate("ok", "bias", "judge=proud,output=proud-model")["details"]["kin"] is True
    assert run.estimate("ok", "kin_bias", "judge=kind")["reason"] == "no_kin"


def test_joint_errors_are_found(cli, folder):
    run = score(cli, folder, "--judges", ",".join(made.PANEL))
    for pair in ("near-1|near-2", "near-1|near-3", "near-2|near-3"):
        holds(run.estimate("ok", "error_correlation", pair=pair), made.CORRELATION)
    whole = run.estimate("ok", "effective_judges")
    holds(whole, 3 / (1 + 2 * made.CORRELATION))
    assert whole["details"]["judges"] == 3


def test_the_alternative_annotator_test_passes_who_is_like_a_person(run):
    tests = {row["judge"]: row for row in run.document["alternative_annotator"]}
    assert (tests["echo"]["winning_rate"], tests["echo"]["passes"]) == (1.0, True)
    assert (tests["coin"]["winning_rate"], tests["coin"]["passes"]) == (0.0, False)
    assert all(person["items"] == made.UNITS for person in tests["echo"]["people"])
    echoed = tests["echo"]["people"][0]
    assert (echoed["judge_wins"], echoed["person_wins"], echoed["p"]) == (1.0, 1.0, 0.0)
    assert run.estimate("ok", "advantage", "judge=echo")["value"] > 0.95
    assert run.estimate("ok", "advantage", "judge=coin")["value"] < 0.55


def test_no_judge_is_worth_a_person_without_a_margin(cli, folder):
    tests = score(cli, folder, "--epsilon", 0).document["alternative_annotator"]
    assert not any(row["passes"] for row in tests)


def test_who_lies_in_the_range_of_people(run):
    places = {(row["judge"], row["measure"]): row["judge_is"] for row in run.document["ranges"]}
    assert places["coin", "mean_pairwise"] == places["near-1", "cohen"] == places["kind", "cohen"] == "below"
    # Who repeats one of the people agrees with them better than that person with the others: he agrees with himself.
    assert places["echo", "mean_pairwise"] == "above"


def test_people_agree_as_they_were_made(run):
    alike = made.SLIP**2 + (1 - made.SLIP) ** 2
    for at in range(made.PEOPLE):
        row = run.estimate("ok", "mean_pairwise", "judge=coin", pair=f"person-{at}|human")
        holds(row, alike)


def test_accuracies_are_those_of_the_answers(run):
    _, _, judges = made.draw(7)
    for judge, answers in judges.items():
        for of, model in enumerate(made.MODELS):
            row = run.estimate("ok", "accuracy(invalid=exclude)", f"judge={judge},output={model}")
            assert row["value"] == pytest.approx(answers[of].mean(), abs=1e-11)
            assert row["items"] == made.UNITS // 2
