"""Fixtures shared by all tests."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NoReturn

import polars as pl
import pytest
from hypothesis import settings

from accord.annotations.exchange.drafts import drafts_of
from accord.annotations.exchange.incoming import Incoming, Request
from accord.annotations.exchange.intake import Intake, take_in
from accord.annotations.log.submission import Source
from accord.verbs.opened import opened

# No deadline: how long an example takes says more about the machine than about the code. Where tests run
# unattended they try the same examples each time.
settings.register_profile("here", deadline=None)
settings.register_profile("unattended", deadline=None, derandomize=True)
settings.load_profile("unattended" if os.environ.get("CI") else "here")

CHECKOUT = Path(__file__).resolve().parents[1]
# Files of tests are loaded by path, and cannot import the server that machines are asked at otherwise.
sys.path.insert(0, str(Path(__file__).parent / "llm"))

from chat_server import ChatServer, Reply  # noqa: E402


def absent(what: str) -> NoReturn:
    """Skip with one line, or fail where ACCORD_REQUIRE=1 says that nothing may be absent."""
    if os.environ.get("ACCORD_REQUIRE") == "1":
        pytest.fail(f"{what} is absent and ACCORD_REQUIRE=1", pytrace=False)
    pytest.skip(f"{what} is absent")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of public data that is not part of the repository."""
    folder = Path(os.environ.get("ACCORD_SHARED", CHECKOUT.parent / "shared"))
    if not (folder / "DESIGN.md").is_file():
        pytest.skip(f"public data not found at {folder} (set ACCORD_SHARED)")
    return folder


@pytest.fixture(scope="session")
def libreoffice() -> str:
    """The program, where it is installed."""
    return shutil.which("soffice") or shutil.which("libreoffice") or absent("LibreOffice")


@pytest.fixture(scope="session")
def pdftoppm() -> str:
    """The program that makes pictures of pages, where it is installed."""
    return shutil.which("pdftoppm") or absent("pdftoppm")


CLOCK = "2026-01-01T00:00:00.000000Z"


def put(folder: Path, rows: Iterable[Mapping[str, str | None]], request: Request | None = None) -> Intake:
    """Take rows of text (columns of incoming.CORE and fields) into the logs of a folder; none may be rejected."""
    its = opened(folder)
    frame = pl.DataFrame([dict(row) for row in rows], infer_schema_length=None)
    frame = frame.with_columns(pl.all().cast(pl.String))
    incoming = Incoming(frame, lambda row, column=None: f"rows:{row}", lambda row: Source(file="rows", line=row), ())
    drafts = drafts_of(incoming, its.benchmark, its.items, its.outputs, request or Request())
    assert not drafts.rejected, [str(problem) for problem in drafts.rejected]
    return take_in(folder, its.benchmark, drafts.kept, drafts.fields, incoming.source, lambda: CLOCK)


@pytest.fixture
def put_rows() -> Callable[..., Intake]:
    """`put_rows(folder, rows)`: see `put`."""
    return put


@pytest.fixture
def chat_server() -> Iterator[Callable[[Reply], ChatServer]]:
    """`chat_server(reply)`: a server that answers so until the test ends."""
    with ExitStack() as running:
        yield lambda reply: running.enter_context(ChatServer(reply))


@pytest.fixture
def make_folder(tmp_path: Path) -> Callable[..., Path]:
    """`make_folder(spec, items, *batches of rows)`: a benchmark's folder with submissions, batch after batch."""

    def make(spec: str, items: Iterable[Mapping[str, Any]], *batches: Iterable[Mapping[str, str | None]]) -> Path:
        folder = tmp_path / "benchmark"
        folder.mkdir()
        (folder / "benchmark.yaml").write_text(spec, encoding="utf-8")
        lines = "".join(json.dumps(dict(row)) + "\n" for row in items)
        (folder / "items.jsonl").write_text(lines, encoding="utf-8")
        for rows in batches:
            put(folder, rows)
        return folder

    return make
