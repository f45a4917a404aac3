"""Records that do not fit their own id, their file, the records before them, or the form."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from built_folder import Built, by_code, only

from accord.annotations.log.audit import NO_AUDIT, audit_logs
from accord.verbs.check import check
from accord.verbs.opened import opened

FIELDS = "q: {kind: rating, scale: 1..5}\ntitle: {kind: text}\nright: {kind: binary, matches: title}"


@pytest.fixture
def built(tmp_path):
    built = Built(tmp_path, FIELDS)
    built.items("a", "b", "c")
    return built


def audit(built):
    return audit_logs(built.path, opened(built.path).benchmark)


def rewritten(path, number, change):
    """Change one line of a log as a text."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[number - 1] = change(lines[number - 1])
    path.write_text("".join(lines), encoding="utf-8")


def test_sound_logs_raise_nothing(built):
    output = built.say("m", "a", {"title": "x"}, role="model")
    built.say("m", "a", {"title": "y"}, role="model")
    built.say("ann", "a", {"right": "1"}, of=output, at="2026-01-31T09:00:00.000000Z")
    built.say("ann", "a", {"right": "0"}, of=output, at="2026-01-31T09:01:00.000000Z")
    built.say("ann", "b", {"q": {"state": "off_label", "raw": 7}})
    built.say("ann", "b", {"q": {"state": "answered", "value": "5", "raw": "5.0"}})
    assert audit(built).findings == ()


def test_a_line_that_was_edited(built):
    for item in "abc":
        built.say("ann", item, {"q": "1"})
    rewritten(built.log("ann"), 2, lambda line: line.replace('"value":"1"', '"value":"2"'))
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.severity, finding.where) == ("edited_record", "error", f"{built.log('ann')}:2")
    assert "restore the line" in finding.fix


@pytest.mark.parametrize(
    ("old", "new"),
    [('"item":"a"', '"item":"b"'), ('"state":"answered","answers"', '"state":"unusable","answers"')],
)
def test_every_part_of_what_was_said_is_in_the_id(built, old, new):
    built.say("ann", "a", {"q": "1"})
    rewritten(built.log("ann"), 1, lambda line: line.replace(old, new))
    assert only(list(audit(built).findings)).code == "edited_record"


def test_times_and_sources_may_change(built):
    built.say("ann", "a", {"q": "1"}, source={"file": "x.csv", "line": 3})
    rewritten(built.log("ann"), 1, lambda line: line.replace("x.csv", "elsewhere/x.csv"))
    assert audit(built).findings == ()


def test_a_value_that_is_no_number_is_an_edit(built):
    built.say("ann", "a", {"q": "1"})
    rewritten(built.log("ann"), 1, lambda line: line.replace('"value":"1"', '"value":Infinity'))
    assert only(list(audit(built).findings)).code == "edited_record"


def test_a_key_that_stands_twice(built):
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "b", {"q": "1"})
    rewritten(built.log("ann"), 2, lambda line: line.replace('"value":"1"', '"value":"5","value":"1"'))
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.where) == ("repeated_key", f"{built.log('ann')}:2")
    assert "'value' stands twice" in finding.message


def test_a_record_in_the_log_of_another(built):
    built.say("bob", "a", {"q": "1"}, log=built.log("ann"))
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.where) == ("other_log", f"{built.log('ann')}:1")
    assert "human 'bob', whose log is annotations/human/bob-" in finding.message


def test_a_record_of_another_role(built):
    built.say("ann", "a", {"q": "1"}, role="judge", log=built.log("ann"))
    assert only(list(audit(built).findings)).code == "other_log"


def test_a_correction_of_nothing(built):
    built.say("ann", "a", {"q": "1"}, supersedes="0" * 64)
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.where) == ("lost_record", f"{built.log('ann')}:1")
    assert "000000000000..., which is no earlier record of this log" in finding.message


def test_a_correction_of_something_else(built):
    first = built.say("ann", "a", {"q": "1"})
    built.say("ann", "b", {"q": "2"}, supersedes=first)
    assert "about something else (line 1)" in only(list(audit(built).findings)).message


def test_a_correction_before_what_it_corrects(built):
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "a", {"q": "2"})
    path = built.log("ann")
    path.write_text("".join(reversed(path.read_text().splitlines(keepends=True))))
    assert by_code(list(audit(built).findings)).keys() == {"lost_record"}


def test_a_line_that_stands_twice(built):
    built.say("ann", "a", {"q": "1"}, at="2026-01-31T09:00:00.000000Z")
    path = built.log("ann")
    path.write_text(path.read_text() * 2)
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.where) == ("repeated_record", f"{path}:2")
    assert finding.message == "the same record as in line 1"


def test_the_same_answer_at_an_earlier_time_that_came_late_is_a_note(built):
    """Nothing is wrong with it, and one id stands for two records."""
    built.say("ann", "a", {"q": "1"}, at="2026-01-30T09:00:00.000000Z")
    built.say("ann", "a", {"q": "2"}, at="2026-01-31T09:00:00.000000Z")
    built.standing.clear()
    built.say("ann", "a", {"q": "1"}, at="2026-01-29T09:00:00.000000Z")
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.severity, finding.where) == ("repeated_id", "info", f"{built.log('ann')}:3")
    assert finding.message == "the same answer as in line 1, with the same id, of another time; it came late"


@pytest.mark.parametrize("at", ["2026-01-31T09:30:00.000000Z", "null"])
def test_a_line_that_stands_twice_with_another_time(built, at):
    """No import writes it: what came later has corrected what was there."""
    time = "2026-01-31T09:00:00.000000Z"
    built.say("ann", "a", {"q": "1"}, at=time)
    path = built.log("ann")
    line = path.read_text()
    path.write_text(line + line.replace(f'"{time}"', at if at == "null" else f'"{at}"', 1))
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.severity, finding.where) == ("repeated_record", "error", f"{path}:2")
    assert finding.message == "the same record as in line 1, with another time"


def test_a_correction_that_stands_twice_is_no_late_answer(built):
    built.say("ann", "a", {"q": "1"}, at="2026-01-30T09:00:00.000000Z")
    built.say("ann", "a", {"q": "2"}, at="2026-01-31T09:00:00.000000Z")
    path = built.log("ann")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines, lines[1].replace("2026-01-31T09", "2026-01-29T09")]))
    assert only(list(audit(built).findings)).code == "repeated_record"


def test_a_copy_of_a_log_under_another_name(built):
    for item in "ab":
        built.say("ann", item, {"q": "1"})
    path = built.log("ann")
    copy = path.with_name("copy-of-ann.jsonl")
    copy.write_text(path.read_text())
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.severity, finding.count) == ("repeated_record", "error", 2)
    assert finding.where == f"{copy}:1"
    assert finding.message.startswith(f"the same record as in annotations/human/{path.name}:1, where it belongs")
    assert finding.fix == "take this line out"


def test_some_records_of_another_stand_in_its_own_log_too(built):
    built.say("ann", "a", {"q": "1"})
    built.say("bob", "b", {"q": "1"})
    lines = built.log("ann").read_text()
    built.say("ann", "c", {"q": "1"}, log=built.log("bob"))
    built.line(built.log("bob"), lines.rstrip())
    found = by_code(list(audit(built).findings))
    assert {code: finding.where for code, finding in found.items()} == {
        "other_log": f"{built.log('bob')}:2",
        "repeated_record": f"{built.log('bob')}:3",
    }


@pytest.mark.parametrize("at", ["2026-01-31", "2026-01-31T09:00:00Z", "2026-01-31T09:00:00.000000+01:00", "yesterday"])
def test_a_time_that_does_not_sort(built, at):
    built.say("ann", "a", {"q": "1"}, at=at)
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.where) == ("bad_time", f"{built.log('ann')}:1")
    assert f"at {at!r}" in finding.message


def test_an_older_version_of_the_form_is_a_note(built):
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "b", {"q": "1"})
    built.form(FIELDS + "\nmore: {kind: text}", version="1.1.0")
    built.say("ann", "c", {"q": "1"})
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.severity, finding.count) == ("other_version", "info", 2)
    assert finding.where == f"{built.log('ann')}:1"
    assert finding.message == "2 records were filled in by version 1.0.0 of the form; it is now 1.1.0"


def test_another_form_of_the_same_version_is_a_warning(built):
    built.say("ann", "a", {"q": "1"})
    built.form(FIELDS + "\nmore: {kind: text}")
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.severity) == ("version_not_raised", "warning")
    assert finding.fix == "give benchmark.yaml a new version with every change"


def test_an_answer_to_a_field_that_the_form_does_not_have(built):
    built.say("ann", "a", {"q": "1", "colour": "red"})
    built.say("ann", "b", {"colour": "red"})
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.severity, finding.count) == ("unknown_field", "warning", 2)
    assert finding.where == f"{built.log('ann')}:1, field colour"
    assert finding.fix == "fields: q, title, right"


def test_a_log_that_is_not_read(built):
    built.say("ann", "a", {"q": "1"})
    folder = built.path / "annotations"
    (folder / "loose.jsonl").write_text("{}\n")
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.where) == ("stray_log", str(folder))
    assert finding.message == "not read: annotations/loose.jsonl"


def test_outputs_that_were_corrected(built):
    first = built.say("m", "a", {"title": "x"}, role="model")
    built.say("m", "a", {"title": "y"}, role="model")
    built.say("ann", "a", {"q": "1"})
    built.say("ann", "a", {"q": "2"})
    assert audit(built).corrected_outputs == {first}


def test_many_of_a_kind_are_one_finding_a_log(built):
    built.items(*(f"i{at}" for at in range(9)))
    for rater in ("ann", "bob"):
        for at in range(9):
            built.say(rater, f"i{at}", {"q": "1"}, id="0" * 63 + str(at))
    ann, bob = audit(built).findings
    assert (ann.code, ann.count, ann.where) == ("edited_record", 9, f"{built.log('ann')}:1")
    assert ann.message.endswith("; also lines 2, 3, 4, 5 and 4 more")
    assert bob.where == f"{built.log('bob')}:1"


def test_what_is_no_record_is_passed_over(built):
    built.say("ann", "a", {"q": "1"})
    built.line(built.log("ann"), "not json")
    built.line(built.log("ann"), json.dumps({"schema": "accord.submission/99"}))
    built.say("ann", "b", {"q": "1"}, id="0" * 64)
    with built.log("ann").open("a") as stream:
        stream.write('{"schema": "acc')
    finding = only(list(audit(built).findings))
    assert (finding.code, finding.where) == ("edited_record", f"{built.log('ann')}:4")


def test_a_byte_order_mark_hides_nothing(built):
    built.say("ann", "a", {"q": "1"})
    path = built.log("ann")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert audit(built).findings == ()


def test_no_logs_raise_nothing(built):
    found = audit(built)
    assert found == NO_AUDIT


SMALL = "name: a\nversion: 1.0.0\nfields: {ok: {kind: binary}}\n"


def test_every_file_among_the_logs_that_is_not_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "benchmark.yaml").write_text(SMALL, encoding="utf-8")
    role = tmp_path / "annotations" / "human"
    (role / "deep").mkdir(parents=True)
    for name in ("ann-1.JSONL", "bob.jsonl.bak", "deep/x.jsonl", ".#x.jsonl", "ann-1.jsonl.torn-1"):
        (role / name).write_text("", encoding="utf-8")
    found = audit_logs(tmp_path, opened(tmp_path).benchmark).findings
    (stray,) = [finding for finding in found if finding.code == "stray_log"]
    assert stray.count == 3
    assert all(name in stray.message for name in ("ann-1.JSONL", "bob.jsonl.bak", "x.jsonl"))


def from_file(digest, second, **more):
    return {"file": "x.xlsx", "sha256": digest, "cell": "S!E2", "saved": f"2026-01-31T09:00:0{second}.000000Z", **more}


def test_files_that_say_when_they_were_saved_are_kept_for_each_rater(built):
    for item in "abc":
        built.say("ann", item, {"q": "1"}, source=from_file("1", 1 if item == "a" else 2))
    built.say("ann", "a", {"q": "1"}, source=from_file("1", 5), role="judge")
    built.say("ann", "b", {"q": "2"}, source=from_file("1", 6), passing="second")
    built.say("bob", "a", {"q": "1"}, source=from_file(None, 7))
    built.say("bob", "b", {"q": "1"}, source={"file": "x.csv", "sha256": "3", "line": 2})
    built.say("cleo", "a", {"q": "1"})
    assert audit(built).saved_files == {
        ("human", "ann"): {("1", "2026-01-31T09:00:01.000000Z"), ("1", "2026-01-31T09:00:02.000000Z")},
        ("judge", "ann"): {("1", "2026-01-31T09:00:05.000000Z")},
        ("human", "bob"): {(None, "2026-01-31T09:00:07.000000Z")},
    }


def test_only_the_files_of_what_stands_are_kept(built):
    early, late = "2026-01-31T09:00:00.000000Z", "2026-01-31T09:01:00.000000Z"
    built.say("ann", "a", {"q": "1"}, source=from_file("1", 1), at=late)
    built.say("ann", "a", {"q": "2"}, source=from_file("2", 2), at=early)
    built.say("ann", "b", {"q": "1"}, source=from_file("3", 3))
    built.say("ann", "b", {"q": "2"}, source={"file": "x.csv", "line": 2})
    assert audit(built).saved_files == {("human", "ann"): {("1", "2026-01-31T09:00:01.000000Z")}}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_among_the_logs_is_a_finding_and_waits_for_nobody(tmp_path: Path) -> None:
    (tmp_path / "benchmark.yaml").write_text(SMALL, encoding="utf-8")
    (tmp_path / "items.jsonl").write_text('{"id": "a"}\n', encoding="utf-8")
    role = tmp_path / "annotations" / "human"
    role.mkdir(parents=True)
    os.mkfifo(role / "x.jsonl")
    (role / "y.jsonl").mkdir()
    codes = [finding.code for finding in check(opened(tmp_path))]
    assert codes.count("not_a_file") == 2
