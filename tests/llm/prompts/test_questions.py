"""What is asked in each field: in the words of the benchmark, with exactly what may be written."""

from __future__ import annotations

import csv
import io
import json

import pytest
from made_prompts import LANGUAGES, MUSEUM, STREETS, benchmark

from accord.llm.joined import separator_of
from accord.llm.prompts.phrases import PHRASES
from accord.llm.prompts.questions import Questions, csv_cell

ITS = benchmark(STREETS)


def answer(name, language="en", layout="json", its=ITS):
    return list(Questions(its, language, layout).question(name).answer)


def test_the_words_of_the_benchmark_in_a_language_or_its_first():
    asked = Questions(ITS, "fr", "json").question("light")
    assert (asked.name, asked.key, asked.kind) == ("light", '"light"', "choice")
    assert asked.question == ("Quelle lumière",)
    assert asked.answer == ("Écrivez exactement l'une de ces valeurs :", '- "day" (jour)', '- "night"')
    assert Questions(ITS, "de", "json").question("light").question == ("What light",)


def test_every_kind_as_json():
    assert answer("light") == ["Write exactly one of:", '- "day"', '- "night"']
    assert answer("repair") == ["Write exactly one of:", '- "1" (Poor)', *(f'- "{step}"' for step in range(2, 6))]
    assert answer("length") == ["Write a whole number from 0 to 100.", "- 0 (Short)"]
    assert answer("there") == [
        "Write an array of all that hold, each once; [] where none holds:",
        '- "trees"',
        '- "walls, fences"',
        "Or instead of an answer exactly one of:",
        '- "Not applicable"',
    ]
    number = "Write a number in digits, with a point before decimals and without a unit."
    assert answer("people") == [number, "Or instead of an answer exactly one of:", '- "Cannot judge"']
    assert answer("bright") == ["Write exactly one of:", '- "0"', '- "1"']
    assert answer("note") == ["Write a text; it may be empty."]
    assert answer("marks") == [
        'Write an array of boxes, [] where there is nothing to mark. A box is {"label": ..., "box": [..., ..., ..., '
        "...]}. Its four numbers are left edge, top edge, width and height, in pixels of a picture that is as wide and "
        "high as the data says.",
        'Mark only what is chosen for "there".',
        'Mark everything that is chosen for "there".',
        "The label is one of:",
        '- "trees"',
        '- "walls, fences"',
    ]


def test_sets_in_one_value_of_a_line():
    joined = "Write all that hold, joined by `;` without spaces; `nothing` where none holds:"
    assert answer("there", layout="csv")[:3] == [joined, "- `trees`", "- `walls, fences`"]
    its = benchmark("fields: {there: {kind: labels, labels: [a, b]}, one: {kind: choice, labels: [a, 'b, c']}}")
    assert answer("there", layout="csv", its=its)[0].endswith("; `[]` where none holds:")
    assert answer("one", layout="csv", its=its)[1:] == ["- `a`", '- `"b, c"`']


@pytest.mark.parametrize(
    ("form", "separator"),
    [
        ("labels: [a, b], separator: ' + '", " + "),
        ("labels: [a, b]", ";"),
        ("labels: [a, 'b;c']", "|"),
        ("labels: [a, {id: b, aliases: ['b;c']}]", "|"),
        ("labels: [a, b], abstain: ['x;y']", "|"),
    ],
)
def test_what_joins_labels_is_in_none_of_them(form, separator):
    assert separator_of(benchmark(f"fields: {{f: {{kind: labels, {form}}}}}").forms["f"]) == separator


def test_fields_that_match_say_which_label_is_a_match():
    its = benchmark(MUSEUM)
    assert answer("title_match", its=its) == [
        "Write exactly one of:",
        '- "0": it does not match the reference',
        '- "1": it matches the reference',
    ]
    assert answer("maker_match", "zh", its=its) == [
        PHRASES["zh"].one_of,
        '- "no": 与参考答案不相符',
        '- "yes" (是): 与参考答案相符',
        PHRASES["zh"].instead,
        '- "unsure"',
    ]


def test_a_text_that_is_judged_or_has_references_is_no_comment():
    its = benchmark(MUSEUM)
    assert [answer(name, its=its)[0] for name in ("title", "maker", "place")] == ["Write a text."] * 3


def test_labels_say_their_domain_and_meaning():
    its = benchmark("fields: {f: {kind: labels, domains: {road: [{id: hole, help: Deep.}], air: [smoke]}}}")
    assert answer("f", its=its)[1:] == ['- "hole": road; Deep.', '- "smoke": air']


def test_texts_of_several_lines():
    its = benchmark("fields:\n  f:\n    kind: text\n    question: |\n      One?\n\n        Two?\n    help: Three.\n")
    asked = Questions(its, "en", "json").question("f")
    assert (asked.question, asked.help) == (("One?", "Two?"), ("Three.",))


def test_the_reply_as_an_object():
    names = ("light", 'the "b"')
    last = Questions(ITS, "en", "json").reply(names).split("\n")[-1]
    assert list(json.loads(last.replace("...", "0"))) == list(names)


def test_the_reply_as_a_line():
    names = ('a "b" c', "d", "e;f")
    lines = Questions(ITS, "en", "csv").reply(names).split("\n")
    assert "one line of 3 values" in lines[0]
    assert next(csv.reader([lines[1]])) == list(names)
    assert lines[2] == PHRASES["en"].quoting


@pytest.mark.parametrize("layout", ["json", "csv"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ITS.forms)
def test_every_kind_in_every_language_names_every_label(name, language, layout):
    lines = answer(name, language, layout)
    assert not [line for line in lines if "{" in line.replace('{"label": ..., "box": [..., ..., ..., ...]}', "")]
    listed = "\n".join(lines)
    for label in ITS.forms[name].choices():
        long = name == "length"
        nothing = layout == "json" and label.id == "nothing"
        assert long or nothing or f'"{label.id}"' in listed or f"`{label.id}`" in listed


@pytest.mark.parametrize("text", ["plain", "a,b", 'a "b"', "two\nlines", ""])
def test_cells_are_read_back(text):
    assert list(csv.reader(io.StringIO(csv_cell(text), newline=""), strict=True)) == [[text]]
