"""The error tree: every error that accord raises on purpose, with the exit code a command ends with."""

from __future__ import annotations

from collections.abc import Sequence

from accord.findings import Finding, visible


class AccordError(Exception):
    """Base of all errors raised on purpose. `exit_code` is what the command line returns."""

    exit_code = 2


class UsageError(AccordError):
    """An option, argument or combination of them that cannot be carried out."""


class MissingExtra(UsageError):
    """An optional library is needed and is not installed.

    >>> print(MissingExtra("reading .xlsx", "openpyxl", "xlsx"))
    reading .xlsx needs openpyxl, which is not installed: pip install 'accord[xlsx]'
    """

    def __init__(self, purpose: str, library: str, extra: str) -> None:
        super().__init__(f"{purpose} needs {library}, which is not installed: pip install 'accord[{extra}]'")


class InputError(AccordError):
    """Input that cannot be read as asked. Carries every problem found, not only the first.

    >>> raise InputError([Finding("empty_table", "error", "a.csv", "the file is empty")])
    Traceback (most recent call last):
    ...
    accord.errors.InputError: a.csv: the file is empty
    """

    def __init__(self, problems: Sequence[Finding]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(_line(problem) for problem in self.problems))


class CheckFailed(AccordError):
    """A check, gate or validation did not hold (`--strict` with findings)."""

    exit_code = 1


def _line(problem: Finding) -> str:
    place = f"{problem.where}: " if problem.where else ""
    tail = f"\n    {visible(problem.fix)}" if problem.fix else ""
    return f"{visible(place + problem.message)}{tail}"
