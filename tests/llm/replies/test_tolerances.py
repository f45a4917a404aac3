from __future__ import annotations

import re
from pathlib import Path

from accord.llm import replies
from accord.llm.replies.tolerances import REASONS, STATED, TOLERANCES

PAGE = Path(__file__).parents[3] / "docs" / "replies.md"
SOURCES = [path for path in Path(replies.__file__).parent.glob("*.py") if path.name != "tolerances.py"]
FROM_ELSEWHERE = {"abstention_beside_label"}
"""Codes that a field gives to its notes."""


def table(head: str) -> dict[str, str]:
    """The rows of the table under a headline of the page."""
    part = PAGE.read_text(encoding="utf-8").split(f"## {head}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", part, flags=re.MULTILINE))


def test_the_page_has_every_code_with_its_sentence():
    assert table("Every tolerance") == TOLERANCES
    assert table("Every reason") == REASONS


def test_every_code_is_used_and_every_used_code_is_named():
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    unused = [code for code in {**TOLERANCES, **REASONS} if f'"{code}"' not in text]
    assert set(unused) == FROM_ELSEWHERE
    assert set(re.findall(r'Unreadable\(\s*"(\w+)"', text)) <= set(REASONS)


def test_what_a_strict_rater_may_have_is_a_tolerance():
    assert set(TOLERANCES) > STATED
    assert not set(TOLERANCES) & set(REASONS)
