"""What prompts say: whole in every language, and not changed without a new version."""

from __future__ import annotations

import string
from dataclasses import asdict

import pytest
from made_prompts import LANGUAGES

from accord.canonical import digest
from accord.llm.prompts.phrases import PHRASES, VERSION, phrases


def placeholders(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_there_with_the_places_of_the_english_one(language):
    english = asdict(PHRASES["en"])
    for name, text in asdict(PHRASES[language]).items():
        assert text.strip() == text != ""
        assert placeholders(text) == placeholders(english[name]), name
        assert language == "en" or text != english[name], name


@pytest.mark.parametrize(
    ("asked", "spoken"), [("zh-Hant-TW", "zh"), ("FR", "fr"), ("de_CH", "de"), ("pt", "en"), ("eng", "en")]
)
def test_the_nearest_language_speaks(asked, spoken):
    assert phrases(asked) is PHRASES[spoken]


def test_a_change_of_words_is_a_new_version():
    said = digest({language: asdict(told) for language, told in PHRASES.items()})
    assert (VERSION, said[:16]) == ("1", "04184a578fa28b15"), "give VERSION a new number, and write the new digest here"
