"""YAML read safely: plain values only, no value guessed from a word, every place with its line, bounded."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from accord.findings import Finding
from accord.spec.labels import is_text

MOST_LETTERS = 1 << 20
MOST_NODES = 200_000
MOST_DEPTH = 60
IN_QUOTES = "put a text in quotes where it holds a sign of YAML, such as ': ', ' #', or '?' before a comma"

Path = tuple[str | int, ...]

_INT = re.compile(r"0|-?[1-9][0-9]{0,18}")
_FLOAT = re.compile(r"-?(0|[1-9][0-9]*)\.[0-9]+")
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


@dataclass
class Yaml:
    """What a text holds. lines: path of keys and positions -> line from 1; problems: why it cannot be used.

    whole: whether the value is all there, so that more can be said about it even where there are problems.
    """

    file: str
    value: Any = None
    lines: dict[Path, int] = field(default_factory=dict)
    problems: list[Finding] = field(default_factory=list)
    whole: bool = False
    nodes: int = 0

    def place(self, path: Path) -> str:
        """The file and line of a path, or of the nearest part of it that is there, and the path."""
        found = next((path[:end] for end in range(len(path), -1, -1) if path[:end] in self.lines), ())
        line = self.lines.get(found, 1)
        shown = ".".join(str(part) for part in path)
        return f"{self.file}:{line}{', ' + shown if shown else ''}"


class _Loader(yaml.SafeLoader):
    """Makes nodes, and keeps the tags that are written out."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.tags: list[tuple[int, str]] = []

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        tag = getattr(event, "tag", None)
        if tag:
            self.tags.append((event.start_mark.line + 1, tag.replace("tag:yaml.org,2002:", "!!")))
        return super().compose_node(parent, index)


def read_yaml(text: str, file: str) -> Yaml:
    """The value of a YAML text, by the core schema of YAML 1.2 but for numbers that their text does not survive.

    `no`, `on` and `2026-01-01` are texts, and so are `007`, `1.50` and `1e3`, whose letters a number would lose.
    Repeated keys, tags and more than one document are problems. Anchors are read.

    >>> read = read_yaml("a: no\\nb: [1, 1.5, 1.50]", "x.yaml")
    >>> read.value, read.place(("b", 1))
    ({'a': 'no', 'b': [1, 1.5, '1.50']}, 'x.yaml:2, b.1')
    """
    read = Yaml(file)
    if len(text) > MOST_LETTERS:
        _problem(read, 1, f"the file has more than {MOST_LETTERS:,} letters")
        return read
    try:
        root = _root(text, read)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        _problem(read, line, f"the character U+{ord(text[error.position]):04X} is not allowed")
        return read
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        if isinstance(error, yaml.composer.ComposerError):
            # Its messages are halves of one sentence.
            halves = [half for half in (error.context, error.problem) if half]
            _problem(read, line, f"not YAML: {', '.join(halves)}")
        else:
            _problem(read, line, f"not YAML: {error.problem}", IN_QUOTES)
        return read
    except RecursionError:
        _problem(read, 1, "lists or mappings are nested too deeply")
        return read
    if root is None:
        _problem(read, 1, "the file is empty")
        return read
    read.whole = True
    read.value = _value(root, (), read, set())
    read.problems.sort(key=lambda problem: int(problem.where.rpartition(":")[2]))
    return read


def _root(text: str, read: Yaml) -> yaml.Node | None:
    loader = _Loader(text)
    try:
        root: yaml.Node | None = loader.get_single_node()
    finally:
        loader.dispose()
    for line, tag in loader.tags:
        _problem(read, line, f"the tag {tag} is not allowed; plain values only")
    return root


def _value(node: yaml.Node, path: Path, read: Yaml, above: set[int]) -> Any:
    line = node.start_mark.line + 1
    read.lines.setdefault(path, line)
    read.nodes += 1
    if read.nodes > MOST_NODES:
        read.whole = False
        if read.nodes == MOST_NODES + 1:
            _problem(read, line, f"more than {MOST_NODES:,} values; anchors that repeat each other grow so")
        return None
    if id(node) in above or len(path) > MOST_DEPTH:
        read.whole = False
        _problem(read, line, "a value holds itself, or is nested too deeply")
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
        key = _text(name, read)
        if key in found:
            _problem(read, line, f"the key {key!r} stands twice; the first is on line {read.lines[(*path, key)]}")
            continue
        read.lines[(*path, key)] = line
        found[key] = _value(child, (*path, key), read, above)
    return found


def _scalar(node: yaml.ScalarNode, read: Yaml) -> Any:
    text = _text(node, read)
    if node.style is not None:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and repr(float(text)) == text:
        return float(text)
    return text


def _text(node: yaml.ScalarNode, read: Yaml) -> str:
    text: str = node.value
    if "\0" in text or not is_text(text):
        read.whole = False
        _problem(read, node.start_mark.line + 1, "a text holds a NUL or half a character (a lone surrogate)")
    return text


def _problem(read: Yaml, line: int, message: str, fix: str | None = None) -> None:
    read.problems.append(Finding("bad_yaml", "error", f"{read.file}:{line}", message, fix))
