"""Problems with boxes that users of other tools have reported, as tiny inputs with right outcomes.

The inputs and outcomes are read from the shared file of cases. Left to later stages: box-03 (rotation), box-04
(pictures) and box-11 (Label Studio exports).
"""

from __future__ import annotations

import json
import re
from itertools import permutations

import pytest

import accord

POINT = ("--replicates", 0)


def entry(box, label="x"):
    return {"label": label, "box": box}


def f1(first, second, iou, form="xyxy"):
    """F1 of two answers to one picture; an answer is a list of boxes, all of one class."""
    unit = [[("x", box) for box in answer] for answer in (first, second)]
    return accord.instance_f1([unit], iou, format=form)


def has_iou(first, second, iou):
    """Whether two boxes match just below that IoU and no longer just above."""
    return f1([first], [second], iou - 1e-6) == 1 and f1([first], [second], iou + 1e-6) == 0


class TestBoxFormats:
    """box-01: left, top, width, height is not two corners; what the numbers are is declared."""

    def test_one_box_in_three_formats(self, case):
        given, expected = case("box-01")
        xywh, xyxy = given["coco_bbox_xywh"], expected["xyxy"]
        width, height = given["image"]
        assert (xyxy[2] - xyxy[0]) * (xyxy[3] - xyxy[1]) == expected["area"]
        fractions = [side / size for side, size in zip(xyxy, (width, height) * 2, strict=True)]
        boxes = {
            "xywh": (xywh, xyxy),
            "xyxy": (xyxy, xyxy),
            "cxcywh": (expected["yolo_cxcywh_norm"], fractions),
        }
        for form, (box, corners) in boxes.items():
            cell = json.dumps([entry(box)])
            assert accord.Boxes(format=form).read([cell]).xyxy[0] == pytest.approx(corners)

    def test_the_wrong_format_costs_the_match(self, case):
        given, expected = case("box-01")
        assert given["coco_bbox_xywh"] == expected["wrong_if_taken_as_xyxy"]
        assert has_iou(expected["xyxy"], expected["wrong_if_taken_as_xyxy"], expected["iou_right_vs_wrong"])
        assert f1([expected["xyxy"]], [given["coco_bbox_xywh"]], 0.5) == 0

    def test_the_format_is_never_guessed(self, cli, tables, case):
        given, _ = case("box-01")
        table = tables.jsonl("box01.jsonl", [{"item": 1, "boxes": [entry(given["coco_bbox_xywh"])]}])
        run = cli("agree", table, "--item", "item", "--boxes", "boxes", "--json")
        assert (run.code, run.out) == (2, "")
        assert "--box-format xywh|xyxy|cxcywh" in run.err

    def test_many_boxes_that_end_before_they_start_get_a_hint(self, cli, tables):
        """Such a file is probably not in corners."""
        rows = [{"item": at, "who": who, "boxes": [entry([100 + at, 80, 30, 40])]} for at in range(20) for who in "AB"]
        table = tables.jsonl("box01_hint.jsonl", rows)
        layout = ("--item", "item", "--rater", "who", "--boxes", "boxes", "--box-format", "xyxy")
        run = cli("agree", table, *layout, "--json")
        assert run.code == 2
        assert "xywh" in run.err


BOX_05 = (
    # Place among the case's ten, and what accord calls it; None where the box is good.
    (0, "box_no_area"),
    (1, "box_no_area"),
    (2, "box_leaves_picture"),
    (3, "box_leaves_picture"),
    (4, "box_outside"),
    (5, None),
    (6, "box_not_a_number"),
    (7, "box_not_finite"),
    (8, "box_wrong_length"),
    (9, None),
)


class TestBadBoxes:
    """box-05: no area, inverted, outside, text, NaN, three numbers."""

    @pytest.fixture
    def ask(self, cli, tables, case):
        given, _ = case("box-05")
        width, height = given["image"]

        def run(box, *options):
            rows = [{"item": 1, "who": who, "boxes": [entry(box)]} for who in "AB"]
            table = tables.jsonl("box05.jsonl", rows)
            layout = ("--item", "item", "--rater", "who", "--boxes", "boxes", "--box-format", "xyxy")
            return cli("agree", table, *layout, "--box-frame", f"{width}x{height}", *options, *POINT, "--json")

        return run

    @pytest.mark.parametrize(("at", "code"), BOX_05)
    def test_box(self, ask, case, at, code):
        given, expected = case("box-05")
        run = ask(given["boxes_xyxy"][at])
        outcome = expected["results"][at]
        assert len(expected["results"]) == len(BOX_05)
        if outcome.startswith("error"):
            assert (run.code, run.out) == (2, "")
            assert "box05.jsonl:1, column boxes, box 0" in run.err
            assert "box05.jsonl:2, column boxes, box 0" in run.err
            dropped = ask(given["boxes_xyxy"][at], "--bad-boxes", "drop")
            assert dropped.code == 0
            assert [finding["count"] for finding in dropped.findings(code)] == [2]
            assert dropped.estimate("boxes", "instance_f1(iou=0.5)")["reason"] == "both_empty"
        else:
            assert run.code == 0
            assert run.value("boxes", "instance_f1(iou=0.5)") == 1
            assert [finding["code"] for finding in run.document["findings"] if "box" in finding["code"]] == (
                [code] if code else []
            )

    @pytest.mark.parametrize("at", [2, 3])
    def test_a_box_that_leaves_the_picture_is_a_warning(self, ask, case, at):
        given, expected = case("box-05")
        assert expected["results"][at].startswith("warning")
        (finding,) = ask(given["boxes_xyxy"][at]).findings("box_leaves_picture")
        assert finding["severity"] == "warning"

    def test_a_box_that_leaves_the_picture_is_not_cut_unasked(self, case):
        given, _ = case("box-05")
        cell = json.dumps([entry(given["boxes_xyxy"][2])])
        reading = accord.Boxes(format="xyxy", frame=tuple(given["image"])).read([cell])
        assert reading.xyxy.tolist() == [given["boxes_xyxy"][2]]

    def test_a_box_without_area_matches_nothing(self, case):
        """Neither a real box nor its equal; plain functions refuse it."""
        given, expected = case("box-05")
        flat = given["boxes_xyxy"][0]
        assert expected["iou_with_zero_area_box"] == 0
        for other in (flat, [5, 5, 20, 30]):
            with pytest.raises(accord.UsageError, match="width 0"):
                f1([flat], [other], 0.5)

    def test_a_dropped_box_leaves_the_answer(self, cli, tables, case):
        given, _ = case("box-05")
        flat = given["boxes_xyxy"][0]
        rows = [
            {"item": 1, "who": "A", "boxes": [entry(flat)]},
            {"item": 1, "who": "B", "boxes": [entry([5, 5, 20, 30])]},
        ]
        table = tables.jsonl("box05_flat.jsonl", rows)
        layout = ("--item", "item", "--rater", "who", "--boxes", "boxes", "--box-format", "xyxy")
        run = cli.agree(table, *layout, "--bad-boxes", "drop", *POINT)
        row = run.estimate("boxes", "instance_f1(iou=0.5)")
        assert (row["value"], row["items"], row["ratings"]) == (0, 1, 2)


class TestMatching:
    """box-07: as many pairs as possible, not the best pair first."""

    def test_overlaps(self, case):
        given, expected = case("box-07")
        for names, iou in expected["iou"].items():
            assert has_iou(given["rater_A"][names[:2]], given["rater_B"][names[2:]], iou)

    def test_value_in_every_order_of_boxes_and_raters(self, case):
        given, expected = case("box-07")
        first, second = (list(given[rater].values()) for rater in ("rater_A", "rater_B"))
        values = {
            f1(list(x), list(y), given["iou_threshold"])
            for a, b in ((first, second), (second, first))
            for x in permutations(a)
            for y in permutations(b)
        }
        assert values == {expected["optimal"]["f1"]}
        assert expected["greedy_by_iou"]["f1"] not in values

    def test_the_class_must_be_the_same(self, case):
        given, _ = case("box-07")
        box = given["rater_A"]["A1"]
        assert accord.instance_f1([[[("x", box)], [("y", box)]]], 0.5, format="xyxy") == 0


class TestThreshold:
    """box-08: an IoU of exactly the threshold matches, whatever the last bits of the numbers say."""

    @pytest.mark.parametrize("at", [0, 1, 2])
    def test_match(self, case, at):
        given, expected = case("box-08")
        (first, second), iou = given["pairs"][at], given["threshold"]
        assert (f1([first], [second], iou) == 1) is expected["match"][at]
        assert (f1([second], [first], iou) == 1) is expected["match"][at]

    def test_overlaps(self, case):
        given, expected = case("box-08")
        for pair, iou in zip(given["pairs"][:2], expected["iou"][:2], strict=True):
            assert has_iou(*pair, iou)

    def test_the_tolerance_is_a_billionth(self):
        """The rule is at least the threshold less 1e-9."""
        square = [0, 0, 1, 1]
        assert f1([square], [[0, 0, 1, 0.5 - 5e-10]], 0.5) == 1
        assert f1([square], [[0, 0, 1, 0.5 - 2e-9]], 0.5) == 0

    def test_the_rule_is_written_into_the_report(self, cli, tables, case):
        given, _ = case("box-08")
        first, second = given["pairs"][0]
        rows = [{"item": 1, "who": who, "boxes": [entry(box)]} for who, box in (("A", first), ("B", second))]
        table = tables.jsonl("box08.jsonl", rows)
        layout = ("--item", "item", "--rater", "who", "--boxes", "boxes", "--box-format", "xyxy")
        for run in (cli.agree(table, *layout), cli("agree", table, *layout)):
            assert re.search(r"\b1e-0?9\b", run.out), "the report does not state the tolerance"
