"""Drafts into logs: nothing twice, corrections after what they correct, and what is said when it ends early."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_submissions import BENCHMARK, CLOCK, SPEC, draft, submissions, take, values

from accord.annotations.exchange.drafts import Draft
from accord.annotations.exchange.intake import take_in
from accord.annotations.log.name import log_path, log_paths
from accord.annotations.log.standing import read_standing
from accord.annotations.log.submission import SCHEMA, id_of
from accord.errors import InputError, UsageError
from accord.spec.benchmark import read_benchmark

ANN = "annotations/human/ann-49915e0d.jsonl"
MUSEUM = read_benchmark(
    "name: m\nversion: 1.0.0\nfields:\n"
    "  title: {kind: text}\n  right: {kind: binary, matches: title}\n  sure: {kind: binary, matches: title}\n"
)
some_rows = st.lists(
    st.builds(
        draft,
        st.sampled_from("ABC"),
        st.none() | st.integers(1, 5),
        item=st.sampled_from(["i1", "i2"]),
        rater=st.sampled_from(["ann", "bob"]),
        passing=st.sampled_from(["first", "second"]),
    ),
    max_size=12,
)


def text(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in log_paths(folder)}


def standing(folder: Path) -> dict[tuple[str, ...], str]:
    """What stands, by rater, item and pass."""
    frame = read_standing(folder, ("q",)).frame
    return {row[:3]: row[3] for row in frame.select("rater", "item", "pass", "q").rows()}


def test_a_line_of_the_log(tmp_path: Path) -> None:
    answers = {"r": {"state": "answered", "value": 1, "raw": "1.0"}, "q": {"state": "off_label", "raw": "Z\u2028\n"}}
    took = take(tmp_path, draft(answers, 3, row=7))
    assert (took.added, took.corrected, took.unchanged, took.raters) == (1, 0, 0, {("human", "ann"): 1})
    path = log_path(tmp_path, "human", "ann")
    assert path.relative_to(tmp_path).as_posix() == ANN
    (line,) = path.read_bytes().split(b"\n")[:-1]
    assert list(json.loads(line).items()) == [
        ("schema", SCHEMA),
        ("id", submissions(tmp_path)[0].id),
        ("item", "i1"),
        ("rater", {"name": "ann", "role": "human"}),
        ("pass", "first"),
        ("at", "2026-01-03T12:00:00.000000Z"),
        ("logged_at", CLOCK),
        ("state", "answered"),
        ("answers", {"q": answers["q"], "r": answers["r"]}),
        ("source", {"file": "rows", "line": 7}),
        ("spec", {"version": "1.0.0", "digest": BENCHMARK.form_digest}),
    ]


def test_a_reason_and_an_output_are_kept(tmp_path: Path) -> None:
    take(tmp_path, draft(of="f00", state="unusable", reason="too dark"))
    (found,) = submissions(tmp_path)
    assert (found.of, found.state, found.reason, found.answers) == ("f00", "unusable", "too dark", {})


def test_the_same_rows_twice(tmp_path: Path) -> None:
    rows = [draft("A"), draft("B", item="i2"), draft("C", rater="bob")]
    take(tmp_path, *rows)
    before = text(tmp_path)
    again = take(tmp_path, *rows)
    assert (again.added, again.corrected, again.unchanged, again.raters) == (0, 0, 3, {})
    assert text(tmp_path) == before


def test_a_correction_is_counted_and_names_what_it_corrects(tmp_path: Path) -> None:
    take(tmp_path, draft("A"))
    took = take(tmp_path, draft("B"), draft("A", item="i2"))
    assert (took.added, took.corrected) == (2, 1)
    first, second, _ = submissions(tmp_path)
    assert second.supersedes == first.id


def test_equal_rows_of_one_file_are_one_submission(tmp_path: Path) -> None:
    took = take(tmp_path, draft("A"), draft("A"), draft("A"))
    assert (took.added, took.corrected, took.unchanged) == (1, 0, 2)


@given(some_rows, some_rows)
def test_a_file_taken_again_adds_nothing_and_every_id_is_right(first: list[Draft], second: list[Draft]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        take(folder, *first)
        took = take(folder, *second)
        assert took.added + took.unchanged == len(second)
        before = text(folder)
        again = take(folder, *second)
        assert (again.added, again.unchanged) == (0, len(second))
        assert text(folder) == before
        assert all(submission.id == id_of(submission) for submission in submissions(folder))


@given(some_rows, st.integers(0, 10_000))
def test_an_import_cut_off_at_any_byte_and_run_again_is_whole(rows: list[Draft], cut: int) -> None:
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as torn:
        take(Path(whole), *rows)
        take(Path(torn), *rows)
        for path in log_paths(Path(torn)):
            with path.open("rb+") as stream:
                stream.truncate(min(cut, path.stat().st_size))
        took = take(Path(torn), *rows)
        assert text(Path(torn)) == text(Path(whole))
        assert took.added + took.unchanged == len(rows)


@given(
    st.lists(
        st.tuples(st.sampled_from("ABC"), st.integers(1, 28), st.sampled_from(["i1", "i2"])),
        unique_by=lambda row: row[1:],
        min_size=1,
        max_size=8,
    ),
    st.randoms(),
)
def test_the_order_of_rows_with_times_does_not_matter(rows: list[tuple[str, int, str]], chance: object) -> None:
    latest = {item: label for label, _, item in sorted(rows, key=lambda row: row[1])}
    with tempfile.TemporaryDirectory() as name:
        shuffled = chance.sample(rows, len(rows))  # type: ignore[attr-defined]
        take(Path(name), *(draft(label, at, item=item) for label, at, item in shuffled))
        assert standing(Path(name)) == {("ann", item, "first"): label for item, label in latest.items()}


def test_what_stands_is_read_as_it_was_written(tmp_path: Path) -> None:
    for rows in ([draft("B", 5)], [draft("A", 2)], [draft("C")], [draft("D", 4)]):
        take(tmp_path, *rows)
    assert values(tmp_path) == ["B", "A", "C", "D"]
    assert standing(tmp_path) == {("ann", "i1", "first"): "C"}
    corrects = [submission.supersedes for submission in submissions(tmp_path)]
    assert corrects == [None, None, submissions(tmp_path)[0].id, None]


def test_passes_roles_raters_and_outputs_are_units_of_their_own(tmp_path: Path) -> None:
    rows = [draft(), draft(passing="second"), draft(of="f00"), draft(of="f01"), draft(role="judge"), draft(rater="Ann")]
    took = take(tmp_path, *rows)
    assert (took.added, took.corrected) == (6, 0)
    assert len(log_paths(tmp_path)) == 3
    assert took.raters == {("human", "ann"): 4, ("judge", "ann"): 1, ("human", "Ann"): 1}


def test_a_file_with_other_columns_keeps_the_answers_it_does_not_have(tmp_path: Path) -> None:
    take(tmp_path, draft({"q": "A"}), fields=("q",))
    take(tmp_path, draft({"r": 5}), fields=("r",))
    assert (values(tmp_path, "q"), values(tmp_path, "r")) == (["A", "A"], [None, 5])
    for fields in ({"q": "A"}, {"r": 5}, {"q": "A", "r": 5}):
        assert take(tmp_path, draft(fields), fields=tuple(fields)).added == 0


def test_the_fields_of_the_other_form_need_not_be_kept(tmp_path: Path) -> None:
    # Judges are asked right and sure, never title: a file with both of these says all that they said.
    rows = [draft({"right": "1", "sure": "0"}, role="judge", of="f00")]
    assert take(tmp_path, *rows, fields=("right", "sure"), benchmark=MUSEUM).added == 1
    assert take(tmp_path, *rows, fields=("right", "sure"), benchmark=MUSEUM).added == 0
    part = [draft({"right": "1"}, role="judge", of="f00")]
    assert take(tmp_path, *part, fields=("right",), benchmark=MUSEUM).added == 0


def test_an_answer_to_a_form_with_other_words_is_no_new_one(tmp_path: Path) -> None:
    take(tmp_path, draft("A"))
    other = read_benchmark(SPEC.replace("[A, B, C, D]", "[A, B]"))
    assert take(tmp_path, draft("A"), benchmark=other).unchanged == 1
    assert take(tmp_path, draft("B"), benchmark=other).corrected == 1
    forms = [submission.spec.digest for submission in submissions(tmp_path)]
    assert forms == [BENCHMARK.form_digest, other.form_digest]


def test_records_of_another_rater_in_a_log_are_none_of_this_rater(tmp_path: Path) -> None:
    take(tmp_path, draft("A", rater="bob"))
    log_path(tmp_path, "human", "bob").rename(log_path(tmp_path, "human", "ann"))
    took = take(tmp_path, draft("B"))
    assert (took.added, took.corrected) == (1, 0)


def test_a_damaged_log_is_refused_whole_and_left_as_it_is(tmp_path: Path) -> None:
    take(tmp_path, draft("A"), draft("B", item="i2"))
    path = log_path(tmp_path, "human", "ann")
    path.write_bytes(path.read_bytes().replace(b'{"schema"', b'{"scheme"'))
    before = path.read_bytes()
    with pytest.raises(InputError) as caught:
        take(tmp_path, draft("C", item="i3"))
    assert [problem.where for problem in caught.value.problems] == [f"{path}:1", f"{path}:2"]
    assert path.read_bytes() == before


def test_a_torn_line_is_mended_and_reported(tmp_path: Path) -> None:
    take(tmp_path, draft("A"), draft("B", item="i2"))
    path = log_path(tmp_path, "human", "ann")
    path.write_bytes(path.read_bytes()[:-9])
    took = take(tmp_path, draft("B", item="i2"))
    assert [finding.code for finding in took.findings] == ["torn_line"]
    assert (took.added, values(tmp_path)) == (1, ["A", "B"])


def test_a_rater_with_nothing_new_gets_no_log(tmp_path: Path) -> None:
    assert take(tmp_path).added == 0
    assert not log_paths(tmp_path)


def test_progress_counts_rows(tmp_path: Path) -> None:
    told: list[int] = []
    rows = [draft("A"), draft("B"), draft("A", item="i2"), draft("A", rater="bob")]
    take_in(tmp_path, BENCHMARK, rows, ("q", "r"), lambda row: None, lambda: CLOCK, told.append)
    assert told == [2, 3, 4]
    assert all(submission.source is None for submission in submissions(tmp_path))


def test_a_folder_that_is_held_is_refused(tmp_path: Path) -> None:
    seen = []

    def clock() -> str:
        with pytest.raises(UsageError, match="another accord"):
            take(tmp_path, draft("B"))
        seen.append(1)
        return CLOCK

    take_in(tmp_path, BENCHMARK, [draft("A")], ("q", "r"), lambda row: None, clock)
    assert (len(seen), values(tmp_path)) == (1, ["A"])


def test_a_full_disk_says_how_many_were_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [draft("A", item=f"i{at}") for at in range(5)]
    write, left = os.write, [1500]

    def nearly_full(handle: int, data: bytes) -> int:
        part = data[: left[0]]
        left[0] -= len(part)
        if not part:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(handle, part)

    path = log_path(tmp_path, "human", "ann")
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", nearly_full)
        with pytest.raises(OSError, match="No space left on device; 3 submissions were added") as caught:
            take(tmp_path, *rows)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(path))
    assert len(submissions(tmp_path)) == 3
    took = take(tmp_path, *rows)
    assert (took.added, took.unchanged, took.findings) == (2, 3, [])
    assert [submission.item for submission in submissions(tmp_path)] == ["i0", "i1", "i2", "i3", "i4"]
