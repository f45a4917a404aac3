"""Templates: accord's own, block by block those of the folder, and what is wrong with them, with the line."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest
from made_prompts import problems

from accord.errors import InputError, MissingExtra
from accord.llm.prompts import template
from accord.llm.prompts.phrases import PHRASES
from accord.llm.prompts.template import MOST_TEXT, PromptTemplate

FIELD = SimpleNamespace(key='"f"', question=("Q?",), help=(), answer=("Write.",))
GIVEN = {
    "title": "Title",
    "description": (),
    "guideline": (),
    "fields": (FIELD,),
    "empty_reference": "judge",
    "picture": "",
    "data": "DATA",
    "reply": "REPLY",
    "says": PHRASES["en"],
}


def written(folder, text, role="judge"):
    path = folder / "prompts" / f"{role}.j2"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def failing(folder, render=True):
    with pytest.raises(InputError) as caught:
        made = PromptTemplate(folder, "judge")
        assert render
        made.render(GIVEN)
    return caught.value


@pytest.mark.parametrize("role", ["judge", "model"])
def test_the_own_templates_have_both_blocks(tmp_path, role):
    texts = PromptTemplate(tmp_path, role).render(GIVEN)
    assert list(texts) == ["system", "user"]
    assert texts["system"].startswith("Title\n")
    assert texts["user"].endswith("DATA\n\nREPLY")
    assert '1. "f"\n   Q?\n   Write.\n' in texts["user"]
    assert not [text for text in texts.values() if "\n\n\n" in text]


def test_the_rules_of_judges_follow_the_policy(tmp_path):
    judges = PromptTemplate(tmp_path, "judge")
    says = PHRASES["en"]
    rules = [says.own_field, says.alternatives, says.reference, says.unknown, says.said_nothing, says.data, says.form]
    for policy in ("judge", "leave_blank"):
        system = judges.render({**GIVEN, "empty_reference": policy})["system"]
        assert [rule for rule in rules if f"- {rule}" not in system.split("\n")] == []
        assert (says.empty_reference in system) == (policy == "judge")
    model = PromptTemplate(tmp_path, "model").render(GIVEN)["system"]
    assert [rule for rule in rules if rule in model] == [says.data, says.form]


def test_the_guideline_comes_before_the_rules_that_go_before_it(tmp_path):
    system = PromptTemplate(tmp_path, "judge").render({**GIVEN, "guideline": ("One.", "Two.")})["system"]
    assert "Guideline:\nOne.\nTwo.\n\nRules:\n- Where the guideline says otherwise, these rules hold.\n" in system


def test_a_block_of_the_folder_takes_the_place_of_one(tmp_path):
    own = PromptTemplate(tmp_path, "judge")
    written(tmp_path, "{# ours #}\n\n{% block system %}Judge {{ title }}.{% endblock %}\n")
    ours = PromptTemplate(tmp_path, "judge")
    assert ours.render(GIVEN) == {"system": "Judge Title.", "user": own.render(GIVEN)["user"]}
    assert PromptTemplate(tmp_path, "model").render(GIVEN)["system"].startswith("Title\n")


def test_a_block_may_hold_the_one_that_it_replaces(tmp_path):
    own = PromptTemplate(tmp_path, "judge").render(GIVEN)["user"]
    written(tmp_path, "{% block user %}Look well.\n{{ super() }}{% endblock %}")
    assert PromptTemplate(tmp_path, "judge").render(GIVEN)["user"].split() == ["Look", "well.", *own.split()]


def test_the_digest_is_of_the_text_and_of_the_version(tmp_path, monkeypatch):
    digests = [PromptTemplate(tmp_path, "judge").digest, PromptTemplate(tmp_path, "model").digest]
    for text in ("{% block system %}a{% endblock %}", "{% block system %}b{% endblock %}"):
        written(tmp_path, text)
        digests.append(PromptTemplate(tmp_path, "judge").digest)
    assert PromptTemplate(tmp_path, "judge").digest == digests[-1]
    monkeypatch.setattr(template, "VERSION", "other")
    digests.append(PromptTemplate(tmp_path, "judge").digest)
    assert len(set(digests)) == 5
    assert {len(digest) for digest in digests} == {64}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("{% block system %}\n{{ title }\n{% endblock %}", 2, "unexpected"),
        ("{% block system %}\n{% if title %}\n", 2, "endif"),
        ("{% block system %}\n\n{{ title | center(9) }}{% endblock %}", 3, "No filter named 'center'"),
        ("\n\nHello {% block system %}{% endblock %}", 1, "stands outside"),
        ("{% block system %}{% endblock %}\n{% set a = 1 %}", 2, "stands outside"),
        ("{% extends 'x' %}", 1, "stands outside"),
        ("{% block system %}\n\n{{ titel }}{% endblock %}", 3, "'titel' is undefined"),
        ("{% block system %}{% for f in fields %}\n{{ f.nam }}{% endfor %}{% endblock %}", 2, "nam"),
        ("{% block system %}\n{{ 'a' * 9 }}{% endblock %}", 2, "may not use *"),
        ("{% block system %}\n{% include '/etc/hostname' %}{% endblock %}", 2, "no loader"),
        ("{% block system %}\n{{ 1 / 0 }}{% endblock %}", 2, "division"),
        (
            "{% block system %}\n{% macro m() %}{{ m() }}{% endmacro %}\n{{ m() }}{% endblock %}",
            2,
            "recursion",
        ),
    ],
)
def test_mistakes_are_told_with_their_line(tmp_path, text, line, message):
    path = written(tmp_path, text)
    error = failing(tmp_path)
    assert problems(error) == [("bad_template", f"{path}:{line}")]
    assert message in error.problems[0].message


def test_what_stands_outside_of_blocks_is_told_at_once(tmp_path):
    path = written(tmp_path, "a{% block user %}{% endblock %}\nb {{ title }}\n{% if title %}c{% endif %}\n")
    assert [place for _, place in problems(failing(tmp_path, render=False))] == [f"{path}:{line}" for line in (1, 2, 3)]


def test_a_mistake_in_a_block_that_is_not_replaced_names_accords_own(tmp_path):
    path = written(tmp_path, "{% block system %}a{% endblock %}")
    with pytest.raises(InputError) as caught:
        PromptTemplate(tmp_path, "judge").render({key: value for key, value in GIVEN.items() if key != "reply"})
    ((code, place),) = problems(caught.value)
    assert (code, place.partition(":")[0]) == ("bad_template", "accord's own templates/judge.j2")
    assert str(path) not in place


def test_files_that_are_no_templates(tmp_path):
    path = written(tmp_path, "")
    path.write_bytes("{% block system %}\né".encode("latin-1"))
    assert problems(failing(tmp_path)) == [("not_utf8", f"{path}:2")]
    path.write_text("x" * (MOST_TEXT + 1))
    assert problems(failing(tmp_path)) == [("bad_template", str(path))]
    path.unlink()
    path.mkdir()
    assert problems(failing(tmp_path)) == [("not_readable", str(path))]


def test_a_link_that_leads_nowhere_is_not_passed_over(tmp_path):
    path = written(tmp_path, "")
    path.unlink()
    path.symlink_to(tmp_path / "gone")
    assert problems(failing(tmp_path)) == [("not_readable", str(path))]


@pytest.mark.parametrize("limit", ["MOST_PROMPT", "MOST_PIECES"])
def test_output_is_bounded(tmp_path, monkeypatch, limit):
    monkeypatch.setattr(template, limit, 50)
    loops = "{% for a in says_lines %}{% for b in says_lines %}xy{{ b }}{% endfor %}{% endfor %}"
    written(tmp_path, f"{{% block system %}}{loops}{{% endblock %}}")
    with pytest.raises(InputError, match="at most 50"):
        PromptTemplate(tmp_path, "judge").render({**GIVEN, "says_lines": ("a",) * 10})


def test_without_jinja2(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingExtra, match=r"prompts needs jinja2, .* 'accord\[llm\]'"):
        PromptTemplate(tmp_path, "judge")
