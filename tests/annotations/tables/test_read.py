import hashlib
import io
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accord.annotations.tables.read import Table, TableFile, read_tables
from accord.errors import AccordError, InputError, UsageError

CSV = b"item,score\na,1\nb,\n"
TSV = b"score\titem\n2\tc\n"
JSONL = b'\n{"item": "d", "score": 3}\n{"item": "e"}\n'


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def make(name, data):
        Path(name).write_bytes(data)
        return Path(name)

    return make


def parquet(frame):
    stream = io.BytesIO()
    frame.write_parquet(stream)
    return stream.getvalue()


def workbook(rows):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def refusal(*paths, **options):
    with pytest.raises(InputError) as caught:
        read_tables(paths, **options)
    return str(caught.value)


def test_tables_of_all_formats_are_put_under_each_other(write):
    paths = [
        write("a.csv", CSV),
        write("b.tsv", TSV),
        write("c.jsonl", JSONL),
        write("d.parquet", parquet(pl.DataFrame({"item": ["f"], "score": [4.0]}))),
        write("e.xlsx", workbook([["item", "score"], ["g", 5.0]])),
    ]
    table = read_tables(paths)
    assert table.frame.to_dict(as_series=False) == {
        "item": ["a", "b", "c", "d", "e", "f", "g"],
        "score": ["1", "", "2", "3", None, "4.0", "5"],
    }
    assert table.file_index.tolist() == [0, 0, 1, 2, 2, 3, 4]
    assert table.file_index.dtype == np.int32
    assert table.line.tolist() == [2, 3, 2, 2, 3, 1, 2]
    assert table.line.dtype == np.int64
    assert [table.place(row, "score") for row in range(7)] == [
        "a.csv:2, column score",
        "a.csv:3, column score",
        "b.tsv:2, column score",
        "c.jsonl:2, column score",
        "c.jsonl:3, column score",
        "d.parquet, record 1, column score",
        "e.xlsx!Sheet!B2",
    ]
    assert table.place(0) == "a.csv:2"
    assert table.files[0] == TableFile("a.csv", hashlib.sha256(CSV).hexdigest(), 2)
    assert [file.rows for file in table.files] == [2, 1, 2, 1, 1]
    assert table.findings == ()


def test_the_needed_columns_come_in_the_order_asked_for(write):
    table = read_tables([write("a.csv", b"x,item,score,\n0,a,1,z\n")], columns=["score", "item", "score"])
    assert table.frame.rows() == [("1", "a")]
    assert table.frame.columns == ["score", "item"]


def test_suffixes_do_not_depend_on_case(write):
    assert read_tables([write("a.CSV", CSV)]).frame.height == 2


def test_a_table_made_by_hand_has_places_too():
    table = Table(
        pl.DataFrame({"a": ["1"]}),
        np.zeros(1, np.int32),
        np.array([7]),
        (TableFile("hand.csv", "", 1),),
        (),
    )
    assert table.place(0, "a") == "hand.csv:7, column a"


def test_all_problems_of_all_files_come_at_once(write):
    message = refusal(
        write("a.csv", b"item,score\na\nb\n"),
        Path("none.csv"),
        write("b.jsonl", b'{"item": NaN}\n'),
        write("c.csv", b"item,score\na,1\n"),
        columns=["item", "scores"],
    )
    assert message.splitlines() == [
        "a.csv:2: 1 field, the header has 2",
        "    every row needs the width of the header",
        "a.csv:3: 1 field, the header has 2",
        "none.csv: there is no such file",
        "b.jsonl:1: NaN is not JSON; write null or leave the key out",
        "a.csv: no column 'scores'; the nearest name is 'score'",
        "    columns: item, score",
    ]


def test_every_missing_column_is_named_with_the_nearest_name(write):
    message = refusal(write("a.csv", CSV), columns=["itm", "rater", "score"])
    assert "no column 'itm'; the nearest name is 'item'" in message
    assert "no column 'rater'" in message
    assert "'score'" not in message


def test_tables_with_other_columns_are_refused_with_the_difference(write):
    message = refusal(
        write("a.csv", b"item,score\na,1\n"),
        write("b.csv", b"score,item\n1,a\n"),
        write("c.csv", b"item,rating,note\na,1,x\n"),
        columns=["item"],
    )
    assert message.splitlines()[0] == (
        "c.csv: the columns differ from those of a.csv: it lacks score and has rating, note besides"
    )


def test_json_lines_may_lack_what_is_not_needed(write):
    paths = [write("a.csv", CSV), write("b.jsonl", b'{"item": "x"}\n')]
    assert read_tables(paths, columns=["item"]).frame["item"].to_list() == ["a", "b", "x"]
    assert "b.jsonl: no column 'score'" in refusal(*paths, columns=["item", "score"])
    assert "it lacks score" in refusal(*paths)


def test_the_same_file_twice_is_a_finding(write):
    table = read_tables([write("a.csv", CSV), write("b.csv", CSV)])
    assert [(found.code, found.where) for found in table.findings] == [("same_file", "b.csv")]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.csv", b"", "a.csv: the file is empty (0 bytes)"),
        ("a.csv", b"item,score\n", "a.csv: the table has a header and no rows"),
        ("a.jsonl", b"\n", "a.jsonl: the file is empty"),
        ("a.csv", b"item,item\n1,2\n", "column name 'item' stands 2 times: columns 1, 2"),
        ("a.csv", b"item;score\n1;2\n", "semicolons"),
        ("a.csv", b"item\ncaf\xe9\n", "a.csv:2: byte 0xE9"),
        ("a.csv", "item\n1\n".encode("utf-16"), "UTF-16"),
        ("a.csv", b"item\n1\0\n", "NUL byte"),
        ("a.json", b"[]", "one object a line"),
        ("a.xls", b"x", "save it as .xlsx"),
        ("a.ods", b"x", "save it as .xlsx or .csv"),
        ("a.csv.gz", b"x", "unpack it first"),
        ("a.dat", b"x", "the suffix '.dat' is not known\n    known are .csv .tsv"),
        ("table", b"x", "the name has no suffix"),
        ("a.parquet", b"item,score\n1,2\n3,4\n", "not Parquet"),
        ("a.xlsx", b"item,score\n", "it is text"),
        ("a.csv", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "git lfs pull"),
    ],
)
def test_what_is_no_table_is_refused(write, name, data, message):
    assert message in refusal(write(name, data))


def test_paths_that_are_no_files_are_refused(tmp_path):
    assert refusal(tmp_path / "none.csv").endswith("there is no such file")
    assert "this is a directory" in refusal(tmp_path)
    assert "standard input is not read" in refusal(Path("-"))
    assert "there is no such file" in refusal(Path("a\0b.csv"))


def test_a_file_without_permission_is_refused(write, monkeypatch):
    path = write("a.csv", CSV)

    def refuse(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert refusal(path) == "a.csv: there is no permission to read the file"


def test_a_file_that_cannot_be_read_is_refused(write, monkeypatch):
    path = write("a.csv", CSV)

    def refuse(self):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert refusal(path) == "a.csv: the file cannot be read: Input/output error"


def test_a_pipe_is_no_file(tmp_path):
    os = pytest.importorskip("os")
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(tmp_path / "a.csv")
    assert "not a regular file" in refusal(tmp_path / "a.csv")


def test_usage_that_cannot_be_carried_out(write):
    with pytest.raises(UsageError, match="no table was given"):
        read_tables([])
    with pytest.raises(UsageError, match="none of the files is a workbook"):
        read_tables([write("a.csv", CSV)], sheet="S")


def test_a_sheet_by_name(write):
    path = write("a.xlsx", workbook([["item"], [1]]))
    assert read_tables([path], sheet="Sheet").frame["item"].to_list() == ["1"]
    assert "no sheet 'x'; sheets: Sheet" in refusal(path, sheet="x")


@pytest.fixture(scope="module")
def samples():
    return {
        ".csv": b'item,score\na,"1"\n',
        ".tsv": b"item\tscore\na\t1\n",
        ".txt": b"item\tscore\na\t1\n",
        ".jsonl": b'{"item": "a", "score": [1, {"b": 2.5}]}\n',
        ".parquet": parquet(pl.DataFrame({"item": ["a", "b"], "score": [1, None]})),
        ".xlsx": workbook([["item", "score"], ["a", 1]]),
    }


SUFFIXES = st.sampled_from([".csv", ".tsv", ".txt", ".jsonl", ".parquet", ".xlsx"])
PATCHES = st.lists(st.tuples(st.integers(0, 10_000), st.binary(max_size=4)), max_size=4)


@settings(
    max_examples=500, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(SUFFIXES, st.binary(max_size=120), PATCHES, st.booleans())
def test_any_bytes_are_a_table_or_refused(tmp_path, samples, suffix, noise, patches, whole):
    data = bytearray(noise if whole else samples[suffix])
    for at, patch in patches:
        at %= len(data) + 1
        data[at : at + len(patch)] = patch
    path = tmp_path / f"a{suffix}"
    path.write_bytes(data)
    try:
        table = read_tables([path])
    except AccordError as error:
        assert str(error).startswith(str(path))
    else:
        assert table.frame.height == len(table.line) == len(table.file_index) == table.files[0].rows > 0
        assert set(table.frame.dtypes) == {pl.String}


def test_a_nul_character_is_refused_with_its_cell(tmp_path):
    lines = tmp_path / "a.jsonl"
    lines.write_text('{"item": "a", "q": "5"}\n{"item": "b", "q": "\\u0000not_asked"}\n', encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_tables([lines])
    assert "a.jsonl:2, column q: holds a NUL character" in str(caught.value)
    parquet = tmp_path / "a.parquet"
    pl.DataFrame({"item": ["a\0"]}).write_parquet(parquet)
    with pytest.raises(InputError, match="record 1, column item: holds a NUL"):
        read_tables([parquet])


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a/ann.csv", "b/bob.tsv"], ["ann", "bob"]),
        (["a/x.csv", "b/x.csv"], ["a/x.csv", "b/x.csv"]),
        (["x.csv", "x.tsv", "y.csv"], ["x.csv", "x.tsv", "y.csv"]),
        (["v1.0.csv", "v1.1.csv"], ["v1.0", "v1.1"]),
        (["=cmd().csv", "[red]x[b].csv"], ["=cmd()", "[red]x[b]"]),
        (["one.csv"], ["one"]),
    ],
)
def test_names_of_files(paths, names):
    files = tuple(TableFile(path, "", 1) for path in paths)
    rows = np.arange(len(paths), dtype=np.int32)
    table = Table(pl.DataFrame(), rows, rows.astype(np.int64), files, ())
    assert table.file_names().to_list() == names
