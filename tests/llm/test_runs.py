import json

from accord.llm.runs import RUNNING, SCHEMA, RunRecord, close_cut_off

RECORD = {"schema": SCHEMA, "status": RUNNING, "concurrency": 64}
STARTED = "2026-11-30T09:10:11.123456Z"


def test_two_runs_of_one_second_have_two_files(tmp_path) -> None:
    first = RunRecord(tmp_path, "judge", STARTED)
    first.write(RECORD)
    second = RunRecord(tmp_path, "judge", STARTED)
    assert first.path == tmp_path / "runs" / "2026-11-30T091011Z-judge.json"
    assert second.path.name == "2026-11-30T091011Z-judge-2.json"


def test_a_run_that_was_cut_off_is_told_once(tmp_path) -> None:
    record = RunRecord(tmp_path, "judge", STARTED)
    record.write(RECORD)
    (finding,) = close_cut_off(tmp_path)
    assert (finding.code, finding.severity, finding.where) == ("run_cut_off", "warning", str(record.path))
    assert "at most 64 requests" in finding.message
    assert json.loads(record.path.read_text(encoding="utf-8")) == {**RECORD, "status": "cut_off"}
    assert close_cut_off(tmp_path) == []


def test_other_files_are_left_alone(tmp_path) -> None:
    assert close_cut_off(tmp_path) == []
    runs = tmp_path / "runs"
    runs.mkdir()
    texts = {"a.json": "{", "b.json": "[]", "c.txt": json.dumps(RECORD), "d.json": json.dumps({"status": RUNNING})}
    for name, text in texts.items():
        (runs / name).write_text(text, encoding="utf-8")
    (runs / "e.json").mkdir()
    assert close_cut_off(tmp_path) == []
    assert {name: (runs / name).read_text(encoding="utf-8") for name in texts} == texts
