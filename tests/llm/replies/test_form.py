from __future__ import annotations

from accord.llm.replies.form import ReplyForm
from accord.spec.fields.choice import ChoiceForm
from accord.spec.fields.labels import LabelsForm


def form(layout, separator=None):
    forms = {
        "seen": LabelsForm(kind="labels", labels=("a", "b"), separator=separator),
        "mood": ChoiceForm(kind="choice", labels=("c", "d")),
    }
    return ReplyForm({name: found.field(forms) for name, found in forms.items()}, forms, layout)


def test_columns_are_made_once_in_the_order_of_the_fields():
    its = form("json")
    assert its.columns is its.columns
    assert list(its.columns) == ["seen", "mood"]
    assert its.keys.find("Mood") == "mood"


def test_what_joins_labels_is_what_the_prompt_asks_for():
    joints = {layout: [form(layout, sign).columns["seen"].joint for sign in (None, "|")] for layout in ("json", "csv")}
    assert joints == {"json": [None, "|"], "csv": [";", "|"]}
    assert form("csv").columns["mood"].joint is None
