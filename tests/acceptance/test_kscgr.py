"""KSCGR: one video of 4,983 frames, boxed in full by two people; 19 classes, 61,427 boxes in common."""

from __future__ import annotations

import json

import pytest

FRAMES = 4983


def frames(source):
    """Frame -> label and box (x, y, width, height); the trailer lines are no boxes."""
    found = {str(frame): [] for frame in range(FRAMES)}
    for line in source.read_text(encoding="utf-8").splitlines()[1:]:
        if line.startswith("---"):
            return found
        frame, label, points, *_ = line.split("\t")
        found[frame].append({"label": label, "box": json.loads(f"[{points.strip('()')}]")})
    return found


@pytest.fixture(scope="module")
def run(cli, data, tables):
    rows = [
        {"frame": frame, "boxes": boxes, "who": f"annotator {number}"}
        for number in (1, 2)
        for frame, boxes in frames(data / "kscgr_double_boxes" / f"annotator_{number}.txt").items()
    ]
    table = tables.jsonl("kscgr.jsonl", rows)
    layout = ("--item", "frame", "--rater", "who", "--boxes", "boxes", "--box-format", "xywh")
    return cli.agree(table, *layout, "--iou", 0.5, "--iou", 0.7, "--iou", 0.9, "--replicates", 100)


@pytest.mark.parametrize(("iou", "value"), [(0.5, 0.997741), (0.7, 0.990965), (0.9, 0.684514)])
def test_instance_f1(run, iou, value):
    row = run.estimate("boxes", f"instance_f1(iou={iou})")
    assert row["value"] == pytest.approx(value, abs=1e-6)
    assert (row["items"], row["ratings"], row["raters"]) == (FRAMES, 2 * FRAMES, 2)
    assert row["low"] < row["value"] < row["high"]


@pytest.mark.parametrize(("iou", "matched"), [(0.5, 61401), (0.7, 60984), (0.9, 42125)])
def test_matched_boxes(run, iou, matched):
    """F1 is 2 x matched over the 61,624 and 61,456 boxes of the two."""
    f1 = run.value("boxes", f"instance_f1(iou={iou})")
    assert f1 == pytest.approx(2 * matched / (61624 + 61456), abs=1e-11)


def test_each_class_is_shown(run):
    classes = {row["slice"] for row in run.document["estimates"]} - {"all"}
    assert len(classes) == 19
