"""One returned workbook: proved against what was given out, and its answers read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from accord.annotations.log.times import written
from accord.annotations.tables.read import TableFile
from accord.annotations.workbooks.answers import Answered, read_answers
from accord.annotations.workbooks.grid import BadWorkbook, Grid, OpenWorkbook, read_workbook
from accord.annotations.workbooks.located import Located, headings_in, locate
from accord.annotations.workbooks.manifest import SCHEMA, WIDTH, Manifest, NoManifest, read_manifest
from accord.annotations.workbooks.manifest import TITLE as MANIFEST
from accord.annotations.workbooks.moved import moved_pictures
from accord.annotations.workbooks.notes import noted_cells
from accord.annotations.workbooks.plan import Plan
from accord.annotations.workbooks.plans import Plans
from accord.annotations.workbooks.proof import annotator_of, prove
from accord.annotations.workbooks.steady import CREATED
from accord.annotations.workbooks.wrong import Wrong, errors
from accord.findings import Finding
from accord.spec.benchmark import Benchmark
from accord.spec.field import shown


@dataclass(frozen=True, eq=False)
class Returned:
    """A workbook that came back. annotator: None where nobody of the group is named; answered: by row of the plan.

    wrongs: all that does not fit, in the order of the cells. saved: when the file was last saved, where it tells.
    files: SHA-256 of the file of each picture that was given out, by item as cells hold it.
    """

    file: TableFile
    located: Located
    annotator: str | None
    answered: dict[int, Answered]
    wrongs: tuple[Wrong, ...]
    saved: str | None
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def plan(self) -> Plan:
        """What was given out."""
        return self.located.plan

    @property
    def title(self) -> str:
        """The sheet with the answers."""
        return self.located.grid.title

    @cached_property
    def is_right(self) -> bool:
        """Whether nothing keeps the whole file from being taken in."""
        return not errors(self.wrongs)

    @cached_property
    def complete(self) -> tuple[int, ...]:
        """The rows of the plan that are right, and completely filled in."""
        bad = errors(self.wrongs)
        if self.annotator is None or any(wrong.whole for wrong in bad):
            return ()
        spoiled = {wrong.row for wrong in bad}
        return tuple(at for at, row in self.located.row.items() if row not in spoiled)

    def with_wrongs(self, more: Iterable[Wrong]) -> Returned:
        """The same, with more that does not fit."""
        return replace(self, wrongs=tuple(sorted((*self.wrongs, *more), key=lambda wrong: (wrong.row, wrong.column))))

    @property
    def findings(self) -> list[Finding]:
        """All that does not fit, with addresses."""
        return [wrong.finding(self.file.path, self.title) for wrong in self.wrongs]


def read_returned(
    path: str, data: bytes, digest: str, benchmark: Benchmark, plans: Plans, *, allow_formulas: bool = False
) -> Returned:
    """Read a returned workbook. path, digest: of the file, for messages and sources.

    Raises BadWorkbook for a file that cannot be read, or that no plan of the benchmark is about; InputError.
    """
    book = read_workbook(data)
    manifest, wrongs = _manifest(book, benchmark)
    plan = _plan(book, manifest, plans)
    grid = _sheet(book, plan, manifest)
    located = locate(plan, grid)
    annotator, who = annotator_of(located)
    answered = read_answers(located, benchmark.fields, allow_formulas)
    wrongs += [*_other_sheets(book, plan, grid), *located.wrongs, *prove(located, manifest), *who]
    wrongs += [wrong for row in answered.values() for wrong in row.wrongs]
    wrongs += [*moved_pictures(data, located, manifest), *noted_cells(data, grid.title)]
    rows = max(located.grid.last_row - located.heading, 0)
    found = Returned(
        TableFile(path, digest, rows),
        located,
        annotator,
        answered,
        (),
        None if book.saved == written(CREATED) else book.saved,
        {} if manifest is None else manifest.files,
    )
    return found.with_wrongs(wrongs)


def _manifest(book: OpenWorkbook, benchmark: Benchmark) -> tuple[Manifest | None, list[Wrong]]:
    """What was given out, and what is wrong with that."""
    grid = _manifest_sheet(book)
    if grid is None:
        message = f"the hidden sheet {MANIFEST!r} is gone, which says what was given out"
        fix = "copy the answers into a fresh copy"
        return None, [Wrong("sheet_lost", "error", 0, 0, message, fix)]
    try:
        manifest = read_manifest(_lines(grid))
    except NoManifest as error:
        raise BadWorkbook(f"the hidden sheet {grid.title!r} cannot be read: {error}") from None
    if manifest.get("benchmark") != benchmark.name:
        named = shown(manifest.get("benchmark"))
        raise BadWorkbook(f"it is a workbook of the benchmark {named}, not of {shown(benchmark.name)}")
    wrongs = []
    if not manifest.is_whole:
        message = f"the hidden sheet {grid.title!r} was changed, which says what was given out"
        wrongs.append(Wrong("sheet_changed", "error", 0, 0, message, "copy the answers into a fresh copy"))
    if manifest.get("form") != benchmark.form_digest:
        message = (
            f"what is asked has changed since the workbook was made (version {manifest.get('version')}, now "
            f"{benchmark.version})"
        )
        fix = "see whether the answers still answer what is asked now"
        wrongs.append(Wrong("form_changed", "warning", 0, 0, message, fix))
    return manifest, wrongs


def _manifest_sheet(book: OpenWorkbook) -> Grid | None:
    """The sheet of the manifest, whatever its title is now."""
    titles = sorted(book.grids, key=lambda title: title != MANIFEST)
    family = SCHEMA.partition("/")[0]
    return next((book.grids[title] for title in titles if book.grids[title].text(1, 2).startswith(f"{family}/")), None)


def _lines(grid: Grid) -> list[list[str]]:
    lines = [[grid.text(row, column) for column in range(1, WIDTH + 1)] for row in range(1, grid.last_row + 1)]
    return [line for line in lines if any(line)]


def _plan(book: OpenWorkbook, manifest: Manifest | None, plans: Plans) -> Plan:
    """The plan that a workbook was made of."""
    if manifest is not None:
        plan = plans.get(manifest.get("assignment"), manifest.get("group"), manifest.models)
        if plan is not None:
            return plan
        named = f"assignment {shown(manifest.get('assignment'))}, group {shown(manifest.get('group'))}"
        raise BadWorkbook(f"it was made for {named}, which the benchmark does not have", _there(plans.keys))
    texts = (cell.text for grid in book.grids.values() for cell in grid.cells.values())
    plan = plans.nearest(texts)
    if plan is None:
        fix = "give a workbook that `accord workbook export` wrote; tables are read by: accord import"
        raise BadWorkbook("it is no workbook of this benchmark: none of the items given out is in it", fix)
    return plan


def _there(keys: Sequence[tuple[str, str]]) -> str:
    named = ", ".join(f"{assignment} group {group}" for assignment, group in keys[:10])
    return f"there are: {named or 'none'}"


def _sheet(book: OpenWorkbook, plan: Plan, manifest: Manifest | None) -> Grid:
    """The sheet with the answers: that of its title, else the one with most of the headings."""
    title = "" if manifest is None else manifest.get("sheet")
    if title in book.grids and headings_in(plan, book.grids[title]):
        return book.grids[title]
    # The hidden sheet has the heading of the items as well.
    hidden = _manifest_sheet(book)
    others = [grid for grid in book.grids.values() if grid is not hidden]
    found = max(others, key=lambda grid: headings_in(plan, grid), default=None)
    if found is None or not headings_in(plan, found):
        raise BadWorkbook("no sheet has the headings of the workbook", "copy the answers into a fresh copy")
    return found


def _other_sheets(book: OpenWorkbook, plan: Plan, grid: Grid) -> list[Wrong]:
    """Sheets with most headings of the plan that are not read: somebody may have gone on in a copy of the sheet."""
    most = len(plan.columns) / 2
    others = [title for title, other in book.grids.items() if title != grid.title and headings_in(plan, other) > most]
    return [
        Wrong("other_sheet", "info", 0, 0, f"{'hidden ' if title in book.hidden else ''}sheet {title!r} was not read")
        for title in others
    ]
