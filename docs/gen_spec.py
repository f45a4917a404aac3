"""The reference of benchmark.yaml, made from the models that read it while the docs are built.

The page is virtual: nothing is written into the source tree. mkdocs.yml names this file under `hooks`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from inspect import cleandoc
from textwrap import indent
from typing import Any, get_args

from markdown.extensions.toc import slugify
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from pydantic import BaseModel

PAGE = "benchmark-yaml.md"

WHOLE = """\
name: streets
version: 1.0.0
title: {en: Streets, fr: Rues}
languages: [en, fr]
items:
  file: items.csv
  image: picture
  slices: [city]
fields:
  weather:
    kind: choice
    question: {en: "How is the weather?", fr: "Quel temps fait-il ?"}
    labels: [sunny, rain, snow]
    abstain: [cannot judge]
"""
"""A small file, for the head of the page."""

EXAMPLES = {
    "binary": """\
title: {kind: text}
title_match:
  kind: binary
  matches: title # people and judges compare a model's title with the references
  reference: reference_title
crossing:
  kind: binary
  labels: [absent, present] # the negative label first
""",
    "boxes": """\
defects: {kind: labels, labels: [crack, hole]}
places:
  kind: boxes
  format: xywh
  unit: pixels
  labels_of: defects
  every_label: true
""",
    "choice": """\
weather:
  kind: choice
  labels:
    - {id: sunny, name: {en: Sunny, fr: Ensoleillé}, aliases: [clear]}
    - {id: rain, name: {en: Rain, fr: Pluie}, help: Drops or wet ground.}
    - snow
  abstain: [Not applicable, Cannot judge]
""",
    "labels": """\
defects:
  kind: labels
  domains:
    road: [crack, hole]
    air: [smoke]
  none: no defect
  separator: ";"
""",
    "number": """\
people: {kind: number, question: "How many people are in the picture?"}
""",
    "rating": """\
safety:
  kind: rating
  scale: 1..5
  words: {1: Unsafe, 5: Safe}
clarity: {kind: rating, steps: [poor, fair, good]}
""",
    "text": """\
title: {kind: text, question: "What is the title of the object?", asked_of: [model]}
""",
}
"""Kind of field -> fields of that kind, as they stand under `fields`."""

RATERS = """\
raters:
  - name: judge-a
    role: judge
    model: some-model-2026-01
    price: {input: 0.4, output: 1.6}
  - name: local judge # LOCAL_JUDGE_BASE_URL=http://localhost:8000/v1
    role: judge
    reply: text
    accept: [booleans]
    options: {reasoning_effort: low}
"""
"""Machines, as they stand under `raters`."""

INTRODUCTION = f"""\
# Reference of `benchmark.yaml`

The file says what is asked, about what, and by which rules. All of its problems are told at once, each with its line.

```yaml
{WHOLE}```

It is read as YAML with plain values only. Nothing is guessed from a word: `no`, `on` and `2026-01-01` are texts, and
so are `007` and `1.50`; only `true`, `false`, `null`, `~` and numbers whose text is not lost by it are something else.
A number where a text belongs is that text. Keys that are not listed here, keys that stand twice and tags are
problems; anchors (`&name`, `*name`) are read. A text that holds a sign of YAML (`: `, ` #`, a question mark before a
comma) stands in quotes.

`accord init --schema` prints a JSON Schema of the file, with which editors complete and check it.
"""

FIELDS = """\
Every field has a name and a `kind`: {kinds}. The name is the key of the field in results; it may hold any letters but
`=`, `,` and `|`. This may be said of a field of any kind:
"""

LABELS = """\
Labels, abstentions and steps are given as a text, which is then the id, or as a mapping. An answer is brought to
exactly one label by its id, a name in any language or an alias; Unicode form, white space, full width and case do not
matter. What fits none is off the label space, and no text may fit two.
"""


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the page; mkdocs.yml gives it its place in the navigation."""
    files.append(File.generated(config, PAGE, content=page()))
    return files


def page() -> str:
    """The whole page as Markdown."""
    # Here and not above: `mkdocs --help` and the other hooks need no accord.
    from accord.spec.document import BenchmarkDocument

    parts = [INTRODUCTION, "## The whole file\n", table(BenchmarkDocument)]
    for key, info in BenchmarkDocument.model_fields.items():
        parts += field_sections() if key == "fields" else model_sections(key, info.annotation, 2)
        if key == "raters":
            parts.append(f"```yaml\n{RATERS}```\n")
    return "\n".join(parts)


def field_sections() -> Iterator[str]:
    """What every field may say, labels, and each kind of field."""
    from accord.spec.fields import KINDS
    from accord.spec.form import Form
    from accord.spec.wording import Label

    shared = [key for key in Form.model_fields if key != "kind"]
    yield f"## `fields`\n\n{FIELDS.format(kinds=', '.join(f'[{kind}](#{kind})' for kind in KINDS))}"
    yield table(Form, shared)
    yield f"### One label\n\n{LABELS}"
    yield table(Label)
    for kind, field in KINDS.items():
        yield f"### `{kind}`\n\n{field.form.model_fields['kind'].description}\n"
        own = [key for key in field.form.model_fields if key not in Form.model_fields]
        yield table(field.form, own) if own else "It needs nothing more.\n"
        if kind in EXAMPLES:
            yield f"```yaml\nfields:\n{indent(EXAMPLES[kind], '  ')}```\n"


def model_sections(path: str, model: Any, level: int) -> Iterator[str]:
    """A section for a model, alone, in a list or beside null, then those of the models that it holds; nothing for what
    is no model, and for labels, which have a section of their own.
    """
    from accord.spec.wording import Label

    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        for part in get_args(model):
            yield from model_sections(path, part, level)
        return
    if model is Label:
        return
    yield f"{'#' * level} `{path}`\n\n{cleandoc(model.__doc__ or '')}\n"
    yield table(model, path=path)
    for key, info in model.model_fields.items():
        yield from model_sections(f"{path}.{key}", info.annotation, min(level + 1, 3))


def table(model: type[BaseModel], keys: list[str] | None = None, path: str = "") -> str:
    """A row for each key: what it may be, what holds where it is left out, what it means."""
    said = model.model_json_schema(by_alias=True)["properties"]
    rows = ["| key | what it may be | default | meaning |", "|---|---|---|---|"]
    for name, info in model.model_fields.items():
        if keys is not None and name not in keys:
            continue
        key = info.alias or name
        if not info.description:
            raise PluginError(f"{model.__name__}.{name} has no docstring to make a row from")
        meaning = " ".join(info.description.split())
        kind = in_words(said[key], f"{path}.{key}".strip("."))
        default = "**needed**" if info.is_required() else shown(info.get_default(call_default_factory=True))
        rows.append(f"| `{key}` | {kind} | {default} | {meaning} |")
    return "\n".join(rows) + "\n"


def in_words(schema: dict[str, Any], path: str) -> str:
    """What a JSON Schema allows. path: that of the key, for the link to the section of a mapping."""
    if "$ref" in schema:
        named = {"Label": "[label](#one-label)", "JsonValue": "any value"}
        return named.get(schema["$ref"].rpartition("/")[2], f"[mapping](#{slugify(path, '-')})")
    if "anyOf" in schema:
        return _one_of([part for part in schema["anyOf"] if part.get("type") != "null"], path)
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"][:-1]) + f" or `{schema['enum'][-1]}`"
    match schema.get("type"):
        case "boolean":
            return "`true` or `false`"
        case "integer" | "number":
            return " ".join([{"integer": "whole number", "number": "number"}[schema["type"]], *_bounds(schema)])
        case "array":
            return _list_of(in_words(schema["items"], path), schema)
        case "object":
            inner = schema.get("additionalProperties") or next(iter(schema["patternProperties"].values()))
            return f"mapping of names to: {in_words(inner, path)}"
    return "text"


def _one_of(parts: list[dict[str, Any]], path: str) -> str:
    words = [in_words(part, path) for part in parts]
    if words == ["text", "mapping of names to: text"]:
        return "text, or one text a language"
    # A text is a label too.
    return " or ".join(word for word in words if word != "text" or "[label](#one-label)" not in words)


def _list_of(inner: str, schema: dict[str, Any]) -> str:
    count = f"{schema['minItems']} " if schema.get("minItems", 0) == schema.get("maxItems") else ""
    plurals = {"text": "texts", "[label](#one-label)": "[labels](#one-label)"}
    return f"list of {count}{plurals[inner]}" if inner in plurals else f"list of: {inner}"


def _bounds(schema: dict[str, Any]) -> Iterator[str]:
    words = {"minimum": "from", "exclusiveMinimum": "above", "maximum": "to", "exclusiveMaximum": "below"}
    for key, word in words.items():
        if key in schema:
            yield f"{word} {schema[key]:,}"


def shown(default: Any) -> str:
    """A default as it would be written; a dash where nothing is."""
    if default is None or default == () or default == {}:
        return "-"
    if isinstance(default, BaseModel):
        return "its defaults"
    if isinstance(default, tuple):
        return f"`[{', '.join(str(getattr(value, 'id', value)) for value in default)}]`"
    return f"`{default if isinstance(default, str) else json.dumps(default)}`"
