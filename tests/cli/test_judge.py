"""accord judge, over HTTP on loopback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from asked_folders import GOOD, SPEC, good, items, judged, lines, outputs, unit
from chat_server import Answer, completion

KEY = "sk-canary-judge"


@pytest.fixture
def serve(chat_server, monkeypatch):
    """`serve(reply)`: a server that the judge `j` is asked at."""

    def start(reply):
        server = chat_server(reply)
        monkeypatch.setenv("J_BASE_URL", server.url)
        monkeypatch.setenv("J_API_KEY", KEY)
        return server

    return start


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_it_asks_writes_and_says_what_came_of_it(run, make_folder, serve) -> None:
    folder = judged(make_folder, 5, "name: j, role: judge, price: {input: 1, output: 10}")
    server = serve(good)
    code, out, err = run("judge", folder)
    assert (code, err) == (0, "")
    assert len(server.calls) == 5
    written = lines(folder)
    assert [line["item"] for line in written] == [f"i{number}" for number in range(5)] or len(written) == 5
    assert {line["answers"]["title_ok"]["value"] for line in written} == {"1"}
    assert "rater  asked  answered" in out
    assert "$0.0010" in out
    assert f"Next: accord score {folder}" in out


def test_what_was_written_is_not_asked_again(run, make_folder, serve) -> None:
    folder = judged(make_folder, 5)
    server = serve(good)
    assert run("judge", folder, "--limit", 2)[0] == 0
    assert len(server.calls) == 2
    assert run("judge", folder)[0] == 0
    assert sorted(map(unit, server.calls)) == [f"UNIT-{number}" for number in range(5)]
    code, out, _ = run("judge", folder)
    assert (code, len(server.calls)) == (0, 5)
    assert out.startswith("Every form is filled in")


def test_json_is_the_record_of_the_run(run, make_folder, serve) -> None:
    folder = judged(make_folder, 3)
    serve(good)
    code, out, _err = run("judge", folder, "--json", "--quiet")
    document = json.loads(out)
    (path,) = (folder / "runs").iterdir()
    assert json.loads(path.read_text(encoding="utf-8")) == document
    assert (code, document["schema"], document["status"]) == (0, "accord.run/1", "done")
    (rater,) = document["raters"]
    assert rater["served"] == {"j": 3}
    assert rater["tokens"] == {"input": 300, "output": 30, "uncounted_replies": 0}
    assert rater["cost_usd"] is None
    assert rater["endpoint"].startswith("http://127.0.0.1:")
    assert rater["client"]["counts"]["requests"] == 3


def test_judges_are_named_in_three_ways(run, make_folder, chat_server, monkeypatch) -> None:
    names = ("a", "b", "c")
    folder = judged(make_folder, 2, *(f"name: {name}, role: judge" for name in names))
    server = chat_server(good)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert run("judge", folder, "--judges", "a,b", "--limit", 1)[0] == 0
    assert {call.body["model"] for call in server.calls} == {"a", "b"}
    assert run("judge", folder, "--judges", "a", "b", "--limit", 1)[0] == 0
    assert {call.body["model"] for call in server.calls} == {"a", "b"}
    assert run("judge", folder, "c")[0] == 0
    assert {call.body["model"] for call in server.calls} == {"a", "b", "c"}
    code, _, err = run("judge", folder, "--judges", "d")
    assert code == 2
    assert "no judge is called 'd'" in err
    assert "judges: a, b, c" in err


def test_a_dry_run_sends_nothing_and_shows_a_prompt(run, make_folder, serve) -> None:
    folder = judged(make_folder, 4, "name: j, role: judge, max_tokens: 100, price: {input: 1, output: 10}")
    server = serve(good)
    code, out, err = run("judge", folder, "--dry-run")
    assert (code, err) == (0, "")
    assert server.calls == []
    assert not (folder / "runs").exists()
    assert out.startswith("Nothing is sent.")
    assert "UNIT-0" in out
    assert "secretive-model" not in out
    assert KEY not in out
    document = json.loads(run("judge", folder, "--dry-run", "--json")[1])
    (rater,) = document["raters"]
    assert (rater["requests"], rater["tokens"]["output_at_most"]) == (4, 400)
    assert rater["cost_usd_at_most"] == pytest.approx((rater["tokens"]["input"] + 4000) / 1e6)


def test_a_dry_run_needs_no_endpoint(run, make_folder, monkeypatch) -> None:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    folder = judged(make_folder, 1)
    code, out, err = run("judge", folder, "--dry-run")
    assert code == 0
    assert "not known" in out
    assert "no_endpoint" in err
    code, _, err = run("judge", folder)
    assert code == 2
    assert "J_BASE_URL" in err


def test_a_budget_stops_before_it_is_passed(run, make_folder, serve) -> None:
    folder = judged(
        make_folder, 20, "name: j, role: judge, max_tokens: 10, concurrency: 2, price: {input: 1000, output: 0}"
    )
    serve(good)
    code, out, _ = run("judge", folder, "--budget-usd", "1.0", "--json")
    document = json.loads(out)
    assert code == 0
    assert 0 < document["cost_usd"] <= 1.0
    assert document["raters"][0]["units"]["outstanding"] > 0
    assert "budget_used_up" in {finding["code"] for finding in document["findings"]}


def test_a_budget_needs_prices(run, make_folder) -> None:
    code, _, err = run("judge", judged(make_folder, 1), "--budget-usd", 1)
    assert code == 2
    assert "--budget-usd needs the price of j" in err


def test_what_has_no_reply_is_outstanding_and_asked_again(run, make_folder, serve) -> None:
    folder = judged(make_folder, 4, "name: j, role: judge, tries: 1")
    is_well = False

    def reply(call):
        return good(call) if is_well or unit(call) != "UNIT-2" else Answer(status=500)

    serve(reply)
    code, out, err = run("judge", folder, "--json")
    document = json.loads(out)
    assert code == 1
    assert "1 form is outstanding" in err
    assert document["raters"][0]["outstanding"] == [{"item": "i2", "of": "secretive-model"}]
    assert document["raters"][0]["failed"][0]["reason"] == "server_error"
    is_well = True
    code, out, err = run("judge", folder, "--json")
    assert (code, json.loads(out)["raters"][0]["units"]["planned"]) == (0, 1)
    assert len(lines(folder)) == 4


def test_a_wrong_key_stops_the_rater_at_once(run, make_folder, serve) -> None:
    folder = judged(make_folder, 30)
    server = serve(lambda call: Answer(status=401, body={"error": {"message": f"bad key {KEY}"}}))
    code, out, err = run("judge", folder, "--json")
    assert code == 1
    assert len(server.calls) == 1
    assert json.loads(out)["raters"][0]["stopped"]["reason"] == "bad_key"
    assert "run_stopped" in err
    assert KEY not in out + err
    assert lines(folder) == []


def test_unreadable_replies_are_asked_for_again_where_that_is_wanted(run, make_folder, serve) -> None:
    folder = judged(make_folder, 3)
    is_well = False

    def reply(call):
        return good(call) if is_well or unit(call) != "UNIT-1" else completion("well, hm", model="j")

    server = serve(reply)
    code, _out, err = run("judge", folder)
    assert code == 0
    assert "invalid_reply" in err
    assert run("judge", folder)[0] == 0
    assert len(server.calls) == 3
    is_well = True
    assert run("judge", folder, "--retry-invalid", 1)[0] == 0
    assert len(server.calls) == 4
    written = lines(folder)
    assert len(written) == 4
    assert written[-1]["supersedes"] == next(line["id"] for line in written if line["state"] == "invalid")


def test_another_model_is_told(run, make_folder, serve) -> None:
    folder = judged(make_folder, 4)
    serve(lambda call: completion(json.dumps(GOOD), model="other-large" if unit(call) == "UNIT-3" else "j-2026-01-15"))
    code, out, _err = run("judge", folder, "--json")
    codes = [finding["code"] for finding in json.loads(out)["findings"]]
    assert (code, codes) == (0, ["other_model", "several_models"])
    assert {line["rater"]["resolved_model"] for line in lines(folder)} == {"j-2026-01-15", "other-large"}
    assert run("judge", folder, "--strict")[0] == 0, "nothing was asked, so nothing is told"


def test_replies_are_replayed_without_a_network(run, make_folder, serve, tmp_path, monkeypatch) -> None:
    folder = judged(make_folder, 4)
    server = serve(good)
    assert run("judge", folder)[0] == 0
    log = next((folder / "annotations" / "judge").iterdir())
    copy = tmp_path / "replies.jsonl"
    log.rename(copy)
    monkeypatch.delenv("J_BASE_URL")
    code, out, _ = run("judge", folder, "--replay", copy, "--json")
    assert (code, len(server.calls)) == (0, 4)
    assert json.loads(out)["raters"][0]["endpoint"] is None
    before = {json.loads(line)["id"] for line in copy.read_text(encoding="utf-8").splitlines()}
    assert {line["id"] for line in lines(folder)} == before
    copy.write_text(copy.read_text(encoding="utf-8").split("\n")[0] + "\n", encoding="utf-8")
    log.unlink()
    code, out, _err = run("judge", folder, "--replay", copy, "--json")
    assert code == 1
    assert json.loads(out)["raters"][0]["failed"][0]["reason"] == "not_recorded"


def test_a_changed_prompt_is_told_and_asked_again_where_that_is_wanted(run, make_folder, serve) -> None:
    folder = judged(make_folder, 2)
    server = serve(good)
    assert run("judge", folder)[0] == 0
    spec = folder / "benchmark.yaml"
    spec.write_text(
        spec.read_text(encoding="utf-8").replace("Is it the title?", "Is this the title?"), encoding="utf-8"
    )
    code, _, err = run("judge", folder)
    assert (code, len(server.calls)) == (0, 2)
    assert "asked_otherwise" in err
    assert run("judge", folder, "--changed")[0] == 0
    assert len(server.calls) == 4
    assert run("judge", folder, "--changed")[0] == 0
    assert len(server.calls) == 4


def test_a_run_that_was_cut_off_is_told(run, make_folder, serve) -> None:
    folder = judged(make_folder, 1)
    serve(good)
    assert run("judge", folder)[0] == 0
    (path,) = (folder / "runs").iterdir()
    path.write_text(
        path.read_text(encoding="utf-8").replace('"status": "done"', '"status": "running"'), encoding="utf-8"
    )
    code, _, err = run("judge", folder)
    assert code == 0
    assert "run_cut_off" in err
    assert "run_cut_off" not in run("judge", folder)[2]


@pytest.mark.parametrize(
    ("raters", "message"),
    [("name: m, role: model", "names no judges"), ("name: J, role: judge", "J_BASE_URL")],
)
def test_what_cannot_be_asked(run, make_folder, monkeypatch, raters, message) -> None:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    code, _, err = run("judge", judged(make_folder, 1, raters))
    assert code == 2
    assert message in err


def test_without_outputs_nothing_can_be_judged(run, make_folder, serve) -> None:
    serve(good)
    code, _, err = run("judge", make_folder(SPEC + "  - {name: j, role: judge}\n", items(1)))
    assert code == 2
    assert "accord run" in err


@pytest.mark.parametrize(
    "echo",
    [
        lambda call: completion(f"{call.headers['authorization']} {json.dumps(GOOD)}", model=KEY),
        lambda call: Answer(status=500, body={"error": {"message": str(call.headers)}}),
        lambda call: Answer(status=401, body=str(call.headers)),
        lambda call: completion(None, model="j", refusal=KEY, reasoning_content=KEY),
    ],
)
def test_a_key_that_comes_back_is_written_nowhere(run, make_folder, serve, echo) -> None:
    folder = judged(make_folder, 2, "name: j, role: judge, tries: 1")
    serve(echo)
    for more in ((), ("--json",), ("--debug",), ("--dry-run",)):
        _, out, err = run("judge", folder, "--retry-invalid", 1, *more)
        assert KEY not in out + err
    assert not [path for path in folder.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


def test_a_server_that_is_not_started_is_named(run, make_folder, monkeypatch) -> None:
    folder = judged(make_folder, 30, "name: j, role: judge, tries: 1")
    monkeypatch.setenv("J_BASE_URL", "http://127.0.0.1:9")
    code, _, err = run("judge", folder)
    assert code == 1
    assert "asked at http://127.0.0.1:9/v1/chat/completions: is the server started? J_BASE_URL says where it is" in err


def test_a_recording_is_not_asked_again(run, make_folder, tmp_path) -> None:
    code, _, err = run("judge", judged(make_folder, 1), "--replay", replies(tmp_path), "--retry-invalid", 1)
    assert code == 2
    assert "--retry-invalid asks a machine again" in err


def test_nothing_is_paid_for_a_recording(run, make_folder, tmp_path) -> None:
    folder = judged(make_folder, 1, "name: j, role: judge, price: {input: 1, output: 1}")
    code, out, _ = run("judge", folder, "--replay", replies(tmp_path), "--json")
    document = json.loads(out)
    (rater,) = document["raters"]
    assert (code, document["cost_usd"], rater["cost_usd"], rater["replies_per_second"]) == (0, None, None, None)
    assert rater["latency_ms"] == {"p50": None, "p95": None}


def replies(folder: Path) -> Path:
    path = folder / "replies.jsonl"
    line = {"rater": "j", "item": "i0", "of": "secretive-model", "reply": {"content": json.dumps(GOOD)}}
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    return path


def test_a_limit_passes_by_what_is_left_blank(run, make_folder, serve) -> None:
    blank = SPEC.replace("raters:", "policies: {empty_reference: {judge: leave_blank}}\nraters:")
    rows = [{"id": f"i{number}", "title": "x" if number > 2 else None, "maker": None} for number in range(5)]
    folder = make_folder(blank + "  - {name: j, role: judge}\n", rows, outputs(5))
    server = serve(good)
    code, out, _ = run("judge", folder, "--limit", 1, "--json")
    (rater,) = json.loads(out)["raters"]
    assert (code, [unit(call) for call in server.calls]) == (0, ["UNIT-3"])
    assert rater["units"] == {"all": 2, "already": 0, "planned": 1, "left": 1, "not_asked": 3, "outstanding": 0}
    assert lines(folder)[0]["answers"]["maker_ok"] == {"state": "not_asked"}


def test_a_reply_that_is_nested_too_deep_does_not_spoil_the_log(run, make_folder, serve) -> None:
    folder = judged(make_folder, 1)
    deep = "[" * 900 + "]" * 900
    serve(lambda call: completion(f'{{"title_ok": 1, "maker_ok": {deep}}}', model="j"))
    assert run("judge", folder)[0] == 0
    assert [(line["state"], line["reason"]) for line in lines(folder)] == [("invalid", "too_deep")]
    assert run("judge", folder)[0] == 0


def test_counts_beyond_reason_are_none(run, make_folder, serve) -> None:
    folder = judged(make_folder, 2, "name: j, role: judge, tokens_per_minute: 100000, price: {input: 1, output: 1}")
    serve(lambda call: completion(json.dumps(GOOD), model="j", usage=(10**400, 10**12)))
    code, out, _ = run("judge", folder, "--json")
    assert (code, json.loads(out)["raters"][0]["tokens"]["uncounted_replies"]) == (0, 2)
