"""docs/gen_measures.py: the pages that are made from the measures' docstrings."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

import accord.agreement.measures

HOOK = Path(__file__).resolve().parents[2] / "docs" / "gen_measures.py"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gen_measures", HOOK)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def site(folder: Path) -> Path:
    """Build a site of one written page with the hook; gives the folder of the pages about measures."""
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text("[measures](measures/index.md)\n", encoding="utf-8")
    (folder / "mkdocs.yml").write_text(
        f"site_name: site\nhooks: ['{HOOK}']\nnav: [Home: index.md]\nplugins: []\n", encoding="utf-8"
    )
    build(load_config(str(folder / "mkdocs.yml"), strict=True))
    assert [path.name for path in (folder / "docs").iterdir()] == ["index.md"]
    return folder / "site" / "measures"


class Share:
    """The share of pairs
    that agree.

    Formula
    -------
    `a / b`, with *a* pairs:

        not a doctest

    >>> 1 + 1
    2

    Source: Nobody (2020).
    """


class Silent:
    pass


def test_a_page_for_each_measure_and_a_list_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accord.agreement.measures, "MEASURES", {"share(k=0.5,x)": Share, "all_share": Share})
    pages = site(tmp_path)
    page = (pages / "share-k-0.5-x" / "index.html").read_text(encoding="utf-8")
    assert '<h1 id="sharek05x"><code>share(k=0.5,x)</code></h1>' in page
    assert "<p>The share of pairs\nthat agree.</p>" in page
    assert '<h2 id="formula">Formula</h2>' in page
    assert '<pre><code class="language-python">&gt;&gt;&gt; 1 + 1\n2\n</code></pre>' in page
    contents = (pages / "index.html").read_text(encoding="utf-8")
    assert '<a href="all_share/"><code>all_share</code></a>: The share of pairs that agree.' in contents
    home = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert home.index("measures/share-k-0.5-x/") < home.index("measures/all_share/")


def test_every_registered_measure_has_a_page(tmp_path: Path) -> None:
    pages = [path for path in site(tmp_path).iterdir() if path.is_dir()]
    assert len(pages) == len(accord.agreement.measures.MEASURES)


@pytest.mark.parametrize(
    ("measures", "message"),
    [
        ({"silent": Silent}, "measure silent: Silent has no docstring"),
        ({"k(a)": Share, "k-a": Share}, "two measures have the same page"),
    ],
)
def test_what_cannot_be_shown_stops_the_build(
    measures: dict[str, type],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(accord.agreement.measures, "MEASURES", measures)
    with pytest.raises(Abort):
        site(tmp_path)
    assert message in caplog.text


@pytest.mark.parametrize(
    ("docstring", "markdown"),
    [
        ("plain *text*\n\n- a list", "plain *text*\n\n- a list"),
        ("text\n>>> f(1)\n2\n\nmore", "text\n\n```python\n>>> f(1)\n2\n```\n\nmore"),
        (">>> f(1)\n2", "\n```python\n>>> f(1)\n2\n```"),
        ("    >>> f(1)\n    2\n", "\n```python\n>>> f(1)\n2\n```"),
        ("```python\n>>> f(1)\n2\n```\nend", "```python\n>>> f(1)\n2\n```\nend"),
        (">>> a\n1\n\ntext\n\n>>> b\n2", "\n```python\n>>> a\n1\n```\n\ntext\n\n\n```python\n>>> b\n2\n```"),
    ],
)
def test_doctests_become_code_blocks(hook: ModuleType, docstring: str, markdown: str) -> None:
    assert hook.as_markdown(docstring) == markdown
