from __future__ import annotations

import pytest

from accord.annotations.exchange.answers import answer_of
from accord.spec.fields import Boxes, Labels, Rating

SEEN = Labels(["a", "b"], abstain=["unsure"], missing=["-9"])


@pytest.mark.parametrize(
    ("field", "cell", "answer"),
    [
        (Rating(1, 5), "2", {"state": "answered", "value": "2"}),
        (Rating(1, 5), " 2.0", {"state": "answered", "value": "2", "raw": " 2.0"}),
        (Rating(1, 5), "7", {"state": "off_label", "raw": "7"}),
        (Rating(1, 5), " ", {"state": "missing"}),
        (SEEN, "-9", {"state": "missing", "raw": "-9"}),
        (SEEN, '["b","a"]', {"state": "answered", "value": ["a", "b"], "raw": '["b","a"]'}),
        (SEEN, '["a", "b"]', {"state": "answered", "value": ["a", "b"]}),
        (SEEN, "unsure", {"state": "abstained", "value": "unsure"}),
        (SEEN, "Unsure", {"state": "abstained", "value": "unsure", "raw": "Unsure"}),
        (SEEN, "\0not_asked", {"state": "off_label", "raw": "\0not_asked"}),
    ],
)
def test_one_cell(field, cell, answer):
    assert answer_of(field, field.read([cell]), 0, cell) == answer


def test_boxes_that_were_all_dropped_where_none_is_no_answer():
    cell = '[{"label": "car", "box": [0]}]'
    for given, state in (({"missing": ["[]"]}, "missing"), ({"abstain": ["[]"]}, "abstained"), ({}, "answered")):
        boxes = Boxes(["car"], format="xywh", bad="drop", **given)
        answer = answer_of(boxes, boxes.read([cell]), 0, cell)
        assert (answer["state"], answer["raw"]) == (state, cell)
