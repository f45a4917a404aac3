"""Pedestrians boxed by seven of 43 crowd workers an image and, on most images, by one of four experts.

The files give centres and sizes. Entries without a box (null) and boxes without area are kept as they are, for
accord to find.
"""

from __future__ import annotations

import json

import pytest

BOXES = ("--item", "image", "--rater", "worker", "--boxes", "boxes", "--box-format", "cxcywh")


def answers(source):
    """(image, worker, entries) for each image that a worker was shown; an entry is null or label and box."""
    for answer in json.loads(source.read_text(encoding="utf-8"))["annotations"]:
        for image, entries in answer["answer"]["images"].items():
            yield image, answer["worker"], [entry and entry_of(entry[1]) for entry in entries]


def entry_of(shape):
    return {"label": "pedestrian", "box": [shape[key] for key in ("x", "y", "scaleX", "scaleY")]}


def good(entries):
    return [entry for entry in entries if entry and min(entry["box"][2:]) > 0]


@pytest.fixture(scope="module")
def crowd(data):
    return list(answers(data / "caltech_pedestrian_crowd_boxes" / "crowd_179.json"))


@pytest.fixture(scope="module")
def experts(data):
    return list(answers(data / "caltech_pedestrian_crowd_boxes" / "expert_177.json"))


def boxes_table(tables, name, rows):
    return tables.jsonl(name, ({"image": i, "worker": w, "boxes": boxes} for i, w, boxes in rows))


@pytest.fixture(scope="module")
def table(tables, crowd):
    return boxes_table(tables, "pedestrians.jsonl", crowd)


@pytest.fixture(scope="module")
def run(cli, table):
    options = ("--iou", 0.5, "--iou", 0.75, "--bad-boxes", "drop", "--replicates", 100)
    return cli.agree(table, *BOXES, *options)


@pytest.mark.parametrize(("iou", "value"), [(0.5, 0.847395), (0.75, 0.447531)])
def test_instance_f1(run, iou, value):
    row = run.estimate("boxes", f"instance_f1(iou={iou})")
    assert row["value"] == pytest.approx(value, abs=1e-6)
    assert row["low"] < row["value"] < row["high"]
    assert (row["items"], row["ratings"], row["raters"]) == (1448, 10136, 43)


def test_dropped_boxes_are_counted_by_reason(run):
    counts = {code: [found["count"] for found in run.findings(code)] for code in ("box_no_area", "box_null")}
    assert counts == {"box_no_area": [31], "box_null": [321]}


def test_without_dropping_every_bad_box_is_named_by_row_and_index(cli, table):
    run = cli("agree", table, *BOXES, "--json")
    assert (run.code, run.out) == (2, "")
    named = [line for line in run.err.splitlines() if line.startswith(f"error: {table}:")]
    assert len(named) == 31 + 321
    assert all(", box " in line for line in named)
    assert sum("entry is null" in line for line in named) == 321


def test_presence_and_count(cli, tables, crowd):
    """Whether there is anybody, and how many, as numbers of their own."""
    rows = [(image, worker, int(bool(good(boxes))), len(good(boxes))) for image, worker, boxes in crowd]
    table = tables.csv("presence.csv", ["image", "worker", "any", "count"], rows)
    levels = ("alpha(nominal)", "alpha(interval)", "alpha(ordinal)")
    options = [option for level in levels for option in ("--measure", level)]
    fields = ("--item", "image", "--rater", "worker", "--binary", "any", "--number", "count")
    run = cli.agree(table, *fields, *options, "--replicates", 0)
    assert run.value("any", "alpha(nominal)") == pytest.approx(0.836286, abs=1e-6)
    assert run.value("count", "alpha(interval)") == pytest.approx(0.902565, abs=1e-6)
    assert run.value("count", "alpha(ordinal)") == pytest.approx(0.886770, abs=1e-6)


@pytest.fixture(scope="module")
def against_experts(cli, tables, crowd, experts):
    names = [sorted({worker for _, worker, _ in rows}) for rows in (crowd, experts)]
    table = boxes_table(tables, "both.jsonl", [*crowd, *experts])
    groups = ",".join("+".join(group) for group in names)
    options = ("--between", groups, "--bad-boxes", "drop", "--iou", 0.5, "--iou", 0.75, "--replicates", 0)
    return cli.agree(table, *BOXES, *options), tuple("+".join(group) for group in names)


@pytest.mark.parametrize(("iou", "value"), [(0.5, 0.848201), (0.75, 0.531543)])
def test_crowd_against_experts(against_experts, iou, value):
    """Every worker against the expert of the image, 938 images."""
    run, groups = against_experts
    row = run.estimate("boxes", f"instance_f1(iou={iou})", pair="|".join(groups))
    assert row["value"] == pytest.approx(value, abs=1e-6)
    assert row["items"] == 938
