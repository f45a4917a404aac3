from pathlib import Path

from accord.report.run_text import dry_text, run_text

RATER = {
    "name": "gpt\x1b[31m",
    "units": {"planned": 1200, "outstanding": 3, "already": 0, "left": 0},
    "replies": 1197,
    "outcomes": {"answered": 1190, "invalid": {"truncated": 5, "empty": 2}},
    "answers": {"answered": 5000, "abstained": 12},
    "tokens": {"input": 100_000, "output": 2_000},
    "cost_usd": 0.5,
    "latency_ms": {"p50": 120.4, "p95": None},
    "replies_per_second": 55.5,
}
RECORD = {"raters": [RATER], "cost_usd": 0.5, "seconds": 21.6, "role": "judge"}


def test_a_line_for_every_rater_and_what_comes_next() -> None:
    text = run_text(RECORD, "b/runs/1.json", Path("b"))
    row = text.splitlines()[1].split()
    assert row == ["gpt\\x1b[31m", "1,200", "1,190", "7", "3", "12", "0", "0", "102,000", "$0.5000", "120", "-", "55.5"]
    assert "21.6 seconds, $0.5000; the record is b/runs/1.json\n" in text
    assert text.endswith("Next: accord score b; accord agree b --role judge --pairs\n")
    assert run_text({**RECORD, "role": "model"}, "p", Path("b")).endswith("Next: accord agree b --role model\n")


def test_nothing_to_ask_is_said_in_words() -> None:
    units = {"planned": 0, "outstanding": 0, "already": 9, "left": 0}
    done = {**RATER, "units": units, "cost_usd": None, "replies": 0}
    text = run_text({**RECORD, "raters": [done], "cost_usd": None}, None, Path("b"))
    assert text.startswith("Every form is filled in: nothing was asked.\nNext: accord score b")
    assert "$" not in text


def test_what_a_limit_left_is_told() -> None:
    limited = {**RATER, "units": {**RATER["units"], "left": 17}}
    assert "17 more forms are to be asked yet.\n" in run_text({**RECORD, "raters": [limited]}, "p", Path("b"))


def test_without_any_reply_there_is_nothing_to_look_at_next() -> None:
    assert "Next" not in run_text({**RECORD, "raters": [{**RATER, "replies": 0}]}, "p", Path("b"))


PLANNED = {
    "name": "j",
    "model": None,
    "endpoint": None,
    "units": {"all": 10},
    "requests": 4,
    "tokens": {"input": 4000, "output_at_most": 400},
    "cost_usd_at_most": None,
    "prompt": {
        "messages": [
            {"role": "system", "content": "line 1\nline \x1b2"},
            {
                "role": "user",
                "content": [
                    {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 1000}},
                    {"type": "text", "text": "what is it?"},
                ],
            },
        ]
    },
}


def test_a_dry_run_shows_one_prompt_with_pictures_cut() -> None:
    text = dry_text({"raters": [PLANNED]})
    assert text.startswith("Nothing is sent.\n")
    assert "no price" in text
    assert "line 1\nline \\x1b2\n" in text
    assert "what is it?" in text
    assert "1,022 characters)" in text
    assert "A" * 100 not in text


def test_without_anything_to_ask_no_prompt_is_shown() -> None:
    assert "prompt of" not in dry_text({"raters": [{**PLANNED, "prompt": None}]})
