"""A benchmark's folder in Python: `accord.open(DIR)`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from accord.agreement.interval import Interval
from accord.agreement.resample import Resample
from accord.agreement.result import Agreement
from accord.agreement.settings import Order
from accord.annotations.contents.status import Status
from accord.annotations.exchange.incoming import Request
from accord.annotations.log.submission import FIRST
from accord.annotations.sample.assignments import Assignment
from accord.findings import Finding
from accord.scoring.result import Scores
from accord.spec.benchmark import Benchmark
from accord.spec.roles import ROLES, Role, roles_named
from accord.verbs.agree import Between, Names, TermLike, names_of, question_of
from accord.verbs.agree_folder import Choice, agree_folder, settings_of
from accord.verbs.ask import Asked, ask
from accord.verbs.ask_environment import environment_of
from accord.verbs.ask_wish import Wish
from accord.verbs.check import check
from accord.verbs.export_answers import Exported, export_answers
from accord.verbs.export_workbooks import ExportedWorkbooks, export_workbooks
from accord.verbs.import_answers import Imported, import_answers
from accord.verbs.import_workbooks import ImportedWorkbooks, import_workbooks
from accord.verbs.opened import Opened, opened
from accord.verbs.sample import sample
from accord.verbs.score import EPSILON, score_folder
from accord.verbs.status import status


class Folder:
    """An opened folder. Its files are read when they are needed and once; `open` it again to see later changes."""

    def __init__(self, folder: Opened) -> None:
        self._folder = folder

    @property
    def path(self) -> Path:
        """Where it is."""
        return self._folder.path

    @property
    def benchmark(self) -> Benchmark:
        """What is asked."""
        return self._folder.benchmark

    def agree(
        self,
        *,
        roles: Names | None = None,
        fields: Names | None = None,
        passes: Names = "first",
        by: str | Sequence[Names] = (),
        slices: bool = True,
        measures: Names | None = None,
        pairs: bool = False,
        between: Between | None = None,
        leave_one_out: bool = False,
        rater_pool: bool = False,
        differences: Sequence[tuple[TermLike, TermLike]] = (),
        iou: float | Sequence[float] = (),
        replicates: int | None = None,
        seed: int | None = None,
        interval: Interval | None = None,
        level: float | None = None,
        resample: Resample | None = None,
        order: Order | None = None,
        min_support: int | None = None,
    ) -> Agreement:
        """Agreement of every field that can be compared, by the slices, clusters and strata of the benchmark.

        roles: whose answers, "human", "judge" or "model"; those of people where there are any, else of judges, else of
        models. passes: "first", or the names of later ones. slices: whether those of the benchmark are looked at; by:
        more slices, columns of the items, or "output" for the model whose output is judged. between: two roles, or
        raters as in `accord.agree`. How intervals are made is said by the policies of the benchmark where nothing is
        given. Raises UsageError and InputError.
        """
        given = {
            "replicates": replicates,
            "seed": seed,
            "interval": interval,
            "level": level,
            "resample": resample,
            "order": order,
            "min_support": min_support,
            "rater_pool": rater_pool,
        }
        settings = settings_of(self.benchmark)
        settings = replace(settings, **{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
        # Names of two roles mean the roles; a mapping names raters.
        names = () if between is None or isinstance(between, Mapping) else tuple(between)
        crossed = (names[0], names[1]) if len(set(names)) == len(names) == 2 and set(names) <= set(ROLES) else None
        question = question_of(
            measures=measures,
            iou=iou,
            pairs=pairs,
            between=None if crossed else between,
            leave_one_out=leave_one_out,
            differences=differences,
            settings=settings,
        )
        more = tuple(names_of(columns) for columns in ([by] if isinstance(by, str) else by))
        choice = Choice(names_of(roles), crossed, names_of(fields), names_of(passes), more, slices)
        return agree_folder(self._folder, choice, question)

    def score(
        self,
        *,
        judges: Names | None = None,
        epsilon: float = EPSILON,
        replicates: int | None = None,
        seed: int | None = None,
    ) -> Scores:
        """What judges say of the models, and how far the judges can be trusted: see `accord score`.

        judges: only these, in this order. epsilon: what a judge may be worse by than a person in the
        alternative-annotator test. Raises UsageError and InputError.
        """
        return score_folder(self._folder, names_of(judges), epsilon, replicates=replicates, seed=seed)

    def check(self) -> tuple[Finding, ...]:
        """All that does not fit between the form, the items, the assignments and the answers; most severe first."""
        return tuple(check(self._folder))

    def status(self) -> Status:
        """What the folder holds, what is complete, and what to do next."""
        return status(self._folder.path)

    def sample(
        self,
        *,
        raters: Sequence[str],
        raters_per_item: int | None = None,
        groups: int | None = None,
        by: Names | None = None,
        per_stratum: int | None = None,
        size: int | None = None,
        seed: int = 0,
        name: str = "sample",
        replace: bool = False,
        again: bool = False,
    ) -> Assignment:
        """Draw items, say who is asked about each, and write it to `assignments/NAME.json`: see `accord sample`."""
        made, _ = sample(
            self._folder,
            raters=raters,
            raters_per_item=raters_per_item,
            groups=groups,
            by=None if by is None else names_of(by),
            per_stratum=per_stratum,
            size=size,
            seed=seed,
            name=name,
            replace=replace,
            again=again,
        )
        return made

    def import_answers(
        self,
        files: Path | str | Sequence[Path | str],
        *,
        format: str | None = None,
        columns: Mapping[str, str] | None = None,
        raters: Sequence[str] = (),
        where: Mapping[str, str] | None = None,
        sheet: str | None = None,
        role: Role | None = None,
        rater: str | None = None,
        passing: str = "first",
        timezone: str | None = None,
        partial: bool = False,
    ) -> Imported:
        """Take answers from files into the logs: see `accord import`.

        columns: item, rater, role, of, pass, at, state, reason or a field -> the column that holds it, where it is
        not the one of the benchmark. raters: the columns of a wide table. role, rater, passing: of rows that do not
        say it. Nothing is written where a row is rejected (see `rejects` of the result), unless `partial`.
        """
        request = Request(
            columns=dict(columns or {}),
            raters=tuple(raters),
            where={column: (value,) for column, value in (where or {}).items()},
            sheet=sheet,
            role=role,
            rater=rater,
            passing=passing,
            zone=timezone,
        )
        several = [files] if isinstance(files, (str, Path)) else files
        done = import_answers(self._folder, [Path(file) for file in several], format, request, partial=partial)
        self._folder = opened(self.path)
        return done

    def export_answers(
        self,
        file: Path | str,
        *,
        format: str = "long",
        columns: Mapping[str, str] | None = None,
        raters: Sequence[str] = (),
        roles: Names | None = None,
        passes: Names | None = None,
        replace: bool = False,
    ) -> Exported:
        """Write the submissions that count to a file, and say what it cannot hold: see `accord export`."""
        chosen = roles_named(names_of(roles))
        role = chosen[0] if len(chosen) == 1 else None
        passed = names_of(passes)
        passing = passed[0] if len(passed) == 1 else FIRST
        request = Request(columns=dict(columns or {}), raters=tuple(raters), role=role, passing=passing)
        return export_answers(self._folder, Path(file), format, request, chosen, passed, replace=replace)

    def export_workbooks(
        self,
        folder: Path | str | None = None,
        *,
        assignments: Names | None = None,
        annotators: Names | None = None,
        replace: bool = False,
    ) -> ExportedWorkbooks:
        """Write an Excel workbook for each group and annotator of the assignments: see `accord workbook export`.

        folder: `workbooks` of the benchmark where none is named. Raises UsageError, InputError, MissingExtra.
        """
        return export_workbooks(
            self._folder,
            _path(folder),
            assignments=names_of(assignments),
            annotators=names_of(annotators),
            replace=replace,
        )

    def import_workbooks(
        self,
        files: Path | str | Sequence[Path | str],
        *,
        allow_formulas: bool = False,
        partial: bool = False,
        passing: str = "first",
    ) -> ImportedWorkbooks:
        """Take in workbooks that came back: see `accord workbook import`.

        A file with a wrong cell is left out, and `files` of the result says why; with `partial` its complete rows are
        taken in.
        """
        several = [files] if isinstance(files, (str, Path)) else files
        done = import_workbooks(
            self._folder,
            [Path(file) for file in several],
            allow_formulas=allow_formulas,
            partial=partial,
            passing=passing,
        )
        self._folder = opened(self.path)
        return done

    def judge(
        self,
        judges: Names | None = None,
        *,
        limit: int | None = None,
        budget_usd: float | None = None,
        concurrency: int | None = None,
        retry_invalid: int = 0,
        changed: bool = False,
        replay: Path | str | None = None,
    ) -> Asked:
        """Have judges fill in the form about outputs: see `accord judge`. All of the benchmark where none is named.

        Raises UsageError, InputError, MissingExtra and OSError.
        """
        wish = Wish("judge", names_of(judges), limit, budget_usd, concurrency, retry_invalid, _path(replay), changed)
        return self._ask(wish)

    def run(
        self,
        models: Names | None = None,
        *,
        limit: int | None = None,
        budget_usd: float | None = None,
        concurrency: int | None = None,
        retry_invalid: int = 0,
        changed: bool = False,
        replay: Path | str | None = None,
    ) -> Asked:
        """Have models fill in the form about items: see `accord run`. All of the benchmark where none is named.

        Raises UsageError, InputError, MissingExtra and OSError.
        """
        wish = Wish("model", names_of(models), limit, budget_usd, concurrency, retry_invalid, _path(replay), changed)
        return self._ask(wish)

    def _ask(self, wish: Wish) -> Asked:
        asked = ask(self._folder, wish, environment_of(self.path, os.environ, Path.cwd()))
        self._folder = opened(self.path)
        return asked

    def __repr__(self) -> str:
        return f"Folder({str(self.path)!r}: {self.benchmark.name} {self.benchmark.version})"


def _path(path: Path | str | None) -> Path | None:
    return None if path is None else Path(path)


def open(folder: Path | str) -> Folder:
    """A benchmark's folder. Raises UsageError where there is none, InputError with all problems of `benchmark.yaml`."""
    return Folder(opened(folder))
