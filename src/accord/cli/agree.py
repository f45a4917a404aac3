"""accord agree: how far raters agree, from tables or in the folder of a benchmark."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import typer
from rich.text import Text

from accord.agreement.settings import Settings
from accord.annotations.layout import Layout
from accord.annotations.log.submission import FIRST
from accord.canonical import write_text
from accord.cli import agree_options as options
from accord.cli.columns import conditions_of
from accord.cli.console import colour, print_findings, progress_console, refuse_findings, width
from accord.cli.fields import FieldOptions, split_list
from accord.errors import UsageError
from accord.report.agreement_text import agreement_text
from accord.spec.benchmark import FILE
from accord.spec.fields import KINDS
from accord.spec.roles import ROLES
from accord.verbs.agree import question_of
from accord.verbs.agree_folder import Choice, agree_folder, settings_of
from accord.verbs.agree_tables import agree_tables
from accord.verbs.opened import opened

EPILOG = """Examples:

accord agree my-benchmark --role judge --pairs

accord agree judgements.csv --item record --rater judge --binary title --where valid=true --pairs

accord agree ann.csv bob.csv --item image --rater @file --rating quality=1..5

accord agree wide.xlsx --raters ann,bob --choice colour=red,green,blue

accord agree boxes.jsonl --item image --rater who --boxes boxes --box-format xywh --iou 0.5 --iou 0.75
"""


def agree(
    tables: options.Tables,
    role: options.Roles = None,
    field: options.FieldNames = None,
    passing: options.Passes = None,
    no_slices: options.NoSlices = False,
    item: options.Item = None,
    rater: options.Rater = None,
    raters: options.Raters = None,
    where: options.Where = None,
    by: options.By = None,
    cluster: options.Cluster = None,
    strata: options.Strata = None,
    time: options.Time = None,
    sheet: options.Sheet = None,
    binary: options.Binary = None,
    choice: options.Choice = None,
    rating: options.Rating = None,
    number: options.Number = None,
    labels: options.Labels = None,
    boxes: options.Boxes = None,
    missing: options.Missing = None,
    abstain: options.Abstain = None,
    sep: options.Sep = None,
    none: options.NoneLabel = None,
    box_format: options.BoxFormat = None,
    box_frame: options.BoxFrame = None,
    bad_boxes: options.BadBoxes = None,
    measure: options.Measure = None,
    iou: options.Iou = None,
    pairs: options.Pairs = False,
    between: options.Between = None,
    leave_one_out: options.LeaveOneOut = False,
    replicates: options.Replicates = None,
    seed: options.Seed = None,
    interval: options.Interval = None,
    level: options.Level = None,
    resample: options.Resample = None,
    order: options.Order = None,
    rater_pool: options.RaterPool = False,
    min_support: options.MinSupport = None,
    json: options.Json = False,
    csv: options.Csv = None,
    strict: options.Strict = False,
    quiet: options.Quiet = False,
) -> None:
    """How far raters agree, in tables or in the folder of a benchmark: every measure with interval and support.

    Exit codes: 0 done, 1 findings under --strict, 2 wrong usage or unreadable input.
    """
    slices = tuple(tuple(split_list(text)) for text in by or ())
    of_settings = {
        "replicates": replicates,
        "seed": seed,
        "interval": interval,
        "level": level,
        "resample": resample,
        "order": order,
        "rater_pool": rater_pool or None,
        "min_support": min_support,
    }
    given = {name: value for name, value in of_settings.items() if value is not None}
    pair = None if between is None else _two(between)
    layout = Layout(
        item=tuple(column for text in item or () for column in split_list(text)),
        rater=rater,
        raters=tuple(split_list(raters or "")),
        where=conditions_of(where or ()) or None,
        by=slices,
        cluster=cluster,
        strata=strata,
        time=time,
    )
    fields = FieldOptions(
        binary or (),
        choice or (),
        rating or (),
        number or (),
        labels or (),
        boxes or (),
        missing or (),
        abstain or (),
        sep,
        none,
        box_format,
        box_frame,
        bad_boxes or "error",
    )
    question = question_of(
        measures=measure or (),
        iou=iou or (),
        pairs=pairs,
        between=None if pair is None else {name: name.split("+") for name in pair},
        leave_one_out=leave_one_out,
        settings=Settings(**given),  # type: ignore[arg-type]
    )
    with progress_console(quiet).status("reading") as status:

        def say(name: str) -> None:
            status.update(Text(f"field {name}"))

        if any(table.is_dir() for table in tables):
            _refuse_for_folder(tables, layout, fields, {"sheet": sheet, "bad-boxes": bad_boxes})
            its = opened(tables[0])
            if csv is not None and its.needs(csv):
                raise UsageError(f"--csv {csv}: the benchmark needs this file; name another one")
            question = replace(question, settings=replace(settings_of(its.benchmark), **given))  # type: ignore[arg-type]
            if pair is not None and len(set(pair) & set(ROLES)) == 1:
                raise UsageError(f"--between {between}: name two roles, or raters on both sides, not one of each")
            chosen = Choice(
                tuple(split_list(",".join(role or ()))),
                None if pair is None or not set(pair) <= set(ROLES) else pair,
                tuple(split_list(",".join(field or ()))),
                tuple(split_list(",".join(passing or ()))) or (FIRST,),
                slices,
                not no_slices,
            )
            result = agree_folder(its, chosen, question, say)
        else:
            _refuse_for_tables({"--role": role, "--field": field, "--pass": passing, "--no-slices": no_slices})
            if csv is not None and any(table.exists() and csv.exists() and csv.samefile(table) for table in tables):
                raise UsageError(f"--csv {csv}: this is one of the tables; it would be lost")
            result = agree_tables(tables, layout, fields.fields(), question, sheet=sheet, progress=say)
    if csv is not None:
        write_text(csv, result.to_csv())
    if json:
        typer.echo(result.to_json(), nl=False)
        print_findings(result.findings, quiet)
    else:
        typer.echo(agreement_text(result, width=width(), colour=colour()), nl=False)
    if strict:
        refuse_findings(result.findings)


def _refuse_for_folder(tables: list[Path], layout: Layout, fields: FieldOptions, others: dict[str, str | None]) -> None:
    """Options that say what a table holds have no meaning where `benchmark.yaml` says it."""
    if len(tables) > 1:
        raise UsageError("give one folder of a benchmark, or tables; not both, and not two folders")
    named = {name: getattr(layout, name) for name in ("item", "rater", "raters", "where", "cluster", "strata", "time")}
    of_fields = [name for name in (*KINDS, "missing", "abstain", "sep", "none") if hasattr(fields, name)]
    named |= {name: getattr(fields, name) for name in of_fields}
    named |= {"box-format": fields.box_format, "box-frame": fields.box_frame, **others}
    given = [f"--{name}" for name, value in named.items() if value]
    if given and not (tables[0] / FILE).exists():
        raise UsageError(f"{tables[0]}: this is a directory; name the tables in it")
    if given:
        raise UsageError(f"{', '.join(given)}: for tables only; in a folder benchmark.yaml says this")


def _refuse_for_tables(named: dict[str, object]) -> None:
    given = [name for name, value in named.items() if value]
    if given:
        raise UsageError(f"{', '.join(given)}: for the folder of a benchmark only; a table has its own options")


def _two(text: str) -> tuple[str, str]:
    names = split_list(text)
    if len(names) != 2 or names[0] == names[1]:
        raise UsageError(f"--between {text!r}: name two, A,B; join the raters of a group with +")
    return names[0], names[1]
