"""Writing the workbooks of a folder's assignments: one for each group and annotator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accord.annotations.log.name import log_path
from accord.annotations.rows.tally import first_few
from accord.annotations.workbooks.outcomes import WrittenWorkbook
from accord.annotations.workbooks.pictures import Fitted, fit_pictures
from accord.annotations.workbooks.plan import Plan
from accord.annotations.workbooks.planned import given_outputs
from accord.annotations.workbooks.plans import Plans
from accord.annotations.workbooks.write import write_workbook
from accord.canonical import path_text, sha256_file, write_bytes
from accord.errors import UsageError
from accord.findings import Finding, counted, most_severe_first
from accord.spec.field import listed
from accord.verbs.opened import Opened

FOLDER = "workbooks"
SCHEMA = "accord.workbooks/1"
Told = Callable[[str, int, int], None]
"""Is told what is done, how much of it, and of how much."""


@dataclass(frozen=True)
class ExportedWorkbooks:
    """What was written, and what workbooks cannot hold."""

    folder: Path
    written: tuple[WrittenWorkbook, ...]
    findings: tuple[Finding, ...]

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain values for JSON."""
        return {
            "schema": SCHEMA,
            "folder": path_text(self.folder),
            "workbooks": [{**book.to_dict(), "sha256": sha256_file(book.path)} for book in self.written],
            "findings": [finding.to_dict() for finding in most_severe_first(self.findings)],
        }


def plans_of(folder: Opened, chosen: Sequence[str] = ()) -> Plans:
    """The plans of a folder's assignments: of those that are named, of all where none is.

    Raises UsageError where there is none, InputError for what cannot be read.
    """
    assignments = folder.sound_assignments()
    names = [made.name for made in assignments]
    strange = [name for name in chosen if name not in names]
    if strange:
        raise UsageError(f"there is no assignment {listed(strange)}; there are: {listed(names) or 'none'}")
    if not assignments:
        how = f"accord sample {folder.path} --raters ann,bob,cleo --groups 3"
        raise UsageError(f"{folder.path} has no assignment, which says who is asked about what; make one: {how}")
    wanted = [made for made in assignments if not chosen or made.name in chosen]
    matched = {form.matched() for form in folder.benchmark.forms.values()}
    texts = given_outputs(folder.sound_standing(), [name for name in folder.benchmark.fields if name in matched])
    return Plans(folder.benchmark, folder.items, texts, wanted)


def export_workbooks(
    folder: Opened,
    target: Path | None = None,
    *,
    assignments: Sequence[str] = (),
    annotators: Sequence[str] = (),
    replace: bool = False,
    progress: Told | None = None,
) -> ExportedWorkbooks:
    """Write one workbook for each group and annotator into a folder, `workbooks` of the benchmark where none is named.

    assignments, annotators: only these. Nothing is written over unless `replace`: an annotator may have filled it in.

    Raises UsageError, InputError, MissingExtra, OSError.
    """
    home = folder.path / FOLDER if target is None else target
    plans = list(plans_of(folder, assignments))
    copies = [(plan, name) for plan in plans for name in plan.raters if not annotators or name in annotators]
    _check_annotators(plans, annotators)
    paths = _paths(folder, home, _names(plans, copies), replace)
    told: Told = progress or (lambda what, done, total: None)
    findings: list[Finding] = []
    written = []
    pictures: dict[str, Fitted] = {}
    for number, (plan, annotator) in enumerate(copies):
        told(f"group {plan.group}, {annotator}", number, len(copies))
        if number == 0 or copies[number - 1][0] is not plan:
            pictures, problems = _fitted(folder, plan)
            findings += [*plan.findings, *problems]
        data = write_workbook(plan, folder.benchmark, pictures, annotator)
        home.mkdir(parents=True, exist_ok=True)
        write_bytes(paths[number], data)
        written.append(_counted(plan, annotator, paths[number], pictures, len(data)))
    told("done", len(copies), len(copies))
    return ExportedWorkbooks(home, tuple(written), tuple(dict.fromkeys(findings)))


def _check_annotators(plans: Sequence[Plan], annotators: Sequence[str]) -> None:
    known = sorted({name for plan in plans for name in plan.raters})
    strange = [name for name in annotators if name not in known]
    if strange:
        raise UsageError(f"nobody of the name {listed(strange)} is asked; annotators: {listed(known)}")


def _fitted(folder: Opened, plan: Plan) -> tuple[dict[str, Fitted], list[Finding]]:
    return fit_pictures(folder.path, [row.image for row in plan.rows if row.image is not None])


def _paths(folder: Opened, home: Path, names: Sequence[str], replace: bool) -> list[Path]:
    """Where each copy goes. Raises UsageError for files that are there or that the benchmark needs."""
    if home.exists() and not home.is_dir():
        raise UsageError(f"{home} is no folder; name one to write the workbooks to")
    times = Counter(map(str.casefold, names))
    twice = [name for name in names if times[name.casefold()] > 1]
    if twice:
        raise UsageError(f"two workbooks would have the name {first_few(twice)}; rename a group or an assignment")
    paths = [home / name for name in names]
    needed = [path.name for path in paths if folder.needs(path)]
    if needed:
        raise UsageError(f"{home}: the benchmark needs {first_few(needed)}; name another folder")
    there = [path.name for path in paths if path.exists()]
    if there and not replace:
        verb = "is" if len(there) == 1 else "are"
        how = f"--assignment NAME writes those of one only, --replace writes over {counted(len(there), 'file')}"
        raise UsageError(f"{home}: {first_few(there)} {verb} there already, and may be filled in; {how}")
    return paths


def _names(plans: Sequence[Plan], copies: Sequence[tuple[Plan, str]]) -> list[str]:
    """File names that people can read and no name can break: assignment, group and annotator.

    The name of a copy is the same whichever others are asked for.
    """
    raters = {(plan.assignment, name) for plan in plans for name in plan.raters}
    slugs = {name: _marked(name).rpartition("-")[0] for _, name in raters}
    alike = Counter((assignment, slugs[name]) for assignment, name in raters)
    names = []
    for plan, annotator in copies:
        slug = slugs[annotator]
        name = slug if alike[plan.assignment, slug] == 1 else _marked(annotator)
        group = plan.group if plan.group.isascii() and plan.group.isalnum() else _marked(plan.group)
        names.append(f"{plan.assignment}-group-{group}-{name}.xlsx")
    return names


def _marked(name: str) -> str:
    """A name as that of a file: letters that all systems take, then 8 digits of its SHA-256."""
    return log_path(Path(), "human", name).stem


def _counted(plan: Plan, annotator: str, path: Path, pictures: dict[str, Fitted], size: int) -> WrittenWorkbook:
    drawn = sum(row.image in pictures for row in plan.rows)
    asked = sum(sum(row.asked) for row in plan.rows)
    return WrittenWorkbook(path, plan.assignment, plan.group, annotator, len(plan.rows), drawn, asked, size)
