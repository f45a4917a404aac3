"""The command as a whole: its help, its version, and how errors end it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import accord
from accord.cli import main as cli
from accord.errors import AccordError, CheckFailed, InputError, MissingExtra, UsageError
from accord.findings import Finding


@pytest.fixture
def failing(monkeypatch):
    """Makes the command raise an error."""

    def make(error):
        def app(arguments):
            raise error

        monkeypatch.setattr(cli, "app", app)

    return make


def test_version(run):
    assert run("--version") == (0, f"accord {accord.__version__}\n", "")


@pytest.mark.parametrize("arguments", [("--help",), ("-h",), ("agree", "--help"), ("agree", "-h"), ("demo", "--help")])
def test_help(run, arguments):
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert "Usage:" in out


def test_without_arguments_help_is_shown_and_nothing_done(run):
    code, out, err = run()
    assert code == 2
    assert "agree" in out + err
    assert "demo" in out + err


def test_help_names_every_verb_with_a_line(run):
    _, out, _ = run("--help")
    lines = {
        "init": "Write the folder of a new benchmark",
        "status": "What a folder holds",
        "check": "Everything that does not fit",
        "sample": "Draw a stratified sample",
        "import": "Take answers from files",
        "export": "Write the answers that count",
        "agree": "How far raters agree",
        "score": "What judges say of models",
        "demo": "Write data",
    }
    for verb, line in lines.items():
        assert any(verb in row and line in row for row in out.splitlines()), verb


@pytest.mark.parametrize("arguments", [("agre",), ("--nonsense",), ("agree",), ("agree", "x.csv", "--nonsense")])
def test_wrong_usage_ends_with_2_and_says_so_on_standard_error(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "Usage:" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (UsageError("first\nsecond"), 2, "error: first\nerror: second\n"),
        (MissingExtra("reading", "openpyxl", "xlsx"), 2, "error: reading needs openpyxl, which is not installed: "),
        (CheckFailed("does not hold"), 1, "error: does not hold\n"),
        (AccordError("plain"), 2, "error: plain\n"),
        (
            InputError([Finding("a", "error", "a.csv:1", "bad", "mend it"), Finding("b", "error", "b", "worse")]),
            2,
            "error: a.csv:1: bad\n    mend it\nerror: b: worse\n",
        ),
        (FileNotFoundError(2, "No such file or directory", "x.csv"), 2, "error: x.csv: No such file or directory\n"),
        (OSError("unknown"), 2, "error: output: unknown\n"),
        (UsageError("[red]x[/red] {y} %s \U0001f642"), 2, "error: [red]x[/red] {y} %s \U0001f642\n"),
    ],
)
def test_errors_end_with_their_code_in_plain_words(run, failing, error, code, said):
    failing(error)
    ended, out, err = run("agree")
    assert (ended, out) == (code, "")
    assert err.startswith(said)
    assert "Traceback" not in err


def test_a_fault_of_accord_is_called_one(run, failing):
    failing(ZeroDivisionError("by zero"))
    code, out, err = run("agree")
    assert (code, out) == (2, "")
    assert err == "internal error: ZeroDivisionError: by zero\n  this is a fault of accord; --debug shows where\n"


@pytest.mark.parametrize("error", [UsageError("x"), OSError("y"), ZeroDivisionError("z")])
@pytest.mark.parametrize("arguments", [("--debug", "agree"), ("agree", "--debug")])
def test_debug_shows_the_traceback_wherever_it_stands(run, failing, error, arguments):
    failing(error)
    code, _, err = run(*arguments)
    assert code == 2
    assert err.startswith("Traceback (most recent call last):")
    assert err.splitlines()[-1].strip() != ""


def test_debug_reaches_no_verb(run, monkeypatch):
    seen = []
    monkeypatch.setattr(cli, "app", seen.append)
    run("--debug", "agree", "x.csv", "--debug")
    assert seen == [["agree", "x.csv"]]


@pytest.mark.parametrize("newline", ["\u2028", "\x85", "\x0b", "\x1c"])
def test_a_strange_newline_in_the_data_does_not_begin_an_error(run, failing, newline):
    failing(UsageError(f"no rater is called 'a{newline}b'"))
    assert run("agree")[2].count("error: ") == 1


@pytest.mark.parametrize("control", ["\x1b[2J", "\x1b]0;title\x07", "\x9b5m", "\b", "\x00"])
def test_control_characters_of_the_data_never_reach_the_terminal(run, failing, control):
    failing(InputError([Finding("a", "error", f"a{control}.csv", f"there is no such column{control}", f"x{control}")]))
    err = run("agree")[2]
    assert [letter for letter in err if not letter.isprintable() and letter != "\n"] == []


def test_an_interrupt_ends_without_a_traceback(tmp_path: Path):
    program = (
        "import sys\n"
        "from accord.cli import agree, main\n"
        "def interrupt(*a, **k): raise KeyboardInterrupt\n"
        "agree.agree_tables = interrupt\n"
        "sys.argv = ['accord', 'agree', 'x.csv', '--item', 'a', '--binary', 'b']\n"
        "main.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path):
    (tmp_path / "a.csv").write_text("item,who,ok\n" + "".join(f"{at},ann,1\n{at},bob,0\n" for at in range(9)))
    command = [sys.executable, "-m", "accord", "agree", "a.csv", "--item", "item", "--rater", "who", "--binary", "ok"]
    process = subprocess.Popen(
        [*command, "--replicates", "10", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr as errors:
        said = errors.read().decode()
    process.wait()
    assert "Traceback" not in said
    assert "internal error" not in said
