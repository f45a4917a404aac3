"""What fields must be to each other: names, shared texts, references, columns, languages."""

from __future__ import annotations

from typing import Any

import pytest

from accord.spec.consistency import (
    RESERVED,
    built_fields,
    column_problems,
    form_problems,
    language_problems,
    name_problems,
)
from accord.spec.document import BenchmarkDocument, Tables
from accord.spec.fields import KINDS
from accord.spec.form import Form
from accord.spec.yaml_lines import Path

BOXES = {"kind": "boxes", "format": "xywh", "unit": "pixels"}


def place(path: Path) -> str:
    return ".".join(map(str, path))


def forms(**said: dict[str, Any]) -> dict[str, Form]:
    return {name: KINDS[keys["kind"]].form.model_validate(keys) for name, keys in said.items()}


def shared(**keys: Any) -> list[str]:
    """What is said of the texts of one field."""
    made = forms(a=keys)
    found = form_problems(made, {"a": keys["kind"]}, place)
    assert {problem.where for problem in found} <= {"fields.a"}
    return [problem.message for problem in found]


def of_kinds(said: dict[str, Form]) -> dict[str, str]:
    return {name: form.kind for name, form in said.items()}


@pytest.mark.parametrize(
    "name",
    ["a", "Q1 safety", "a.b", "a:1", "\u5b89\u5168", "\u0645\u06cc\u200c\u062e", "a/b", "[b]", "title", "1", "-"],
)
def test_names_that_can_be(name: str) -> None:
    assert name_problems({name: "text"}, place) == []


@pytest.mark.parametrize(
    "name", ["", " ", " a", "a ", "a\u3000", "a=b", "a,b", "a|b", "a\nb", "a\tb", "a\x1b[31m", "a\u202eb"]
)
def test_names_that_cannot_be(name: str) -> None:
    [problem] = name_problems({name: "text"}, place)
    assert (problem.code, problem.severity, problem.where) == ("bad_spec", "error", f"fields.{name}")
    assert problem.message.startswith("a name must have no '=', ',', '|'")


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_reserved_names(name: str) -> None:
    [problem] = name_problems({name: "text", f"{name}s": "text"}, place)
    assert (problem.where, problem.message) == (f"fields.{name}", f"the name {name!r} means something else in tables")


def test_names_of_table_columns_are_reserved() -> None:
    assert set(Tables().model_dump(by_alias=True)) <= RESERVED


def both(text: str, one: str, other: str) -> str:
    return f"the text {text!r} means both the {one} and {other if other == 'no value' else f'the {other}'}"


@pytest.mark.parametrize(
    ("keys", "text", "one", "other"),
    [
        ({"labels": ["IT", "it"]}, "it", "label 'IT'", "label 'it'"),
        ({"labels": ["a", {"id": "b", "aliases": ["A "]}]}, "a", "label 'a'", "label 'b'"),
        (
            {"labels": [{"id": "a", "name": "x"}, {"id": "b", "name": {"en": "y", "fr": "\uff38"}}]},
            "x",
            "label 'a'",
            "label 'b'",
        ),
        ({"labels": [{"id": "a", "aliases": ["b"]}, "b"]}, "b", "label 'a'", "label 'b'"),
        ({"labels": ["1", {"id": "one", "aliases": ["1.0"]}]}, "1", "label '1'", "label 'one'"),
        ({"labels": ["a"], "abstain": ["a"]}, "a", "label 'a'", "abstention 'a'"),
        ({"labels": [{"id": "a", "name": "none"}], "abstain": ["None"]}, "none", "label 'a'", "abstention 'None'"),
        (
            {"labels": ["a"], "abstain": ["na", {"id": "x", "aliases": ["NA"]}]},
            "na",
            "abstention 'na'",
            "abstention 'x'",
        ),
        ({"labels": ["a"], "abstain": ["na", "na"]}, "na", "abstention 'na'", "abstention 'na'"),
        ({"labels": ["a"], "missing": [" A"]}, " A", "label 'a'", "no value"),
        ({"labels": [{"id": "a", "aliases": ["-9.0"]}], "missing": [-9]}, "-9", "label 'a'", "no value"),
        ({"labels": ["a"], "abstain": ["na"], "missing": ["NA"]}, "NA", "abstention 'na'", "no value"),
    ],
)
def test_a_text_has_one_meaning(keys: dict[str, Any], text: str, one: str, other: str) -> None:
    assert shared(kind="choice", **keys) == [both(text, one, other)]


@pytest.mark.parametrize(
    ("keys", "text", "one", "other"),
    [
        ({"kind": "labels", "labels": ["a"], "none": "A"}, "a", "label 'a'", "empty set 'A'"),
        ({"kind": "labels", "labels": ["a"], "none": "a"}, "a", "label 'a'", "empty set 'a'"),
        ({"kind": "labels", "labels": ["a"], "none": "n", "abstain": ["n"]}, "n", "abstention 'n'", "empty set 'n'"),
        ({"kind": "labels", "domains": {"d": ["a"], "e": [{"id": "b", "name": "A"}]}}, "a", "label 'a'", "label 'b'"),
        ({"kind": "binary", "labels": ["n", "N"]}, "n", "label 'n'", "label 'N'"),
        ({"kind": "binary", "missing": [0]}, "0", "label '0'", "no value"),
        ({"kind": "rating", "scale": "1..5", "abstain": [3]}, "3", "label '3'", "abstention '3'"),
        ({"kind": "rating", "scale": "-9..5", "missing": [-9]}, "-9", "label '-9'", "no value"),
        ({"kind": "rating", "scale": "1..5", "words": {"1": "5"}}, "5", "label '1'", "label '5'"),
        ({"kind": "rating", "scale": "1..5", "words": {"1": "low", "2": "LOW"}}, "low", "label '1'", "label '2'"),
        (
            {"kind": "rating", "steps": ["low", {"id": "high", "aliases": ["low"]}]},
            "low",
            "label 'low'",
            "label 'high'",
        ),
        ({**BOXES, "labels": ["a", {"id": "b", "name": "A"}]}, "a", "label 'a'", "label 'b'"),
        ({"kind": "number", "missing": ["x"], "abstain": ["X"]}, "x", "abstention 'X'", "no value"),
        (
            {"kind": "text", "missing": ["unknown"], "abstain": ["Unknown"]},
            "unknown",
            "abstention 'Unknown'",
            "no value",
        ),
    ],
)
def test_a_text_has_one_meaning_in_every_kind(keys: dict[str, Any], text: str, one: str, other: str) -> None:
    assert shared(**keys) == [both(text, one, other)]


def test_one_label_may_have_a_text_twice() -> None:
    label = {"id": "Yes", "name": {"en": "yes", "nl": "YES "}, "aliases": ["yes", "\uff39es"]}
    assert shared(kind="choice", labels=[label, "no"]) == []


def test_two_equal_labels_are_said_once_where_the_field_is_built() -> None:
    for labels in (["a", "a"], ["a", "a "], ["1", "1.0"]):
        assert shared(kind="choice", labels=labels) == []
        _, [problem] = built_fields(forms(a={"kind": "choice", "labels": labels}), place)
        assert (problem.where, problem.message) == (
            "fields.a",
            f"choice: {labels[0]!r} and {labels[1]!r} are the same label",
        )


def test_a_reference_must_be_to_a_field_of_its_kind() -> None:
    said = forms(a={"kind": "binary", "matches": "tilte"}, title={"kind": "text"}, b={**BOXES, "labels_of": "title"})
    found = form_problems(said, of_kinds(said), place)
    assert [(problem.where, problem.message, problem.fix) for problem in found] == [
        ("fields.a.matches", "'tilte' is no text field; did you mean 'title'?", "text fields: title"),
        ("fields.b.labels_of", "'title' is no labels field", "labels fields: none"),
    ]


@pytest.mark.parametrize("target", ["a", "b", "c", "z", "A"])
def test_what_cannot_be_matched(target: str) -> None:
    said = {"b": {"kind": "choice", "labels": ["x"]}, "c": {"kind": "binary"}}
    made = forms(a={"kind": "binary", "matches": target}, **said)
    assert [problem.where for problem in form_problems(made, of_kinds(made), place)] == ["fields.a.matches"]


def test_a_field_that_is_wrong_itself_may_be_referred_to() -> None:
    """The problem is told where it is, and not again where the field is named."""
    said = forms(a={"kind": "binary", "matches": "title"}, b={**BOXES, "labels_of": "defects"})
    assert form_problems(said, {**of_kinds(said), "title": "text", "defects": "labels"}, place) == []
    assert built_fields(said, place) == ({}, [])


def test_fields_are_built_each_for_itself() -> None:
    said = forms(
        a={"kind": "rating"},
        b={"kind": "number"},
        c={"kind": "labels"},
        d={**BOXES, "labels": ["x"], "every_label": True},
    )
    fields, found = built_fields(said, place)
    assert list(fields) == ["b"]
    assert [(problem.where, problem.message) for problem in found] == [
        ("fields.a", "rating: give either a scale (1..5) or steps (words from low to high)"),
        ("fields.c", "labels: give either labels or domains"),
        ("fields.d", "boxes: every_label needs labels_of"),
    ]


def columns(said: dict[str, Form], **tables: str) -> list[tuple[str, str]]:
    found = column_problems(said, Tables.model_validate(tables), place)
    return [(problem.where, problem.message) for problem in found]


def test_a_column_has_one_meaning() -> None:
    said = forms(a={"kind": "text"}, b={"kind": "text", "column": "a"}, c={"kind": "text", "column": "item"})
    assert columns(said) == [
        ("fields.b.column", "the column 'a' of field 'b' is that of field 'a'"),
        ("fields.c.column", "the column 'item' of field 'c' is that of tables.item"),
    ]
    assert columns(forms(a={"kind": "text"}, b={"kind": "text", "column": "A"})) == []


def test_columns_of_tables_have_one_meaning_each() -> None:
    assert columns({}, rater="id", role="id") == [
        ("tables.role", "the column 'id' of tables.role is that of tables.rater")
    ]
    assert columns({}, **{"pass": "at"}) == [("tables.at", "the column 'at' of tables.at is that of tables.pass")]
    assert columns(forms(a={"kind": "text"}), of="a") == [
        ("fields.a.column", "the column 'a' of field 'a' is that of tables.of")
    ]
    assert columns(forms(a={"kind": "text", "column": "item"}), item="image") == []


def test_a_reserved_name_is_told_once() -> None:
    assert columns(forms(item={"kind": "text"})) == []
    assert len(columns(forms(item={"kind": "text", "column": "rater"}))) == 1


def document(said: dict[str, Form], **keys: Any) -> BenchmarkDocument:
    return BenchmarkDocument.model_validate({"name": "x", "version": "1.0.0", "fields": said, **keys})


def test_languages_must_be_declared_wherever_they_are_used() -> None:
    word = {"en": "a", "de": "b"}
    label = {"id": "x", "name": word, "help": word}
    said = forms(
        name={"kind": "choice", "labels": [label], "question": word, "help": word, "abstain": [{**label, "id": "y"}]},
        words={"kind": "rating", "scale": "1..2", "words": {"1": word, "2": "b"}},
        labels={"kind": "labels", "domains": {"name": [label], "help": [label]}, "none": {**label, "id": "z"}},
    )
    found = language_problems(("en", "fr"), document(said, title=word, description={"fr": "a"}), place)
    assert {(problem.message, problem.fix) for problem in found} == {
        ("the language 'de' is not declared", "languages: en, fr")
    }
    assert [problem.where for problem in found] == [
        *("title.de", "fields.name.question.de", "fields.name.help.de"),
        *("fields.name.abstain.0.name.de", "fields.name.abstain.0.help.de"),
        *("fields.name.labels.0.name.de", "fields.name.labels.0.help.de"),
        "fields.words.words.1.de",
        *("fields.labels.domains.name.0.name.de", "fields.labels.domains.name.0.help.de"),
        *("fields.labels.domains.help.0.name.de", "fields.labels.domains.help.0.help.de"),
        *("fields.labels.none.name.de", "fields.labels.none.help.de"),
    ]
    assert language_problems(("en", "fr", "de"), document(said, title=word), place) == []


def test_what_is_no_wording_needs_no_language() -> None:
    said = forms(en={"kind": "labels", "domains": {"de": ["a"], "title": ["b"]}}, de={"kind": "number"})
    assert language_problems(("fr",), document(said, title="a", items={"slices": [["de", "en"]]}), place) == []
