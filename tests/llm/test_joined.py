from __future__ import annotations

import pytest

from accord.errors import UsageError
from accord.llm.joined import separator_of
from accord.spec.fields.labels import LabelsForm


@pytest.mark.parametrize(
    ("form", "separator"),
    [
        ({"labels": ("a", "b")}, ";"),
        ({"labels": ("a", "b"), "separator": "/"}, "/"),
        ({"labels": ("a; c", "b")}, "|"),
        ({"labels": ("a", {"id": "b", "aliases": ("x;y",)})}, "|"),
        ({"labels": ("a",), "abstain": ("not;sure",)}, "|"),
        ({"labels": ("a",), "none": "no; none"}, "|"),
        ({"labels": ("a;", "b|")}, "/"),
        ({"labels": ("a;", "b|/")}, "+"),
    ],
)
def test_separator(form, separator):
    assert separator_of(LabelsForm(kind="labels", **form)) == separator


def test_without_a_free_sign_it_is_refused():
    with pytest.raises(UsageError, match="declare a separator"):
        separator_of(LabelsForm(kind="labels", labels=("a;", "b|", "c/", "d+")))
