from __future__ import annotations

import pytest

from accord.llm.replies.words import Words

WORDS = Words(["Réservé", "pêche", "péché", "Fences, walls", "1", "Ja."], {"Réservé": ["Reserved", "1st"], "x": ["y"]})


@pytest.mark.parametrize(
    ("text", "label", "code"),
    [
        ("Réservé", "Réservé", ""),
        ("Reserved", "Réservé", ""),
        ("Re\u0301serve\u0301", "Réservé", "value_form"),
        (" reserved ", "Réservé", "value_form"),
        ("reserved!", "Réservé", "label_punctuation"),
        ("reserve.", "Réservé", "label_accents"),
        ("fences,walls", "Fences, walls", "value_form"),
        ("FENCES ,  WALLS\u3002", "Fences, walls", "label_punctuation"),
        ("\uff11", "1", "value_form"),
        ("1.0", "1", "value_form"),
        ("Ja.", "Ja.", ""),
        ("ja", "Ja.", "label_punctuation"),
        ("peche", None, None),
        ("Réserv", None, None),
        ("Réservé / pêche", None, None),
        ("y", None, None),
        ("...", None, None),
        ("", None, None),
        ("1" + " " * 50, "1", "value_form"),
        ("1" + " " * 500, None, None),
    ],
)
def test_find(text, label, code):
    assert WORDS.find(text) == (None if label is None else (label, code))


def test_labels_that_differ_by_case_or_punctuation_only_are_told_apart():
    words = Words(["us", "US", "go", "go!"], {})
    assert [words.find(text) for text in ("us", "US", "Us", "go", "go!", "go.")] == [
        ("us", ""),
        ("US", ""),
        None,
        ("go", ""),
        ("go!", ""),
        None,
    ]


def test_strictly_only_what_a_table_may_say():
    words = Words(["Réservé"], {}, strict=True)
    found = [words.find(text) for text in ("réservé", "Réservé.", "reserve")]
    assert found == [("Réservé", "value_form"), None, None]
