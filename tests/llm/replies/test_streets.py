"""The lines that seven models wrote about 100 street pictures, as they were released.

Three labels of the form hold a comma. The models wrote no quotes, so in the released files every value after such a
label stands one column too far to the right. Other lines have one value too many or too few for other reasons: an
abstention too often, labels of a set with commas between them, a name of the picture at the start, a field left out.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from street_replies import COMMENTS, IMPRESSION, MODELS, NOT_APPLICABLE, cells_of, dimensions, street_form, street_lines

from accord.llm.replies.column import Role
from accord.llm.replies.form import ReplyForm
from accord.llm.replies.read import Read, read_text

FULLY_VALID = (33, 37, 76, 43, 9, 92, 63)
"""Lines of which every value is made of labels of its own dimension, or abstains."""
ONE_LABEL = (25, 20, 22, 42, 6, 85, 62)
"""Of these, without several labels where one was asked."""
LEAST = (32, 35, 75, 35, 8, 92, 50)
"""Fully valid lines where only the three labels are put together again."""
ABSTAINED = (2, 0, 1, 1, 1, 1, 10)
"""Lines that abstain on the overall impression."""
PLAINLY_ABSTAINED = (3, 2, 3, 10, 8, 1, 10)
"""Those that have "Not applicable" in its column where only the three labels are put together again."""


@pytest.fixture(scope="module")
def form(shared: Path) -> ReplyForm:
    return street_form(shared)


@pytest.fixture(scope="module")
def reads(shared: Path, form: ReplyForm) -> dict[str, list[tuple[str, Read]]]:
    return {model: [(line, read_text(line, form)) for line in street_lines(shared, model)] for model in MODELS}


def answered(reads: list[tuple[str, Read]]) -> list[tuple[str, Read]]:
    return [(line, read) for line, read in reads if read.state == "answered"]


def is_fully_valid(read: Read, form: ReplyForm, one_label: bool) -> bool:
    states = {name: answer["state"] for name, answer in read.answers.items() if name != COMMENTS}
    own = {
        name
        for name, state in states.items()
        if state == "off_label" and form.columns[name].role(read.answers[name]["raw"]) is Role.ANSWER
    }
    return all(state in ("answered", "abstained") or (name in own and not one_label) for name, state in states.items())


@pytest.mark.parametrize("at", range(7), ids=MODELS)
def test_fully_valid_lines(reads, form, at):
    found = answered(reads[MODELS[at]])
    assert sum(is_fully_valid(read, form, one_label=False) for _, read in found) == FULLY_VALID[at] >= LEAST[at]
    assert sum(is_fully_valid(read, form, one_label=True) for _, read in found) == ONE_LABEL[at]


@pytest.mark.parametrize("at", range(7), ids=MODELS)
def test_abstentions_on_the_overall_impression(shared, reads, at):
    found = reads[MODELS[at]]
    own = [read.state == "answered" and read.answers[IMPRESSION]["state"] == "abstained" for _, read in found]
    assert sum(own) == ABSTAINED[at]
    plainly = [cells[30:31] == [NOT_APPLICABLE] for cells in (cells_of(line, shared) for line, _ in found)]
    assert sum(plainly) == PLAINLY_ABSTAINED[at]
    # In the lines that differ another value was pushed into the last column. They are not read, or say something else.
    for (line, read), is_own, is_plain in zip(found, own, plainly, strict=True):
        if is_plain and not is_own and read.state == "answered":
            last = line.rsplit(",", 1)[1]
            assert as_written(read, IMPRESSION) == last
            assert set(last.split(";")) <= set(dimensions(shared)[IMPRESSION])


def as_written(read: Read, name: str) -> str:
    answer = read.answers[name]
    return answer.get("raw", answer.get("value"))


@pytest.mark.parametrize("model", MODELS)
def test_no_label_is_filed_under_another_dimension(shared, reads, model):
    """Every label of the form belongs to one dimension. Each that stands in a line that is read is in the answer of its
    dimension, and nothing else is; those beside it that are no labels are kept as off-label text.
    """
    owner = {label.casefold(): name for name, labels in dimensions(shared).items() for label in labels}
    for line, read in answered(reads[model]):
        filed = set()
        for name, answer in read.answers.items():
            if answer["state"] == "answered" and name != COMMENTS:
                values = answer["value"] if isinstance(answer["value"], list) else [answer["value"]]
                labels = {value.casefold() for value in values}
                assert {owner[label] for label in labels} == {name}
                filed |= labels
        off = [answer["raw"] for answer in read.answers.values() if answer["state"] == "off_label"]
        kept = {part.strip().casefold() for raw in off for part in raw.split(";")}
        written = {part.strip().casefold() for cell in cells_of(line, shared) for part in cell.split(";")}
        assert {part for part in written if part in owner} == filed | (kept & set(owner))


@pytest.mark.parametrize("model", MODELS)
def test_answers_stand_in_the_order_of_the_line(shared, reads, model):
    """Put together again, the answers are the line: no value is lost, doubled or moved. Only what a tolerance names is
    left out: an abstention too many, the name of the picture.
    """
    for line, read in answered(reads[model]):
        if {"repeated_abstention", "leading_cell", "trailing_delimiters"} & set(read.tolerances):
            continue
        texts = [as_text(read, name) for name in read.answers if name != COMMENTS]
        assert flat(",".join(texts)) == flat(",".join(cells_of(line, shared)))


def as_text(read: Read, name: str) -> str:
    written = as_written(read, name)
    return ";".join(written) if isinstance(written, list) else written


def flat(text: str) -> list[str]:
    """The pieces of a line; which of `,` and `;` stood between them is not compared."""
    return [piece.strip() for piece in re.split(r"[,;]", text) if piece.strip()]


def test_padding_at_the_end_changes_no_line_that_is_read(shared, form, reads):
    for model in MODELS:
        for line, read in answered(reads[model]):
            assert read_text(line + ",", form).answers == read.answers


def test_answers_outside_of_the_labels_are_counted(reads, form):
    counts: Counter[tuple[str, str]] = Counter()
    several: Counter[tuple[str, str]] = Counter()
    for model in MODELS:
        for _, read in answered(reads[model]):
            for name, answer in read.answers.items():
                if answer["state"] == "off_label":
                    own = form.columns[name].role(answer["raw"]) is Role.ANSWER
                    (several if own else counts)[name, answer["raw"]] += 1
    assert counts.total() == 205
    assert counts.most_common(3) == [
        (("Public Amenities", "No public amenities"), 23),
        (("Safety Measures", "No accessibility features"), 21),
        (("Cultural Elements", "No cultural elements"), 17),
    ]
    assert counts["Aesthetic Elements", "Bright colours present;Red flowers present"] == 1
    # Several labels of a single choice are off the labels as a whole, not the first of them.
    assert several.total() == 169
    assert several.most_common(2) == [
        (("Maintenance", "Clean;Well maintained"), 78),
        (("Temporal Aspects", "Daytime;Weekday"), 41),
    ]
