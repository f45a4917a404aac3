"""Every template: its benchmark.yaml says what its rows hold, and teaches nothing that does not work."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from accord.examples import template_museum, template_scenes, template_streets
from accord.examples.template import BLANK, TEMPLATES
from accord.spec.benchmark import Benchmark, read_benchmark
from accord.spec.fields.boxes import BoxesForm
from accord.spec.fields.labels import LabelsForm
from accord.spec.fields.rating import RatingForm
from accord.spec.wording import Label

EXAMPLES = [name for name in TEMPLATES if name != BLANK]


@pytest.fixture(params=list(TEMPLATES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def benchmark(name: str) -> Benchmark:
    return read_benchmark(TEMPLATES[name].text, name)


def named(labels: tuple[Label, ...]) -> dict[str, Any]:
    return {label.id: label.name for label in labels}


def test_the_table_names_every_text_and_no_other() -> None:
    texts = [path.name for path in files("accord.examples").joinpath("templates").iterdir()]
    assert sorted(texts) == sorted(f"{name}.yaml" for name in TEMPLATES)
    assert list(TEMPLATES) == [template.name for template in TEMPLATES.values()]


def test_a_text_is_short_and_commented(name: str) -> None:
    lines = TEMPLATES[name].text.splitlines()
    assert len(lines) <= 120
    assert max(map(len, lines)) <= 120
    assert sum("#" in line for line in lines) >= 15
    assert not any(line != line.rstrip() for line in lines)


def test_the_items_have_every_column_that_is_named(name: str) -> None:
    rows = TEMPLATES[name].items()
    asked = benchmark(name).items
    columns = {asked.id, asked.image, *asked.strata, *(name for by in asked.slice_columns for name in by)}
    columns |= {benchmark(name).reference(field) for field in benchmark(name).forms}
    columns -= {None}
    for row in rows:
        assert columns <= set(row)
        assert all(row[column] for column in (asked.id, *asked.strata))
        assert json.loads(json.dumps(row)) == row


@pytest.mark.parametrize("name", EXAMPLES)
def test_raters_answer_the_fields_that_their_role_is_asked(name: str) -> None:
    asked = benchmark(name)
    for row in TEMPLATES[name].submissions():
        wanted = asked.asked(row["role"], row["of"] is not None)
        assert wanted
        assert row["state"] != "answered" or tuple(row["answers"]) == wanted


@pytest.mark.parametrize("name", EXAMPLES)
def test_submissions_are_by_rater_then_time_and_one_a_form(name: str) -> None:
    """As they are logged in this order."""
    rows = TEMPLATES[name].submissions()
    raters = [(row["role"], row["rater"]) for row in rows]
    assert sum(one != other for one, other in pairwise(raters)) + 1 == len(set(raters))
    times = [(*rater, row["at"]) for rater, row in zip(raters, rows, strict=True)]
    assert all(one < other for one, other in pairwise(times) if one[:2] == other[:2])
    assert len({(row["item"], row["of"], row["rater"]) for row in rows}) == len(rows)


def test_streets_has_the_labels_of_its_rows_with_their_names() -> None:
    forms = benchmark("streets").forms
    assert named(forms["lighting"].label_space()) == template_streets.LIGHTING
    assert named(forms["condition"].label_space()) == template_streets.CONDITION
    assert named(forms["elements"].label_space()) == template_streets.ELEMENTS
    assert named(forms["mood"].label_space()) == template_streets.MOOD
    assert named(forms["mood"].abstain) == template_streets.ABSTENTIONS
    assert any(label.aliases for label in forms["lighting"].label_space())
    assert [name for name, form in forms.items() if form.subjective] == ["mood"]


def test_scenes_has_the_classes_of_its_rows_in_their_domains() -> None:
    forms = benchmark("scenes").forms
    violations, boxes = forms["violations"], forms["boxes"]
    assert isinstance(violations, LabelsForm)
    assert violations.domains is not None
    inside = {domain: tuple(label.id for label in labels) for domain, labels in violations.domains.items()}
    assert inside == template_scenes.DOMAINS
    assert violations.none is not None
    assert violations.none.id == template_scenes.NONE
    assert boxes.refers() == {"labels_of": ("violations", "labels")}
    assert isinstance(boxes, BoxesForm)
    assert (boxes.every_label, boxes.format, boxes.unit) == (True, "xywh", "fractions")
    ratings = [form for form in forms.values() if isinstance(form, RatingForm)]
    assert [form.scale for form in ratings] == ["1..5", "1..5"]
    assert all(form.words for form in ratings)
    assert [name for name, form in forms.items() if form.subjective] == ["naturalness"]


def test_museum_matches_every_text_field_with_its_references() -> None:
    asked = benchmark("museum")
    for field in template_museum.FIELDS:
        assert asked.asked_of(field) == ("model",)
        assert asked.reference(field) == field
        assert asked.forms[f"{field}_match"].matched() == field
        assert asked.asked_of(f"{field}_match") == ("human", "judge")
        assert asked.reference(f"{field}_match") == field
    assert len(asked.forms) == 2 * len(template_museum.FIELDS)
    assert asked.leaves_blank("human")
    assert not asked.leaves_blank("judge")


def test_every_question_is_asked_in_every_language(name: str) -> None:
    languages = set(benchmark(name).document.languages)
    for form in benchmark(name).forms.values():
        assert form.question is not None
        if len(languages) > 1:
            assert isinstance(form.question, dict)
            assert set(form.question) == languages


def test_what_stands_in_comments_of_the_blank_one_works() -> None:
    text = TEMPLATES[BLANK].text
    everything = re.sub(r"(?m)^  # ?", "  ", text)
    before, after = read_benchmark(text), read_benchmark(everything)
    assert list(before.fields) == ["quality"]
    kinds = [field.kind for field in after.fields.values()]
    assert kinds == ["rating", "binary", "choice", "labels", "number", "boxes", "text", "binary"]
    assert (before.items.image, after.items.image) == (None, "image")
    assert (before.items.strata, after.items.strata) == ((), ("kind",))


def test_the_blank_one_names_all_kinds_and_templates() -> None:
    text = TEMPLATES[BLANK].text
    assert all(re.search(rf"\b{kind}\b", text) for kind in ("binary", "choice", "labels", "rating", "number", "boxes"))
    assert all(name in text for name in EXAMPLES)
