import json

import pytest
from asked_folders import SPEC, items, lines, outputs
from chat_server import completion

from accord.llm.comments import comments_of, is_comment, lacks_answer
from accord.spec.benchmark import read_benchmark
from accord.verbs.ask import ask
from accord.verbs.ask_wish import Wish
from accord.verbs.opened import opened

MISSING, ONE = {"state": "missing"}, {"state": "answered", "value": "1"}


def benchmark(fields: str):
    return read_benchmark(f"name: t\nversion: 1.0.0\nfields: {{{fields}}}")


def test_texts_that_are_answers_are_no_comments() -> None:
    found = benchmark("a: {kind: text}, b: {kind: text, reference: r}, c: {kind: text}, ok: {kind: binary, matches: a}")
    assert [is_comment(found, name) for name in ("a", "b", "c", "ok")] == [False, False, True, False]
    assert comments_of(found) == {"c"}
    assert comments_of(benchmark("a: {kind: text}, b: {kind: text}")) == frozenset()


def test_only_a_comment_may_stay_blank() -> None:
    assert not lacks_answer({"a": ONE, "c": MISSING}, {"c"})
    assert lacks_answer({"a": MISSING, "c": MISSING}, {"c"})


@pytest.mark.parametrize("retries", [0, 2])
def test_a_blank_comment_is_not_asked_for_again(make_folder, chat_server, retries) -> None:
    spec = SPEC.replace("raters:", "  note: {kind: text, asked_of: [judge]}\nraters:")
    folder = make_folder(spec + "  - {name: j, role: judge}\n", items(1), outputs(1))
    server = chat_server(lambda call: completion(json.dumps({"title_ok": 1, "maker_ok": 1}), model="j"))
    asked = ask(opened(folder), Wish("judge", retries=retries), {"J_BASE_URL": server.url})
    assert (len(server.calls), asked.findings) == (1, ())
    assert lines(folder)[0]["state"] == "answered"
