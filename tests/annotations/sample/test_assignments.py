"""The assignment document: written in one form, read with every problem, and what each rater is asked."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from accord.annotations.sample.assignments import (
    Assignment,
    assignment_of,
    name_problems,
    per_rater,
    read_assignments,
    write_assignment,
)
from accord.annotations.sample.overlap import balanced, in_groups
from accord.annotations.sample.sampling import draw
from accord.errors import UsageError

RATERS = ("A", "B", "C")


def items(each: int, strata: int = 2, prefix: str = "") -> pl.DataFrame:
    rows = [(f"{prefix}{stratum}-{number}", str(stratum)) for stratum in range(strata) for number in range(each)]
    return pl.DataFrame(rows, schema={"id": pl.String, "k": pl.String}, orient="row")


def made(name: str = "first", per_stratum: int | None = 3, prefix: str = "", each: int = 3) -> Assignment:
    drawn = draw(items(each, prefix=prefix), by=["k"], per_stratum=per_stratum, size=None, seed=1)
    groups = in_groups(drawn, RATERS, groups=3, raters_per_item=2, seed=1)
    return assignment_of(name, drawn, groups, by=["k"], per_stratum=per_stratum, size=None, seed=1)


def document(**changes: Any) -> dict[str, Any]:
    return {**made().model_dump(mode="json", by_alias=True), **changes}


def problems(folder: Path, content: Any, name: str = "first.json") -> list[tuple[str, str, str]]:
    """Code, place inside the file and message of everything found, where nothing can be read."""
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    read, findings = read_assignments(folder)
    assert read == []
    assert all(finding.severity == "error" for finding in findings)
    return [
        (finding.code, finding.where.removeprefix(str(path)).removeprefix(": "), finding.message)
        for finding in findings
    ]


def test_the_museum_document(tmp_path: Path) -> None:
    drawn = draw(items(20, strata=15), by=["k"], per_stratum=15, size=None, seed=7)
    groups = in_groups(drawn, RATERS, groups=3, raters_per_item=2, seed=7)
    museum = assignment_of("museum", drawn, groups, by=["k"], per_stratum=15, size=None, seed=7)
    assert [(group.name, group.raters, len(group.items)) for group in museum.groups] == [
        ("1", ("A", "B"), 75),
        ("2", ("B", "C"), 75),
        ("3", ("A", "C"), 75),
    ]
    assert (museum.raters_per_item, museum.seed, museum.per_stratum, museum.size) == (2, 7, 15, None)
    assert write_assignment(tmp_path / "museum.json", museum)
    assert read_assignments(tmp_path) == ([museum], [])
    assert {rater: len(asked) for rater, asked in per_rater([museum]).items()} == {"A": 150, "B": 150, "C": 150}


def test_the_canonical_form(tmp_path: Path) -> None:
    drawn = draw(items(1, strata=2, prefix="é"), by=["k"], per_stratum=2, size=None, seed=0)
    groups = balanced(drawn, ["A", "B"], 2, seed=0)
    write_assignment(tmp_path / "x.json", assignment_of("x", drawn, groups, by=["k"], per_stratum=2, size=None, seed=0))
    counts = ',\n      "available": 1,\n      "asked": 2,\n      "taken": 1,\n      "short": 1\n    }'
    stratum = '{\n      "where": {\n        "k": "%d"\n      }' + counts
    assert (tmp_path / "x.json").read_text(encoding="utf-8") == (
        '{\n  "schema": "accord.assignment/1",\n  "name": "x",\n  "seed": 0,\n  "by": [\n    "k"\n  ],\n'
        '  "per_stratum": 2,\n  "size": null,\n  "raters_per_item": 2,\n'
        f'  "strata": [\n    {stratum % 0},\n    {stratum % 1}\n  ],\n'
        '  "groups": [\n    {\n      "name": "1",\n      "raters": [\n        "A",\n        "B"\n      ],\n'
        '      "items": [\n        "é0-0",\n        "é1-0"\n      ]\n    }\n  ]\n}\n'
    )


@settings(max_examples=30)
@given(
    st.dictionaries(st.text(min_size=1), st.sampled_from(("x", "y z")), min_size=4, max_size=20),
    st.one_of(st.none(), st.integers(1, 4)),
    st.integers(0, 2**80),
)
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, cells: dict[str, str], number: int | None, seed: int
) -> None:
    rows = [(f"#{name}", value) for name, value in cells.items()]
    frame = pl.DataFrame(rows, schema={"id": pl.String, "a b": pl.String}, orient="row")
    drawn = draw(frame, by=["a b"], per_stratum=number, size=None, seed=seed)
    groups = balanced(drawn, ["Ann", "Bo"], 2, seed)
    assignment = assignment_of("n", drawn, groups, by=["a b"], per_stratum=number, size=None, seed=seed)
    folder = tmp_path_factory.mktemp("assignments")
    write_assignment(folder / "n.json", assignment)
    assert read_assignments(folder) == ([assignment], [])


def test_writing_the_same_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "assignments" / "first.json"
    assert write_assignment(path, made())
    before = path.stat()
    assert not write_assignment(path, made())
    assert path.stat().st_ino == before.st_ino


def test_another_content_is_refused_unless_it_is_to_replace(tmp_path: Path) -> None:
    path = tmp_path / "first.json"
    write_assignment(path, made())
    before = path.read_bytes()
    with pytest.raises(UsageError, match=r"first\.json: another assignment has this name"):
        write_assignment(path, made(per_stratum=2))
    assert path.read_bytes() == before
    assert write_assignment(path, made(per_stratum=2), replace=True)
    assert read_assignments(tmp_path) == ([made(per_stratum=2)], [])


def test_a_file_is_called_as_its_assignment(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"is called first\.json"):
        write_assignment(tmp_path / "second.json", made())
    assert list(tmp_path.iterdir()) == []
    assert problems(tmp_path, document(), "second.json") == [
        ("name_differs", "name", "the assignment is called 'first' and the file second.json")
    ]


@pytest.mark.parametrize("name", ["", " ", "a/b", "..", ".a", "-a", "a b", "é", "a\n", "x" * 101])
def test_names_that_are_no_file_names(name: str) -> None:
    assert "allowed are at most 100 letters" in name_problems(name)[0]
    with pytest.raises(UsageError, match="assignment name"):
        made(name)
    with pytest.raises(ValidationError):
        Assignment.model_validate(document(name=name))


@pytest.mark.parametrize("name", ["a", "museum-2.v1_b", "7", "x" * 100])
def test_names_of_files(name: str) -> None:
    assert name_problems(name) == []
    assert made(name).name == name


def test_files_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b", "a", "B"):
        write_assignment(tmp_path / f"{name}.json", made(name, prefix=name))
    (tmp_path / "notes.txt").write_text("not an assignment")
    (tmp_path / "._a.json").write_text("left behind by a file system")
    read, findings = read_assignments(tmp_path)
    assert ([assignment.name for assignment in read], findings) == (["B", "a", "b"], [])
    assert per_rater(read)["A"][0].startswith("B")


def test_no_folder_has_no_assignments(tmp_path: Path) -> None:
    assert read_assignments(tmp_path / "assignments") == ([], [])
    assert per_rater([]) == {}


def test_a_folder_that_is_called_like_a_file_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "a.json").mkdir()
    _, findings = read_assignments(tmp_path)
    assert [(finding.code, finding.where) for finding in findings] == [("not_a_file", str(tmp_path / "a.json"))]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_named_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")
    _, findings = read_assignments(tmp_path)
    assert [(finding.code, finding.where) for finding in findings] == [("not_a_file", str(tmp_path / "a.json"))]


def test_links_that_lead_in_a_circle_are_a_finding(tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to(tmp_path / "a.json")
    _, findings = read_assignments(tmp_path)
    assert [(finding.code, finding.where) for finding in findings] == [("unreadable_file", str(tmp_path / "a.json"))]


def test_a_file_in_the_place_of_the_folder_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "assignments"
    path.touch()
    read, findings = read_assignments(path)
    assert read == []
    assert [(finding.code, finding.severity, finding.where) for finding in findings] == [
        ("not_a_folder", "error", str(path))
    ]


def test_a_folder_that_cannot_be_read_is_not_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(folder: str) -> None:
        raise PermissionError(13, "Permission denied", folder)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(PermissionError) as caught:
        read_assignments(tmp_path)
    assert caught.value.filename == str(tmp_path)


def test_a_byte_order_mark_is_no_problem(tmp_path: Path) -> None:
    (tmp_path / "first.json").write_text(json.dumps(document()), encoding="utf-8-sig")
    assert read_assignments(tmp_path) == ([made()], [])


@pytest.mark.parametrize(
    ("text", "code", "where", "message"),
    [
        ('{\n"name": }', "not_json", ":2", "not JSON: Expecting value (column 9)"),
        ("", "not_json", ":1", "not JSON: Expecting value (column 1)"),
        ('{"a": 1, "a": 2}', "not_json", "", "not JSON that can be read: key 'a' more than once in one object"),
        ("[" * 200_000, "not_json", "", "not JSON that can be read: nested too deeply"),
        ('{"seed": ' + "9" * 5000 + "}", "not_json", "", "not JSON that can be read: a number of too many digits"),
        ("[]", "bad_assignment", "", "must be one JSON object"),
        ("{}", "wrong_schema", "schema", "is needed; allowed is accord.assignment/1"),
        ('{"schema": "accord.log/1"}', "wrong_schema", "schema", "is 'accord.log/1'; allowed is accord.assignment/1"),
        ('{"schema": "accord.assignment/0"}', "wrong_schema", "schema", "is 'accord.assignment/0'"),
        ('{"schema": "accord.assignment/x"}', "wrong_schema", "schema", "is 'accord.assignment/x'"),
        ('{"schema": 1}', "wrong_schema", "schema", "is '1'"),
        ('{"schema": "accord.assignment/2", "new": 1}', "newer_schema", "schema", "written by a newer accord"),
        ('{"schema": "accord.assignment/10"}', "newer_schema", "schema", "this one reads accord.assignment/1"),
    ],
)
def test_files_that_are_no_assignment(tmp_path: Path, text: str, code: str, where: str, message: str) -> None:
    [found] = problems(tmp_path, text)
    assert found[:2] == (code, where)
    assert found[2].startswith(message) or message in found[2]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("[" * 300 + "]" * 300, "nested too deeply"),
        (r'"\ud800"', r"half of a surrogate pair (\ud800 to \udfff)"),
        (r'"\ud800x"', r"half of a surrogate pair (\ud800 to \udfff)"),
        (r'"\udc00"', r"half of a surrogate pair (\ud800 to \udfff)"),
    ],
)
def test_texts_that_only_one_of_two_parsers_takes_are_told_in_our_words(
    tmp_path: Path, value: str, reason: str
) -> None:
    text = json.dumps(document(), indent=1).replace('"seed": 1', f'"seed": {value}')
    assert problems(tmp_path, text) == [("not_json", ":4", f"not JSON that can be read: {reason}")]


def test_a_file_that_is_not_utf8_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b'{"schema": "\xff"}')
    _, findings = read_assignments(tmp_path)
    assert [finding.code for finding in findings] == ["not_utf8"]


def test_all_problems_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    write_assignment(tmp_path / "first.json", made())
    (tmp_path / "bad.json").write_text("{")
    wrong = document(seed=-1, raters_per_item="2", extra=1)
    wrong["groups"][1]["items"][0] = 7
    wrong["strata"][0]["available"] = 0
    (tmp_path / "wrong.json").write_text(json.dumps(wrong))
    read, findings = read_assignments(tmp_path)
    assert read == [made()]
    assert sorted((finding.code, Path(finding.where).name) for finding in findings) == [
        ("bad_assignment", "wrong.json: extra"),
        ("bad_assignment", "wrong.json: groups[1].items[0]"),
        ("bad_assignment", "wrong.json: raters_per_item"),
        ("bad_assignment", "wrong.json: seed"),
        ("bad_assignment", "wrong.json: strata[0].available"),
        ("not_json", "bad.json:1"),
    ]


def test_of_many_problems_the_first_five_are_shown_and_the_rest_counted(tmp_path: Path) -> None:
    wrong = document()
    wrong["groups"][0]["items"] = list(range(30))
    found = problems(tmp_path, wrong)
    assert [where for _, where, _ in found] == [*(f"groups[0].items[{at}]" for at in range(5)), ""]
    assert found[-1][2] == "and 25 more of this kind"


def repeat_item(wrong: dict[str, Any]) -> None:
    wrong["groups"][0]["items"][1] = wrong["groups"][0]["items"][0]


def cross_item(wrong: dict[str, Any]) -> None:
    wrong["groups"][0]["items"][1] = wrong["groups"][1]["items"][0]


@pytest.mark.parametrize(
    ("change", "where", "message"),
    [
        (lambda d: d.update(name="a b"), "name", "does not have the right form"),
        (lambda d: d.update(size=6), "", "per_stratum and size: one of the two must be null"),
        (lambda d: d.update(by=["k", "k"]), "", "by: 'k' more than once"),
        (lambda d: d.update(by=["m"]), "", "strata[0].where: the columns must be those of by"),
        (lambda d: d["strata"][1]["where"].update(k="0"), "", "strata: 1 stratum more than once"),
        (lambda d: d["strata"][0]["where"].update(k=" "), "strata[0].where.k", "is blank"),
        (lambda d: d["strata"][0].update(taken=2), "strata[0]", "taken 2 and short 0 must sum to asked, 3"),
        (lambda d: d["strata"][0].update(taken=4, asked=4), "strata[0]", "allowed is at most available, 3"),
        (lambda d: d["strata"][0].update(taken=2, short=1), "", "groups: they have 6 items, the strata 5 taken"),
        (lambda d: d["groups"][1].update(name="1"), "", "groups: name '1' more than once"),
        (lambda d: d["groups"][1].update(raters=["A"]), "", "groups[1].raters: 1, not 2 per item"),
        (lambda d: d["groups"][1].update(raters=["A", "A"]), "groups[1]", "raters: 'A' more than once"),
        (lambda d: d["groups"][1].update(raters=["A", " "]), "groups[1].raters[1]", "is blank"),
        (lambda d: d["groups"][1].update(items=[]), "groups[1].items", "at least 1"),
        (repeat_item, "groups[0]", "items: '"),
        (cross_item, "", "in more than one group"),
        (lambda d: d.pop("seed"), "seed", "is needed"),
        (lambda d: d["groups"][0].update(rater=["A"]), "groups[0].rater", "did you mean 'raters'?"),
    ],
)
def test_documents_that_contradict_themselves(
    tmp_path: Path, change: Callable[[dict[str, Any]], Any], where: str, message: str
) -> None:
    wrong = document()
    change(wrong)
    [(code, place, said)] = problems(tmp_path, wrong)
    assert (code, place) == ("bad_assignment", where)
    assert message in said


def test_several_contradictions_are_told_at_once(tmp_path: Path) -> None:
    [(_, _, said)] = problems(tmp_path, document(size=6, raters_per_item=3))
    assert said.count(";") == 3


def test_an_item_that_two_files_ask_the_same_rater_about(tmp_path: Path) -> None:
    write_assignment(tmp_path / "first.json", made())
    write_assignment(tmp_path / "other.json", made("other", prefix="x"))
    second = document(name="second")
    second["groups"] = [{"name": "1", "raters": ["A", "D"], "items": second["groups"][0]["items"]}]
    second["strata"][1].update(taken=0, asked=0)
    second["strata"][0].update(taken=2, asked=2)
    (tmp_path / "second.json").write_text(json.dumps(second))
    read, findings = read_assignments(tmp_path)
    assert len(read) == 3
    shown = ", ".join(repr(item) for item in made().groups[0].items)
    assert [str(finding) for finding in findings] == [
        f"warning assigned_twice: {tmp_path / 'second.json'}: groups[0]: rater 'A' is asked about 2 items already in "
        f"{tmp_path / 'first.json'}: groups[0]: {shown} "
        "(nothing, if one answer is to count for both; if not, draw the later one anew (accord sample --replace))"
    ]
    assert findings[0].count == 2
    asked = per_rater(read)["A"]
    assert len(asked) == len(set(asked)) == 8


def test_what_each_rater_is_asked() -> None:
    one = made()
    first, second, third = (list(group.items) for group in one.groups)
    assert per_rater([one]) == {"A": first + third, "B": first + second, "C": second + third}
    assert list(per_rater([one, made("x", prefix="x")])) == ["A", "B", "C"]


def test_short_strata_are_in_the_document() -> None:
    short = made(per_stratum=5)
    assert [(one.available, one.asked, one.taken, one.short) for one in short.strata] == [(3, 5, 3, 2)] * 2


def test_an_assignment_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        made().seed = 3  # type: ignore[misc]
