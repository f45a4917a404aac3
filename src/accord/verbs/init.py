"""A new benchmark's folder: a blank one, or a small example that is complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from accord.annotations.exchange.drafts import drafts_of
from accord.annotations.exchange.incoming import CORE, Incoming, Request
from accord.annotations.exchange.intake import take_in
from accord.annotations.log.name import log_paths
from accord.annotations.log.standing import cell_text
from accord.annotations.log.submission import Source
from accord.canonical import to_json, write_bytes, write_text
from accord.errors import UsageError
from accord.examples.template import BLANK, TEMPLATES, Design, Row
from accord.spec.benchmark import FILE, Benchmark, read_benchmark
from accord.spec.roles import Role
from accord.verbs.opened import Opened
from accord.verbs.sample import sample

REPLIES = "replies.jsonl"


@dataclass(frozen=True)
class Made:
    """What was written. written: every file, sorted; submissions, raters: how many of each role; replies: machine ->
    how many recorded replies, of those that have not filled in the form yet.
    """

    folder: Path
    template: str
    written: tuple[Path, ...]
    items: int
    pictures: int
    submissions: dict[Role, int]
    raters: dict[Role, int]
    replies: dict[str, int]


def init(folder: Path, template: str = BLANK, progress: Callable[[str], None] | None = None) -> Made:
    """Write a template to a folder, which must be new or empty. The same bytes are written each time.

    template: a name of `accord.examples.template.TEMPLATES`. progress: told what is being written.

    Raises UsageError where there is no such template or the folder is not empty: then nothing is written. OSError.
    """
    found = TEMPLATES.get(template)
    if found is None:
        raise UsageError(f"there is no template {template!r}; templates: {', '.join(TEMPLATES)}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there already and not an empty folder; name a new one")
    say = progress or (lambda text: None)
    benchmark = read_benchmark(found.text)
    folder.mkdir(parents=True, exist_ok=True)
    say("items")
    items = found.items()
    table = folder / benchmark.items.file
    write_text(table, "".join(to_json(row, indent=None) for row in items))
    say("pictures")
    pictures = list(_pictures(folder, found.pictures()))
    say("submissions")
    rows = found.submissions()
    # Outputs must be there before anybody judges them.
    for about_output in (False, True):
        some = [row for row in rows if (row["of"] is not None) == about_output]
        if some:
            _take_in(Opened(folder, benchmark), template, some)
    replies = found.replies()
    recording = [folder / REPLIES] if replies else []
    for path in recording:
        write_text(path, "".join(to_json(row, indent=None) for row in replies))
    assignments = [] if found.design is None else [_assign(Opened(folder, benchmark), found.design)]
    # Written last: a folder that was cut off is no benchmark.
    write_text(folder / FILE, found.text)
    raters = {(row["role"], row["rater"]) for row in rows}
    return Made(
        folder,
        template,
        tuple(sorted([table, *pictures, *log_paths(folder), *recording, *assignments, folder / FILE])),
        len(items),
        len(pictures),
        dict(Counter(row["role"] for row in rows)),
        dict(Counter(sorted(role for role, _ in raters))),
        dict(Counter(row["rater"] for row in replies)),
    )


def _pictures(folder: Path, pictures: Iterable[tuple[str, bytes]]) -> Iterator[Path]:
    for name, png in pictures:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        write_bytes(path, png)
        yield path


def _take_in(folder: Opened, template: str, rows: list[Row]) -> None:
    """Append submissions to the logs, as an import does."""
    incoming = _incoming(folder.benchmark, template, rows)
    drafts = drafts_of(incoming, folder.benchmark, folder.items, folder.outputs, Request())
    assert not drafts.rejected, drafts.rejected
    # Logged when they were answered, so that no byte depends on the time of day. A template has one submission a
    # form, and those of a rater stand together, so the logs get them in this order.
    moments = iter([draft.head.at or "" for draft in drafts.kept])
    take_in(folder.path, folder.benchmark, drafts.kept, drafts.fields, incoming.source, lambda: next(moments))


def _incoming(benchmark: Benchmark, template: str, rows: list[Row]) -> Incoming:
    """Rows of a template, as if they had been read from a file."""
    answers = [row["answers"] for row in rows]
    fields = [name for name in benchmark.fields if any(name in given for given in answers)]
    columns = {name: [row.get(name) for row in rows] for name in CORE}
    columns |= {name: [given.get(name) for given in answers] for name in fields}
    frame = pl.DataFrame(
        {
            name: pl.Series([None if value is None else cell_text(value) for value in values], dtype=pl.String)
            for name, values in columns.items()
        }
    )

    def place(row: int, column: str | None = None) -> str:
        return f"template {template}, row {row + 1}" + (f", column {column}" if column else "")

    return Incoming(frame, place, lambda row: Source(file=f"template {template}"), ())


def _assign(folder: Opened, design: Design) -> Path:
    """Write the assignment that the people of an example had."""
    _, path = sample(
        folder,
        raters=design.raters,
        raters_per_item=design.raters_per_item,
        groups=design.groups,
        by=design.by,
        per_stratum=design.per_stratum,
        seed=design.seed,
    )
    return path
