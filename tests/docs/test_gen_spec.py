"""docs/gen_spec.py: the reference of benchmark.yaml that is made from its models."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from textwrap import indent
from types import ModuleType
from typing import Literal

import pytest
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import PluginError
from pydantic import BaseModel, Field, JsonValue

from accord.spec.benchmark import read_benchmark
from accord.spec.document import BenchmarkDocument, Items, Tables
from accord.spec.fields import KINDS
from accord.spec.form import Form
from accord.spec.machine import Machine, Price
from accord.spec.policies import Consensus, EmptyReference, Intervals, LabelShare, Policies
from accord.spec.wording import Document, Label, LabelLike, Labels, Word, Wording

HOOK = Path(__file__).resolve().parents[2] / "docs" / "gen_spec.py"
HEAD = "name: example\nversion: 1.0.0\nlanguages: [en, fr]\nfields:\n"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gen_spec", HOOK)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


HOOK_MODULE = load()
PAGE = HOOK_MODULE.page()


def section(heading: str) -> str:
    """What stands between a heading and the next one."""
    return re.split(r"^#+ ", PAGE.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def keys(heading: str) -> list[str]:
    return re.findall(r"^\| `(\w+)` \|", section(heading), flags=re.MULTILINE)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_has_an_example_that_is_read(kind: str) -> None:
    benchmark = read_benchmark(HEAD + indent(HOOK_MODULE.EXAMPLES[kind], "  "))
    assert kind in {form.kind for form in benchmark.forms.values()}
    assert HOOK_MODULE.EXAMPLES[kind] in re.sub("^  ", "", section(f"`{kind}`"), flags=re.MULTILINE)


def test_the_whole_example_is_read() -> None:
    assert list(read_benchmark(HOOK_MODULE.WHOLE).fields) == ["weather"]


def test_the_example_of_raters_is_read_and_stands_in_their_section() -> None:
    read = read_benchmark(HOOK_MODULE.WHOLE + HOOK_MODULE.RATERS)
    assert [rater.variables for rater in read.raters] == ["JUDGE_A", "LOCAL_JUDGE"]
    assert f"```yaml\n{HOOK_MODULE.RATERS}```" in section("`raters.price`")
    assert "\n\nWhere it is asked is said by the environment" in section("`raters`")


def test_there_is_no_example_of_a_kind_that_is_not_there() -> None:
    assert set(HOOK_MODULE.EXAMPLES) <= set(KINDS)


def test_every_block_of_yaml_on_the_page_is_yaml() -> None:
    blocks = re.findall(r"^```yaml\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)
    assert len(blocks) == len(KINDS) + 2
    assert all(isinstance(yaml.safe_load(block), dict) for block in blocks)


@pytest.mark.parametrize(
    ("heading", "model"),
    [
        ("The whole file", BenchmarkDocument),
        ("`items`", Items),
        ("One label", Label),
        ("`tables`", Tables),
        ("`policies`", Policies),
        ("`policies.consensus`", Consensus),
        ("`policies.consensus.labels`", LabelShare),
        ("`policies.empty_reference`", EmptyReference),
        ("`policies.intervals`", Intervals),
        ("`raters`", Machine),
        ("`raters.price`", Price),
    ],
)
def test_every_key_of_a_section_has_its_row(heading: str, model: type[BaseModel]) -> None:
    assert keys(heading) == [info.alias or name for name, info in model.model_fields.items()]


def test_every_key_of_a_field_has_its_row_once() -> None:
    shared = [key for key in Form.model_fields if key != "kind"]
    assert keys("`fields`") == shared
    for kind, field in KINDS.items():
        assert keys(f"`{kind}`") == [key for key in field.form.model_fields if key not in Form.model_fields]
        assert f"[{kind}](#{kind})" in section("`fields`")


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("The whole file", "| `name` | text | **needed** | A short name: letters, digits, `.`, `_` and `-`. |"),
        ("The whole file", "| `languages` | list of texts | `[en]` | The languages"),
        ("The whole file", "| `policies` | [mapping](#policies) | its defaults |"),
        ("The whole file", "| `fields` | mapping of names to: [mapping](#fields) | **needed** |"),
        ("`items`", "| `slices` | list of: text or list of texts | - |"),
        ("`items`", "| `raters_per_item` | whole number from 1 | - |"),
        ("`fields`", "| `question` | text, or one text a language | - | What the rater is asked. |"),
        ("`fields`", "| `asked_of` | list of: `human`, `judge` or `model` | - |"),
        ("`binary`", "| `labels` | list of 2 [labels](#one-label) | `[0, 1]` |"),
        ("`labels`", "| `domains` | mapping of names to: list of [labels](#one-label) | - |"),
        ("`labels`", "| `none` | [label](#one-label) | - |"),
        ("`boxes`", "| `unit` | `pixels` or `fractions` | **needed** |"),
        ("`boxes`", "| `every_label` | `true` or `false` | `false` |"),
        ("`rating`", "| `words` | mapping of names to: text, or one text a language | - |"),
        ("`policies`", "| `consensus` | [mapping](#policiesconsensus) | its defaults |"),
        ("`policies.consensus.labels`", "| `share` | number above 0 to 1 | `0.5` |"),
        ("`policies.intervals`", "| `replicates` | whole number from 0 to 10,000,000 | `2000` |"),
        ("`tables`", "| `pass` | text | `pass` |"),
        ("The whole file", "| `raters` | list of: [mapping](#raters) | - |"),
        ("`raters`", "| `role` | `judge` or `model` | **needed** |"),
        ("`raters`", "| `timeout` | number above 0 | `120` |"),
        ("`raters`", "| `accept` | list of: `booleans`, `yes_no` or `reasoning` | - |"),
        ("`raters`", "| `concurrency` | whole number from 1 to 1,024 | `8` |"),
        ("`raters`", "| `price` | [mapping](#ratersprice) | - |"),
        ("`raters`", "| `options` | mapping of names to: any value | - |"),
        ("`raters.price`", "| `input` | number from 0 | **needed** |"),
    ],
)
def test_rows(heading: str, row: str) -> None:
    assert row in section(heading)


def test_a_new_model_is_shown_as_it_is() -> None:
    class Inner(Document):
        """Inside."""

        level: float = Field(0.5, gt=0, lt=1)
        """How much."""

    class Outer(Document):
        """A made-up section."""

        word: Word
        """A word
        over two lines."""
        wording: Wording | None = None
        """A wording."""
        one: Literal["a"] = "a"
        """Only this."""
        pair: tuple[LabelLike, ...] = Field((), min_length=2, max_length=2)
        """Two."""
        groups: dict[Word, Labels] = Field(default_factory=dict)
        """Groups."""
        rest: dict[str, JsonValue] = Field(default_factory=dict)
        """The rest."""
        inner: Inner = Inner()
        """More."""
        several: tuple[Inner, ...] = ()
        """Much more."""
        perhaps: Inner | None = None
        """Or not."""

    assert (
        "\n".join(HOOK_MODULE.model_sections("outer", Outer, 2))
        == """\
## `outer`

A made-up section.

| key | what it may be | default | meaning |
|---|---|---|---|
| `word` | text | **needed** | A word over two lines. |
| `wording` | text, or one text a language | - | A wording. |
| `one` | `a` | `a` | Only this. |
| `pair` | list of 2 [labels](#one-label) | - | Two. |
| `groups` | mapping of names to: list of [labels](#one-label) | - | Groups. |
| `rest` | mapping of names to: any value | - | The rest. |
| `inner` | [mapping](#outerinner) | its defaults | More. |
| `several` | list of: [mapping](#outerseveral) | - | Much more. |
| `perhaps` | [mapping](#outerperhaps) | - | Or not. |
"""
        + "".join(
            f"""
### `outer.{name}`

Inside.

| key | what it may be | default | meaning |
|---|---|---|---|
| `level` | number above 0 below 1 | `0.5` | How much. |
"""
            for name in ("inner", "several", "perhaps")
        )
    )


def test_a_key_without_a_meaning_stops_the_build() -> None:
    class Silent(Document):
        """Silent."""

        word: str = ""

    with pytest.raises(PluginError, match=r"Silent\.word has no docstring"):
        HOOK_MODULE.table(Silent)


def test_a_new_kind_needs_no_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HOOK_MODULE, "EXAMPLES", {})
    assert "### `number`\n\nAny finite number.\n\nIt needs nothing more.\n" in HOOK_MODULE.page()


def test_the_site_builds_with_the_page_and_all_its_links(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[reference](benchmark-yaml.md#one-label)\n", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(
        f"site_name: site\nhooks: ['{HOOK}']\nnav: [Home: index.md, Reference: benchmark-yaml.md]\nplugins: []\n"
        "validation: {anchors: warn}\n",
        encoding="utf-8",
    )
    build(load_config(str(tmp_path / "mkdocs.yml"), strict=True))
    assert [path.name for path in (tmp_path / "docs").iterdir()] == ["index.md"]
    built = (tmp_path / "site" / "benchmark-yaml" / "index.html").read_text(encoding="utf-8")
    assert built.count("<table>") == 11 + 1 + sum(
        len(field.form.model_fields) > len(Form.model_fields) for field in KINDS.values()
    )
    # A pipe in code does not end its cell.
    assert "alternatives separated by <code>||</code>" in built
    assert '<pre><code class="language-yaml">fields:\n  weather:' in built
