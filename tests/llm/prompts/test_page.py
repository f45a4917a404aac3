"""The page on prompts shows prompts as they are, and names every variable, filter and problem.

Where a prompt was changed on purpose: `python tests/llm/prompts/test_page.py` writes the page's examples anew.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path

import pytest

from accord.annotations.items import read_items
from accord.llm.prompts.prompter import Prompter
from accord.llm.prompts.sandbox import FILTERS
from accord.llm.units import outputs_to_judge
from accord.spec.machine import Machine
from accord.verbs.init import init
from accord.verbs.opened import opened

PAGE = Path(__file__).resolve().parents[3] / "docs" / "prompts.md"
BLOCK = re.compile(r"^```(?:text|json)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def examples(folder: Path) -> list[str]:
    """The blocks of the page: the two messages and the schema of a judge, the two messages of a model."""
    museum, streets = folder / "museum", folder / "streets"
    init(museum, "museum")
    init(streets, "streets")
    its = opened(museum)
    judge = Prompter(museum, its.benchmark, its.items, Machine(name="judge", role="judge"), "json")
    unit = outputs_to_judge(its.benchmark, its.items, its.sound_standing())[3]
    judged = judge.prompt(unit.item, unit.output, unit.of)
    its = opened(streets)
    machine = Machine(name="model", role="model", language="fr", reply="csv")
    said = Prompter(streets, its.benchmark, its.items, machine, "csv").prompt("street-01")
    assert judged is not None
    assert said is not None
    rules, asked = (message["content"] for message in judged.messages)
    schema = json.dumps(judged.schema, indent=2)
    return [rules, asked, schema, said.messages[0]["content"], said.messages[1]["content"][-1]["text"]]


def test_the_prompts_on_the_page_are_those_that_are_sent(tmp_path):
    shown = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert shown == [f"{text}\n" for text in examples(tmp_path)]


def test_the_template_on_the_page_adds_its_rule(tmp_path):
    found = re.search(r"<!-- template -->\n```jinja\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    init(tmp_path / "museum", "museum")
    (tmp_path / "museum" / "prompts").mkdir()
    (tmp_path / "museum" / "prompts" / "judge.j2").write_text(found[1], encoding="utf-8")
    its = opened(tmp_path / "museum")
    judge = Prompter(
        its.path, its.benchmark, read_items(its.path, its.benchmark), Machine(name="j", role="judge"), "json"
    )
    prompt = judge.prompt("obj-01", {}, "of")
    assert prompt is not None
    *rules, _, added = prompt.messages[0]["content"].split("\n- ")
    assert added.startswith("A title in another language")
    assert len(rules) > 5


def test_the_page_names_every_variable_and_filter(tmp_path, monkeypatch):
    given = {}
    monkeypatch.setattr(
        "accord.llm.prompts.template.PromptTemplate.render",
        lambda self, variables: given.update(variables) or {"system": "", "user": variables["data"]},
    )
    examples(tmp_path)
    named = set(re.findall(r"`([^`\n]+)`", PAGE.read_text(encoding="utf-8")))
    assert set(given) - named == set()
    assert {slot for field in given["fields"] for slot in field.__slots__} - named == set()
    assert set(FILTERS) - named == set()


@pytest.mark.parametrize("code", ["bad_template", "nothing_shown", "tells_answer", "no_pictures", "bad_picture"])
def test_the_page_names_the_problems(code):
    assert f"`{code}`" in PAGE.read_text(encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        texts = iter(examples(Path(made)))
    old = PAGE.read_text(encoding="utf-8")
    new = BLOCK.sub(lambda block: f"{block[0].splitlines()[0]}\n{next(texts)}\n```", old)
    PAGE.write_text(new, encoding="utf-8")
    sys.exit(0 if next(texts, None) is None else "the page has fewer blocks than there are examples")
