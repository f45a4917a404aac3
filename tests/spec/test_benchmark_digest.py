"""The digest of a benchmark: it depends on all that is said, and on nothing else."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
import yaml
from good_documents import GOOD, STREETS
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import InputError
from accord.spec.benchmark import Benchmark, read_benchmark
from accord.spec.yaml_lines import read_yaml


def digest(document: Any) -> str:
    return read_benchmark(json.dumps(document)).digest


def value_of(text: str) -> Any:
    return read_yaml(text, "x.yaml").value


def reordered(value: Any, reverse: bool) -> Any:
    """The same value with the keys of every mapping in another order."""
    if isinstance(value, dict):
        return {key: reordered(value[key], reverse) for key in sorted(value, reverse=reverse)}
    return [reordered(inner, reverse) for inner in value] if isinstance(value, list) else value


def written_out(benchmark: Benchmark) -> dict[str, Any]:
    """Everything that the benchmark says, with all defaults written out."""
    document = benchmark.document.model_dump(mode="json", by_alias=True, serialize_as_any=True)
    for name in benchmark.forms:
        form = document["fields"][name]
        form["asked_of"] = list(benchmark.asked_of(name))[::-1]
        form["column"] = form["column"] or name
        form["question"] = form["question"] or None
        if "matches" in form:
            form["reference"] = benchmark.reference(name)
    return document


@pytest.mark.parametrize("name", sorted(GOOD))
def test_the_digest_depends_on_what_is_said_and_not_on_how(name: str) -> None:
    text, known = GOOD[name], read_benchmark(GOOD[name]).digest
    document = value_of(text)
    assert len(known) == 64
    assert digest(document) == known
    assert digest(reordered(document, False)) == digest(reordered(document, True)) == known
    for flow in (True, False):
        assert read_benchmark(yaml.safe_dump(document, default_flow_style=flow, width=40)).digest == known
    commented = "".join(f"{line} # a comment\n\n" for line in text.splitlines())
    assert read_benchmark("# head\n---\n" + commented + "...\n", "elsewhere/b.yaml").digest == known


@pytest.mark.parametrize("name", sorted(GOOD))
def test_defaults_that_are_written_out_do_not_change_the_digest(name: str) -> None:
    benchmark = read_benchmark(GOOD[name])
    assert digest(written_out(benchmark)) == benchmark.digest


PLACES = [(name, path) for name in sorted(GOOD) for path in read_yaml(GOOD[name], "x.yaml").lines if path]
VALUES = ["a", "b c", "no", 0, 7, 0.25, True, False, None, [], ["a"], ["a", "b"], {}, {"en": "z"}, {"id": "z"}, "model"]


@given(st.sampled_from(PLACES), st.sampled_from(VALUES), st.booleans())
def test_the_digest_changes_with_all_that_has_meaning(place: tuple[str, Any], value: Any, drop: bool) -> None:
    """One value is put out or replaced: the digest stays exactly where nothing that is said has changed."""
    name, path = place
    document = copy.deepcopy(value_of(GOOD[name]))
    inner = document
    for part in path[:-1]:
        inner = inner[part]
    if drop:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    try:
        changed = read_benchmark(json.dumps(document))
    except InputError:
        return
    before = read_benchmark(GOOD[name])
    assert (changed.digest == before.digest) == (written_out(changed) == written_out(before))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("version: 2.1.0-rc.1", "version: 2.1.0"),
        ("labels: [parking, crossing, 3]", "labels: [crossing, parking, 3]"),
        ("aliases: [clear, 1]", "aliases: [clear]"),
        ("zh: 晴", "zh: 雪"),
        ("help: Drops or wet ground", "help: Drops"),
        ("scale: 1..5", "scale: 1..6"),
        ("asked_of: [human, model]", "asked_of: [human]"),
        ('separator: ";"', 'separator: "|"'),
        ("share: 0.50", "share: 0.51"),
        ("seed: 7", "seed: 8"),
        ('missing: [-9, "n/r"]', "missing: [-9]"),
        ("subjective: true", "subjective: false"),
        ("Q2: safe?", "Q3: safe?"),
        ("slices: [source]", "strata: [source]"),
    ],
)
def test_the_digest_changes_with(old: str, new: str) -> None:
    assert STREETS.count(old) == 1
    assert read_benchmark(STREETS.replace(old, new)).digest != read_benchmark(STREETS).digest


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Another title", "description": "Another text"},
        {"version": "9.9.9"},
        {"tables": {"item": "image"}},
        {"policies": {"intervals": {"seed": 7}, "limited_support": 5}},
        {"items": {"slices": ["kind"]}},
    ],
    ids=str,
)
def test_the_form_stays_the_same_where_no_question_changes(change: dict[str, Any]) -> None:
    document = {"name": "a", "version": "1.0.0", "fields": {"ok": {"kind": "binary"}}}
    before, after = (read_benchmark(json.dumps(found)) for found in (document, {**document, **change}))
    assert before.digest != after.digest
    assert before.form_digest == after.form_digest


@pytest.mark.parametrize(
    "form",
    [
        {"kind": "binary", "labels": ["no", "yes"]},
        {"kind": "binary", "question": "Is it?"},
        {"kind": "binary", "abstain": ["unclear"]},
        {"kind": "binary", "asked_of": ["judge"]},
        {"kind": "number"},
    ],
    ids=str,
)
def test_the_form_is_another_where_a_question_changes(form: dict[str, Any]) -> None:
    document = {"name": "a", "version": "1.0.0", "fields": {"ok": {"kind": "binary"}}}
    changed = read_benchmark(json.dumps({**document, "fields": {"ok": form}}))
    assert read_benchmark(json.dumps(document)).form_digest != changed.form_digest


def test_the_form_does_not_depend_on_the_names_of_columns() -> None:
    document = {"name": "a", "version": "1.0.0", "fields": {"ok": {"kind": "binary"}}}
    renamed = {**document, "fields": {"ok": {"kind": "binary", "column": "fine"}}}
    assert read_benchmark(json.dumps(document)).form_digest == read_benchmark(json.dumps(renamed)).form_digest
