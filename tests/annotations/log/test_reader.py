"""Reading a log that may be damaged: what is whole counts, nothing is guessed, and every damage is named."""

from __future__ import annotations

import codecs
import json
import os
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from made_submissions import draft, take

from accord.annotations.log.name import log_paths
from accord.annotations.log.reader import LogReader, ends_were_changed
from accord.annotations.log.writer import LogWriter
from accord.findings import Finding

ITEMS = ["i0", "i1", "\u738b\U0001f642"]


@pytest.fixture
def lines(tmp_path: Path) -> list[bytes]:
    """Three lines as an import writes them, without their ends; the last answer has letters of several bytes."""
    answers = {"r": {"state": "off_label", "raw": "caf\u00e9 \U0001f642"}}
    take(tmp_path, *(draft(answers, item=item) for item in ITEMS))
    (path,) = log_paths(tmp_path)
    return path.read_bytes().split(b"\n")[:-1]


class Log:
    """What a reader makes of some bytes."""

    def __init__(self, folder: Path, data: bytes) -> None:
        self.path = folder / "log.jsonl"
        self.path.write_bytes(data)
        reader = LogReader(self.path)
        self.records = [(line, submission.item) for line, submission in reader]
        self.findings = reader.findings
        self.problems = reader.problems

    def codes(self) -> list[str]:
        return [finding.code for finding in (*self.findings, *self.problems)]


def only(findings: list[Finding]) -> Finding:
    (finding,) = findings
    return finding


def joined(lines: list[bytes], end: bytes = b"\n") -> bytes:
    return b"".join(line + end for line in lines)


def changed(line: bytes, **changes: Any) -> bytes:
    return json.dumps({**json.loads(line), **changes}).encode()


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n\n", b" \n\t\n"])
def test_records_with_their_lines(tmp_path: Path, lines: list[bytes], end: bytes) -> None:
    log = Log(tmp_path, joined(lines, end))
    step = end.count(b"\n")
    assert log.records == [(1 + step * at, item) for at, item in enumerate(ITEMS)]
    assert log.codes() == []


@pytest.mark.parametrize("data", [b"", b"\n", b" \r\n\n"])
def test_a_log_without_records(tmp_path: Path, data: bytes) -> None:
    log = Log(tmp_path, data)
    assert (log.records, log.codes()) == ([], [])


def test_a_log_cut_off_at_every_byte(tmp_path: Path, lines: list[bytes]) -> None:
    whole = joined(lines)
    for size in range(len(whole)):
        log = Log(tmp_path, whole[:size])
        ends = whole[:size].count(b"\n")
        tail = whole[:size].split(b"\n")[-1]
        complete = ends + (tail in lines)
        assert [item for _, item in log.records] == ITEMS[:complete]
        assert log.codes() == ([] if not tail else ["no_line_end"] if tail in lines else ["torn_line"])


def test_what_the_reader_counts_the_writer_keeps_at_every_byte(tmp_path: Path, lines: list[bytes]) -> None:
    whole = joined(lines)
    for size in range(len(joined(lines[:2])) - 3, len(whole)):
        log = Log(tmp_path, whole[:size])
        with LogWriter(log.path):
            pass
        mended = Log(tmp_path, log.path.read_bytes())
        assert (mended.records, mended.codes()) == (log.records, [])


def test_a_torn_line_is_pending_and_no_error(tmp_path: Path, lines: list[bytes]) -> None:
    finding = only(Log(tmp_path, joined(lines[:2]) + lines[2][:40]).findings)
    assert (finding.code, finding.severity, finding.where) == ("torn_line", "warning", f"{tmp_path}/log.jsonl:3")
    assert "run its command again" in str(finding)


def test_a_complete_last_line_without_its_end_counts(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, joined(lines)[:-1])
    assert [item for _, item in log.records] == ITEMS
    assert (only(log.findings).code, only(log.findings).where) == ("no_line_end", f"{tmp_path}/log.jsonl:3")


def test_glued_lines_are_an_error_and_nothing_is_guessed_from_them(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, joined([lines[0], lines[1][:60] + lines[1], lines[2]]))
    assert log.records == [(1, ITEMS[0]), (3, ITEMS[2])]
    problem = only(log.problems)
    assert (problem.code, problem.severity, problem.where) == ("bad_record", "error", f"{tmp_path}/log.jsonl:2")
    assert "not one JSON object" in problem.message
    assert "nothing is guessed" in problem.fix


def test_two_records_on_one_line_are_an_error(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, joined([lines[0] + lines[1], lines[2]]))
    assert log.records == [(2, ITEMS[2])]
    assert "Extra data" in only(log.problems).message


def test_a_torn_line_that_others_follow_is_an_error(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, joined([lines[0][:50], lines[1]]))
    assert log.records == [(2, ITEMS[1])]
    assert only(log.problems).where == f"{tmp_path}/log.jsonl:1"


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_a_character_cut_off_at_the_end(tmp_path: Path, lines: list[bytes], cut: int) -> None:
    smile = lines[0].index("\U0001f642".encode())
    log = Log(tmp_path, joined(lines[1:]) + lines[0][: smile + cut])
    assert len(log.records) == 2
    assert (log.codes(), log.problems) == (["torn_line"], [])


def test_bytes_that_are_not_utf8_in_the_middle(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, joined([lines[0].replace("\u00e9".encode(), b"\xe9"), lines[1]]))
    assert log.records == [(2, ITEMS[1])]
    assert only(log.problems).message == "not UTF-8"


def test_a_byte_order_mark_is_read_over_and_named(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, codecs.BOM_UTF8 + joined(lines))
    assert [item for _, item in log.records] == ITEMS
    finding = only(log.findings)
    assert (finding.code, finding.severity, finding.where) == ("byte_order_mark", "warning", f"{tmp_path}/log.jsonl")


def test_a_byte_order_mark_in_the_middle_is_an_error(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, joined([lines[0], codecs.BOM_UTF8 + lines[1], lines[2]]))
    assert log.records == [(1, ITEMS[0]), (3, ITEMS[2])]
    assert only(log.problems).where == f"{tmp_path}/log.jsonl:2"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_another_encoding_is_named(tmp_path: Path, lines: list[bytes], encoding: str) -> None:
    log = Log(tmp_path, joined(lines).decode().encode(encoding))
    assert (log.records, log.findings) == ([], [])
    problem = only(log.problems)
    assert (problem.code, problem.fix) == ("not_utf8", "save it as UTF-8")
    assert problem.message == f"the file is {encoding.upper()}, not UTF-8"


def test_a_newer_layout_says_to_install_the_newer_program(tmp_path: Path, lines: list[bytes]) -> None:
    newer = [changed(lines[0], schema="accord.submission/2", colour=1), changed(lines[1], schema="accord.submission/2")]
    log = Log(tmp_path, joined([*newer, lines[2]]))
    assert log.records == [(3, ITEMS[2])]
    for problem in log.problems:
        assert problem.message == (
            "written by a newer accord (schema accord.submission/2; this one knows accord.submission/1): "
            "install the newer one"
        )


@pytest.mark.parametrize(
    "schema",
    [
        *("accord.submission/0", "accord.submission/1.5", "accord.gold/2", "submission", ""),
        *("accord.submission/\u00b2", "accord.submission/\u0663", "accord.submission/02", "accord.submission/2\n"),
    ],
)
def test_another_layout_is_not_known(tmp_path: Path, lines: list[bytes], schema: str) -> None:
    log = Log(tmp_path, joined([changed(lines[0], schema=schema), lines[1]]))
    assert log.records == [(2, ITEMS[1])]
    assert f"schema {schema!r} is not known" in only(log.problems).message


def test_a_number_of_a_layout_that_no_program_has(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, joined([changed(lines[0], schema="accord.submission/" + "9" * 5000), lines[1]]))
    message = only(log.problems).message
    assert log.records == [(2, ITEMS[1])]
    assert message.startswith("schema 'accord.submission/999")
    assert len(message) < 200


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"[]", "Input should be an object"),
        (b"null", "Input should be an object"),
        (b"{}", "schema: field required"),
        (b"\0" * 30, "not one JSON object"),
        (b'{"a":' * 300 + b"1" + b"}" * 300, "recursion limit exceeded"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' + b"9" * 5000 + b"}", "a number of too many digits"),
        (b"Traceback (most recent call last):", "not one JSON object"),
    ],
)
def test_a_line_that_is_no_record(tmp_path: Path, lines: list[bytes], line: bytes, message: str) -> None:
    log = Log(tmp_path, joined([lines[0], line, lines[1]]))
    assert log.records == [(1, ITEMS[0]), (3, ITEMS[1])]
    assert message in only(log.problems).message


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"colour": 1}, "colour: extra inputs are not permitted"),
        ({"rater": {"name": "ann", "role": "robot"}}, "rater.role: input should be 'human', 'judge' or 'model'"),
        ({"item": None}, "item: input should be a valid string"),
        ({"answers": {"q": {"state": "so"}}}, "answers.q.state: input should be 'answered'"),
    ],
)
def test_the_first_key_that_is_wrong_is_named(
    tmp_path: Path, lines: list[bytes], changes: dict[str, Any], message: str
) -> None:
    log = Log(tmp_path, joined([changed(lines[0], **changes), lines[1]]))
    assert len(log.records) == 1
    assert only(log.problems).message.startswith(message)


def test_a_whole_last_line_that_is_no_record_is_an_error_and_not_torn(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, joined(lines) + b'{"a":1}')
    assert (log.codes(), len(log.records)) == (["bad_record"], 3)


def test_the_first_five_with_their_places_and_then_a_count(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, joined([b"x"] * 8 + lines))
    assert len(log.records) == 3
    assert [problem.where for problem in log.problems[:5]] == [f"{tmp_path}/log.jsonl:{at}" for at in range(1, 6)]
    assert (log.problems[5].where, log.problems[5].count) == (f"{tmp_path}/log.jsonl", 3)


def test_the_bytes_of_the_line_of_a_record(tmp_path: Path, lines: list[bytes]) -> None:
    reader = LogReader(tmp_path / "log.jsonl")
    reader.path.write_bytes(codecs.BOM_UTF8 + joined([lines[0], b"x", lines[1]], b"\r\n"))
    assert [(number, reader.line) for number, _ in reader] == [
        (1, codecs.BOM_UTF8 + lines[0] + b"\r\n"),
        (3, lines[1] + b"\r\n"),
    ]


@pytest.mark.parametrize("cut", [None, -1, -10])
def test_a_log_with_the_line_ends_of_another_system_is_not_torn(
    tmp_path: Path, lines: list[bytes], cut: int | None
) -> None:
    log = Log(tmp_path, joined(lines, b"\r")[:cut])
    problem = only(log.problems)
    assert (log.records, log.findings) == ([], [])
    assert (problem.code, problem.severity, problem.where) == ("bad_record", "error", f"{tmp_path}/log.jsonl:1")
    assert "line ends were changed by another program" in problem.message
    assert "restore the log from a copy" in str(problem)


def test_lines_that_were_joined_at_the_end_are_not_torn(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, joined(lines[:1]) + lines[1] + lines[2][:50])
    assert log.records == [(1, ITEMS[0])]
    assert (log.codes(), only(log.problems).where) == (["bad_record"], f"{tmp_path}/log.jsonl:2")


def test_one_record_with_another_line_end_counts(tmp_path: Path, lines: list[bytes]) -> None:
    log = Log(tmp_path, lines[0] + b"\r")
    assert (log.records, log.codes()) == ([(1, ITEMS[0])], ["no_line_end"])


@pytest.mark.parametrize(
    ("tail", "changed_ends"),
    [
        (b'{"a"\r:', True),
        (b'{"a":1}\x0b{"b', True),
        (b"{} {}", True),
        (codecs.BOM_UTF8 + b" {}{", True),
        (b"{}\xe2\x80\xa8{\xe2", True),
        (b"", False),
        (b" \r ", False),
        (b"{} ", False),
        (b'{"a":{}', False),
        (b"[1] [2]", False),
        (b'{"a":' * 100_000, False),
        (b'{"a":' + b"9" * 5000, False),
        (b"\xff\xfe{\0", False),
    ],
)
def test_what_tells_changed_line_ends_from_a_line_that_was_cut_off(tail: bytes, changed_ends: bool) -> None:
    assert ends_were_changed(tail) == changed_ends


def unread(path: Path) -> tuple[str, str, str, str]:
    """The one problem of a log that has no records."""
    reader = LogReader(path)
    assert (list(reader), reader.findings) == ([], [])
    problem = only(reader.problems)
    return problem.code, problem.severity, problem.where, problem.message


def test_a_log_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    message = "cannot be read: No such file or directory"
    assert unread(path) == ("unreadable_file", "error", str(path), message)


def test_links_that_lead_in_a_circle(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.symlink_to(path)
    assert unread(path)[:3] == ("unreadable_file", "error", str(path))


def test_a_folder_that_is_called_like_a_log(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.mkdir()
    assert unread(path) == ("not_a_file", "error", str(path), "is no regular file")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_named_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    os.mkfifo(path)
    assert unread(path)[:3] == ("not_a_file", "error", str(path))


def test_a_log_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    path = tmp_path / "log.jsonl"
    path.touch()
    monkeypatch.setattr(Path, "open", refuse)
    assert unread(path) == ("unreadable_file", "error", str(path), "cannot be read: Permission denied")


def test_a_disk_that_fails_in_the_middle_keeps_what_was_read(
    tmp_path: Path, lines: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stream() -> Iterator[bytes]:
        yield from (line + b"\n" for line in lines[:2])
        raise OSError(5, "Input/output error")

    (tmp_path / "log.jsonl").touch()
    monkeypatch.setattr(Path, "open", lambda path, mode: nullcontext(stream()))
    reader = LogReader(tmp_path / "log.jsonl")
    assert [submission.item for _, submission in reader] == ITEMS[:2]
    assert only(reader.problems).message == "cannot be read: Input/output error"
