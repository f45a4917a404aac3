"""The sections of `benchmark.yaml`: names, versions, paths, columns."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from accord.spec.document import BenchmarkDocument, Items, Tables
from accord.spec.fields import KINDS
from accord.spec.policies import Consensus, EmptyReference, Intervals, LabelShare, Policies
from accord.spec.wording import Document, Label

SECTIONS = [BenchmarkDocument, Items, Tables, Label, Policies, Consensus, LabelShare, EmptyReference, Intervals]
FIELDS = {"a": KINDS["number"].form(kind="number")}


def document(**keys: Any) -> BenchmarkDocument:
    return BenchmarkDocument.model_validate({"name": "x", "version": "1.0.0", "fields": FIELDS} | keys)


def test_what_is_left_out_has_defaults() -> None:
    read = document()
    assert (read.languages, read.items, read.tables, read.policies) == (("en",), Items(), Tables(), Policies())
    assert Items().model_dump(exclude_none=True) == {
        "file": "items.jsonl",
        "id": "id",
        "slices": (),
        "strata": (),
    }
    assert Tables().model_dump(by_alias=True) == {
        name: name for name in ("item", "rater", "role", "of", "pass", "at", "state", "reason")
    }


@pytest.mark.parametrize("name", ["x", "X.1-b_c", "2024", 2024, "a" * 100])
def test_names(name: object) -> None:
    assert document(name=name).name == str(name)


@pytest.mark.parametrize("name", ["", " ", "a b", "-a", ".a", "a/b", "a\n", "\u00e9", "a" * 101, None, ["a"], "a\\b"])
def test_what_is_no_name(name: object) -> None:
    with pytest.raises(ValidationError):
        document(name=name)


@pytest.mark.parametrize("version", ["0.0.0", "1.0.0", "10.20.30", "1.0.0-rc.1", "1.0.0+b.7", "1.0.0-0a.--+x-1"])
def test_versions(version: str) -> None:
    assert document(version=version).version == version


@pytest.mark.parametrize(
    "version",
    [
        *(
            "",
            "1",
            "1.0",
            "1.0.0.0",
            "v1.0.0",
            "01.0.0",
            "1.00.0",
            "1.0.0-",
            "1.0.0+",
            "1.0.0-a..b",
            "1.0.0 ",
            "1.0.0\n",
        ),
        *("1.\u0661.0", "1.0.0-\u00e9", "1.0.0-../..", "-1.0.0", "1.0.0-" + "a" * 100, 1.0, 1, None, [1, 0, 0]),
    ],
)
def test_what_is_no_version(version: object) -> None:
    with pytest.raises(ValidationError):
        document(version=version)


@pytest.mark.parametrize("path", ["items.csv", "a/b.jsonl", "a\\b.jsonl", "..items.jsonl", "a/...", "a/b:c", " a "])
def test_paths_inside_the_folder(path: str) -> None:
    assert Items(file=path).file == path


@pytest.mark.parametrize(
    "path",
    [
        "",
        " ",
        "/etc/passwd",
        "\\\\host\\share",
        "\\x",
        "C:\\x",
        "c:x",
        "file:x",
        "~",
        "~/x",
        "..",
        "../x",
        "a/../../x",
        "a\\..\\x",
        3,
        None,
        [],
    ],
)
def test_paths_that_leave_the_folder(path: object) -> None:
    with pytest.raises(ValidationError):
        Items.model_validate({"file": path})


def test_slices_are_columns_or_crossed_columns() -> None:
    assert Items.model_validate({"slices": ["region", ["region", "type"], 1]}).slices == (
        "region",
        ("region", "type"),
        "1",
    )


@pytest.mark.parametrize(
    "items",
    [
        *({"slices": value} for value in ("region", [[]], [""], [["a", ""]], [[["a"]]], [{"a": "b"}], [None], {})),
        *({"strata": value} for value in ("region", [""], [["a"]], None)),
        *({"raters_per_item": value} for value in (0, -1, 1.5, 2.0, "2", True)),
        *({key: value} for key in ("image", "state", "cluster") for value in ("", " ", ["a"], {"a": "b"})),
        *({"id": value} for value in ("", None, ["a"])),
        {"images": "a"},
    ],
)
def test_what_items_may_not_say(items: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Items.model_validate(items)


@pytest.mark.parametrize("tables", [{"passing": "p"}, {"items": "i"}, *({key: ""} for key in ("item", "pass", "of"))])
def test_what_tables_may_not_say(tables: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Tables.model_validate(tables)


@pytest.mark.parametrize("key", ["languages", "items", "fields", "policies", "tables"])
@pytest.mark.parametrize("value", ["x", 3, True, None, [[]]])
def test_sections_of_a_wrong_type(key: str, value: object) -> None:
    with pytest.raises(ValidationError):
        document(**{key: value})


@pytest.mark.parametrize("languages", [[], [""], [None], [["en"]], "en"])
def test_languages_are_at_least_one(languages: object) -> None:
    with pytest.raises(ValidationError):
        document(languages=languages)


@pytest.mark.parametrize(
    "model", [*SECTIONS, *(kind.form for kind in KINDS.values())], ids=lambda model: model.__name__
)
def test_everything_that_may_be_said_is_described(model: type[BaseModel]) -> None:
    assert issubclass(model, Document)
    assert (model.__doc__ or "").strip()
    assert [name for name, info in model.model_fields.items() if not (info.description or "").strip()] == []
