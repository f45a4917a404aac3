"""Canonical bytes: rounding, JSON, digests, and writes that never tear."""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import random
import stat
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord import canonical
from accord.canonical import (
    compact,
    compact_in_order,
    csv_line,
    digest,
    plain,
    rounded,
    sha256_file,
    sync_folder,
    to_json,
    write_bytes,
    write_text,
)

HOSTILE = "e\u0301 \u202eabc\U0001f642 =cmd() [red]x[/red] \u0000\u2028"


@pytest.mark.parametrize("value", [None, math.nan, math.inf, -math.inf])
def test_what_is_not_finite_is_none(value: float | None) -> None:
    assert rounded(value) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.1 + 0.2, 0.3),
        (1 / 3, 0.333333333333),
        (2 / 3, 0.666666666667),
        (123456789012345.0, 123456789012000.0),
        (5e-324, 5e-324),
        (1.7976931348623157e308, 1.79769313486e308),
        (1, 1.0),
    ],
)
def test_twelve_significant_digits(value: float, expected: float) -> None:
    assert rounded(value) == expected


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_rounding_is_close_and_settles_at_once(value: float) -> None:
    once = rounded(value)
    assert once is not None
    assert math.isclose(once, value, rel_tol=1e-11, abs_tol=0)
    assert rounded(once) == once


def test_floats_are_rounded_wherever_they_stand() -> None:
    document = {
        "a": [0.1 + 0.2, (math.nan, {"b": np.float64(math.inf)})],
        1: True,
        "n": 10**30,
        "t": "0.30000000000000004",
    }
    assert plain(document) == {"a": [0.3, [None, {"b": None}]], "1": True, "n": 10**30, "t": "0.30000000000000004"}


def test_json_keeps_order_and_unicode_and_ends_with_a_newline() -> None:
    text = to_json({"z": 1, "a": HOSTILE, "nan": math.nan})
    assert text.endswith("}\n")
    assert "NaN" not in text
    assert list(json.loads(text)) == ["z", "a", "nan"]
    assert json.loads(text)["a"] == HOSTILE
    assert "\U0001f642" in text


def test_json_on_one_line() -> None:
    assert to_json({"a": [1, 2.50]}, indent=None) == '{"a": [1, 2.5]}\n'


def test_json_refuses_what_it_cannot_hold() -> None:
    with pytest.raises(TypeError):
        to_json({"a": object()})


@pytest.mark.parametrize("size", [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1])
def test_digest_at_the_edges_of_a_block(tmp_path: Path, size: int) -> None:
    data = b"\r\n" * (size // 2) + b"x" * (size % 2)
    path = tmp_path / "a"
    path.write_bytes(data)
    assert sha256_file(path) == hashlib.sha256(data).hexdigest()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_text_is_written_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_text(path, HOSTILE + "\r\n\n")
    assert path.read_bytes() == (HOSTILE + "\r\n\n").encode()
    assert names(tmp_path) == ["a.txt"]


def test_bytes_are_written_as_they_are_and_in_place_of_an_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    for data in (bytes(range(256)), b"", b"\r\n\xff"):
        write_bytes(path, data)
        assert path.read_bytes() == data
    assert names(tmp_path) == ["a.bin"]


def test_an_old_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a much longer old text")
    write_text(path, "new")
    assert path.read_text() == "new"
    assert names(tmp_path) == ["a.txt"]


def test_a_reader_of_the_old_file_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with path.open() as reader:
        write_text(path, "new")
        assert reader.read() == "old"


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_the_mode_is_what_the_umask_allows(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_text(tmp_path / "a.txt", "x")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def full(*arguments: object, **options: object) -> None:
        raise OSError(28, "No space left on device", "some temporary name")

    if step == "fsync":
        monkeypatch.setattr(canonical.os, "fsync", full)
    else:
        monkeypatch.setattr(Path, step, full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_text(path, "new")
    assert caught.value.filename == str(path)
    assert path.read_text() == "old"
    assert names(tmp_path) == ["a.txt"]


def test_an_interrupted_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(canonical.os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "a.txt", "new")
    assert names(tmp_path) == []


def test_text_that_is_no_unicode_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "half a pair \ud800")
    assert path.read_text() == "old"
    assert names(tmp_path) == ["a.txt"]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none" / "a.txt"
    with pytest.raises(FileNotFoundError) as caught:
        write_text(path, "x")
    assert caught.value.filename == str(path)


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    with pytest.raises(OSError) as caught:
        write_text(folder, "x")
    assert caught.value.filename == str(folder)
    assert folder.is_dir()
    assert names(tmp_path) == ["a"]


def test_the_longest_file_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 251 + ".csv")
    path.write_text("old")
    write_text(path, "new")
    assert path.read_text() == "new"


def test_a_link_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_device_or_pipe_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Held open at both ends, so that writing into it would not wait for a reader.
    handle = os.open(pipe, os.O_RDWR)
    try:
        with contextlib.suppress(OSError):
            write_text(pipe, "x")
    finally:
        os.close(handle)
    assert pipe.is_fifo()


texts = st.text(st.characters(codec="utf-8"), max_size=8)
documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@given(documents)
def test_the_one_text_of_a_document_holds_all_of_it(document: object) -> None:
    text = compact(document)
    assert json.loads(text) == document
    assert text == json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@given(st.dictionaries(texts, documents, max_size=5), st.randoms())
def test_the_order_of_keys_does_not_matter_to_it(document: dict[str, object], chance: random.Random) -> None:
    turned = dict(chance.sample(list(document.items()), len(document)))
    assert compact(turned) == compact(document)
    assert digest(turned) == digest(document)


@given(documents, documents)
def test_different_documents_have_different_digests(one: object, other: object) -> None:
    assert (digest(one) == digest(other)) == (compact(one) == compact(other))


def test_the_digest_is_that_of_the_text() -> None:
    assert digest({"b": 1, "a": "\u00e9"}) == hashlib.sha256('{"a":"\u00e9","b":1}'.encode()).hexdigest()


def test_a_whole_number_is_not_rounded_and_is_another_text_than_a_float() -> None:
    assert (compact(10**30), compact(1), compact(1.0), compact(1 / 3)) == (
        str(10**30),
        "1",
        "1.0",
        "0.3333333333333333",
    )


@given(st.dictionaries(texts, documents, max_size=6))
def test_a_record_is_one_line_in_its_order_without_what_is_absent(record: dict[str, object]) -> None:
    line = compact_in_order(record)
    assert "\n" not in line
    assert list(json.loads(line).items()) == [(key, value) for key, value in record.items() if value is not None]


@pytest.mark.parametrize("write", [compact, compact_in_order])
@pytest.mark.parametrize(("value", "error"), [(math.nan, ValueError), (math.inf, ValueError), ({1, 2}, TypeError)])
def test_what_json_has_no_form_for_is_refused(
    write: Callable[[dict[str, object]], str], value: object, error: type[Exception]
) -> None:
    with pytest.raises(error):
        write({"a": value})


def test_a_folder_is_told_to_the_disk_and_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(canonical.os, "fsync", told.append)
    sync_folder(tmp_path)
    (handle,) = told
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(handle)


def test_a_disk_that_fails_leaves_no_folder_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    def fail(handle: int) -> None:
        told.append(handle)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(canonical.os, "fsync", fail)
    with pytest.raises(OSError, match="Input/output error"):
        sync_folder(tmp_path)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(told[0])


def test_where_folders_cannot_be_opened_nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canonical.os, "name", "nt")
    sync_folder("a folder that is not there")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        (["a", "b,c", 'd"e'], 'a,"b,c","d""e"\n'),
        ([None, "", 0, False, True], ",,0,false,true\n"),
        ([1 / 3, 0.5, 1e300], "0.333333333333,0.5,1e+300\n"),
        ([math.nan, math.inf], ",\n"),
        (["=1+1", "+1", "-a", "@x", "\tb", -1.5], "'=1+1,'+1,'-a,'@x,'\tb,-1.5\n"),
        (["a\nb", "c\rd"], '"a\nb","c\rd"\n'),
    ],
)
def test_a_line_of_csv(cells: list[object], line: str) -> None:
    assert csv_line(cells) == line
