"""Text tables: one row a line, as wide as it needs; texts of the data are shown, never obeyed."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from accord.findings import visible

Cell = str | Text

WIDEST = 100_000


def table_text(
    headings: Sequence[str], rows: Sequence[Sequence[Cell]], *, right: Sequence[str] = (), colour: bool = False
) -> str:
    """Rows under headings, two spaces between columns. right: the headings of columns that are set flush right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in headings:
        table.add_column(Text(visible(heading)), justify="right" if heading in right else "left", no_wrap=True)
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else Text(visible(cell)) for cell in row))
    return rendered(table, colour=colour)


def rendered(content: Table | Text, *, colour: bool = False) -> str:
    """What a console shows of it, without spaces at line ends."""
    stream = io.StringIO()
    console = Console(
        file=stream, width=WIDEST, force_terminal=colour, no_color=not colour, highlight=False, emoji=False
    )
    console.print(content)
    return "".join(f"{line.rstrip()}\n" for line in stream.getvalue().splitlines())


def paragraph(text: str, width: int, indent: str = "") -> str:
    """The text wrapped at spaces; lines after the first are indented further."""
    lines = textwrap.wrap(
        visible(text), width, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False
    )
    return "".join(f"{line}\n" for line in lines)
