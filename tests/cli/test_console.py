"""Where a command writes, how wide, and whether in colour."""

from __future__ import annotations

import io
import sys

import pytest

from accord.cli.console import WIDE, colour, progress_console, width


class Terminal(io.StringIO):
    """Says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "NO_COLOR", "TERM", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


def test_a_file_or_pipe_is_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert width() == WIDE


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_columns_are_obeyed(monkeypatch: pytest.MonkeyPatch, stream: type[io.StringIO]) -> None:
    monkeypatch.setattr(sys, "stdout", stream())
    monkeypatch.setenv("COLUMNS", "77")
    assert width() == 77


@pytest.mark.parametrize("columns", ["", "wide", "-5", "7.5", "\u00b2"])
def test_columns_that_are_no_number_are_not(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setenv("COLUMNS", columns)
    assert width() > 0


def test_colour_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not colour()
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert colour()


def test_no_colour_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colour()


def test_an_empty_no_color_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """no-color.org: when present and not an empty string."""
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("NO_COLOR", "")
    assert colour()


@pytest.mark.parametrize(
    ("quiet", "stream", "silent"), [(False, Terminal, False), (True, Terminal, True), (False, io.StringIO, True)]
)
def test_progress_goes_to_a_terminal_that_is_not_silenced(
    monkeypatch: pytest.MonkeyPatch, quiet: bool, stream: type[io.StringIO], silent: bool
) -> None:
    errors, out = stream(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", errors)
    monkeypatch.setattr(sys, "stdout", out)
    console = progress_console(quiet)
    console.print("[progress]")
    assert (errors.getvalue() == "") == silent
    assert out.getvalue() == ""
