"""The guideline: the words of the benchmark in each language, those of the first where one is missing."""

from __future__ import annotations

import pytest
from made_plans import benchmark

from accord.annotations.workbooks.guideline import _WORDS, Line, guideline, sheet_title

SPEC = """
languages: [en, zh, fr]
title: {en: Museum, zh: 博物馆}
description: {en: "What is it?", fr: "Qu'est-ce ?"}
guideline:
  en: |
    1. Judge each field alone.

      2. Wording may differ.
  zh: 分别判断。
"""
FIELDS = """title: {kind: text, reference: title}
match:
  kind: binary
  matches: title
  question: {en: 'Does it match?', zh: 是否一致}
  help: Any alternative will do.
  labels: [{id: n, name: {en: "No", zh: 否}, help: {en: It does not.}}, {id: y, name: {en: "Yes"}}]
  abstain: [unsure]
seen: {kind: labels, labels: [sun, rain], none: nothing, asked_of: [human]}
note: {kind: text, asked_of: [human], question: 'Anything else?'}
judged: {kind: rating, scale: 1..3, asked_of: [judge], question: For judges}
boxes: {kind: boxes, format: xywh, unit: pixels, labels: [car], question: 'Where?'}"""


def texts(language, fields=FIELDS, spec=SPEC):
    return [line.text for line in guideline(benchmark(fields, spec), language)]


def test_the_whole_of_one_language():
    assert guideline(benchmark(FIELDS, SPEC), "en") == [
        Line("title", "Museum"),
        Line("text", "What is it?"),
        Line("text", "1. Judge each field alone."),
        Line("text", "2. Wording may differ."),
        Line("heading", "How to fill in this workbook"),
        Line("text", _WORDS["en"].fill),
        Line("text", "A reference may hold several alternatives, separated by ||."),
        Line("text", _WORDS["en"].blank),
        Line("text", _WORDS["en"].closed),
        Line("text", _WORDS["en"].alone),
        Line("heading", "match"),
        Line("text", "Does it match?"),
        Line("text", "Any alternative will do."),
        Line("text", "Answers: No · Yes · unsure"),
        Line("text", "• No: It does not."),
        Line("heading", "seen"),
        Line("text", "Answers: sun · rain · nothing (put x in the column of each that holds)"),
        Line("heading", "note"),
        Line("text", "Anything else?"),
        Line("text", "Answers: any text; may stay empty"),
    ]


def test_another_language_and_what_it_does_not_have():
    said = texts("zh")
    assert said[:3] == ["博物馆", "What is it?", "分别判断。"]
    assert "是否一致" in said
    assert "Any alternative will do." in said
    assert "可填答案: No (否) · Yes · unsure" in said
    assert "• No (否): It does not." in said
    assert _WORDS["zh"].fill in said
    french = texts("fr")
    assert french[:3] == ["Museum", "Qu'est-ce ?", "1. Judge each field alone."]
    assert "Does it match?" in french
    assert "Réponses: sun · rain · nothing (mettez x dans la colonne de chacune qui convient)" in french


def test_what_is_typed_into_cells_is_named_as_the_cells_take_it():
    """Drop-downs are in the first language, so that is what has to be entered in every other one too."""
    assert "Answers: Nein (No) · y" in texts(
        "en", "q: {kind: binary, labels: [{id: n, name: {de: Nein, en: 'No'}}, y]}", "languages: [de, en]"
    )
    assert "Antworten: Nein · y" in texts(
        "de", "q: {kind: binary, labels: [{id: n, name: {de: Nein, en: 'No'}}, y]}", "languages: [de, en]"
    )


def test_the_name_stands_where_there_is_no_title():
    assert texts("en", "q: {kind: number}", "")[0] == "small"


def test_alternatives_are_explained_only_where_outputs_are_judged():
    assert _WORDS["en"].alternatives not in texts("en", "q: {kind: binary}", "")
    assert _WORDS["en"].alternatives in texts("en")


def test_only_what_people_are_asked_and_cells_hold_is_explained():
    said = texts("en")
    assert "For judges" not in said
    assert "Where?" not in said


def test_words_of_a_scale_are_meanings():
    said = texts("en", "q: {kind: rating, scale: 1..3, words: {1: Bad, 3: {en: Good, fr: Bon}}}", "languages: [en, fr]")
    assert said[-3:] == ["Answers: 1 · 2 · 3", "• 1: Bad", "• 3: Good"]
    said = texts("fr", "q: {kind: rating, scale: 1..3, words: {1: Bad, 3: {en: Good, fr: Bon}}}", "languages: [en, fr]")
    assert said[-3:] == ["Réponses: 1 · 2 · 3", "• 1: Bad", "• 3: Bon"]


@pytest.mark.parametrize(("count", "how"), [(12, "put x in the column"), (13, "one a line, as many as hold")])
def test_large_sets_are_written_one_a_line(count, how):
    labels = ", ".join(f"l{at}" for at in range(count - 1))
    assert how in texts("en", f"q: {{kind: labels, labels: [{labels}], none: no}}", "")[-1]


@pytest.mark.parametrize("count", [2, 20])
def test_what_means_the_empty_set_is_told_where_the_form_has_no_label_for_it(count):
    labels = ", ".join(f"l{at}" for at in range(count))
    assert " · (none) (" in texts("en", f"q: {{kind: labels, labels: [{labels}]}}", "")[-1]
    assert "(none)" not in texts("en", f"q: {{kind: labels, labels: [{labels}], none: no}}", "")[-1]


@pytest.mark.parametrize(
    ("form", "answers"),
    [
        ("{kind: number}", "a number"),
        ("{kind: number, abstain: [unknown]}", "a number · unknown"),
        ("{kind: text, abstain: [{id: no, name: nothing}]}", "any text; may stay empty · nothing"),
    ],
)
def test_what_is_typed(form, answers):
    assert texts("en", f"q: {form}", "")[-1] == f"Answers: {answers}"


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "Guideline en"),
        ("zh", "标注说明 zh"),
        ("zh-Hant-TW", "标注说明 zh-Hant-TW"),
        ("ZH_cn", "标注说明 ZH_cn"),
        ("fr-CA", "Consignes fr-CA"),
        ("de", "Anleitung de"),
        ("es", "Instrucciones es"),
        ("ja", "Guideline ja"),
        ("zho", "Guideline zho"),
    ],
)
def test_the_title_of_the_sheet(language, title):
    assert sheet_title(language) == title


@pytest.mark.parametrize("language", sorted(_WORDS))
def test_every_language_says_everything_and_in_its_own_words(language):
    words = _WORDS[language]
    said = [getattr(words, name) for name in words.__slots__]
    assert all(text.strip() == text != "" for text in said)
    assert len(set(said)) == len(said)
    assert "||" in words.alternatives
    assert len(words.sheet) <= 20
    if language != "en":
        assert not set(said) & {getattr(_WORDS["en"], name) for name in words.__slots__}
