"""What machines are given of the items: what people read, never what they are to say."""

from __future__ import annotations

import json

import pytest
from made_prompts import MUSEUM, OBJECTS, OUTPUT, STREETS, benchmark, made, problems

from accord.annotations.items import read_items
from accord.errors import InputError
from accord.llm.prompts.given import Given
from accord.spec.machine import Machine


def given(folder, role="judge", spec=MUSEUM, rows=OBJECTS, **keys):
    its = benchmark(spec)
    made(folder, spec, rows)
    machine = Machine.model_validate({"name": "x", "role": role, **keys})
    return Given(folder, its, read_items(folder, its), machine, its.asked(machine.role, role == "judge"))


def refused(folder, *arguments, **keys):
    with pytest.raises(InputError) as caught:
        given(folder, *arguments, **keys)
    return caught.value


def test_a_judge_is_given_what_people_read_references_and_answers(tmp_path):
    lines = given(tmp_path).lines(0, ("place_match", "title_match", "maker_match"), OUTPUT, [])
    assert lines == [
        '{"item": {"description": "A white bottle"}}',
        '{"field": "place_match", "reference": ["Arita", "Hizen"], "answer": null}',
        '{"field": "title_match", "reference": ["Bottle", "Vase"], "answer": "Blue vase"}',
        '{"field": "maker_match", "reference": ["Lin kiln"], "answer": "unknown"}',
    ]


@pytest.mark.parametrize("output", [{}, {"maker": None}, {"maker": "\0not_asked"}])
def test_what_the_model_did_not_say_is_null(tmp_path, output):
    lines = given(tmp_path, columns=[]).lines(1, ("maker_match",), output, [])
    assert lines == ['{"field": "maker_match", "reference": [], "answer": null}']


def test_pictures_go_to_models_and_to_judges_that_ask_for_them(tmp_path):
    assert not given(tmp_path).has_pictures
    assert given(tmp_path, pictures=True).has_pictures
    model = given(tmp_path, "model")
    assert model.has_pictures
    assert [picture.stored for picture in model.pictures("G1-001", 0)] == [(60, 40)]
    assert given(tmp_path).pictures("G1-001", 0) == []


@pytest.mark.parametrize("cell", ["a.png || b.png", '["a.png", "b.png"]', '["a.png", null, "b.png"]'])
def test_several_pictures_in_a_cell(tmp_path, cell):
    row = {"id": "1", "title": "t", "maker": "m", "origin": "o", "image": "a.png"}
    made(tmp_path, MUSEUM, [row, {**row, "image": "b.png"}])
    its = benchmark(MUSEUM)
    (tmp_path / "items.jsonl").write_text((tmp_path / "items.jsonl").read_text().replace('"a.png"', json.dumps(cell)))
    model = Given(tmp_path, its, read_items(tmp_path, its), Machine(name="x", role="model"), its.asked("model", False))
    assert len(model.pictures("1", 0)) == 2


def test_an_item_without_a_picture(tmp_path):
    model = given(tmp_path, "model", rows=[{**OBJECTS[0], "image": "a.png"}])
    model._names[0] = " "
    with pytest.raises(InputError, match="no picture is named"):
        model.pictures("G1-001", 0)


@pytest.mark.parametrize(
    ("head", "keys", "judge", "model"),
    [
        ("items: {image: image}", {}, ("description",), ()),
        ("items: {image: image, shown: [kind, kind]}", {}, ("kind",), ("kind",)),
        ("items: {image: image, shown: [kind, title]}", {}, ("kind", "title"), ("kind",)),
        ("items: {image: image, shown: [kind]}", {"columns": ["description"]}, ("description",), ("description",)),
        ("items: {image: image, shown: [kind]}", {"columns": []}, (), ()),
    ],
)
def test_which_columns_are_read(tmp_path, head, keys, judge, model):
    spec = MUSEUM.replace("items: {image: image}", head)
    rows = [{**row, "kind": "jar"} for row in OBJECTS]
    for role, expected in (("judge", judge), ("model", model)):
        assert tuple(given(tmp_path, role, spec, rows, **keys)._columns) == expected


def test_a_description_is_for_models_where_people_fill_in_the_same_form(tmp_path):
    rows = [{"id": "1", "image": "a.png", "description": "Rainy"}]
    assert tuple(given(tmp_path, "model", STREETS, rows)._columns) == ("description",)


def test_columns_that_tell_a_model_what_to_say(tmp_path):
    error = refused(tmp_path, "model", columns=["description", "title", "origin"])
    assert problems(error) == [("tells_answer", "rater x")]
    assert "'title', 'origin'" in error.problems[0].message
    assert tuple(given(tmp_path, "judge", columns=["title"])._columns) == ("title",)


def test_columns_that_are_not_there(tmp_path):
    (problem,) = problems(refused(tmp_path, columns=["descriptoin"]))
    assert problem == ("missing_column", str(tmp_path / "items.jsonl"))


def test_a_model_that_would_be_given_nothing(tmp_path):
    spec = MUSEUM.replace("items: {image: image}", "")
    assert problems(refused(tmp_path, "model", spec)) == [("nothing_shown", "rater x")]
    assert problems(refused(tmp_path, "model", pictures=False)) == [("nothing_shown", "rater x")]
    assert given(tmp_path, "model", pictures=False, columns=["description"]).lines(0, (), {}, []) == [
        '{"item": {"description": "A white bottle"}}'
    ]


def test_pictures_that_nothing_names(tmp_path):
    spec = MUSEUM.replace("items: {image: image}", "")
    assert problems(refused(tmp_path, "judge", spec, pictures=True)) == [("no_pictures", "rater x")]


def test_boxes_in_pixels_need_the_size_of_the_pictures(tmp_path):
    model = given(tmp_path, "model", STREETS, [{"id": "1", "image": "a.png"}])
    pictures = model.pictures("1", 0)
    assert model.lines(0, ("light", "marks"), {}, pictures) == ['{"pictures": [{"width": 60, "height": 40}]}']
    assert model.lines(0, ("light",), {}, pictures) == []
    assert (model.has_data(("marks",)), model.has_data(("light",))) == (True, False)
