"""Where templates run: they read what they are given, and can do nothing else."""

from __future__ import annotations

from typing import Any

from jinja2 import StrictUndefined
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

FILTERS = ("capitalize", "count", "default", "first", "join", "last", "length", "list", "lower", "trim", "upper")
"""Filters that templates may use; none of them makes a long text of a short one."""


class Sandbox(ImmutableSandboxedEnvironment):
    """No loader, no globals, no methods of texts, a few filters, no multiplied texts; what is not defined is an error.

    >>> Sandbox().from_string("{{ says | upper }}{% if 2 > 1 %}!{% endif %}").render(says="a")
    'A!'
    """

    intercepted_binops = frozenset({"*", "**", "%"})

    def __init__(self) -> None:
        super().__init__(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)
        self.globals.clear()
        self.filters = {name: self.filters[name] for name in FILTERS}

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may take an attribute of a value."""
        return not isinstance(obj, (str, int, float)) and super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> None:
        """No stand-in for `str.format`, which jinja2 would else let through."""

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Refuse the operators that make a long text of a short one."""
        raise SecurityError(f"templates may not use {operator}")
