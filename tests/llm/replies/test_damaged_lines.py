"""Lines whose answers are known, written without quotes and then damaged: nothing may be read as another field's."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.llm.replies.form import ReplyForm
from accord.llm.replies.read import Read, read_text
from accord.spec.fields.choice import ChoiceForm
from accord.spec.fields.labels import LabelsForm
from accord.spec.fields.text import TextForm
from accord.spec.form import Form

LABELS: dict[str, list[str]] = {
    "space": ["park", "street", "square"],
    "light": ["bright", "dark", "shaded"],
    "care": ["clean", "dirty", "new"],
    "plants": ["trees", "grass", "hedges"],
    "barriers": ["walls (brick, stone)", "water (rivers, ponds)", "no barriers"],
    "people": ["crowd", "few", "nobody"],
    "energy": ["solar (e.g., panels)", "wind", "none seen"],
    "mood": ["inviting", "hostile", "plain"],
}
SETS = ("light", "plants", "energy")
NA = "Not applicable"
OTHERS = ["junk", "no lights", "", "Image 7"]

Truth = dict[str, list[str]]


def _form(comment: bool) -> ReplyForm:
    forms: dict[str, Form] = {}
    for name, labels in LABELS.items():
        given: dict[str, Any] = {"labels": [{"id": label} for label in labels], "abstain": [{"id": NA}]}
        forms[name] = LabelsForm(kind="labels", **given) if name in SETS else ChoiceForm(kind="choice", **given)
    if comment:
        forms["comment"] = TextForm(kind="text")
    return ReplyForm({name: form.field(forms) for name, form in forms.items()}, forms, "csv")


FORMS = {comment: _form(comment) for comment in (False, True)}

several = {name: st.lists(st.sampled_from(LABELS[name]), min_size=1, unique=True).map(sorted) for name in SETS}
one = {name: st.sampled_from(labels).map(lambda label: [label]) for name, labels in LABELS.items()}
truths = st.fixed_dictionaries({name: several.get(name, one[name]) | st.just([]) for name in LABELS}).filter(
    lambda truth: any(truth.values())
)
inserted = st.sampled_from([*OTHERS, *[NA] * 4, *(label for labels in LABELS.values() for label in labels)])


def cells_of(truth: Truth) -> list[str]:
    """The cells of a line without quotes; no label is no answer."""
    return ",".join(";".join(truth[name]) or NA for name in LABELS).split(",")


def values(read: Read, name: str) -> list[str]:
    answer = read.answers[name]
    if answer["state"] != "answered":
        return []
    return answer["value"] if isinstance(answer["value"], list) else [answer["value"]]


@given(truths, st.booleans())
def test_a_whole_line_is_read_to_the_letter(truth, comment):
    read = read_text(",".join([*cells_of(truth), *[""] * comment]), FORMS[comment])
    assert {name: sorted(values(read, name)) for name in LABELS} == truth
    assert all(read.answers[name]["state"] == "abstained" for name, labels in truth.items() if not labels)


@given(truths, st.booleans(), st.data())
def test_a_line_that_lost_cells_is_right_or_invalid(truth, comment, data):
    cells = [*cells_of(truth), *["a calm place"] * comment]
    for _ in range(data.draw(st.integers(1, 3))):
        cells.pop(data.draw(st.integers(0, len(cells) - 1)))
    read = read_text(",".join(cells), FORMS[comment])
    for name in LABELS if read.state == "answered" else ():
        answer = read.answers[name]
        # Half a label with a comma, or of the set that holds it, is no label; all else is as it was.
        if answer["state"] == "off_label":
            assert "," in ";".join(truth[name])
        else:
            assert sorted(values(read, name)) == truth[name], answer


@given(truths, inserted, st.booleans(), st.data())
def test_a_line_with_a_cell_too_many_is_right_or_invalid(truth, extra, comment, data):
    cells = cells_of(truth)
    cells.insert(data.draw(st.integers(0, len(cells))), extra)
    read = read_text(",".join([*cells, *["a calm place"] * comment]), FORMS[comment])
    for name in LABELS if read.state == "answered" else ():
        answer = read.answers[name]
        assert answer["state"] == ("answered" if truth[name] or extra in LABELS[name] else "abstained")
        # A label of the same field that was put beside it cannot be told from one that was meant.
        assert sorted(values(read, name)) in (truth[name], sorted({*truth[name], extra}))


@given(truths, st.lists(inserted, max_size=3), st.booleans(), st.data())
def test_however_a_line_is_damaged_no_label_is_of_another_field(truth, extra, comment, data):
    cells = [*cells_of(truth), *["a calm place"] * comment]
    for _ in range(data.draw(st.integers(0, 3))):
        cells.pop(data.draw(st.integers(0, len(cells) - 1)))
    for cell in extra:
        cells.insert(data.draw(st.integers(0, len(cells))), cell)
    read = read_text(",".join(cells), FORMS[comment])
    whole = {";".join(labels): name for name, labels in truth.items() if labels}
    for name in LABELS if read.state == "answered" else ():
        assert set(values(read, name)) <= {*truth[name], *extra}
        raw = read.answers[name].get("raw")
        assert raw in extra or whole.get(raw, name) == name, "an answer to another field stands here"


@pytest.mark.parametrize("comment", [False, True])
def test_the_trap_of_the_released_answers(comment):
    """A label with a comma early in the line must not push "Not applicable" into the last field."""
    truth = {**{name: [] for name in LABELS}, "barriers": ["walls (brick, stone)"], "mood": ["inviting"]}
    read = read_text(",".join(cells_of(truth)), FORMS[comment])
    assert (values(read, "barriers"), values(read, "mood")) == (["walls (brick, stone)"], ["inviting"])
    assert "rejoined_comma" in read.tolerances
    strict = ReplyForm(FORMS[comment].fields, FORMS[comment].forms, "csv", strict=True)
    assert read_text(",".join(cells_of(truth)), strict).reason in ("wrong_width", "misaligned")
