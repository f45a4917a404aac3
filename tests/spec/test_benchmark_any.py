"""Any document at all: it is a benchmark, or every problem is told with its line; nothing else can happen."""

from __future__ import annotations

import json
import re
from typing import Any

from good_documents import GOOD
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import InputError
from accord.spec.benchmark import read_benchmark
from accord.spec.document import BenchmarkDocument
from accord.spec.fields import KINDS
from accord.spec.yaml_lines import read_yaml

KEYS = sorted(
    {part for text in GOOD.values() for path in read_yaml(text, "x").lines for part in path if str(part) == part}
)
ANY = st.recursive(
    st.sampled_from([None, True, 0, -1, 0.5, 10**20, "", "a", "1..5", "1.0.0", "..", "title", *KINDS]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYS, "kind", "a", ""]), inner, max_size=6)
    ),
    max_leaves=12,
)
FIELD = st.dictionaries(
    st.sampled_from(sorted(set().union(*(field.form.model_fields for field in KINDS.values())))), ANY, max_size=6
)
KINDED = st.builds(lambda kind, form: {**form, "kind": kind}, st.sampled_from([*KINDS]), FIELD)


@given(
    st.dictionaries(st.sampled_from(sorted(BenchmarkDocument.model_fields)), ANY, max_size=5),
    st.none() | st.dictionaries(st.sampled_from(["a", "b", "title", "item", " "]), KINDED | ANY, max_size=4),
)
def test_no_document_makes_it_fail(head: dict[str, Any], fields: Any) -> None:
    document = {"name": "x", "version": "1.0.0", **head, **({} if fields is None else {"fields": fields})}
    try:
        benchmark = read_benchmark(json.dumps(document, indent=1), "b.yaml")
    except InputError as error:
        assert all(re.match(r"b\.yaml:\d+(, |$)", problem.where) and problem.message for problem in error.problems)
        lines = [int(re.findall(r"^b\.yaml:(\d+)", problem.where)[0]) for problem in error.problems]
        assert lines == sorted(lines)
        assert len({(problem.where, problem.message) for problem in error.problems}) == len(lines)
    else:
        assert list(benchmark.fields) == list(benchmark.forms)
