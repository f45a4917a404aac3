"""Judges over a service that fails at random: every unit ends with one submission, or is named as outstanding."""

from __future__ import annotations

from pathlib import Path

import pytest
from chat_server import ChatServer, from_schema
from faulty import FAULTS, OTHER_MODEL, WHOLE, Faulty
from judged_folder import judged_folder
from judging import judge, marks, outstanding, submissions, units, written

JUDGES = ("judge-1", "judge-2")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return judged_folder(tmp_path / "museum", 150, JUDGES, models=3, timeout=1, tries=2)


def check(folder: Path, outputs: int, seed: int) -> None:
    faulty = Faulty(seed)
    everything = units(JUDGES, outputs)
    with ChatServer(faulty, keep_calls=False) as server:
        run = judge(folder, server.url, "--concurrency", "32")
    there, rest = written(folder), outstanding(folder, run.record)
    assert set(faulty.counts) == {"good", *FAULTS}, "another seed has every fault"
    assert set(there) | set(rest) == everything
    assert not set(there) & set(rest)
    assert set(there.values()) == set(rest.values()) == {1}
    assert (run.code, run.record["status"]) == (1, "incomplete"), run.err
    # A unit is asked until there is a reply and not once more; what has had one stands.
    for unit, said in faulty.said.items():
        assert not WHOLE & set(said[:-1]), (unit, said)
        assert (said[-1] in WHOLE) == (unit in there), (unit, said)
        assert len(said) <= 2
    assert_own_replies(folder, faulty)
    assert_counts(run.record, faulty)

    asked = []
    with ChatServer(lambda call: asked.append((call.body["model"], call.mark())) or from_schema(call.body)) as healthy:
        again = judge(folder, healthy.url)
    assert (again.code, again.record["status"]) == (0, "done"), again.err
    assert sorted(asked) == sorted(rest)
    assert not any(rater["outstanding"] for rater in again.record["raters"])
    assert written(folder) == dict.fromkeys(everything, 1)
    told = ", ".join(f"{count:,} {name}" for name, count in faulty.counts.most_common())
    print(
        f"\n{len(everything):,} units: {len(there):,} with a submission, {len(rest):,} outstanding until the next run"
    )
    print(f"in {run.record['seconds']:.0f} s {faulty.counts.total():,} requests were answered: {told}")


def assert_own_replies(folder: Path, faulty: Faulty) -> None:
    """No reply stands under another unit than the one that it was given to."""
    of = marks(folder)
    for each in submissions(folder):
        unit = each.rater.name, of[each.of or ""]
        last = faulty.said[unit][-1]
        assert each.reply is not None
        if last in ("filtered", "refusal", "empty", "cut off"):
            assert each.state == "invalid", (unit, last)
        else:
            assert each.state == "answered", (unit, last, each.reason)
            assert each.reply["raw"] == faulty.contents[unit]
        assert (each.rater.resolved_model == OTHER_MODEL) == (last == "other model")


def assert_counts(record: dict, faulty: Faulty) -> None:
    """The record counts what the service did."""
    sent = {judge: sum(len(said) for (name, _), said in faulty.said.items() if name == judge) for judge in JUDGES}
    for rater in record["raters"]:
        last = [said[-1] for (name, _), said in faulty.said.items() if name == rater["name"]]
        assert rater["replies"] == sum(name in WHOLE for name in last)
        assert sum(each["count"] for each in rater["failed"]) == rater["units"]["outstanding"]
        assert rater["requests"] == sent[rater["name"]]
        assert rater["outcomes"]["invalid"]["content_filter"] == last.count("filtered")
        assert rater["served"].get(OTHER_MODEL, 0) == last.count("other model")
    other = [finding for finding in record["findings"] if finding["code"] == "other_model"]
    assert len(other) == len(JUDGES)


def test_300_requests(folder):
    check(folder, 150, seed=1)


@pytest.mark.soak
def test_5000_requests(tmp_path):
    folder = judged_folder(tmp_path / "museum", 2500, JUDGES, models=3, timeout=1, tries=2)
    check(folder, 2500, seed=2)
