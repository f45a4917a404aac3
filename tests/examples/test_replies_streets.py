"""The models of the streets example reply about every picture: one in JSON, one with a line of values."""

from __future__ import annotations

import csv
import json
from typing import Any

from accord.examples.replies_streets import MODELS, NOTHING, replies
from accord.examples.template import TEMPLATES
from accord.examples.template_streets import items, submissions
from accord.spec.benchmark import read_benchmark
from accord.spec.fields.labels import LabelsForm

LINES: list[dict[str, Any]] = replies()
BENCHMARK = read_benchmark(TEMPLATES["streets"].text)
FIELDS = ["lighting", "condition", "elements", "mood", "people"]
CUT_OFF, OFF_LABEL = 3, 9  # of model-c
SEVERAL, REFUSED, LEFT_OUT, OFF_SET = 4, 8, 13, 18  # of model-d


def texts(model: str) -> list[str]:
    return [line["reply"]["content"] for line in LINES if line["rater"] == model]


def values(line: str) -> list[str]:
    """The values of a line, with the one name that holds a comma put together again, whatever its blanks."""
    joined = line.removeprefix("```csv\n").removesuffix("\n```").replace("Fences,  walls", "Fences, walls")
    return [value.replace("|", ", ") for value in next(csv.reader([joined.replace("Fences, walls", "Fences|walls")]))]


def test_the_same_twice() -> None:
    assert replies() == LINES


def test_each_model_replies_about_every_picture() -> None:
    names = [item["id"] for item in items()]
    assert [(line["rater"], line["item"]) for line in LINES] == [(model, name) for model in MODELS for name in names]
    assert all("of" not in line for line in LINES)


def test_the_models_are_those_of_the_benchmark_and_have_answered_nothing() -> None:
    raters = BENCHMARK.raters
    assert tuple(rater.name for rater in raters) == MODELS
    assert [rater.reply for rater in raters] == ["json_schema", "csv"]
    assert not {row["rater"] for row in submissions()} & set(MODELS)


def test_the_model_that_writes_json_writes_ids_but_for_two_replies() -> None:
    asked = {name: field for name, field in BENCHMARK.forms.items() if name != "people"}
    for at, text in enumerate(texts("model-c")):
        if at == CUT_OFF:
            assert not text.endswith("}")
            continue
        said = json.loads(text.removeprefix("```json").removesuffix("```"))
        assert list(said) == FIELDS
        assert isinstance(said["people"], int)
        for name, form in asked.items():
            known = {label.id for label in (*form.label_space(), *form.abstain)}
            chosen = set(said[name]) if form.several else {said[name]}
            assert (chosen <= known) != (name == "lighting" and at == OFF_LABEL)


def test_a_newer_version_takes_over() -> None:
    served = [line["reply"]["model"] for line in LINES if line["rater"] == "model-c"]
    assert served == sorted(served)
    assert len(set(served)) == 2
    assert min(served.count(name) for name in set(served)) > 3
    assert all(name.startswith(str(BENCHMARK.raters[0].model)) for name in served)


def test_the_lines_have_a_value_a_field_but_for_two_replies() -> None:
    for at, text in enumerate(texts("model-d")):
        if at == REFUSED:
            assert text.startswith("I'm sorry")
        else:
            assert len(values(text)) == len(FIELDS) - (at == LEFT_OUT)


def test_the_label_with_a_comma_is_written_with_quotes_and_without() -> None:
    form = BENCHMARK.forms["elements"]
    assert isinstance(form, LabelsForm)
    names = {label.name["en"] for label in form.label_space() if isinstance(label.name, dict)}
    assert "Fences, walls" in names
    lines = [text for text in texts("model-d") if "Fences," in text]
    quoted = sum('"' in line for line in lines)
    assert quoted >= 2
    assert len(lines) - quoted >= 3
    for at, text in enumerate(texts("model-d")):
        if at not in (REFUSED, OFF_SET):
            chosen = values(text)[2].split(";")
            assert chosen == [NOTHING] or set(chosen) <= names


def test_answers_off_the_labels() -> None:
    lines = texts("model-d")
    assert values(lines[SEVERAL])[0] == "Day;Dusk"
    assert values(lines[OFF_SET])[2] == "Trees;Street lamps"
    assert json.loads(texts("model-c")[OFF_LABEL].strip("`").removeprefix("json"))["lighting"] == "golden hour"


def test_the_reply_that_is_cut_off_says_so() -> None:
    cut = [(line["rater"], line["item"]) for line in LINES if line["reply"]["finish_reason"] != "stop"]
    assert cut == [("model-c", "street-04")]
