"""The museum's panel over HTTP: four judges, 675 outputs, replies in many surface forms, and the published tables."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from chat_server import Answer, Call, ChatServer, completion

FIELDS = ("title", "culture", "period", "origin", "creator")
JUDGES = {
    "gpt": "GPT-4.1-mini",
    "deepseek": "DeepSeek-V4-Flash",
    "gemini": "Gemini-3.5-Flash-Lite",
    "qwen": "Qwen3-30B-A3B-Instruct-2507",
}
ACCEPT = {
    "GPT-4.1-mini": [],
    "DeepSeek-V4-Flash": [],
    "Gemini-3.5-Flash-Lite": ["booleans"],
    JUDGES["qwen"]: ["yes_no"],
}
PANEL = {"all_agree": "all_agree", "mean_pairwise": "mean_pairwise", "fleiss_kappa": "fleiss"}
KEY = "sk-canary-museum"

Scores = dict[str, int]
Form = Callable[[Scores], str]

FORMS: dict[str, list[Form]] = {
    "any": [
        json.dumps,
        lambda scores: f"```json\n{json.dumps(scores, indent=2)}\n```\nSee [note] and {{appendix}}.",
        lambda scores: f"<think>perhaps {json.dumps(dict.fromkeys(scores, 0))}, no</think>\n{json.dumps(scores)}",
        lambda scores: f"Here is my verdict:\n```\n{json.dumps(scores)}\n```",
        lambda scores: json.dumps({name.upper(): score for name, score in scores.items()}),
        lambda scores: str(scores),
        lambda scores: json.dumps({name: str(score) for name, score in scores.items()}),
        lambda scores: json.dumps({"scores": scores}),
        lambda scores: f"{json.dumps(scores)[:-1]},}}",
        lambda scores: json.dumps({name: float(score) for name, score in reversed(scores.items())}),
    ],
    "booleans": [lambda scores: json.dumps({name: score == 1 for name, score in scores.items()})],
    "yes_no": [lambda scores: json.dumps({name: "yes" if score else "No" for name, score in scores.items()})],
}


def forms_of(judge: str) -> list[Form]:
    return [form for kind in ("any", *ACCEPT[judge]) for form in FORMS[kind]]


@pytest.fixture(scope="module")
def rows(data) -> list[dict[str, str]]:
    with (data / "museum_reconstructed" / "judgements.csv").open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.fixture(scope="module")
def folder(cli, rows, tables, tmp_path_factory):
    """The benchmark with its 675 outputs, 19 of them invalid. The title of an output says which it is."""
    outputs = {row["record"]: row for row in rows}
    fields: dict[str, Any] = {f"{name}_said": {"kind": "text"} for name in FIELDS}
    fields |= {name: {"kind": "binary", "matches": f"{name}_said", "reference": "ref"} for name in FIELDS}
    raters = [
        {"name": name, "role": "judge", "model": name.lower(), "accept": accept, "env": "JUDGES", "concurrency": 16}
        for name, accept in ACCEPT.items()
    ]
    spec = {"name": "museum", "version": "1.0.0", "items": {"slices": ["group"]}, "fields": fields, "raters": raters}
    folder = tmp_path_factory.mktemp("judged") / "museum"
    folder.mkdir()
    (folder / "benchmark.yaml").write_text(yaml.safe_dump(spec, sort_keys=False), encoding="utf-8")
    items = {row["object"]: {"id": row["object"], "group": row["group"], "ref": "a || b"} for row in rows}
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items.values()), encoding="utf-8")
    table = tables.csv(
        "outputs.csv",
        ["item", "rater", "role", "state", "reason", *(f"{name}_said" for name in FIELDS)],
        [
            (row["object"], row["model"], "model", "", "", f"UNIT-{at}", *["words"] * 4)
            if row["valid"] == "true"
            else (row["object"], row["model"], "model", "invalid", "no JSON", *[""] * 5)
            for at, row in enumerate(outputs.values())
        ],
    )
    assert cli("import", table, "--into", folder).code == 0
    return folder


@pytest.fixture(scope="module")
def judged(cli, folder, rows):
    """The run over HTTP: its JSON document, and what the server was asked."""
    records = list({row["record"]: row for row in rows})
    scores = {
        (row["judge"].lower(), row["record"]): {name: int(row[name]) for name in FIELDS}
        for row in rows
        if row["valid"] == "true"
    }
    judges = {name.lower(): name for name in ACCEPT}

    def reply(call: Call) -> Answer:
        assert call.headers["authorization"] == f"Bearer {KEY}"
        judge, at = call.body["model"], int(call.mark(r"UNIT-\d+").removeprefix("UNIT-"))
        forms = forms_of(judges[judge])
        text = forms[at % len(forms)](scores[judge, records[at]])
        return Answer(body=completion(text, model=f"{judge}-2026-01-15"))

    with ChatServer(reply) as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGES_BASE_URL", server.url)
        patch.setenv("JUDGES_API_KEY", KEY)
        run = cli("judge", folder, "--judges", ",".join(ACCEPT), "--json")
        calls = list(server.calls)
    assert run.code == 0, run.err
    return run, calls


def test_every_valid_output_is_sent_once_to_each_judge(judged) -> None:
    run, calls = judged
    assert len(calls) == 2624
    assert len({(call.body["model"], call.mark(r"UNIT-\d+")) for call in calls}) == 2624
    for rater in run.document["raters"]:
        assert rater["units"] == {
            "all": 656,
            "already": 0,
            "planned": 656,
            "left": 0,
            "not_asked": 0,
            "outstanding": 0,
        }
        assert rater["outcomes"] == {"answered": 656, "incomplete": 0, "invalid": {}}
        assert rater["answers"] == {"answered": 3280}
    assert {finding["code"] for finding in run.document["findings"]} == set()


def test_each_tolerance_is_counted(judged) -> None:
    run, _ = judged
    gpt = next(rater for rater in run.document["raters"] if rater["name"] == JUDGES["gpt"])
    assert sum(gpt["tolerances"].values()) > 300
    assert {"code_fence", "reasoning_block", "key_case", "python_literal", "trailing_comma"} <= set(gpt["tolerances"])


def test_no_judge_hears_the_name_of_a_model(judged, rows) -> None:
    _, calls = judged
    names = {row["model"].lower() for row in rows}
    assert not [name for call in calls for name in names if name in json.dumps(call.body["messages"]).lower()]


def test_all_180_accuracies_and_the_valid_counts(cli, folder, judged, data, tmp_path) -> None:
    table = tmp_path / "scores.csv"
    run = cli("score", folder, "--csv", table, "--replicates", "0", "--json")
    assert run.code == 0, run.err
    with table.open(newline="", encoding="utf-8") as stream:
        found = {(row["judge"], row["model"]): row for row in csv.DictReader(stream)}
    with (data / "museum_reconstructed" / "expected_accuracy.csv").open(newline="", encoding="utf-8") as stream:
        expected = list(csv.DictReader(stream))
    assert len(expected) == 36
    for row in expected:
        cells = found[row["judge"], row["model"]]
        assert cells["valid"] == row["valid"]
        assert {name: f"{float(cells[name]):.3f}" for name in FIELDS} == {name: row[name] for name in FIELDS}


def test_all_45_cells_of_agreement(cli, folder, judged, data) -> None:
    run = cli("agree", folder, "--role", "judge", "--pairs", "--replicates", "0", "--no-slices", "--json")
    assert run.code == 0, run.err
    with (data / "museum_reconstructed" / "expected_agreement.csv").open(newline="", encoding="utf-8") as stream:
        expected = list(csv.DictReader(stream))
    cells = 0
    for row in expected:
        for column, text in row.items():
            if column == "field":
                continue
            if column in PANEL:
                value = run.value(row["field"], PANEL[column])
            else:
                pair = "|".join(JUDGES[name] for name in column.split("_"))
                value = run.value(row["field"], "pairwise", pair=pair)
            assert value is not None
            assert f"{value:.3f}" == text, (row["field"], column)
            cells += 1
    assert cells == 45


def test_again_nothing_is_asked(cli, folder, judged) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGES_BASE_URL", "http://127.0.0.1:9")
        run = cli("judge", folder, "--json")
    assert run.code == 0, run.err
    assert all(rater["units"]["planned"] == 0 for rater in run.document["raters"])


def test_the_key_is_nowhere(folder, judged) -> None:
    run, _ = judged
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 10
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
    assert KEY not in run.out + run.err
