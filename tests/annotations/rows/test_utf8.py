import codecs

import pytest

from accord.annotations.rows.utf8 import require_utf8
from accord.errors import InputError


def refusal(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        require_utf8(data, "f.csv")
    return str(caught.value)


def test_the_mark_of_utf8_is_taken_off_and_nothing_else():
    assert require_utf8(codecs.BOM_UTF8 + "ä\n".encode(), "f") == "ä\n".encode()
    assert require_utf8(b"a", "f") == b"a"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("a,b".encode("utf-16"), "UTF-16"),
        (codecs.BOM_UTF16_BE + "a".encode("utf-16-be"), "UTF-16"),
        ("a".encode("utf-32"), "UTF-32"),
    ],
)
def test_other_unicode_forms_are_named(data, name):
    assert f"the file is {name}, not UTF-8" in refusal(data)


def test_a_bad_byte_is_named_with_offset_and_line():
    assert "f.csv:2: byte 0xE9 at byte offset 7 is not UTF-8" in refusal(b"a,b\ncaf\xe9,1\n")


def test_offsets_count_the_mark_too():
    assert "at byte offset 4" in refusal(codecs.BOM_UTF8 + b"a\xff")


def test_a_nul_byte_is_named_with_offset_and_line():
    assert "f.csv:3: NUL byte at byte offset 4" in refusal(b"a\nb\n\0\n")


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"PK\x03\x04", "zip"),
        (b"PAR1", "Parquet"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\xd0\xcf\x11\xe0", "Office"),
    ],
)
def test_files_of_another_kind_are_named(data, name):
    assert name in refusal(data)
