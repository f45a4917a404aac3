"""The problems that users reported with replies of machines, each through `accord judge` or `accord run` over HTTP."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from chat_server import Answer, Call, ChatServer, completion

FIELDS = ("title", "culture", "period", "origin", "creator")
SCORES = {"title": 1, "culture": 0, "period": 1, "origin": 1, "creator": 0}


@pytest.fixture(scope="module")
def cases(shared) -> dict[str, Any]:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines)}


@pytest.fixture
def judge(cli, tmp_path, monkeypatch):
    """`judge(replies, **options of the rater)`: the lines of the log, one for each reply, and the record of the run."""

    def run(replies: list[Any], *arguments: str, code: int = 0, **options: Any) -> tuple[list[dict], dict]:
        folder = museum(tmp_path / "museum", len(replies), cli, **options)

        def reply(call: Call) -> Any:
            return replies[int(call.mark(r"UNIT-\d+").removeprefix("UNIT-"))]

        with ChatServer(reply) as server:
            monkeypatch.setenv("J_BASE_URL", server.url)
            done = cli("judge", folder, "--json", *arguments)
        assert done.code == code, done.err
        return lines(folder, "judge", len(replies)), done.document

    return run


def museum(folder: Path, count: int, cli, **options: Any) -> Path:
    fields: dict[str, Any] = {f"{name}_said": {"kind": "text"} for name in FIELDS}
    fields |= {name: {"kind": "binary", "matches": f"{name}_said", "reference": "ref"} for name in FIELDS}
    raters = [{"name": "j", "role": "judge", "concurrency": 1, **options}]
    put(folder, {"fields": fields, "raters": raters}, [{"id": f"i{n}", "ref": "x"} for n in range(count)])
    rows = [{"item": f"i{n}", **{f"{name}_said": f"UNIT-{n}" for name in FIELDS}} for n in range(count)]
    table = folder.with_suffix(".jsonl")
    table.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert cli("import", table, "--into", folder, "--by", "m", "--role", "model").code == 0
    return folder


def put(folder: Path, spec: dict[str, Any], items: list[dict[str, str]]) -> Path:
    folder.mkdir()
    text = yaml.safe_dump({"name": "t", "version": "1.0.0", **spec}, sort_keys=False, allow_unicode=True)
    (folder / "benchmark.yaml").write_text(text, encoding="utf-8")
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    return folder


def lines(folder: Path, role: str, count: int) -> list[dict[str, Any]]:
    """The last line of every item, in their order; None where there is none."""
    found = {}
    for path in (folder / "annotations" / role).glob("*.jsonl"):
        for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            found[line["item"]] = line
    return [found.get(f"i{number}") for number in range(count)]


def scores(line: dict[str, Any]) -> dict[str, int | None]:
    answers = line["answers"]
    return {name: int(answers[name]["value"]) if answers[name]["state"] == "answered" else None for name in FIELDS}


def tolerances(line: dict[str, Any]) -> set[str]:
    return set(line["reply"].get("tolerances", ()))


def test_llm_01_fences_and_prose(cases, judge) -> None:
    case = cases["llm-01"]
    found, record = judge([completion(text, model="j") for text in case["input"]["contents"]])
    assert [scores(line) for line in found] == [case["expected"]["each"]["scores"]] * 3
    assert {"code_fence", "prose"} <= set(record["raters"][0]["tolerances"])


def test_llm_03_reasoning(cases, judge) -> None:
    case = cases["llm-03"]
    found, _ = judge([completion(text, model="j") for text in case["input"]["contents"]])
    first, second, third = found
    assert scores(first) == scores(second) == SCORES
    assert (third["state"], third["reason"]) == ("invalid", "unclosed_reasoning")
    assert "I lean to" in third["reply"]["raw"]


def test_llm_04_repairs(cases, judge) -> None:
    case = cases["llm-04"]
    found, record = judge([completion(text, model="j") for text in case["input"]["contents"]])
    python, comma, values, nothing = found
    assert scores(python) == scores(comma) == SCORES
    assert "python_literal" in tolerances(python)
    assert "trailing_comma" in tolerances(comma)
    assert values["answers"]["title"] == {"state": "off_label", "raw": True}
    assert values["answers"]["culture"]["state"] == "missing"
    assert nothing["state"] == "invalid"
    assert record["raters"][0]["tolerances"]["python_literal"] >= 1


def test_llm_04_strict_turns_repairs_off(cases, judge) -> None:
    contents = [*cases["llm-04"]["input"]["contents"], json.dumps(SCORES)]
    found, _ = judge([completion(text, model="j") for text in contents], strict=True)
    assert [line["state"] for line in found] == ["invalid"] * 4 + ["answered"]


def test_llm_05_a_missing_field_is_not_zero(cases, judge, cli, tmp_path) -> None:
    case = cases["llm-05"]
    (line,), record = judge([completion(case["input"]["content"], model="j")])
    assert line["answers"]["creator"] == {"state": "missing"}
    assert scores(line) == {**SCORES, "creator": None}
    assert record["raters"][0]["outcomes"]["incomplete"] == 1
    assert "creator" in line["reply"]["detail"]
    table = tmp_path / "scores.csv"
    assert cli("score", tmp_path / "museum", "--csv", table, "--replicates", "0").code == 0
    head, row = (text.split(",") for text in table.read_text(encoding="utf-8").splitlines())
    cells = dict(zip(head, row, strict=True))
    assert (float(cells["title"]), cells["title.n"]) == (1.0, "1")
    assert (cells["creator"], cells["creator.n"]) == ("", "0"), "it counts in no accuracy"


def test_llm_05_it_is_asked_again_where_that_is_wanted(cases, judge) -> None:
    content = cases["llm-05"]["input"]["content"]
    _, record = judge([completion(content, model="j")], "--retry-invalid", "2")
    assert record["raters"][0]["replies"] == 3


@pytest.mark.parametrize("option", ["default", "with_option_yes_no_bool"])
def test_llm_06_forms_of_scores(cases, judge, option) -> None:
    case = cases["llm-06"]
    expected = case["expected"][option]
    values = [value for value in case["input"]["field_values"] if option == "default" or json.dumps(value) in expected]
    replies = [completion(json.dumps({**SCORES, "title": value}), model="j") for value in values]
    accept = [] if option == "default" else ["booleans", "yes_no"]
    found, _ = judge(replies, accept=accept)
    told = {}
    for value, line in zip(values, found, strict=True):
        answer = line["answers"]["title"]
        told[json.dumps(value, ensure_ascii=False)] = (
            int(answer["value"]) if answer["state"] == "answered" else "invalid"
        )
        if answer["state"] == "off_label":
            assert answer["raw"] == value
    assert told == {text.replace("\\uff11", "\uff11"): score for text, score in expected.items()}


def test_llm_09_truncated_replies(cases, judge) -> None:
    responses = cases["llm-09"]["input"]["responses"]
    replies = [completion(each["content"], model="j", finish_reason=each["finish_reason"]) for each in responses]
    first, second, third = judge(replies)[0]
    assert [line["reason"] for line in (first, third)] == ["truncated", "truncated"]
    assert scores(second) == SCORES
    assert "finish_length" in tolerances(second)


def test_llm_09_the_next_try_has_more_room(cases, cli, tmp_path, monkeypatch) -> None:
    folder = museum(tmp_path / "museum", 1, cli, max_tokens=20)
    cut = cases["llm-09"]["input"]["responses"][0]["content"]

    def reply(call: Call) -> dict[str, Any]:
        whole = call.body["max_tokens"] >= 80
        return completion(json.dumps(SCORES) if whole else cut, model="j", finish_reason="stop" if whole else "length")

    with ChatServer(reply) as server:
        monkeypatch.setenv("J_BASE_URL", server.url)
        assert cli("judge", folder, "--retry-invalid", "3").code == 0
        assert [call.body["max_tokens"] for call in server.calls] == [20, 40, 80]
    (line,) = lines(folder, "judge", 1)
    assert scores(line) == SCORES


def test_llm_11_thoughts_are_no_answer(cases, judge) -> None:
    replies = []
    for each in cases["llm-11"]["input"]["responses"]:
        thoughts = {key: each[key] for key in ("reasoning_content", "reasoning") if key in each}
        replies.append(completion(None, model="j", finish_reason=each["finish_reason"], **thoughts))
    first, second = judge(replies)[0]
    assert (first["state"], first["reason"]) == ("invalid", "truncated_in_reasoning")
    assert (second["state"], second["reason"]) == ("invalid", "empty_content")
    assert "reasoning" in second["reply"]["detail"]


def test_llm_11_thoughts_are_read_where_that_is_declared(cases, judge) -> None:
    each = cases["llm-11"]["input"]["responses"][1]
    (line,), _ = judge([completion(None, model="j", reasoning=each["reasoning"])], accept=["reasoning"])
    assert scores(line) == SCORES


COLUMNS = {
    "scene": {"kind": "text"},
    "people": {"kind": "text"},
    "materials": {"kind": "labels", "labels": ["brick", "stone", 'brick "red"'], "separator": "|"},
    "mood": {"kind": "text"},
    "overall": {"kind": "text"},
}


def test_llm_12_lines_of_values(cases, cli, tmp_path, monkeypatch) -> None:
    replies = cases["llm-12"]["input"]["replies"]
    raters = [{"name": "j", "role": "model", "reply": "csv", "concurrency": 1, "columns": ["look"]}]
    items = [{"id": f"i{number}", "look": f"UNIT-{number}"} for number in range(len(replies))]
    folder = put(tmp_path / "streets", {"fields": COLUMNS, "raters": raters}, items)

    def reply(call: Call) -> dict[str, Any]:
        return completion(replies[int(call.mark(r"UNIT-\d+").removeprefix("UNIT-"))], model="j")

    with ChatServer(reply) as server:
        monkeypatch.setenv("J_BASE_URL", server.url)
        assert cli("run", folder).code == 0
    found = lines(folder, "model", len(replies))
    wrong = [number for number, line in enumerate(found) if line["state"] == "invalid"]
    # 5 and 10, other commas, may be refused, or read with a tolerance that says so.
    assert set(wrong) - {5, 10} == {1, 2, 7, 9}
    values = {number: {k: v.get("value") for k, v in line["answers"].items()} for number, line in enumerate(found)}
    plain = {"scene": "street", "people": "few", "materials": ["brick"], "mood": "calm", "overall": "accessible"}
    assert values[0] == {**plain, "people": "2, maybe 3"}
    assert values[3] == values[6] == values[8] == plain
    assert values[4] == {**plain, "materials": ['brick "red"']}
    assert values[11] == {**plain, "materials": ["brick", "stone"], "overall": None}
    assert found[11]["answers"]["overall"]["state"] == "missing"
    for number in {5, 10} - set(wrong):
        assert values[number] == plain
        assert tolerances(found[number])


def test_llm_13_labels(cases, cli, tmp_path, monkeypatch) -> None:
    case = cases["llm-13"]
    english = case["input"]["map_fr_en"]
    labels = [{"id": name, "aliases": [english[name]] if name in english else []} for name in case["input"]["labels"]]
    raters = [{"name": "j", "role": "model", "concurrency": 1, "columns": ["look"]}]
    replies = case["input"]["replies"]
    items = [{"id": f"i{number}", "look": f"UNIT-{number}"} for number in range(len(replies))]
    spec = {"fields": {"overall": {"kind": "choice", "labels": labels}}, "raters": raters}
    folder = put(tmp_path / "streets", spec, items)

    def reply(call: Call) -> dict[str, Any]:
        text = replies[int(call.mark(r"UNIT-\d+").removeprefix("UNIT-"))]
        return completion(json.dumps({"overall": text}), model="j")

    with ChatServer(reply) as server:
        monkeypatch.setenv("J_BASE_URL", server.url)
        assert cli("run", folder).code == 0
    found = lines(folder, "model", len(replies))
    answers = [line["answers"]["overall"] for line in found]
    assert [answer.get("value") for answer in answers] == [
        "Accessible",
        "Accessible",
        "R\u00e9serv\u00e9",
        "R\u00e9serv\u00e9",
        "Sans objet",
        *[None] * 5,
    ]
    assert [answer["state"] for answer in answers[5:]] == ["off_label"] * 5
    assert [answer["raw"] for answer in answers[5:]] == replies[5:]
    assert "label_punctuation" in tolerances(found[1])
    assert "label_accents" in tolerances(found[2])


def test_api_03_served_models(cases, judge) -> None:
    case = cases["api-03"]
    replies = []
    for each in case["input"]["responses"]:
        body = completion(json.dumps(SCORES), model=each.get("model", "x"))
        body |= {"system_fingerprint": each["system_fingerprint"]} if "system_fingerprint" in each else {}
        if "model" not in each:
            del body["model"]
        replies.append(body)
    found, record = judge(replies, model=case["input"]["requested"])
    assert [line["rater"]["model"] for line in found] == ["judge-flash"] * 4
    served = ["judge-flash-2026-01-15", "judge-flash-2026-03-02", "other-large", None]
    assert [line["rater"].get("resolved_model") for line in found] == served
    assert [line["reply"].get("fingerprint") for line in found] == ["fp_a", "fp_b", None, None]
    codes = Counter(finding["code"] for finding in record["findings"])
    assert codes == {"other_model": 1, "several_models": 1}


def test_api_04_content_filter(cases, judge) -> None:
    replies = []
    for each in cases["api-04"]["input"]["responses"]:
        if each["status"] == 200:
            replies.append(completion(each["content"], model="j", finish_reason=each["finish_reason"]))
        else:
            replies.append(Answer(each["status"], each["body"]))
    found, record = judge(replies, "--retry-invalid", "3")
    assert [line["reason"] for line in found] == ["content_filter"] * 3
    assert record["raters"][0]["outcomes"]["invalid"] == {"content_filter": 3}
    assert record["raters"][0]["requests"] == 3, "none is asked again"
