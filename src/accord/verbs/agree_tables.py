"""Agreement on table files: read as text, built into ratings, analysed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from accord.agreement.question import Question
from accord.agreement.result import Agreement
from accord.annotations.build import build_ratings
from accord.annotations.layout import Layout
from accord.annotations.tables.read import FILE_AS_RATER, Table, read_tables
from accord.spec.field import Field
from accord.verbs.agree import agree_ratings


def agree_tables(
    paths: Sequence[Path],
    layout: Layout,
    fields: Mapping[str, Field],
    question: Question,
    *,
    sheet: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> Agreement:
    """Agreement of the rows of one or more tables under each other; rater "@file" makes each file a rater."""
    needed = [column for column in layout.columns(fields) if column != FILE_AS_RATER]
    table = read_tables(paths, sheet=sheet, columns=needed)
    frame = table.frame
    if layout.rater == FILE_AS_RATER:
        frame = frame.with_columns(table.file_names())
    ratings = build_ratings(frame, layout, fields, place=table.place)
    ratings = replace(ratings, findings=(*table.findings, *ratings.findings))
    return agree_ratings(ratings, question, files=_files(table), progress=progress)


def _files(table: Table) -> list[dict[str, object]]:
    return [{"path": str(file.path), "sha256": file.sha256, "rows": file.rows} for file in table.files]
