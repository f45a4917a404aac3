"""Objects that are nearly JSON: a trailing comma, or a Python literal."""

from __future__ import annotations

import ast
import re
import warnings
from typing import Any, ClassVar, Final

from accord.llm.replies.decode import as_object, decoded

LONGEST_REPAIRED: Final = 50_000
"""Characters of an object that is repaired."""

# A text that never ends runs to the end of what is looked at, so that each character is looked at once.
_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.|\\\Z)*(?:"|\Z)' r"|'(?:[^'\\]|\\.|\\\Z)*(?:'|\Z)" r"|[{}\[\]]" r"|,(?=\s*[}\]])", re.DOTALL
)


def extent(text: str, at: int) -> tuple[int | None, list[int]]:
    """Where the object that opens at a place is closed, None where it is not, and its trailing commas.

    >>> extent("{'a': '}',} {", 0)
    (11, [9])
    """
    depth = 0
    commas: list[int] = []
    for token in _TOKEN.finditer(text, at, at + LONGEST_REPAIRED):
        sign = token[0]
        if sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if depth == 0:
                return token.end(), commas
        elif sign == ",":
            commas.append(token.start())
    return None, commas


def repaired(text: str, at: int, end: int, commas: list[int]) -> tuple[dict[str, Any], str] | None:
    """The object between two places, and the code of what is wrong with it; None where it is none."""
    if commas:
        without = _without(text, at, end, commas)
        try:
            value, stop = decoded(without, 0)
        except ValueError:
            pass
        else:
            return (value, "trailing_comma") if stop == len(without) else None
    value = _literal(text[at:end])
    return None if value is None else (value, "python_literal")


def _without(text: str, at: int, end: int, commas: list[int]) -> str:
    edges = [at, *(edge for comma in commas for edge in (comma, comma + 1)), end]
    return "".join(text[start:stop] for start, stop in zip(edges[::2], edges[1::2], strict=True))


class _Words(ast.NodeTransformer):
    """Reads the words of JSON among Python literals: `{'a': null}`."""

    values: ClassVar[dict[str, bool | None]] = {"true": True, "false": False, "null": None}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(self.values[node.id]) if node.id in self.values else node


def _literal(text: str) -> dict[str, Any] | None:
    """A Python dictionary as a JSON object. Nothing is run: `ast.literal_eval` only reads literals."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = _Words().visit(ast.parse(text, mode="eval")).body
        if not isinstance(body, ast.Dict) or None in body.keys:
            return None
        pairs = zip(body.keys, body.values, strict=True)
        value = as_object([(ast.literal_eval(key), ast.literal_eval(at)) for key, at in pairs if key is not None])
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value if _is_json(value) else None


def _is_json(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_json(inside) for key, inside in value.items())
    if isinstance(value, list):
        return all(map(_is_json, value))
    if isinstance(value, float):
        return abs(value) < float("inf")
    return value is None or isinstance(value, str | int)
