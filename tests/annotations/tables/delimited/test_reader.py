import pytest

from accord.annotations.tables.delimited import read_csv, read_tsv, read_txt
from accord.errors import InputError


def codes(part):
    return [finding.code for finding in part.findings]


def refusal(read, data):
    with pytest.raises(InputError) as caught:
        read(data, "f", None)
    return str(caught.value)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("value", [b"x", b'"x"'])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_quotes_and_a_byte_order_mark_change_nothing(end, value, mark):
    part = read_csv(mark + end.join([b"a,b", value + b",", b""]), "f", None)
    assert part.frame.to_dicts() == [{"a": "x", "b": ""}]
    assert part.line.tolist() == [2]
    assert not part.findings


def test_the_delimiter_goes_by_suffix():
    assert read_tsv(b"a,b\tc\n1,2\t3\n", "f", None).frame.columns == ["a,b", "c"]
    assert read_txt(b"a,b\tc\n1,2\t3\n", "f", None).frame.columns == ["a,b", "c"]
    assert read_txt(b"a,b\n1,2\n", "f", None).frame.columns == ["a", "b"]
    assert read_csv(b"a,b\tc\n1,2\n", "f", None).frame.columns == ["a", "b\tc"]


def test_a_csv_with_tabs_and_no_comma_in_its_header_is_read_by_tabs():
    part = read_csv(b"a\tb\n1,5\t2\n", "f", None)
    assert part.frame.to_dicts() == [{"a": "1,5", "b": "2"}]
    assert codes(part) == ["delimiter"]


@pytest.mark.parametrize("read", [read_csv, read_txt])
def test_semicolons_are_not_guessed(read):
    assert "semicolons" in refusal(read, b"a;b\n1;2\n")


def test_a_csv_with_a_stray_quote_is_refused_with_its_line():
    assert "f:3: a quoted field ends, but" in refusal(read_csv, b'a,b\n1,2\n"x"y,2\n')


def test_a_tsv_with_stray_quotes_is_read_without_quoting_if_widths_fit():
    part = read_tsv(b'a\tb\n1\t"x" y\n2\t3\n', "f", None)
    assert part.frame["b"].to_list() == ['"x" y', "3"]
    assert codes(part) == ["read_without_quoting"]
    assert part.findings[0].where == "f:2"


def test_a_tsv_whose_stray_quotes_swallow_rows_is_read_without_quoting_too():
    part = read_tsv(b'a\tb\n1\t"x\n"\t3\n7\t8\n', "f", None)
    assert part.frame.rows() == [("1", '"x'), ('"', "3"), ("7", "8")]
    assert codes(part) == ["read_without_quoting"]


def test_a_tsv_that_fails_both_ways_names_the_quote_and_the_widths():
    message = refusal(read_tsv, b'a\tb\n1\t"x" y\n2\n')
    assert "f:2: a quoted field ends" in message
    assert "f:3: 1 field, the header has 2" in message


def test_a_tsv_that_can_be_read_two_ways_says_so():
    part = read_tsv(b'a\tb\n1\t"x\n2\ty"\n', "f", None)
    assert len(part.line) == 1
    assert part.findings[0].message.startswith("1 rows with quoting, 2 rows of the header's width without")


def test_a_quoted_tsv_is_read_by_rfc_4180():
    part = read_tsv(b'a\tb\n1\t"x\ty ""z"""\n', "f", None)
    assert part.frame["b"].to_list() == ['x\ty "z"']
    assert not part.findings
    part = read_tsv(b'"a"\tb\n1\t"x"\n', "f", None)
    assert part.frame.to_dicts() == [{"a": "1", "b": "x"}]
    assert not part.findings


@pytest.mark.parametrize("read", [read_csv, read_tsv])
def test_a_carriage_return_alone_is_refused(read):
    assert "carriage return" in refusal(read, b"a\rb\n1\n")
    assert "carriage return" in refusal(read, b'"a"\rb\n1\n')


def test_a_carriage_return_inside_quotes_is_text():
    assert read_csv(b'a\n"1\r2"\n', "f", None).frame["a"].to_list() == ["1\r2"]


@pytest.mark.parametrize("data", [b"\n", b" \n\n", b"\xef\xbb\xbf"])
def test_blank_lines_alone_are_an_empty_file(data):
    assert "blank lines only" in refusal(read_csv, data)


def test_real_tsv_with_stray_quotes(shared):
    data = (shared / "data/openqa_eval_nq301/NQ301_human.tsv").read_bytes()
    part = read_tsv(data, "f", ["id", "annotator1", "annotator2"])
    assert part.frame.shape == (1490, 3)
    assert codes(part) == ["read_without_quoting"]
    assert (part.frame["annotator2"] == "").sum() == 7


def test_real_tsv_narrower_than_its_header(shared):
    data = (shared / "data/openqa_eval_nq301/NQ301_text-davinci-003.tsv").read_bytes()
    problems = read_tsv(data, "f", None).problems
    assert [problem.where for problem in problems[:5]] == ["f:2", "f:3", "f:4", "f:5", "f:6"]
    assert problems[5].count == 1485


def test_real_csv_with_line_ends_in_fields(shared):
    data = (shared / "data/codesearchnet/annotationStore.csv").read_bytes()
    part = read_csv(data, "f", None)
    assert part.frame.height == 4006
    lines = data.split(b"\n")
    for row in (0, 1500, 3000, 4005):
        assert lines[part.line[row] - 1].startswith(part.frame["Language"][row].encode() + b",")


def test_real_csv_that_is_separated_by_tabs(shared):
    part = read_csv((shared / "data/recipe_human_eval/cleaned_data_anonymized.csv").read_bytes(), "f", None)
    assert part.frame.shape == (1056, 16)
    assert codes(part) == ["delimiter"]


def test_real_text_with_trailer_lines_is_no_table(shared):
    part = read_txt((shared / "data/kscgr_double_boxes/annotator_1.txt").read_bytes(), "f", None)
    assert [problem.message for problem in part.problems] == [
        "1 field, the header has 5",
        "3 fields, the header has 5",
    ]


def test_real_matrix_without_header_is_refused(shared):
    part = read_csv((shared / "data/crowdtruth/mace_temp.standardized.csv").read_bytes(), "f", ["before"])
    assert [problem.code for problem in part.problems] == ["repeated_column"] * 2
    assert "column name 'before' stands 7 times" in part.problems[0].message


def test_every_real_csv_has_a_row_for_every_line_or_more_lines_than_rows(shared):
    for path in sorted((shared / "data/crowdtruth").rglob("*.csv")):
        data = path.read_bytes()
        part = read_csv(data, path.name, None)
        if not part.problems:
            filled = sum(1 for line in data.split(b"\n") if line.strip())
            assert 0 < part.frame.height <= filled - 1
            if b'"' not in data:
                assert part.frame.height == filled - 1
