"""Raw answers to the fields of a benchmark: each is exactly one label, in whatever form it comes, or off the labels."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from good_documents import SCENES, STREETS
from hypothesis import given
from hypothesis import strategies as st

from accord.spec.benchmark import read_benchmark
from accord.spec.labels import folded
from accord.spec.reading import ScalarReading
from accord.spec.states import State

HEAD = "name: x\nversion: 1.0.0\n"

# Case, marks, joined and full-width forms, scripts without case, digits and what may stand between.
LETTERS = (
    "abcxyzABC \u00e9\u00df\u0130\u01c5\u03a3\u044f\u0416\u6674\u5929\u0634\u0627\u30ab\uff76\uff21"
    "\ufb01\u00bd\u2460019.-_/'#:?,"
)
WORDS = st.text(LETTERS, min_size=1, max_size=6).filter(folded)


def key(text: str) -> str:
    return folded(text).casefold()


@st.composite
def label_spaces(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Labels with names in two languages and aliases, no text of which means two."""
    texts = draw(st.lists(WORDS, min_size=2, max_size=12, unique_by=key))
    labels: list[dict[str, Any]] = []
    while texts:
        own = [texts.pop() for _ in range(min(len(texts), draw(st.integers(1, 4))))]
        label: dict[str, Any] = {"id": own[0], "aliases": own[3:]}
        if len(own) > 1:
            label["name"] = {"en": own[1], "zh": own[-1]}
        labels.append(label)
    return labels


def texts_of(label: dict[str, Any]) -> list[str]:
    return [label["id"], *label.get("name", {}).values(), *label["aliases"]]


def wide(text: str) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


FORMS = {
    "as it is": str,
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "compatible": lambda text: unicodedata.normalize("NFKC", text),
    "padded": lambda text: f"\t {text}\u3000\n",
    "spread": lambda text: text.replace(" ", " \u00a0\n"),
    "wide": wide,
    "upper": str.upper,
    "lower": str.lower,
    "folded": str.casefold,
}


@given(label_spaces(), st.data())
def test_every_form_of_every_text_of_a_label_is_that_label(labels: list[dict[str, Any]], data: st.DataObject) -> None:
    document = {
        "name": "x",
        "version": "1.0.0",
        "languages": ["en", "zh"],
        "fields": {"a": {"kind": "choice", "labels": labels}},
    }
    field = read_benchmark(json.dumps(document)).fields["a"]
    chosen = data.draw(st.sampled_from(labels))
    text = data.draw(st.sampled_from(texts_of(chosen)))
    how = data.draw(st.sampled_from(sorted(FORMS)))
    cell = FORMS[how](text)
    reading = field.read([cell])
    assert isinstance(reading, ScalarReading)
    if key(cell) != key(text):
        return  # changing the case of some letters changes more than their case
    assert reading.states.tolist() == [State.ANSWERED]
    assert field.value(reading, 0, cell) == chosen["id"]


@given(label_spaces(), WORDS)
def test_any_other_text_is_off_the_label_space(labels: list[dict[str, Any]], cell: str) -> None:
    document = {
        "name": "x",
        "version": "1.0.0",
        "languages": ["en", "zh"],
        "fields": {"a": {"kind": "choice", "labels": labels}},
    }
    field = read_benchmark(json.dumps(document)).fields["a"]
    owners = [label["id"] for label in labels if key(cell) in map(key, texts_of(label))]
    reading = field.read([cell])
    if owners:
        assert [field.value(reading, 0, cell)] == owners
    else:
        assert reading.states.tolist() == [State.OFF_LABEL]


@pytest.mark.parametrize(
    ("field", "cell", "value"),
    [
        ("weather", "sunny", "sunny"),
        ("weather", " SUNNY", "sunny"),
        ("weather", "\u6674", "sunny"),
        ("weather", "Clear", "sunny"),
        ("weather", "\uff11.0", "sunny"),
        ("weather", "rain", "rain"),
        ("weather", "Drops or wet ground", State.OFF_LABEL),
        ("weather", "sun", State.OFF_LABEL),
        ("weather", "true", State.OFF_LABEL),
        ("weather", "\u65e0\u6cd5\u5224\u65ad", State.ABSTAINED),
        ("weather", "not APPLICABLE", State.ABSTAINED),
        ("violations", "parking; 3.0", ["parking", "3"]),
        ("violations", '["Crossing"]', ["crossing"]),
        ("violations", "NONE", []),
        ("violations", "[]", []),
        ("violations", "parking; other", State.OFF_LABEL),
        ("safety", "5", "5"),
        ("safety", "unsafe", "1"),
        ("safety", "\u5b89\u5168", "5"),
        ("safety", "6", State.OFF_LABEL),
        ("safety", "-9", State.MISSING),
        ("safety", "N/R", State.MISSING),
        ("safety", "", State.MISSING),
        ("safety", "\0not_asked", State.NOT_ASKED),
    ],
)
def test_raw_answers(field: str, cell: str, value: object) -> None:
    reader = read_benchmark(STREETS).fields[field]
    reading = reader.read([cell])
    answered = reading.states[0] == State.ANSWERED
    assert (reader.value(reading, 0, cell) if answered else reading.states[0]) == value


def test_boxes_have_the_labels_of_their_field() -> None:
    boxes = read_benchmark(SCENES).fields["found"]
    cell = '[{"label": "Pothole", "box": [1, 2, 3, 4]}, {"label": "smoke", "box": [0, 0, 1.5, 1]}]'
    reading = boxes.read([cell])
    assert boxes.value(reading, 0, cell) == [
        {"label": "hole", "box": [1, 2, 3, 4]},
        {"label": "smoke", "box": [0, 0, 1.5, 1]},
    ]


def test_labels_keep_the_letters_of_the_file() -> None:
    labels = "[no, on, 1.50, 007, 2026-01-01, 1e3, true, 1.0, -1, 12345678901234567890]"
    benchmark = read_benchmark(f"{HEAD}fields: {{a: {{kind: choice, labels: {labels}}}}}\n")
    assert [label.id for label in benchmark.forms["a"].label_space()] == [
        *("no", "on", "1.50", "007", "2026-01-01", "1e3", "true", "1", "-1", "12345678901234567890"),
    ]
