"""Random museums, exported, filled in and taken in: what was filled in is what the logs hold, to the letter."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import openpyxl
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.verbs.export_workbooks import export_workbooks
from accord.verbs.import_workbooks import import_workbooks
from accord.verbs.opened import opened

FIELDS = ("title", "maker")
BLANK = "\0not_asked"
HOSTILE = (
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-0.05",
    "@SUM(1,1)",
    "\t=1+1",
    "\r=1+1",
    "'quoted",
    '=HYPERLINK("http://example.invalid","x")',
    "_x0041_",
    "a\x01b\x1fc",
    "漢字かな交じり文",
    "مرحبا بالعالم",
    "שלום",
    "👩‍🔬 🏺",
    "line\nbreak\r\nthird",
    "  white  space  ",
    "007",
    "1e5",
    "10-12",
    "TRUE",
    "#N/A",
    "<b>&amp;</b> ]]>",
    "\u202eturned",
    "\ufeffmark",
    "x" * 32_768,
    "😀" * 16_384,
)
texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0|"), min_size=1, max_size=40),
).filter(str.strip)
names = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12).filter(str.strip)


@st.composite
def museums(draw: st.DrawFn) -> dict[str, Any]:
    """Items with references, some empty; outputs of up to six models, some unreadable, some absent; two people."""
    ids = draw(st.lists(names, min_size=1, max_size=4, unique_by=lambda name: " ".join(name.split()).casefold()))
    models = draw(st.lists(names, max_size=6, unique_by=lambda name: " ".join(name.split()).casefold()))
    references = {
        item: {field: draw(st.lists(texts, max_size=3).filter(_no_array)) for field in FIELDS} for item in ids
    }
    states = {
        (item, model): draw(st.sampled_from(("answered", "answered", "answered", "invalid", "absent")))
        for item in ids
        for model in models
    }
    outputs = {unit: {field: draw(texts) for field in FIELDS} for unit, state in states.items() if state == "answered"}
    people = draw(st.lists(names, min_size=2, max_size=2, unique_by=lambda name: " ".join(name.split()).casefold()))
    seed = draw(st.integers(0, 2**32))
    return {
        "ids": ids,
        "references": references,
        "states": states,
        "outputs": outputs,
        "people": people,
        "seed": seed,
        "comments": {(person, item): draw(st.one_of(st.none(), texts)) for person in people for item in ids},
    }


def _no_array(alternatives: list[str]) -> bool:
    return not any(text.lstrip().startswith("[") for text in alternatives)


SPEC = """
name: museum
version: 1.0.0
items: {shown: [about]}
fields:
  title: {kind: text, reference: title}
  maker: {kind: text, reference: maker}
  title_match: {kind: binary, matches: title}
  maker_match: {kind: binary, matches: maker, labels: [wrong, right], abstain: [cannot tell]}
  comment: {kind: text, asked_of: [human]}
"""


def build(folder: Path, museum: dict[str, Any]) -> None:
    (folder / "benchmark.yaml").write_text(SPEC, encoding="utf-8")
    rows = [
        {"id": item, "about": item, **{field: json.dumps(museum["references"][item][field]) for field in FIELDS}}
        for item in museum["ids"]
    ]
    (folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    outputs = [
        {"item": item, "rater": model, "state": state, **museum["outputs"].get((item, model), dict.fromkeys(FIELDS))}
        for (item, model), state in museum["states"].items()
        if state != "absent"
    ]
    if outputs:
        table = folder / "outputs.jsonl"
        table.write_text("".join(json.dumps(row) + "\n" for row in outputs), encoding="utf-8")
        done = accord.open(folder).import_answers(table, role="model")
        assert not done.rejected, done.rejects


Said = dict[tuple[str, str, str | None, str], str]


def fill(path: Path, museum: dict[str, Any], person: str, expected: Said) -> None:
    """Fill in what is open. Which cell is about what is worked out from the order of the columns."""
    book = openpyxl.load_workbook(path)
    sheet = book["answers"]
    models = sorted({model for item, model in museum["states"] if museum["states"][item, model] != "absent"})
    columns: list[tuple[str, str | None]] = [("about", None)]
    for field in FIELDS if models else ():
        columns.append((f"reference {field}", None))
        for model in models:
            columns += [(field, model), (f"{field}_match", model)]
    columns += [("comment", None), ("item", None)]
    for number, row in enumerate(sheet.iter_rows(min_row=2), 2):
        item = _item(sheet, number, museum, columns)
        for place, (name, model) in enumerate(columns):
            cell = row[place]
            if name == "comment":
                comment = museum["comments"][person, item]
                if comment is not None:
                    text = comment.replace("\r\n", "\n").replace("\r", "\n")[:1000]
                    text = "".join(letter for letter in text if letter in "\t\n" or ord(letter) > 31)
                    # openpyxl does not escape a text that looks escaped.
                    text = text.replace("\ufffe", "").replace("\uffff", "").replace("_x", "_")
                    if text.strip():
                        cell.value = text
                        cell.data_type = "s"
                        expected[person, item, None, "comment"] = text
            elif name.endswith("_match"):
                field = name.removesuffix("_match")
                is_open = museum["states"].get((item, model)) == "answered" and bool(museum["references"][item][field])
                assert cell.protection.locked != is_open, (cell.coordinate, item, model, field)
                if is_open:
                    pick = (museum["seed"] + number * 31 + place * 7 + len(person)) % 3
                    answers: list[Any] = [0, 1, 1] if field == "title" else ["wrong", "right", "cannot tell"]
                    cell.value = answers[pick]
                    assert model is not None
                    expected[person, item, model, name] = str(answers[pick])
    book.save(path)


def _item(sheet: Any, number: int, museum: dict[str, Any], columns: list[tuple[str, str | None]]) -> str:
    place = columns.index(("item", None)) + 1
    shown = " ".join(str(sheet.cell(number, place).value).split())
    return next(item for item in museum["ids"] if " ".join(item.split()) == shown)


@settings(max_examples=15)
@given(museums())
def test_what_was_filled_in_is_what_the_logs_hold(museum: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "museum"
        folder.mkdir()
        build(folder, museum)
        accord.open(folder).sample(raters=museum["people"], raters_per_item=2)
        done = export_workbooks(opened(folder))
        expected: Said = {}
        for book in done.written:
            fill(book.path, museum, book.annotator, expected)
        taken = import_workbooks(opened(folder), [book.path for book in done.written])
        findings = [finding for file in taken.files for finding in file.findings if finding.severity != "info"]
        assert findings == []
        its = opened(folder)
        found: Said = {}
        people = its.standing.frame.filter(its.standing.frame["role"] == "human")
        for row in people.iter_rows(named=True):
            model = None if row["of"] is None else its.outputs.model[row["of"]]
            for field in ("title_match", "maker_match", "comment"):
                if row[field] not in (None, BLANK):
                    found[row["rater"], row["item"], model, field] = row[field]
        assert found == expected
