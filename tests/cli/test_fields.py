"""Field options become fields."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.cli.fields import FieldOptions, read_frame, split_list
from accord.errors import UsageError
from accord.spec.fields import Binary, Boxes, Choice, Field, Labels, Number, Rating


def field(**options: Any) -> Field:
    ((_, found),) = FieldOptions(**options).fields().items()
    return found


def labels_of(found: Field) -> tuple[str, ...] | None:
    assert isinstance(found, Binary | Boxes | Choice | Labels | Rating)
    return found.labels


def refused(**options: Any) -> str:
    with pytest.raises(UsageError) as caught:
        FieldOptions(**options).fields()
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("a", ["a"]),
        ("a,b", ["a", "b"]),
        ("a, b", ["a", "b"]),
        ('"a, b",c', ["a, b", "c"]),
        ('"a ""b"""', ['a "b"']),
        ("a=b", ["a=b"]),
        ("[red]x[/red],=cmd()", ["[red]x[/red]", "=cmd()"]),
        ("\u0634\u060c,\U0001f642", ["\u0634\u060c", "\U0001f642"]),
        ("a\nb,c", ["a\nb", "c"]),
        ("a\r\nb", ["a\r\nb"]),
        ("x" * 200_000, ["x" * 200_000]),
    ],
)
def test_words_between_commas(text: str, words: list[str]) -> None:
    assert split_list(text) == words


words = st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1)


@given(words)
def test_quoted_words_are_themselves(given: list[str]) -> None:
    quoted = ['"' + word.replace('"', '""') + '"' for word in given]
    assert split_list(",".join(quoted)) == given
    assert split_list(" , ".join(quoted)) == given


@given(words)
def test_words_without_commas_and_quotes_need_none(given: list[str]) -> None:
    plain = ["x" + word.replace(",", "").replace('"', "") + "x" for word in given]
    assert split_list(",".join(plain)) == plain
    assert split_list(" , ".join(plain)) == plain


def test_a_field_of_each_kind() -> None:
    found = FieldOptions(
        binary=["b"], choice=["c"], rating=["r=1..5"], number=["n"], labels=["l"], boxes=["x"], box_format="xywh"
    ).fields()
    kinds = {name: type(field) for name, field in found.items()}
    assert kinds == {"b": Binary, "c": Choice, "r": Rating, "n": Number, "l": Labels, "x": Boxes}


def test_declared_values() -> None:
    assert labels_of(field(binary=["b=No,Yes"])) == ("No", "Yes")
    assert labels_of(field(choice=['c=a,"b, c"'])) == ("a", "b, c")
    assert labels_of(field(labels=["l=a,b"])) == ("a", "b")
    assert labels_of(field(boxes=["x=a"], box_format="xyxy")) == ("a",)
    assert labels_of(field(choice=["c"])) is None


@pytest.mark.parametrize(
    ("text", "labels", "positions"),
    [
        ("r=1..3", ("1", "2", "3"), [1, 2, 3]),
        ("r=-1..1", ("-1", "0", "1"), [-1, 0, 1]),
        ("r=low,mid,high", ("low", "mid", "high"), [0, 1, 2]),
        ("r=1,2,4", ("1", "2", "4"), [1, 2, 4]),
        ("r=1,2,many", ("1", "2", "many"), [0, 1, 2]),
    ],
)
def test_scales(text: str, labels: tuple[str, ...], positions: list[float]) -> None:
    found = field(rating=[text])
    assert isinstance(found, Rating)
    assert found.labels == labels
    assert found.positions.tolist() == positions


def test_what_all_fields_share() -> None:
    found = FieldOptions(binary=["b"], labels=["l"], missing=["NA"], abstain=["skip"], sep=";", none="none").fields()
    assert {(field.missing, field.abstain) for field in found.values()} == {(("NA",), ("skip",))}
    labels = found["l"]
    assert isinstance(labels, Labels)
    assert (labels.sep, labels.none) == (";", "none")


def test_options_of_boxes() -> None:
    found = field(boxes=["x"], box_format="cxcywh", box_frame="1280x720", bad_boxes="drop")
    assert isinstance(found, Boxes)
    assert (found.format, found.frame, found.bad) == ("cxcywh", (1280, 720), "drop")


def test_a_column_name_is_all_before_the_first_equals_sign() -> None:
    assert list(FieldOptions(binary=["a b.c [x]=0,1"], choice=["\U0001f642"]).fields()) == ["a b.c [x]", "\U0001f642"]
    assert labels_of(field(choice=["c=a=b,c"])) == ("a=b", "c")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"binary": [""]}, "no column is named"),
        ({"binary": ["=0,1"]}, "no column is named"),
        ({"binary": ["b=yes"]}, "give two labels, negative first"),
        ({"binary": ["b=a,b,c"]}, "give two labels, negative first"),
        ({"binary": ["b=a,a"]}, "are the same label"),
        ({"choice": ["c=a,,b"]}, "a label is blank"),
        ({"rating": ["r"]}, "declare the scale, COL=1..5 or COL=low,mid,high"),
        ({"rating": ["r=5"]}, "declare the scale"),
        ({"rating": ["r=1...5"]}, "declare the scale"),
        ({"rating": ["r=1,5"]}, "write 1..5, or name all steps"),
        ({"rating": ["r=5..1"]}, "the lower number first"),
        ({"rating": ["r=3,2,1"]}, "the numbers must rise"),
        ({"number": ["n=1,2"]}, "a number has no values to declare"),
        ({"boxes": ["x"]}, "needs --box-format xywh|xyxy|cxcywh: it is never guessed"),
        ({"boxes": ["x"], "box_format": "yolo"}, "is none of xywh"),
        ({"boxes": ["x"], "box_format": "xywh", "bad_boxes": "keep"}, "neither error nor drop"),
        ({"boxes": ["x"], "box_format": "xywh", "box_frame": "big"}, "write width x height"),
        ({"labels": ["l"], "sep": ""}, "the separator is empty"),
        ({"binary": ["s"], "choice": ["s"]}, "column s is given as two fields"),
        ({"binary": ["s", "s"]}, "column s is given as two fields"),
    ],
)
def test_what_is_refused(options: dict[str, Any], message: str) -> None:
    assert message in refused(**options)


def test_all_problems_are_told_at_once() -> None:
    text = refused(binary=["b=x"], rating=["r"], number=["n=1"], choice=["b"])
    assert len(text.splitlines()) == 3
    assert refused(binary=["s", "s"], rating=["r"]).count("\n") == 1


@pytest.mark.parametrize(("text", "size"), [("1280x720", (1280, 720)), ("1x1", (1, 1)), ("0.5,2.25", (0.5, 2.25))])
def test_size_of_a_picture(text: str, size: tuple[float, float]) -> None:
    assert read_frame(text) == size


@pytest.mark.parametrize("text", ["", "5", "5x", "x5", "5 x 5", "-5x5", "5x5x5", "ax5", "1e3x5", "5X5", "nanx5"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(UsageError, match="--box-frame"):
        read_frame(text)


@pytest.mark.parametrize("text", ["0x5", "5x0"])
def test_a_picture_without_area_is_refused(text: str) -> None:
    assert "above 0" in refused(boxes=["x"], box_format="xywh", box_frame=text)
