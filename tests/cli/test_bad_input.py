"""Input that cannot be used: what is said about it, and how the command ends.

An error says what, where and what is allowed, on standard error; standard output stays empty; there is never a
traceback. A table that can be used after all (exit code 0) carries a finding.
"""

from __future__ import annotations

import json

import polars as pl
import pytest

LONG = ("--item", "item", "--rater", "rater")
SCORE = ("--rating", "score=1..5", "--replicates", "0")
HEADER = "item,rater,score,label\n"


def finding(document, code):
    (found,) = [found for found in document["findings"] if found["code"] == code]
    return found


# Columns


@pytest.mark.parametrize(
    ("options", "asked", "nearest"),
    [
        (("--item", "itm", "--rater", "rater", *SCORE), "itm", "item"),
        (("--item", "item", "--rater", "Rater", *SCORE), "Rater", "rater"),
        ((*LONG, "--rating", "scor=1..5"), "scor", "score"),
        ((*LONG, *SCORE, "--where", "lable=x"), "lable", "label"),
        ((*LONG, *SCORE, "--by", "labels"), "labels", "label"),
        ((*LONG, *SCORE, "--cluster", "labl"), "labl", "label"),
        (("--raters", "item,ratr", "--choice", "x"), "ratr", "rater"),
    ],
)
def test_missing_column(refused, good, options, asked, nearest):
    err = refused(good, *options)
    assert f"{good}: no column {asked!r}; the nearest name is {nearest!r}" in err
    assert "columns: item, rater, score, label" in err


def test_all_missing_columns_at_once(refused, good):
    err = refused(good, "--item", "itm", "--rater", "ratr", "--rating", "scor=1..5")
    assert [name in err for name in ("'itm'", "'ratr'", "'scor'")] == [True] * 3


def test_duplicate_column_names(refused, file):
    table = file("twice.csv", "item,rater,rater,score\na,ann,bob,1\n")
    err = refused(table, *LONG, *SCORE)
    assert f"{table}:1: column name 'rater' stands 2 times: columns 2, 3" in err


@pytest.mark.parametrize("column", ["rater", "item"])
def test_id_column_with_blanks(refused, file, column):
    rows = "a,ann,1,x\na,bob,2,x\nb,ann,5,y\n"
    blank = rows.replace("bob", " ").replace("b,ann", "b,") if column == "rater" else rows.replace("a,", ",", 1)
    table = file("blank.csv", HEADER + blank)
    err = refused(table, *LONG, *SCORE)
    assert f"{column} column {column}: blank in {2 if column == 'rater' else 1} rows: {table}:" in err
    assert f"{table}:{3 if column == 'rater' else 2}" in err


# Values


def test_value_off_the_scale(result, good, file):
    """Row, column, what is allowed; the answer is left out and counted, which is no error."""
    table = file("off.csv", good.read_text().replace("b,ann,5", "b,ann,7"))
    document = result(table, *LONG, *SCORE)
    found = finding(document, "off_label")
    assert (found["severity"], found["count"], found["where"]) == ("warning", 1, "field score")
    assert found["message"] == f"{table}:4, column score: '7' is not allowed here; allowed: 1..5"
    assert [(row["rater"], row["off_label"]) for row in document["non_response"]] == [("ann", 1), ("bob", 0)]
    (row,) = [row for row in document["estimates"] if row["measure"] == "all_agree"]
    assert (row["items"], row["ratings"]) == (1, 2)


def test_value_off_the_scale_in_a_wide_table(result, file):
    """The column is that of the rater."""
    table = file("wide.csv", "ann,bob\n1,2\n7,3\n2,x\n")
    document = result(table, "--raters", "ann,bob", *SCORE)
    message = finding(document, "off_label")["message"]
    assert f"{table}:3, column ann: '7' is not allowed here; allowed: 1..5" in message
    assert f"{table}:4, column bob: 'x' is not allowed here; allowed: 1..5" in message


def test_the_first_five_values_off_the_scale_then_a_count(result, file):
    table = file("many.csv", HEADER + "".join(f"i{at},ann,9,x\ni{at},bob,1,x\n" for at in range(8)))
    found = finding(result(table, *LONG, *SCORE), "off_label")
    assert found["count"] == 8
    assert found["message"].count("'9' is not allowed") == 5
    assert found["message"].endswith("; and 3 more")


SENTINELS = HEADER + "a,ann,nan,nan\na,bob,None,None\nb,ann,-1,-1\nb,bob,2,x\n"


def test_sentinels_among_labels_as_seen(result, file):
    found = finding(result(file("s.csv", SENTINELS), *LONG, "--choice", "label", "--replicates", "0"), "placeholder")
    assert (found["severity"], found["count"]) == ("warning", 3)
    for text in ("'nan'", "'None'", "'-1'"):
        assert f"{text} looks like a placeholder and counts as a label" in found["message"]
    assert "declare it as missing" in found["fix"]


@pytest.mark.parametrize("field", [("--rating", "score=1..5"), ("--choice", "label=x,y"), ("--binary", "label=x,y")])
def test_sentinels_beside_declared_labels(result, file, field):
    found = finding(result(file("s.csv", SENTINELS), *LONG, *field, "--replicates", "0"), "off_label")
    assert found["count"] == 3


def test_sentinels_among_numbers(result, file):
    """-1 is a number like any other; the words are none."""
    found = finding(result(file("s.csv", SENTINELS), *LONG, "--number", "score", "--replicates", "0"), "off_label")
    assert found["count"] == 2
    assert "'nan' is not a finite number" in found["message"]


def test_sentinels_declared_as_missing(result, file):
    tokens = [option for text in ("nan", "None", "-1") for option in ("--missing", text)]
    document = result(file("s.csv", SENTINELS), *LONG, *SCORE, *tokens)
    assert not [found for found in document["findings"] if found["code"] in ("off_label", "placeholder")]
    assert [(row["rater"], row["missing"]) for row in document["non_response"]] == [("ann", 2), ("bob", 1)]


MIXED = (
    {"item": "a", "rater": "ann", "score": 1},
    {"item": "a", "rater": "bob", "score": "1"},
    {"item": "b", "rater": "ann", "score": True},
    {"item": "b", "rater": "bob", "score": [2]},
)


def test_mixed_types(result, file):
    """1 and "1" are one value; a boolean and an array are none of the scale."""
    table = file("mixed.jsonl", "".join(json.dumps(row) + "\n" for row in MIXED))
    document = result(table, *LONG, *SCORE)
    found = finding(document, "mixed_types")
    assert (found["severity"], found["where"]) == ("warning", f"{table}, column score")
    assert found["message"] == "holds 1 number, 1 string, 1 boolean, 1 array"
    off = finding(document, "off_label")
    assert off["message"].split("; ")[::2] == [
        f"{table}:3, column score: 'true' is not allowed here",
        f"{table}:4, column score: '[2]' is not allowed here",
    ]
    (row,) = [row for row in document["estimates"] if row["measure"] == "all_agree"]
    assert (row["value"], row["items"]) == (1, 1)


# Rows


def test_rows_of_another_width_than_the_header(refused, file):
    table = file("ragged.csv", HEADER + "a,ann\na,bob,2,x,y\nb,ann,5,y\n")
    err = refused(table, *LONG, *SCORE)
    assert f"{table}:2: 2 fields, the header has 4" in err
    assert f"{table}:3: 5 fields, the header has 4" in err
    assert ":4:" not in err


def test_a_tsv_with_rows_narrower_than_its_header(refused, shared):
    table = shared / "data" / "openqa_eval_nq301" / "NQ301_text-davinci-003.tsv"
    err = refused(table, "--item", "id", "--choice", "Acceptable?")
    assert f"{table}:2: 4 fields, the header has 5" in err
    assert f"{table}: and 1,485 more of this kind" in err


def test_a_tsv_with_stray_quotes(result, shared):
    """Read without quoting, since every row then has the header's width."""
    table = shared / "data" / "openqa_eval_nq301" / "NQ301_human.tsv"
    field = ("--binary", "acceptable=No,Yes", "--replicates", "0")
    document = result(table, "--raters", "annotator1,annotator2", *field)
    found = finding(document, "read_without_quoting")
    assert (found["severity"], found["where"]) == ("warning", f"{table}:95")
    assert document["input"]["files"][0]["rows"] == 1490


# Files


def test_not_utf8(refused, file):
    table = file("latin.csv", HEADER.encode() + "a,Zoë,1,x\n".encode("latin-1"))
    assert f"{table}:2: byte 0xEB at byte offset {len(HEADER) + 4} is not UTF-8" in refused(table, *LONG, *SCORE)


def test_torn_json_lines_tail(refused, file):
    whole = "".join(json.dumps(row) + "\n" for row in MIXED)
    table = file("torn.jsonl", whole + '{"item": "c", "rater": "an')
    assert f"{table}:5: torn last line: it has no line end" in refused(table, *LONG, *SCORE)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.csv", "", "the file is empty (0 bytes)"),
        ("empty.jsonl", "", "the file is empty (0 bytes)"),
        ("blank.csv", "\n\n", "the file has blank lines only"),
        ("header.csv", HEADER, "the table has a header and no rows"),
        ("header.tsv", HEADER.replace(",", "\t"), "the table has a header and no rows"),
    ],
)
def test_nothing_in_it(refused, file, name, content, message):
    table = file(name, content)
    assert f"{table}: {message}" in refused(table, *LONG, *SCORE)


def test_a_parquet_table_without_rows(refused, tmp_path):
    table = tmp_path / "none.parquet"
    pl.DataFrame(schema=dict.fromkeys(["item", "rater", "score"], pl.String)).write_parquet(table)
    assert f"{table}: the table has columns and no rows" in refused(table, *LONG, *SCORE)


def varint(number):
    """A number of a Parquet footer: zigzag, seven bits a byte."""
    number <<= 1
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (10**10, "the footer declares 10,000,000,000 rows; at most 200,000,000 are read"),
        (10**8, "the file is damaged"),
    ],
)
def test_a_parquet_footer_that_declares_what_is_not_there(refused, tmp_path, rows, message):
    """Three rows, and a footer that says otherwise in every place: nothing is reserved for them."""
    honest = tmp_path / "honest.parquet"
    pl.DataFrame({"item": ["a", "a", "b"], "score": ["1", "2", "3"]}).write_parquet(honest, compression="uncompressed")
    data = honest.read_bytes()
    start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    footer = data[start:-8].replace(b"\x16" + varint(3), b"\x16" + varint(rows))
    table = tmp_path / "lie.parquet"
    table.write_bytes(data[:start] + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    assert f"{table}: {message}" in refused(table, "--item", "item", *SCORE)


def test_a_directory(refused, tmp_path):
    assert f"{tmp_path}: this is a directory" in refused(tmp_path, *LONG, *SCORE)


def test_a_path_that_does_not_exist(refused, tmp_path):
    assert f"{tmp_path / 'no.csv'}: there is no such file" in refused(tmp_path / "no.csv", *LONG, *SCORE)


def test_all_bad_files_at_once(refused, good, file, tmp_path):
    err = refused(good, file("empty.csv", ""), tmp_path / "no.csv", *LONG, *SCORE)
    assert "empty.csv: the file is empty" in err
    assert "no.csv: there is no such file" in err
