"""What joins the labels of a set in one value of a line: prompts ask for it, replies are read by it."""

from __future__ import annotations

from typing import Final

from accord.errors import UsageError
from accord.spec.fields.labels import LabelsForm

SEPARATORS: Final = (";", "|", "/", "+")
"""Where the form declares nothing: the first that no label holds."""


def separator_of(form: LabelsForm) -> str:
    """What stands between the labels of a set in one value of a CSV line. Raises UsageError where the form declares
    nothing and every sign is in a label.

    >>> [separator_of(LabelsForm(kind="labels", labels=labels)) for labels in (("a", "b"), ("a;", "b"))]
    [';', '|']
    """
    texts = [text for label in form.choices() for text in (label.id, *label.texts())]
    free = (sign for sign in SEPARATORS if not any(sign in text for text in texts))
    found = form.separator or next(free, None)
    if found is None:
        signs = " ".join(SEPARATORS)
        raise UsageError(
            f"a line of values needs a sign between labels that no label holds, and each of {signs} is in one: "
            "declare a separator, or ask for JSON (reply: json_schema)"
        )
    return found
