from accord.annotations.rows import header


def test_names_are_stripped_of_white_space_and_byte_order_marks():
    assert header.clean([" a ", "\ufeff b\t", "c d", " "]) == ["a", "b", "c d", ""]


def test_a_repeated_name_is_named_with_its_positions():
    (problem,) = header.repeated(["a", "b", "a", "", "", "a"], "f.csv:1")
    assert problem.message == "column name 'a' stands 3 times: columns 1, 3, 6"
    assert problem.where == "f.csv:1"


def test_labels_of_a_sheet_replace_positions():
    (problem,) = header.repeated(["a", "a"], "f", ["B", "D"])
    assert "columns B, D" in problem.message
    (problem,) = header.unnamed(["a", ""], "f", ["B", "D"])
    assert problem.message == "column D has no name"


def test_columns_without_name():
    assert header.unnamed(["a", "b"], "f") == []
    assert header.unnamed(["a", "", "b"], "f")[0].message == "column 2 has no name"
    assert header.unnamed([""] * 7, "f")[0].message == "columns 1, 2, 3, 4, 5 and 2 more have no name"


def test_a_missing_column_comes_with_the_nearest_name_and_all_names():
    first, second = header.missing(["item", "Score"], ["items", "SCORE"], "f.csv")
    assert first.message == "no column 'items'; the nearest name is 'item'"
    assert second.message == "no column 'SCORE'; the nearest name is 'Score'"
    assert first.fix == "columns: item, Score"


def test_nothing_is_suggested_where_nothing_is_near():
    (problem,) = header.missing(["alpha"], ["zzz"], "f.csv")
    assert problem.message == "no column 'zzz'"
