"""The package as a whole: its public names, what it ships, and the shape of its source tree."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import subprocess
import sys
import tomllib
import types
from pathlib import Path

import pytest

import accord

CHECKOUT = Path(__file__).resolve().parents[1]
SRC = CHECKOUT / "src"
TESTS = CHECKOUT / "tests"
SOURCES = sorted((SRC / "accord").rglob("*.py"))
MOST_LINES = 400

# Source files without a test file of their own, and why. Each must exist and must have none.
UNTESTED = {
    "accord/__main__.py": "run by test_python_dash_m below",
}


def public_names() -> set[str]:
    return {
        name
        for name, value in vars(accord).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }


def test_all_is_sorted_without_repeats() -> None:
    assert list(accord.__all__) == sorted(set(accord.__all__))


def test_all_names_what_is_public_and_nothing_else() -> None:
    named = {name for name in accord.__all__ if name != "__version__"}
    assert named == public_names()


@pytest.mark.parametrize("name", sorted(accord.__all__))
def test_public_name_exists_and_is_accords_own(name: str) -> None:
    value = getattr(accord, name)
    if isinstance(value, type) or callable(value):
        assert value.__module__.split(".")[0] == "accord"
        assert value.__doc__


def test_no_other_library_shows_through() -> None:
    modules = [value.__name__ for value in vars(accord).values() if isinstance(value, types.ModuleType)]
    assert [name for name in modules if not name.startswith("accord.")] == []


def test_types_are_shipped() -> None:
    assert importlib.resources.files("accord").joinpath("py.typed").is_file()


def test_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert accord.__version__ == importlib.metadata.version("accord") == project["version"]


def test_python_dash_m() -> None:
    done = subprocess.run([sys.executable, "-m", "accord", "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert accord.__version__ in done.stdout


def relative(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_source_file_is_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def place_of_tests(source: str) -> Path:
    """The test file of a source file: accord/a/b.py has tests/a/test_b.py."""
    inside = Path(source).relative_to("accord")
    return TESTS / inside.parent / f"test_{inside.name}"


@pytest.mark.parametrize("source", [name for name in map(relative, SOURCES) if Path(name).name != "__init__.py"])
def test_source_file_has_a_test_file(source: str) -> None:
    has = place_of_tests(source).is_file()
    if source in UNTESTED:
        assert not has, f"{source} has tests now: take it out of UNTESTED"
    else:
        assert has, f"write {place_of_tests(source).relative_to(CHECKOUT)}"


def test_every_exemption_names_a_file() -> None:
    assert set(UNTESTED) <= set(map(relative, SOURCES))
