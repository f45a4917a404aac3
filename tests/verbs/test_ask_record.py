import json

from asked_folders import GOOD, good, judged, unit
from chat_server import completion

from accord.verbs.ask import ask
from accord.verbs.ask_wish import Wish
from accord.verbs.opened import opened


def test_a_record_says_what_was_asked_and_how(make_folder, chat_server) -> None:
    folder = judged(
        make_folder, 2, "name: j, role: judge, options: {reasoning_effort: low}, price: {input: 1, output: 2}"
    )
    wish = Wish("judge", limit=1, budget=5.0, retries=2)
    record = ask(opened(folder), wish, {"J_BASE_URL": chat_server(good).url}).record
    assert record["settings"] == {
        "limit": 1,
        "budget_usd": 5.0,
        "retry_invalid": 2,
        "replay": None,
        "changed": False,
    }
    assert record["benchmark"]["form_digest"] == opened(folder).benchmark.form_digest
    assert record["started_at"] < record["ended_at"]
    assert record["cost_usd"] == (100 * 1 + 10 * 2) / 1e6
    (rater,) = record["raters"]
    assert rater["sampling"]["options"] == {"reasoning_effort": "low"}
    assert rater["sampling"]["temperature"] == 0
    assert len(rater["template_digest"]) == 64
    assert rater["latency_ms"]["p50"] > 0


def test_findings_are_of_what_went_otherwise(make_folder, chat_server) -> None:
    folder = judged(make_folder, 4)
    texts = {
        "UNIT-0": json.dumps(GOOD),
        "UNIT-1": "I cannot say",
        "UNIT-2": '{"title_ok": 1}',
        "UNIT-3": '{"title_ok": 7, "maker_ok": 1}',
    }
    server = chat_server(lambda call: completion(texts[unit(call)], model="j"))
    asked = ask(opened(folder), Wish("judge"), {"J_BASE_URL": server.url})
    found = {finding.code: finding.count for finding in asked.findings}
    assert found == {"invalid_reply": 1, "incomplete_reply": 1, "off_label": 1}
    assert asked.record["raters"][0]["outcomes"]["answered"] == 3
    assert not asked.failed
