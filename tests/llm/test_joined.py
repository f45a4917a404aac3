import pytest

from accord.llm.joined import separator_of
from accord.spec.fields.labels import LabelsForm


@pytest.mark.parametrize(
    ("form", "separator"),
    [
        ({"labels": ["a", "b"]}, ";"),
        ({"labels": ["a;b", "c"]}, "|"),
        ({"labels": ["a", {"id": "b", "name": {"en": "b; c"}}]}, "|"),
        ({"labels": ["a"], "none": "no; none"}, "|"),
        ({"labels": ["a"], "abstain": ["x;"]}, "|"),
        ({"labels": ["a;", "b|"]}, ";"),
        ({"labels": ["a", "b"], "separator": "+"}, "+"),
    ],
)
def test_it_is_the_first_sign_that_no_label_holds(form, separator) -> None:
    assert separator_of(LabelsForm(kind="labels", **form)) == separator
