"""A page for each registered measure, made from its docstring while the docs are built.

The pages are virtual: nothing is written into the source tree. mkdocs.yml names this file under `hooks`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

FOLDER = "measures"
SECTION = "Measures"


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add one page a measure, the list of them, and their place in the navigation."""
    # Here and not above: `mkdocs --help` and the other hooks need no accord.
    from accord.agreement.measures import MEASURES

    sources = {name: _source(name, measure) for name, measure in MEASURES.items()}
    addresses = {name: f"{FOLDER}/{_slug(name)}.md" for name in sources}
    _refuse_shared(addresses)

    for name, source in sources.items():
        page = f"# `{name}`\n\n{as_markdown(source)}\n"
        files.append(File.generated(config, addresses[name], content=page))
    files.append(File.generated(config, f"{FOLDER}/index.md", content=_contents(sources)))

    section = [{"All measures": f"{FOLDER}/index.md"}, *({name: path} for name, path in addresses.items())]
    config.nav = [*(config.nav or []), {SECTION: section}]
    return files


def as_markdown(docstring: str) -> str:
    """The docstring as Markdown: its doctests become code blocks, all else stays as it is.

    Markdown would read the three signs that open a doctest as nested quotations.
    """
    return "\n".join(_fenced(docstring.splitlines()))


def _fenced(lines: list[str]) -> Iterator[str]:
    in_fence = in_doctest = False
    for line in lines:
        text = line.lstrip()
        if not in_doctest and text.startswith("```"):
            in_fence = not in_fence
        if not in_fence and not in_doctest and text.startswith(">>> "):
            in_doctest = True
            indent = len(line) - len(text)
            yield from ("", "```python")
        if in_doctest and not text:
            in_doctest = False
            yield "```"
        yield line[indent:] if in_doctest else line
    if in_doctest:
        yield "```"


def _source(name: str, measure: type) -> str:
    # The class's own text: inspect.getdoc would hand down that of a parent.
    if not measure.__doc__:
        raise PluginError(f"measure {name}: {measure.__qualname__} has no docstring to make a page from")
    return inspect.cleandoc(measure.__doc__)


def _slug(name: str) -> str:
    """A file name for a measure: `gwet(ac2,quadratic)` is `gwet-ac2-quadratic`, `instance_f1` as it is."""
    return re.sub(r"[^\w.]+", "-", name).strip("-")


def _refuse_shared(addresses: dict[str, str]) -> None:
    if len(set(addresses.values())) < len(addresses):
        raise PluginError(f"two measures have the same page: {sorted(addresses.values())}")


def _contents(sources: dict[str, str]) -> str:
    rows = (f"- [`{name}`]({_slug(name)}.md): {_first_sentence(source)}" for name, source in sources.items())
    return "# Measures\n\nEvery measure by its name, as it stands in results.\n\n" + "\n".join(rows) + "\n"


def _first_sentence(source: str) -> str:
    return " ".join(source.split("\n\n", 1)[0].split())
