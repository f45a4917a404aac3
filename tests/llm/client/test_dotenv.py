from pathlib import Path

import pytest

from accord.errors import InputError
from accord.llm.client.dotenv import LARGEST, read_dotenv


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / ".env"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_no_file_has_no_variables(tmp_path: Path) -> None:
    assert read_dotenv(tmp_path / ".env") == {}
    (tmp_path / ".env").mkdir()
    assert read_dotenv(tmp_path / ".env") == {}


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A=1", "1"),
        ("export A=1", "1"),
        ("export\tA = 1 ", "1"),
        ("  A=a b  # a comment", "a b"),
        ("A=a#b", "a#b"),
        ("A=", ""),
        ("A=# nothing", ""),
        ("A=http://h/v1?a=b&c=d", "http://h/v1?a=b&c=d"),
        ("A='x # $HOME \\n'", "x # $HOME \\n"),
        ('A="x # y\\n\\"z\\"\\\\ \\$" # a comment', 'x # y\n"z"\\ $'),
        ('A=""', ""),
        ("A=$HOME", "$HOME"),
        ("A=it's", "it's"),
        ("A=1\x0b2\u2028", "1\x0b2\u2028"),
    ],
)
def test_values(tmp_path: Path, line: str, value: str) -> None:
    assert read_dotenv(written(tmp_path, f"# first\n\n{line}\n")) == {"A": value}


def test_windows_files_and_repeated_names(tmp_path: Path) -> None:
    path = written(tmp_path, b"\xef\xbb\xbfA=1\r\nB='2'\r\nA=3\r\n")
    assert read_dotenv(path) == {"A": "3", "B": "2"}


def test_all_bad_lines_are_named_and_no_value_is_shown(tmp_path: Path) -> None:
    path = written(
        tmp_path, "A=1\ncanary\n9B=canary\nexport C D=canary\nE='canary\nF=\"canary\nG='canary' canary\nH=\0"
    )
    with pytest.raises(InputError) as caught:
        read_dotenv(path)
    assert [problem.where for problem in caught.value.problems] == [f"{path}:{line}" for line in (2, 3, 4, 5, 6, 7, 8)]
    assert "canary" not in str(caught.value)


def test_what_is_no_text_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r":2: is not UTF-8"):
        read_dotenv(written(tmp_path, b"A=1\nB=\xff\n"))
    with pytest.raises(InputError, match=r":1: is not UTF-8"):
        read_dotenv(written(tmp_path, "A=1".encode("utf-16")))


def test_it_is_bounded(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has more than 1,048,576 bytes"):
        read_dotenv(written(tmp_path, b"#" * (LARGEST + 1)))
