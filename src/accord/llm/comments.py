"""Fields that may stay blank: a form without a comment is filled in all the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from accord.spec.benchmark import Benchmark


def is_comment(benchmark: Benchmark, field: str) -> bool:
    """Whether a field is a comment: free text that no other field is about, and that has no references.

    >>> from accord.spec.benchmark import read_benchmark
    >>> fields = "title: {kind: text}, ok: {kind: binary, matches: title}, note: {kind: text}"
    >>> benchmark = read_benchmark(f"name: t\\nversion: 1.0.0\\nfields: {{{fields}}}")
    >>> [name for name in benchmark.fields if is_comment(benchmark, name)]
    ['note']
    """
    is_matched = any(form.matched() == field for form in benchmark.forms.values())
    return benchmark.forms[field].optional and not is_matched and benchmark.reference(field) is None


def comments_of(benchmark: Benchmark) -> frozenset[str]:
    """The comments of a benchmark; none where all that is asked is free text: then the texts are the answers."""
    comments = frozenset(name for name in benchmark.forms if is_comment(benchmark, name))
    return comments if len(comments) < len(benchmark.forms) else frozenset()


def lacks_answer(answers: Mapping[str, Mapping[str, Any]], comments: Collection[str]) -> bool:
    """Whether a field other than a comment has no answer.

    >>> lacks_answer({"a": {"state": "missing"}}, {"a"}), lacks_answer({"a": {"state": "missing"}}, ())
    (False, True)
    """
    return any(answer["state"] == "missing" and name not in comments for name, answer in answers.items())
