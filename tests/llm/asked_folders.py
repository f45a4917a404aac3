"""Small folders whose machines can be asked, for tests."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from chat_server import Call, completion

SPEC = """\
name: t
version: 1.0.0
fields:
  title: {kind: text}
  maker: {kind: text}
  title_ok: {kind: binary, matches: title, question: "Is it the title?"}
  maker_ok: {kind: binary, matches: maker, question: "Is it the maker?"}
raters:
"""
GOOD = {"title_ok": 1, "maker_ok": 0}


def items(count: int) -> list[dict[str, str]]:
    return [{"id": f"i{number}", "title": "a vase", "maker": "a potter", "look": "blue"} for number in range(count)]


def outputs(count: int, model: str = "secretive-model") -> list[dict[str, str | None]]:
    """One output an item; the title says which."""
    return [
        {"item": f"i{number}", "rater": model, "role": "model", "title": f"vase UNIT-{number}", "maker": "nobody"}
        for number in range(count)
    ]


def judged(make_folder: Any, count: int, *raters: str) -> Path:
    """A folder with outputs to judge. raters: the inner part of mappings in YAML."""
    lines = "".join(f"  - {{{rater}}}\n" for rater in raters or ("name: j, role: judge",))
    return make_folder(SPEC + lines, items(count), outputs(count))


def good(call: Call) -> dict[str, Any]:
    return completion(json.dumps(GOOD), model=call.body["model"])


def unit(call: Call) -> str:
    return re.findall(r"UNIT-\w+", call.user)[0]


def lines(folder: Path, role: str = "judge") -> list[dict[str, Any]]:
    """All lines of the logs of a role."""
    paths = sorted((folder / "annotations" / role).glob("*.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
