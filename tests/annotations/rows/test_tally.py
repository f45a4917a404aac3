from accord.annotations.rows.tally import Tally, first_few


def test_five_places_of_each_kind_then_a_count():
    tally = Tally("a.csv")
    for line in range(1, 9):
        tally.add("one", f"a.csv:{line}", "m", "f")
        tally.add("two", f"a.csv:{line}", "n")
    tally.add_unseen("two", 1000)
    problems = tally.problems()
    assert [problem.code for problem in problems] == ["one"] * 6 + ["two"] * 6
    assert [problem.count for problem in problems] == [1] * 5 + [3] + [1] * 5 + [1003]
    assert problems[-1].message == "and 1,003 more of this kind"
    assert [problem.fix for problem in problems[:6]] == ["f", None, None, None, None, None]


def test_no_count_where_all_are_shown():
    tally = Tally("a.csv")
    for line in range(5):
        tally.add("one", f"a.csv:{line}", "m")
    assert len(tally.problems()) == 5


def test_first_few():
    assert first_few(["a", "b"]) == "a, b"
    assert first_few(list("abcdefg")) == "a, b, c, d, e and 2 more"
    assert first_few(["a"], total=4) == "a and 3 more"
