"""Every command and every Python block in README.md and docs/ runs, and prints what the page shows.

A page is run from top to bottom in a new folder.

- ```console: a line `$ command` is run (a `\\` at its end continues it). The lines below it, up to the next
  command, are what it prints; none means that it is not compared. A line `...` stands for any lines.
- ```python: run in one namespace a page; with `>>>` in it, as a doctest.
- A comment on the line above a block changes how it is taken: `<!-- file NAME -->` writes the block into a
  file, `<!-- exit 2 -->` expects that exit code of its commands, `<!-- shell -->` lets a shell run them
  (pipes, redirection).
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
RUN = {"accord", "python", "cat", "head", "ls"}
NOT_RUN = {"make", "pip", "git"}
# Blocks of commands that would escape this test.
FORBIDDEN = {"sh", "bash", "shell", "zsh", "shell-session", "bat", "powershell", "pycon"}
# A command that waits for input or never ends must not hold up the tests.
SECONDS = 300

FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[\w+-]*)\s*$")
MARK = re.compile(r"^\s*<!-- (?P<name>file|exit|shell)(?: (?P<value>\S+))? -->\s*$")


@dataclass(frozen=True)
class Block:
    """A fenced block: `line` is the number of its first line of text, `marks` the comment above it."""

    language: str
    text: str
    line: int
    marks: dict[str, str]


@dataclass(frozen=True)
class Command:
    """A command of a console block and the lines that it should print."""

    text: str
    line: int
    expected: list[str]


def blocks(page: str) -> Iterator[Block]:
    lines = page.splitlines()
    number = 0
    while number < len(lines):
        opened = FENCE.match(lines[number])
        if opened is None:
            number += 1
            continue
        mark = MARK.match(lines[number - 1]) if number else None
        first = number + 1
        closing = opened["indent"] + "```"
        end = next((at for at in range(first, len(lines)) if lines[at].rstrip() == closing), None)
        assert end is not None, f"line {first}: the block is never closed"
        text = "\n".join(line.removeprefix(opened["indent"]) for line in lines[first:end])
        yield Block(
            opened["language"],
            text + "\n",
            first + 1,
            {mark["name"]: mark["value"] or ""} if mark else {},
        )
        number = end + 1


def commands(block: Block) -> Iterator[Command]:
    lines = block.text.splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    assert starts and starts[0] == 0, f"line {block.line}: a console block starts with '$ command'"
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        text = lines[start][2:]
        after = start + 1
        while text.endswith("\\") and after < end:
            text = text[:-1] + lines[after].strip()
            after += 1
        expected = lines[after:end]
        while expected and not expected[-1].strip():
            expected.pop()
        yield Command(text, block.line + start, expected)


def matches(printed: list[str], expected: list[str]) -> bool:
    """Whether the lines are those expected, where a line `...` stands for any number of lines."""
    if not expected:
        return not printed
    if expected[0].strip() == "...":
        return any(matches(printed[skip:], expected[1:]) for skip in range(len(printed) + 1))
    return bool(printed) and printed[0] == expected[0] and matches(printed[1:], expected[1:])


def trimmed(lines: list[str]) -> list[str]:
    trim = [line.rstrip() for line in lines]
    while trim and not trim[-1]:
        trim.pop()
    return trim


def make_targets() -> set[str]:
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z][\w-]*)(?:\s+[a-z][\w-]*)*:(?!=)", makefile, flags=re.MULTILINE))


def environment() -> dict[str, str]:
    """The caller's, with this interpreter's scripts first and nothing that colours or widens output."""
    keep = {
        name: value
        for name, value in os.environ.items()
        if name not in {"FORCE_COLOR", "PY_COLORS", "CLICOLOR_FORCE", "GITHUB_ACTIONS", "TERMINAL_WIDTH"}
    }
    scripts = sysconfig.get_path("scripts")
    return keep | {
        "PATH": os.pathsep.join([scripts, str(Path(sys.executable).parent), keep.get("PATH", os.defpath)]),
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
    }


def checked(program: list[str]) -> bool:
    """Whether the command is to be run; fails for one that a page must not show."""
    assert program, "an empty command"
    name = program[0]
    assert name in RUN | NOT_RUN, f"{name} is not among {sorted(RUN | NOT_RUN)}"
    if name == "make":
        targets = [word for word in program[1:] if "=" not in word and not word.startswith("-")]
        unknown = set(targets) - make_targets()
        assert not unknown, f"the Makefile has no target {sorted(unknown)}"
    return name in RUN


def run_command(command: Command, marks: dict[str, str], folder: Path) -> None:
    program = shlex.split(command.text)
    if not checked(program):
        return
    in_shell = "shell" in marks
    done = subprocess.run(
        command.text if in_shell else program,
        shell=in_shell,
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    wanted = int(marks.get("exit", "0"))
    assert done.returncode == wanted, f"exit {done.returncode}, not {wanted}:\n{done.stdout}"
    if command.expected:
        printed, expected = trimmed(done.stdout.splitlines()), trimmed(command.expected)
        if not matches(printed, expected):
            # The same again, so that pytest shows the difference line by line.
            assert printed == expected


def run_python(block: Block, namespace: dict[str, Any], page: str) -> None:
    if ">>> " not in block.text:
        # Blank lines in front, so that a traceback names the line of the page.
        source = "\n" * (block.line - 1) + block.text
        exec(compile(source, page, "exec", dont_inherit=True), namespace)
        return
    test = doctest.DocTestParser().get_doctest(block.text, {}, page, page, block.line - 1)
    test.globs = namespace
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    if runner.run(test, out=report.append, clear_globs=False).failed:
        raise AssertionError("".join(report))


def run_page(page: str, name: str, folder: Path) -> None:
    """Run all blocks of a page in order; a failure names the page and the line."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        line = block.line
        try:
            assert block.language not in FORBIDDEN, "write commands as ```console, Python as ```python"
            if "file" in block.marks:
                file = folder / block.marks["file"]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, encoding="utf-8")
            elif block.language == "console":
                for command in commands(block):
                    line = command.line
                    run_command(command, block.marks, folder)
            elif block.language == "python":
                run_python(block, namespace, name)
        except Exception as error:
            raise AssertionError(f"{name}:{line}: {error}") from error


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_page(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(path.read_text(encoding="utf-8"), str(path.relative_to(CHECKOUT)), tmp_path)


GOOD = """\
<!-- file a.txt -->
```text
one
two
three
```

```console
$ cat a.txt
one
...
three
$ head \\
    -n 1 a.txt
one
$ make test PYTHON=python3
$ pip install accord
anything
$ python -c 'print("a ")'
a
```

<!-- exit 3 -->
```console
$ python -c 'raise SystemExit(3)'
```

<!-- shell -->
```console
$ cat a.txt | head -n 1 > b.txt
$ ls
a.txt
b.txt
```

- in a list:

  ```console
  $ cat b.txt
  one
  ```

```python
from pathlib import Path
text = Path("b.txt").read_text()
```

```python
>>> text
'one\\n'
>>> other = text * 2
```

```python
assert other == "one\\none\\n"
```
"""


def test_a_good_page_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(GOOD, "good.md", tmp_path)


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("```console\n$ rm -r .\n```", "bad.md:2: rm is not among"),
        ("```console\n$ make nonsense\n```", "no target \\['nonsense'\\]"),
        ("```console\n$ python -c 'print(1)'\n2\n```", "bad.md:2: "),
        ("```console\n$ python -c 'print(1)'\n1\n2\n```", "bad.md:2: "),
        ("```console\n$ python -c 'print(1); print(2)'\n1\n```", "bad.md:2: "),
        ("```console\n$ python -V\n...\n$ python -c 'raise SystemExit(2)'\n```", "bad.md:4: exit 2, not 0"),
        ("<!-- exit 2 -->\n```console\n$ python -V\n```", "exit 0, not 2"),
        ("```console\nls\n```", "starts with '\\$ command'"),
        ("```console\n$ ls\n", "never closed"),
        ("```bash\nls\n```", "write commands as"),
        ("text\n\n```python\n1 / 0\n```", "bad.md:4: division by zero"),
        ("```python\n>>> 1 + 1\n3\n```", "Expected:\n    3\nGot:\n    2"),
    ],
)
def test_a_bad_page_fails(page: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=message):
        run_page(page, "bad.md", tmp_path)


def test_a_shell_is_not_used_unless_asked_for(tmp_path: Path) -> None:
    page = "```console\n$ python -c 'import sys; print(sys.argv[1:])' a > b\n['a', '>', 'b']\n```"
    run_page(page, "page.md", tmp_path)
    assert not (tmp_path / "b").exists()


def test_the_targets_of_the_makefile_are_found() -> None:
    assert {"demo", "test", "check", "bench", "soak", "matrix", "dist", "clean"} <= make_targets()
