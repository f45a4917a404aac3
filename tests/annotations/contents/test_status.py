"""The status of a folder as a JSON document."""

from __future__ import annotations

from accord.annotations.contents.status import FieldCount, Form, ItemCount, Part, RaterCount, RoleCount, Status


def test_a_part_is_complete_when_nothing_is_left():
    assert Part("people", "items", 3, 3).complete
    assert not Part("people", "items", 2, 3).complete


def test_as_a_document():
    role = RoleCount("human", (RaterCount("ann", 3, 0, 1, 2),), (FieldCount("q", 2, 1, 0, 0, 0),))
    status = Status(
        "1.0",
        "DIR",
        Form("b", "1.0.0", "abc"),
        ItemCount(4, 1, 0, 0),
        (role,),
        {"second": 2},
        (Part("people", "items", 2, 3),),
        1,
        ("accord check DIR",),
    )
    assert status.to_dict() == {
        "schema": "accord.status/1",
        "accord": "1.0",
        "folder": "DIR",
        "benchmark": {"name": "b", "version": "1.0.0", "digest": "abc"},
        "items": {"items": 4, "invalid_items": 1, "outputs": 0, "invalid_outputs": 0},
        "roles": [
            {
                "role": "human",
                "raters": ({"rater": "ann", "answered": 3, "invalid": 0, "unusable": 1, "corrected": 2},),
                "fields": (
                    {"field": "q", "answered": 2, "abstained": 1, "missing": 0, "off_label": 0, "not_asked": 0},
                ),
            }
        ],
        "later_passes": {"second": 2},
        "parts": [{"kind": "people", "what": "items", "done": 2, "of": 3, "complete": False}],
        "problems": 1,
        "next": ["accord check DIR"],
    }


def test_a_folder_without_anything():
    document = Status("1.0", "DIR", None, None, (), {}, (), 0, ()).to_dict()
    assert (document["benchmark"], document["items"], document["roles"]) == (None, None, [])
