"""The template of a prompt: accord's own, and what a benchmark's folder puts in its place."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.errors import InputError, MissingExtra
from accord.findings import Finding
from accord.llm.prompts.phrases import VERSION
from accord.spec.field import listed

if TYPE_CHECKING:
    from jinja2 import Template

FOLDER = "prompts"
BLOCKS = ("system", "user")
MOST_TEXT, MOST_PIECES, MOST_PROMPT = 200_000, 1_000_000, 2_000_000
"""Letters of a template, pieces that it puts together, and letters of what it makes."""


@dataclass(frozen=True, slots=True)
class _Source:
    """One text of a template. where: the path that messages name."""

    where: str
    text: str


class PromptTemplate:
    """A compiled template, `judge` or `model`. digest: SHA-256 of its text and of the version of accord's own words.

    A file `prompts/judge.j2` in the folder takes the place of accord's own block by block: a block that it does not
    have stays as it is. Raises InputError for a file that cannot be read or compiled, with its line; MissingExtra.
    """

    def __init__(self, folder: Path, role: str) -> None:
        sources = [_own(role)]
        path = folder / FOLDER / f"{role}.j2"
        if path.exists() or path.is_symlink():
            sources.insert(0, _read(path))
        self.digest = hashlib.sha256("\0".join([VERSION, *(source.text for source in sources)]).encode()).hexdigest()
        self.where = sources[0].where
        self._templates = _compiled(sources)

    def render(self, variables: Mapping[str, Any]) -> dict[str, str]:
        """Block -> its text, without blank lines at its ends. Raises InputError for what goes wrong, with its line."""
        blocks: dict[str, list[Any]] = {}
        for template in self._templates:
            for name, block in template.blocks.items():
                blocks.setdefault(name, []).append(block)
        context = self._templates[-1].new_context(dict(variables))
        context.blocks = blocks
        try:
            return {name: _text(blocks[name][0](context)) for name in BLOCKS}
        # A template may raise anything: an undefined variable, a wrong type, a recursion without end.
        except Exception as error:
            raise InputError([self._problem(error)]) from None

    def _problem(self, error: Exception) -> Finding:
        place = self.where
        step = error.__traceback__
        while step is not None:
            for template in self._templates:
                if step.tb_frame.f_code.co_filename == template.filename:
                    place = f"{template.filename}:{template.get_corresponding_lineno(step.tb_lineno)}"
            step = step.tb_next
        return Finding("bad_template", "error", place, str(error) or type(error).__name__)


def _own(role: str) -> _Source:
    name = f"templates/{role}.j2"
    text = files("accord.llm.prompts").joinpath("templates", f"{role}.j2").read_text(encoding="utf-8")
    return _Source(f"accord's own {name}", text)


def _read(path: Path) -> _Source:
    where = str(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InputError([Finding("not_utf8", "error", f"{where}:{line}", "not UTF-8", "save it as UTF-8")]) from None
    except OSError as error:
        raise InputError([Finding("not_readable", "error", where, error.strerror or str(error))]) from None
    if len(text) > MOST_TEXT:
        message = f"a template has at most {MOST_TEXT:,} letters, not {len(text):,}"
        raise InputError([Finding("bad_template", "error", where, message)])
    return _Source(where, text)


def _compiled(sources: list[_Source]) -> list[Template]:
    try:
        from jinja2 import Template, TemplateError, TemplateSyntaxError

        from accord.llm.prompts.sandbox import FILTERS, Sandbox
    except ImportError:
        raise MissingExtra("prompts", "jinja2", "llm") from None
    environment = Sandbox()
    templates = []
    for source in sources:
        try:
            _require_blocks(source, environment.parse(source.text))
            code = environment.compile(source.text, name=source.where, filename=source.where)
            templates.append(Template.from_code(environment, code, {}))
        except TemplateSyntaxError as error:
            message = error.message or "cannot be read"
            fix = f"filters: {', '.join(FILTERS)}" if message.startswith("No filter") else None
            problem = Finding("bad_template", "error", f"{source.where}:{error.lineno}", message, fix)
            raise InputError([problem]) from None
        except TemplateError as error:
            raise InputError([Finding("bad_template", "error", source.where, str(error))]) from None
    return templates


def _require_blocks(source: _Source, tree: Any) -> None:
    """Refuse what would never be sent: anything outside of blocks, and blocks that nothing shows."""
    from jinja2 import nodes

    problems = []
    for node in tree.body:
        blank = isinstance(node, nodes.Output) and all(
            isinstance(part, nodes.TemplateData) and not part.data.strip() for part in node.nodes
        )
        if not (blank or isinstance(node, nodes.Block)):
            message = f"only blocks are sent ({listed(BLOCKS)}); this stands outside of them"
            problems.append(Finding("bad_template", "error", f"{source.where}:{node.lineno}", message))
    if problems:
        raise InputError(problems)


def _text(pieces: Any) -> str:
    found, length = [], 0
    for piece in islice(pieces, MOST_PIECES):
        found.append(piece)
        length += len(piece)
        if length > MOST_PROMPT:
            raise ValueError(f"a prompt has at most {MOST_PROMPT:,} letters")
    if next(iter(pieces), None) is not None:
        raise ValueError(f"a prompt is put together of at most {MOST_PIECES:,} pieces")
    return "".join(found).strip("\n")
