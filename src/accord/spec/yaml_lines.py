"""YAML read safely: plain values only, no value guessed from a word, every place with its line, bounded."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from accord.findings import Finding

MOST_BYTES = 4 << 20
MOST_NODES = 200_000
MOST_DEPTH = 60

Path = tuple[str | int, ...]

_INT = re.compile(r"[+-]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[+-]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][+-]?[0-9]+)?")
_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}


@dataclass
class Yaml:
    """What a text holds. lines: path of keys and positions -> line from 1; problems: why it cannot be used."""

    file: str
    value: Any = None
    lines: dict[Path, int] = field(default_factory=dict)
    problems: list[Finding] = field(default_factory=list)
    nodes: int = 0

    def place(self, path: Path) -> str:
        """The file and line of a path, or of the nearest part of it that is there, and the path."""
        found = next((path[:end] for end in range(len(path), -1, -1) if path[:end] in self.lines), ())
        line = self.lines.get(found, 1)
        shown = ".".join(str(part) for part in path)
        return f"{self.file}:{line}{', ' + shown if shown else ''}"


def read_yaml(text: str, file: str) -> Yaml:
    """The value of a YAML text, by the core schema of YAML 1.2: `no`, `on` and `2026-01-01` are texts.

    Repeated keys, tags, anchors and more than one document are problems.

    >>> read = read_yaml("a: no\\nb: [1, 1.5]", "x.yaml")
    >>> read.value, read.place(("b", 1))
    ({'a': 'no', 'b': [1, 1.5]}, 'x.yaml:2, b.1')
    """
    read = Yaml(file)
    if len(text) > MOST_BYTES:
        _problem(read, 1, f"the file has more than {MOST_BYTES >> 20} MiB")
        return read
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        _problem(read, line, f"not YAML: {error.problem or error.context}")
        return read
    except yaml.YAMLError as error:
        _problem(read, 1, f"not YAML: {' '.join(str(error).split())}")
        return read
    except RecursionError:
        _problem(read, 1, "lists or mappings are nested too deeply")
        return read
    if root is None:
        _problem(read, 1, "the file is empty")
        return read
    read.value = _value(root, (), read, set())
    return read


def _value(node: yaml.Node, path: Path, read: Yaml, above: set[int]) -> Any:
    line = node.start_mark.line + 1
    read.lines.setdefault(path, line)
    read.nodes += 1
    if read.nodes > MOST_NODES:
        if read.nodes == MOST_NODES + 1:
            _problem(read, line, f"more than {MOST_NODES:,} values; anchors that repeat each other grow so")
        return None
    if id(node) in above or len(path) > MOST_DEPTH:
        _problem(read, line, "a value holds itself, or is nested too deeply")
        return None
    if not node.tag.startswith("tag:yaml.org,2002:"):
        _problem(read, line, f"the tag {node.tag} is not allowed; plain values only")
        return None
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node, read)
    inside = above | {id(node)}
    if isinstance(node, yaml.SequenceNode):
        return [_value(child, (*path, at), read, inside) for at, child in enumerate(node.value)]
    return _mapping(node, path, read, inside)


def _mapping(node: yaml.Node, path: Path, read: Yaml, above: set[int]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, child in node.value:
        line = name.start_mark.line + 1
        if not isinstance(name, yaml.ScalarNode):
            _problem(read, line, "a key must be a text")
            continue
        key = name.value
        if key in found:
            _problem(read, line, f"the key {key!r} stands twice; the first is on line {read.lines[(*path, key)]}")
            continue
        read.lines[(*path, key)] = line
        found[key] = _value(child, (*path, key), read, above)
    return found


def _scalar(node: yaml.ScalarNode, read: Yaml) -> Any:
    text = node.value
    if node.style is not None or node.tag.endswith(":str"):
        return text
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _INT.fullmatch(text):
        return int(text) if len(text) < 20 else text
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def _problem(read: Yaml, line: int, message: str) -> None:
    read.problems.append(Finding("bad_yaml", "error", f"{read.file}:{line}", message))
