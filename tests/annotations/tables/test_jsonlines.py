import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.tables.jsonlines import read
from accord.errors import InputError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def one(text, **more):
    return read(text.encode(), "f.jsonl", None, **more).frame.to_dicts()


def messages(data):
    return [str(problem) for problem in read(data, "f.jsonl", None).problems]


def test_values_become_text():
    line = '{"s": " a ", "i": 10, "f": 1.0, "g": 1e2, "t": true, "n": null, "l": [1, "é"], "o": {"a": 0.5}}'
    assert one(line) == [
        {
            "s": " a ",
            "i": "10",
            "f": "1.0",
            "g": "100.0",
            "t": "true",
            "n": None,
            "l": '[1,"é"]',
            "o": '{"a":0.5}',
        }
    ]


@settings(deadline=None)
@given(VALUES)
def test_the_text_of_a_value_gives_it_back(value):
    (row,) = one(json.dumps({"x": value}))
    assert row["x"] == value if value is None or isinstance(value, str) else json.loads(row["x"]) == value


def test_an_absent_key_is_null_and_columns_come_by_first_sight():
    part = read(b'{"b": 1}\n{"a": "", "b": 2}\n', "f", None)
    assert part.columns == ("b", "a")
    assert part.frame["a"].to_list() == [None, ""]


def test_blank_lines_are_skipped_and_lines_counted():
    part = read(b'\xef\xbb\xbf\n{"a": "\xe2\x80\xa8"}\r\n \n{"a": "2"}', "f", None)
    assert part.line.tolist() == [2, 4]
    assert part.frame["a"].to_list() == ["\u2028", "2"]


@pytest.mark.parametrize(
    ("tail", "line"), [(b'{"a": "x', 2), (b'{"a": "\xe6\x99', 2), (b'{"a": 1,\n{"a":', 3), (b"\xe6", 2)]
)
def test_a_torn_last_line_is_named(tail, line):
    assert f"error torn_line: f.jsonl:{line}: torn last line" in messages(b'{"a": 1}\n' + tail)[-1]


def test_the_last_line_needs_no_line_end():
    assert not messages(b'{"a": 1}\n{"a": 2}')


def test_a_cut_character_inside_the_file_is_no_torn_line():
    with pytest.raises(InputError, match=r"f\.jsonl:1: byte 0xE6 at byte offset 7 is not UTF-8"):
        read(b'{"a": "\xe6\n{"a": 2}\n', "f.jsonl", None)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"a": 1}{"a": 2}', "a second value starts at character 9"),
        ('{"a": 1, "a": 2}', 'duplicate key "a"'),
        ('{"b": {"a": 1, "a": 2}}', 'duplicate key "a"'),
        ('{"a": NaN}', "NaN is not JSON"),
        ('{"a": [-Infinity]}', "-Infinity is not JSON"),
        ('{"a": 1e999}', "1e999 is too large"),
        ('{"a": ' + "9" * 5000 + "}", "digits"),
        ('{"a": }', "not JSON: Expecting value at character 7"),
        ("[1]", "not an object but array"),
        ("3", "not an object but number"),
        ("null", "not an object but null"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": "\\ud800"}', "half of a surrogate pair"),
        ('{"\\ud800": 1}', "half of a surrogate pair"),
    ],
)
def test_a_bad_line_is_named(line, message):
    found = messages(f'{{"z": 1}}\n{line}\n{{"z": 2}}\n'.encode())
    assert len(found) == 1
    assert message in found[0]


def test_every_bad_line_is_a_problem_five_of_a_kind_are_shown():
    found = messages(b'{"a": 1}\n' + b"1\n" * 7 + b'{"a": NaN}\n')
    assert len(found) == 7
    assert "and 2 more" in found[5]


def test_mixed_types_are_a_finding_and_nothing_is_guessed():
    part = read(b'{"a": 1}\n{"a": "1"}\n{"a": 2.5}\n{"a": null}\n{"a": true}\n', "f", None)
    assert part.frame["a"].to_list() == ["1", "1", "2.5", None, "true"]
    (finding,) = part.findings
    assert finding.where == "f, column a"
    assert finding.message == "holds 2 numbers, 1 string, 1 boolean"
    assert finding.count == 2


def test_whole_and_broken_numbers_and_nulls_are_not_mixed():
    assert not read(b'{"a": 1}\n{"a": 2.5}\n{"a": null}\n', "f", None).findings


def test_a_column_that_is_not_needed_is_not_looked_at():
    part = read(b'{"a": 1, "b": "\\ud800"}\n{"a": 1, "b": 2}\n', "f", ["a"])
    assert not part.problems
    assert not part.findings
    assert part.frame.columns == ["a"]
    assert part.columns == ("a", "b")


@pytest.mark.parametrize("data", [b"\n", b" \r\n", b"\xef\xbb\xbf"])
def test_no_line_at_all_is_an_empty_file(data):
    with pytest.raises(InputError, match="the file is empty"):
        read(data, "f", None)


def test_bad_lines_alone_are_refused():
    with pytest.raises(InputError, match="f:2: not an object but number"):
        read(b"\n1\n", "f", None)


def test_objects_without_a_key_are_no_table():
    assert "no object has a key" in messages(b"{}\n{}\n")[0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("jl03_dupkeys.jsonl", 'f.jsonl:1: duplicate key "gold"'),
        ("jl07_torn.jsonl", "f.jsonl:3: torn last line"),
        ("jl07_torn_utf8.jsonl", "f.jsonl:2: torn last line"),
        ("jl07_glued.jsonl", "f.jsonl:2: not JSON"),
    ],
)
def test_reported_cases_that_are_refused(shared, name, message):
    with pytest.raises(InputError) as caught:
        raise InputError(read((shared / "cases/files" / name).read_bytes(), "f.jsonl", None).problems)
    assert len(caught.value.problems) == 1
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["jl01_bom.jsonl", "jl07_no_newline.jsonl"])
def test_reported_cases_that_are_read(shared, name):
    part = read((shared / "cases/files" / name).read_bytes(), "f", None)
    assert part.frame["id"].to_list() == ["1", "2"]
    assert not part.problems


def test_reported_case_in_utf16(shared):
    with pytest.raises(InputError, match="UTF-16"):
        read((shared / "cases/files/jl01_utf16.jsonl").read_bytes(), "f", None)
