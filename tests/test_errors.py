"""The error tree: what each error says, and the exit code it ends a command with."""

from __future__ import annotations

import pytest

from accord import errors
from accord.errors import AccordError, CheckFailed, InputError, MissingExtra, UsageError
from accord.findings import Finding


def tree() -> set[type[AccordError]]:
    return {value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, AccordError)}


def test_only_a_check_that_fails_ends_with_one() -> None:
    assert {error.__name__: error.exit_code for error in tree()} == {
        "AccordError": 2,
        "UsageError": 2,
        "MissingExtra": 2,
        "InputError": 2,
        "CheckFailed": 1,
    }


def test_one_except_clause_catches_all_of_them() -> None:
    assert all(issubclass(error, AccordError) for error in (UsageError, MissingExtra, InputError, CheckFailed))
    assert issubclass(MissingExtra, UsageError)
    assert not issubclass(InputError, UsageError)


def test_input_error_carries_every_problem_in_order() -> None:
    problems = [
        Finding("b", "error", "b.csv:2", "second letter", "use another"),
        Finding("a", "error", "", "no place"),
        Finding("b", "error", "b.csv:2", "second letter", "use another"),
    ]
    error = InputError(problems)
    assert error.problems == tuple(problems)
    assert str(error) == ("b.csv:2: second letter\n    use another\nno place\nb.csv:2: second letter\n    use another")


def test_input_error_keeps_what_it_was_given_when_the_list_changes_later() -> None:
    problems = [Finding("a", "error", "x", "y")]
    error = InputError(problems)
    problems.clear()
    assert len(error.problems) == 1


@pytest.mark.parametrize("text", ["[red]x[/red]", "{name} %s", "\u0634\u0627\u0631\u0639 \U0001f642"])
def test_texts_of_the_data_are_not_changed(text: str) -> None:
    assert text in str(InputError([Finding("a", "error", text, text, text)]))
    assert str(InputError([Finding("a", "error", text, text, text)])).count(text) == 3


@pytest.mark.parametrize("text", ["a\nb", "\x1b[2J", "\u202eabc", "\x85"])
def test_what_a_terminal_would_obey_is_spelled_out(text: str) -> None:
    said = str(InputError([Finding("a", "error", text, text, text)]))
    assert len(said.splitlines()) == 2
    assert text not in said


def test_missing_extra_is_one_line_with_the_command() -> None:
    text = str(MissingExtra("reading .xlsx", "openpyxl", "xlsx"))
    assert text.endswith("pip install 'accord[xlsx]'")
    assert "\n" not in text
