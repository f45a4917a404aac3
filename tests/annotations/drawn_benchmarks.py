"""Random benchmarks with answers of every kind and state, for property-based tests; and folders that hold them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl
import yaml
from hypothesis import strategies as st

from accord.annotations.exchange.drafts import drafts_of
from accord.annotations.exchange.incoming import CORE, Incoming, Request
from accord.annotations.exchange.intake import Intake, take_in
from accord.annotations.log.submission import FIRST, Source
from accord.spec.labels import folded
from accord.verbs.opened import Opened, opened

Row = dict[str, str | None]
LATER = "second look"
CLOCK = "2026-05-01T00:00:00.000000Z"

HOSTILE = (
    *(
        "red",
        "=1+1",
        "-x",
        "+1 ",
        "@sum",
        "'quoted'",
        "''=a",
        "a,b",
        'say "no"',
        "two\nlines",
        "tab\there",
        "\ttab first",
    ),
    *(
        "two\r\nlines",
        "\rreturn",
        "return\r",
        "赤い",
        "أحمر",
        "🎉",
        "x||y",
        "yes;no",
        "\u202eturned",
        " lead",
        "trail ",
    ),
    *("'", '"', '""', "-5", "1.0", "1e5", "0x1F", "1/2", "{}", "[]", "null", "true", "N/A", "nan", "#N/A", "_x000D_"),
    *(
        "e\u0301",
        "é",
        "\uff26\uff35\uff2c\uff2c",
        "\u2028line",
        "<b>&amp;</b>",
        "http://a.b",
        "\ufeffmark",
        "007",
        "[1, 2]",
        '["no"]',
        "- 3",
    ),
)
"""Texts that some program has taken for something else."""
FIELD_NAMES = ("score", "赤い 花", "-dash", "+plus", "@home", "it's", 'say "so"', "semi;colon", "שלום")
COLUMNS = ("the score", "=sum", "two\nlines", "'q", "名前", "a,b", "'@x", "col\ttab")
ITEMS = ("i1", "=i2", "物 3", "i,4", "-5", "'i6", "i\n7", "007")
RATERS = ("ann", "=bob", "Özge", "陳", "d,e", "'f", "g\nh", " lead")
MODELS = ("gpt-x", "-m", "モデル")
NUMBERS = ("1", "2.50", "-0.125", "1e3", "1e22", "0.1", "-7", "\uff13", "00.5")
MOMENTS = ("2026-03-01T12:00:00Z", "2026-03-01T14:00:00+02:00", "2025-12-31 23:59:59.5Z", "0007-01-01T00:00:00Z")
SIDES = (0.125, 0.2, 0.3, 1e-3, 0.4)

texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=6),
)
words = texts.filter(lambda text: bool(folded(text)))
"""Texts that are not blank."""


@dataclass(frozen=True)
class Drawn:
    """A benchmark as documents, and rows of answers in the order of arrival.

    outputs: of models; rows: of people and judges; late: of models again, which may correct what was judged.
    """

    document: dict[str, Any]
    items: list[dict[str, Any]]
    outputs: list[Row]
    rows: list[Row] = field(default_factory=list)
    late: list[Row] = field(default_factory=list)

    def folder(self, path: Path) -> Opened:
        """The benchmark in a new folder, without answers."""
        path.mkdir()
        (path / "benchmark.yaml").write_text(yaml.safe_dump(self.document, allow_unicode=True), "utf-8")
        lines = [json.dumps(item, ensure_ascii=False) + "\n" for item in self.items]
        (path / "items.jsonl").write_text("".join(lines), "utf-8", newline="\n")
        return opened(path)

    def filled(self, path: Path) -> Opened:
        """The benchmark in a new folder, with all answers."""
        folder = self.folder(path)
        for rows in (self.outputs, self.rows, self.late):
            take(opened(folder.path), rows)
        return opened(folder.path)


def take(folder: Opened, rows: Sequence[Row]) -> Intake:
    """Take rows into the logs of a folder, as an import does."""
    if not rows:
        return Intake()
    incoming = incoming_of(rows)
    drafts = drafts_of(incoming, folder.benchmark, folder.items, folder.outputs, Request())
    assert not drafts.rejected, drafts.rejected
    return take_in(folder.path, folder.benchmark, drafts.kept, drafts.fields, incoming.source, lambda: CLOCK)


def incoming_of(rows: Sequence[Mapping[str, str | None]], file: str = "made") -> Incoming:
    """Rows as if they had been read from a file, with every column that a row has."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    frame = pl.DataFrame({name: pl.Series([row.get(name) for row in rows], dtype=pl.String) for name in names})

    def place(row: int, column: str | None = None) -> str:
        return f"{file}:{row + 1}" + (f", column {column}" if column else "")

    return Incoming(frame, place, lambda row: Source(file=file, line=row + 1), ())


@st.composite
def drawn_benchmarks(draw: st.DrawFn) -> Drawn:
    """Benchmarks of one to five fields and three items, with up to 16 answers of people, judges and models."""
    names = draw(st.lists(st.sampled_from(FIELD_NAMES), min_size=1, max_size=4, unique=True))
    forms = {name: draw(st.sampled_from(sorted(FORMS)).flatmap(lambda kind: FORMS[kind])) for name in names}
    texts_asked = [name for name, form in forms.items() if form["kind"] == "text"]
    if texts_asked and draw(st.booleans()):
        forms["match"] = {"kind": "binary", "matches": texts_asked[0], "reference": "answer"}
    columns = draw(st.lists(st.sampled_from(COLUMNS), min_size=len(forms), max_size=len(forms), unique=True))
    for form, column in zip(forms.values(), columns, strict=True):
        if draw(st.booleans()):
            form["column"] = column
    document: dict[str, Any] = {"name": "drawn", "version": "1.0.0", "fields": forms}
    if draw(st.booleans()):
        document["tables"] = {"item": "image id", "rater": "=who", "pass": "round"}
    if draw(st.booleans()):
        document["policies"] = {"empty_reference": {"human": "judge", "judge": "leave_blank"}}
    items = draw(st.lists(st.sampled_from(ITEMS), min_size=1, max_size=3, unique=True))
    references = st.sampled_from(["", "a vase || a pot", None])
    listed = [{"id": name, "answer": draw(references)} for name in items]
    listed[0]["answer"] = "a vase"
    outputs = draw(st.lists(_rows(forms, items, ("model",), MODELS), max_size=4))
    judged = sorted({(str(row["item"]), str(row["rater"])) for row in outputs if row["pass"] in (None, FIRST)})
    others = draw(st.lists(_rows(forms, items, ("human", "judge"), RATERS, judged), min_size=1, max_size=10))
    late = draw(st.just([]) | st.lists(_rows(forms, items, ("model",), MODELS), max_size=2))
    return Drawn(document, listed, outputs, others, late)


@st.composite
def _rows(
    draw: st.DrawFn,
    forms: Mapping[str, Any],
    items: Sequence[str],
    roles: Sequence[str],
    raters: Sequence[str],
    outputs: Sequence[tuple[str, str]] = (),
) -> Row:
    """One row; about an output where there is one and chance has it."""
    item, of = draw(st.sampled_from(items)), None
    if outputs and draw(st.booleans()):
        item, of = draw(st.sampled_from(outputs))
    row: Row = {
        "item": item,
        "of": of,
        "rater": draw(st.sampled_from(raters)),
        "role": draw(st.sampled_from(roles)),
        "pass": draw(st.sampled_from([None, FIRST, LATER])),
        "at": draw(st.none() | st.sampled_from(MOMENTS)),
        "state": draw(st.sampled_from([None, None, "answered", "invalid", "unusable"])),
        "reason": draw(st.none() | texts),
    }
    assert tuple(row) == CORE
    return row | {name: draw(st.none() | cells(form)) for name, form in forms.items()}


def cells(form: Mapping[str, Any]) -> st.SearchStrategy[str]:
    """Cells for a field: answers, abstentions, texts for nothing, and answers that are none."""
    own = st.sampled_from([*form.get("abstain", ()), *form.get("missing", ()), " "])
    return st.one_of(
        _answers(form), _answers(form), own, texts.filter(lambda text: form["kind"] != "boxes" or "[" not in text)
    )


def _answers(form: Mapping[str, Any]) -> st.SearchStrategy[str]:
    kind = form["kind"]
    if kind == "binary":
        return st.sampled_from(["0", "1", "1.0"])
    if kind == "rating":
        return st.sampled_from(["1", "2", "5", "3.0", " 4"])
    if kind == "number":
        return st.sampled_from(NUMBERS)
    if kind == "choice":
        return st.sampled_from(form["labels"])
    if kind == "text":
        return texts
    labels = [label for inside in form["domains"].values() for label in inside]
    if kind == "labels":
        chosen = st.lists(st.sampled_from([*labels, *form["abstain"], form["none"]]), max_size=3)
        return chosen.map(lambda names: json.dumps(names, ensure_ascii=False))
    side = st.sampled_from(SIDES)
    box = st.fixed_dictionaries({"label": st.sampled_from(labels), "box": st.tuples(side, side, side, side)})
    broken = st.just({"label": labels[0], "box": [0, 0, 0, 0]})
    boxes = st.lists(st.one_of(box, box, broken) if form["bad_boxes"] == "drop" else box, max_size=3)
    return boxes.map(lambda found: json.dumps(found, ensure_ascii=False))


@st.composite
def _with_tokens(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    """A form whose labels, abstentions and texts for nothing are all different."""
    form: dict[str, Any] = {"kind": kind}
    taken = {"0", "1", "2", "3", "4", "5"}
    found: list[str] = []
    for text in draw(st.lists(words, min_size=8, max_size=14)):
        if folded(text).casefold() not in taken:
            taken.add(folded(text).casefold())
            found.append(text)
    found += [f"label {at}" for at in range(len(found), 8)]
    form["abstain"], form["missing"], labels = found[:2], found[2:4], found[4:]
    if kind == "choice":
        form["labels"] = labels
    if kind in ("labels", "boxes"):
        form["domains"] = {"one": labels[:2], "two": labels[2:-1]}
    if kind == "labels":
        form["none"] = labels[-1]
    if kind == "rating":
        form["scale"] = "1..5"
    if kind == "boxes":
        form |= {"format": "xywh", "unit": "fractions", "bad_boxes": draw(st.sampled_from(["error", "drop"]))}
    return form


FORMS = {kind: _with_tokens(kind) for kind in ("binary", "choice", "labels", "rating", "number", "boxes", "text")}
"""Kind -> forms of that kind."""
