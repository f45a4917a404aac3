"""Problems in plain words: one a place, at the place where it is, with what is allowed."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import Field, ValidationError

from accord.spec.document import BenchmarkDocument, Columns
from accord.spec.fields import KINDS
from accord.spec.form import Form
from accord.spec.problems import keys_at, nearest, problems_of, said, unknown_key
from accord.spec.wording import Document, LabelLike, Word, Wording
from accord.spec.yaml_lines import Path


class Inner(Document):
    size: int = Field(2, ge=1, lt=5, strict=True)
    share: float = Field(0.5, gt=0, le=1)
    flag: bool = Field(True, strict=True)


class Everything(Document):
    name: str = Field("n", pattern="^[a-z]+$", max_length=5)
    scale: str = Field("1..5", pattern=r"^\d+\.\.\d+$")
    word: Word = "w"
    title: Wording | None = None
    one: Literal["a", "b"] = "a"
    pair: tuple[LabelLike, ...] = Field((), max_length=2)
    some: tuple[Word, ...] | None = Field(None, min_length=2)
    columns: tuple[Columns, ...] = ()
    groups: dict[Word, tuple[LabelLike, ...]] = Field(default_factory=dict)
    inner: Inner = Inner()
    passing: Word = Field("pass", alias="pass")
    sep: str | None = Field(None, min_length=1)
    loose: int = 0


class Strict(Document):
    needed: int
    inner: Inner


def problems(value: Any, model: type[Document] = Everything) -> list[tuple[str, str, str | None]]:
    """Path, message and fix of every problem."""

    def place(path: Path) -> str:
        return ".".join(map(str, path))

    try:
        model.model_validate(value)
    except ValidationError as error:
        found = problems_of(error, model, value, ("top",), place)
        assert {(problem.code, problem.severity) for problem in found} == {("bad_spec", "error")}
        return [(problem.where, problem.message, problem.fix) for problem in found]
    return []


@pytest.mark.parametrize(
    ("value", "path", "message"),
    [
        ({"word": ["a"]}, "word", "must be a text, not a list"),
        ({"word": {}}, "word", "must be a text, not an empty mapping"),
        (
            {"word": {"a": 1, "b": 2, "c": 3, "d": 4}},
            "word",
            "must be a text, not a mapping with 'a', 'b', 'c' and 1 more",
        ),
        ({"word": None}, "word", "must be a text, not an empty value"),
        ({"word": " "}, "word", "is blank"),
        ({"pass": ""}, "pass", "is blank"),
        ({"title": []}, "title", "must be a text, not a list"),
        ({"title": {}}, "title", "must have at least 1 entry, not 0"),
        ({"title": ""}, "title", "is blank"),
        ({"title": {"en": "a", "fr": ""}}, "title.fr", "is blank"),
        ({"title": {"en": ["a"]}}, "title.en", "must be a text, not a list"),
        ({"one": "c"}, "one", "must be one of 'a' or 'b', not 'c'"),
        ({"one": 1}, "one", "must be one of 'a' or 'b', not 1"),
        ({"pair": "a"}, "pair", "must be a list, not 'a'"),
        ({"pair": {"a": "b"}}, "pair", "must be a list, not a mapping with 'a'"),
        ({"pair": ["a", "b", "c"]}, "pair", "must have at most 2 entries, not 3"),
        ({"pair": ["a", None]}, "pair.1", "must be a text, not an empty value"),
        ({"pair": ["a", ["b"]]}, "pair.1", "must be a text, not a list"),
        ({"pair": ["a", ""]}, "pair.1", "is blank"),
        ({"pair": [{"name": "a"}]}, "pair.0.id", "is needed"),
        ({"pair": [{"id": "a", "name": {"en": None}}]}, "pair.0.name.en", "must be a text, not an empty value"),
        ({"some": ["a"]}, "some", "must have at least 2 entries, not 1"),
        ({"some": [[], "a"]}, "some.0", "must be a text, not a list"),
        ({"columns": [["a", "b"], []]}, "columns.1", "must have at least 1 entry, not 0"),
        ({"columns": [["a", ["b"]]]}, "columns.0.1", "must be a text, not a list"),
        ({"columns": [{"a": "b"}]}, "columns.0", "must be a text, not a mapping with 'a'"),
        ({"groups": {"a [b]": [""]}}, "groups.a [b].0", "is blank"),
        (
            {"groups": {"str": [{"id": "a", "name": 1, "aliases": "x"}]}},
            "groups.str.0.aliases",
            "must be a list, not 'x'",
        ),
        ({"groups": {"": ["a"]}}, "groups.", "is blank"),
        ({"groups": []}, "groups", "must be a mapping of keys to values, not a list"),
        ({"inner": "a"}, "inner", "must be a mapping of keys to values, not 'a'"),
        ({"inner": None}, "inner", "must be a mapping of keys to values, not an empty value"),
        ({"inner": {"size": 0}}, "inner.size", "must be at least 1, not 0"),
        ({"inner": {"size": 5}}, "inner.size", "must be below 5, not 5"),
        ({"inner": {"size": 1.5}}, "inner.size", "must be a whole number, not 1.5"),
        ({"inner": {"size": True}}, "inner.size", "must be a whole number, not true"),
        ({"inner": {"share": 0}}, "inner.share", "must be above 0, not 0"),
        ({"inner": {"share": 1.5}}, "inner.share", "must be at most 1, not 1.5"),
        ({"inner": {"share": "95%"}}, "inner.share", "must be a number, not '95%'"),
        ({"inner": {"share": []}}, "inner.share", "must be a number, not a list"),
        ({"inner": {"flag": "no"}}, "inner.flag", "must be true or false, not 'no'"),
        ({"loose": "many"}, "loose", "must be a whole number, not 'many'"),
        ({"loose": 0.5}, "loose", "must be a whole number, not 0.5"),
        ({"sep": ""}, "sep", "is empty"),
        ({"name": "abcdef"}, "name", "must have at most 5 letters"),
        ([], "", "must be a mapping of keys to values, not a list"),
        (None, "", "must be a mapping of keys to values, not an empty value"),
    ],
)
def test_messages(value: Any, path: str, message: str) -> None:
    assert [(where, text) for where, text, _ in problems(value)] == [(f"top.{path}" if path else "top", message)]


def test_the_form_of_a_key_is_said_beside() -> None:
    assert problems({"name": "A", "scale": 5}) == [
        (
            "top.name",
            "'A' does not have the right form",
            "letters, digits, '.', '_' and '-', starting with a letter or digit",
        ),
        ("top.scale", "must be a text, not 5", "write the lowest and the highest number: 1..5"),
    ]
    # The name of a label is another name.
    assert problems({"pair": [{"id": "a", "name": 5, "aliases": [[]]}], "groups": {"name": ["a", [1]]}}) == [
        ("top.pair.0.aliases.0", "must be a text, not a list", None),
        ("top.groups.name.1", "must be a text, not a list", None),
    ]


def test_all_problems_come_at_once_each_once() -> None:
    value = {"nmae": 1, "word": [], "inner": {"size": "a", "share": -1, "sizes": 1}, "title": {"en": "", "fr": []}}
    assert [where for where, _, _ in problems(value)] == [
        *(
            "top.word",
            "top.title.en",
            "top.title.fr",
            "top.inner.size",
            "top.inner.share",
            "top.inner.sizes",
            "top.nmae",
        ),
    ]


def test_a_list_may_be_too_short_and_hold_what_is_wrong() -> None:
    assert problems({"some": [[]]}) == [
        ("top.some.0", "must be a text, not a list", None),
        ("top.some", "must have at least 2 entries, not 1", None),
    ]
    assert [where for where, _, _ in problems({"some": [[], []]})] == ["top.some.0", "top.some.1"]


def test_what_is_needed_has_the_place_where_it_should_be() -> None:
    assert problems({"inner": {}}, Strict) == [("top.needed", "is needed", None)]
    assert problems({}, Strict) == [("top.needed", "is needed", None), ("top.inner", "is needed", None)]


def test_an_unknown_key_is_named_with_what_is_allowed_there() -> None:
    assert problems({"inner": {"sizes": 1}}) == [
        ("top.inner.sizes", "this key is not known; did you mean 'size'?", "allowed here: size, share, flag")
    ]
    assert problems({"pair": [{"id": "a", "zzz": 1}]}) == [
        ("top.pair.0.zzz", "this key is not known", "allowed here: id, name, aliases, help")
    ]
    assert problems({"passing": "a"})[0][1] == "this key is not known; did you mean 'pass'?"


@pytest.mark.parametrize(
    ("model", "path", "keys"),
    [
        (BenchmarkDocument, ("policies", "consensus", "labels"), ["share", "of"]),
        (BenchmarkDocument, ("tables",), ["item", "rater", "role", "of", "pass", "at", "state", "reason"]),
        (KINDS["labels"].form, ("domains", "road", 3), ["id", "name", "aliases", "help"]),
        (KINDS["choice"].form, ("labels", 0), ["id", "name", "aliases", "help"]),
        (KINDS["choice"].form, ("abstain", 0), ["id", "name", "aliases", "help"]),
        (KINDS["number"].form, (), [*Form.model_fields]),
    ],
)
def test_keys_of_the_model_that_a_path_leads_to(model: type[Document], path: Path, keys: list[str]) -> None:
    assert keys_at(model, path) == keys


@pytest.mark.parametrize(
    ("word", "question"),
    [
        *((word, "; did you mean 'labels'?") for word in ("label", "LABELS", "lables", "Labels")),
        *((word, "") for word in ("", "x", "colour")),
    ],
)
def test_the_nearest_word(word: str, question: str) -> None:
    assert nearest(word, ["labels", "kind", "domains"]) == question
    assert nearest(word, []) == ""
    assert unknown_key(word, ["labels"])[1] == "allowed here: labels"


def test_values_are_cut_where_they_are_long() -> None:
    assert len(said("x" * 10_000)) < 100
    assert len(said({"x" * 10_000: 1, **{str(at): at for at in range(1000)}})) < 200
    assert said([1] * 1000) == "a list"
