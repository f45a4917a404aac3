"""Templates read what they are given, and can do nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from jinja2.exceptions import SecurityError, TemplateError, UndefinedError

from accord.llm.prompts.sandbox import FILTERS, Sandbox


@dataclass(frozen=True)
class Told:
    said: str = "yes"


def rendered(source, **variables):
    return Sandbox().from_string(source).render(**variables)


def test_variables_attributes_loops_and_filters():
    source = "{% for line in lines %}{{ loop.index }} {{ told.said | upper }} {{ line }};{% endfor %}"
    assert rendered(source, lines=("a", "b"), told=Told()) == "1 YES a;2 YES b;"


def test_texts_are_not_escaped_for_html():
    assert rendered("{{ text }}", text="a < b & c") == "a < b & c"


@pytest.mark.parametrize(
    "source",
    [
        "{{ missing }}",
        "{{ told.missing }}",
        "{{ range(3) }}",
        "{{ namespace(a=1) }}",
        "{{ lipsum() }}",
        "{{ ''.__class__ }}",
        "{{ told.__class__.__mro__ }}",
        "{{ 'a'.ljust(9) }}",
        "{{ '{:>9}'.format(1) }}",
        "{{ 'a' * 9 }}",
        "{{ '%9d' % 1 }}",
        "{{ 9 ** 9 }}",
        "{{ lines.append(1) }}",
    ],
)
def test_what_is_refused(source):
    with pytest.raises((SecurityError, UndefinedError)):
        rendered(source, told=Told(), lines=["a"])


@pytest.mark.parametrize("source", ["{{ 'a' | center(9) }}", "{{ 'a' | indent(9) }}", "{{ told | attr('said') }}"])
def test_other_filters_are_not_there(source):
    with pytest.raises(TemplateError, match="No filter"):
        rendered(source, told=Told())


@pytest.mark.parametrize("name", ["/etc/passwd", "judge.j2", "../benchmark.yaml"])
def test_nothing_is_loaded(name):
    with pytest.raises(TypeError, match="no loader"):
        rendered(f"{{% include '{name}' %}}")


@pytest.mark.parametrize("name", FILTERS)
def test_filters_that_are_named_are_there(name):
    assert Sandbox().filters[name] is not None
