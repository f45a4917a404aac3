"""How far raters agree, on any data frame or on table files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from typing import Any

from accord.agreement.analysis import analyse
from accord.agreement.between import Group
from accord.agreement.difference import Term
from accord.agreement.interval import Interval
from accord.agreement.matching import TOLERANCE
from accord.agreement.names import read_measure
from accord.agreement.question import Question
from accord.agreement.resample import Resample
from accord.agreement.result import Agreement
from accord.agreement.settings import Order, Settings
from accord.annotations.build import build_ratings
from accord.annotations.layout import Layout
from accord.annotations.ratings import Ratings
from accord.errors import UsageError
from accord.spec.field import Field
from accord.verbs.frames import as_polars

VERSION = version("accord")

Names = str | Sequence[str]
TermLike = Term | Sequence[str]
Between = tuple[str, str] | Mapping[str, Sequence[str]]


def agree(
    frame: Any,
    *,
    item: Names | None = None,
    rater: str | None = None,
    raters: Sequence[str] | None = None,
    fields: Mapping[str, Field],
    measures: Names | None = None,
    where: Mapping[str, Any] | None = None,
    by: str | Sequence[Names] = (),
    cluster: str | None = None,
    strata: str | None = None,
    time: str | None = None,
    replicates: int = 2000,
    seed: int = 0,
    interval: Interval = "percentile",
    level: float = 0.95,
    resample: Resample = "multinomial",
    pairs: bool = False,
    between: Between | None = None,
    leave_one_out: bool = False,
    rater_pool: bool = False,
    differences: Sequence[tuple[TermLike, TermLike]] = (),
    iou: float | Sequence[float] = (),
    order: Order = "id",
    min_support: int = 20,
) -> Agreement:
    """Agreement of every field of a data frame, with intervals.

    frame: any data frame, one row a rating (`item`, and `rater` unless raters are anonymous), or one row an item
    with a column for each rater (`raters`; exactly one field is then given, whose name is a label).
    fields: column -> `Binary`, `Choice`, `Rating`, `Number`, `Labels` or `Boxes`. measures: names such as
    "alpha(ordinal)"; the defaults of each kind otherwise. where: column -> value or list of values. by: slices, a
    column each, a tuple of columns to cross them. cluster: what the bootstrap draws instead of items. strata: it
    draws within these. time: which of a rater's repeats is the latest. between: two raters, or two named groups.
    leave_one_out: each rater's influence. rater_pool: intervals for a pool of raters, not for these only.
    differences: pairs of terms, each (field, measure[, slice[, pair]]), drawn together on the items they share.
    iou: thresholds of boxes. order: of items for index draws.

    Raises UsageError for what cannot be asked, InputError with every problem of the data.

    >>> import polars as pl
    >>> import accord
    >>> frame = pl.DataFrame({
    ...     "image": ["a", "a", "b", "b", "c", "c", "d", "d"],
    ...     "who": ["ann", "bob"] * 4,
    ...     "score": [1, 1, 2, 3, 5, 5, 4, 5],
    ... })
    >>> result = accord.agree(frame, item="image", rater="who", fields={"score": accord.Rating(1, 5)})
    >>> round(result.get("score", "alpha(ordinal)").value, 3)
    0.889
    """
    layout = Layout(
        item=names_of(item),
        rater=rater,
        raters=tuple(raters or ()),
        where=None if where is None else {column: _values(wanted) for column, wanted in where.items()},
        by=tuple(names_of(columns) for columns in ([by] if isinstance(by, str) else by)),
        cluster=cluster,
        strata=strata,
        time=time,
    )
    if not isinstance(fields, Mapping):
        raise UsageError("fields: give a mapping of columns to fields, such as {'score': accord.Rating(1, 5)}")
    wrong = [name for name, field in fields.items() if not isinstance(field, Field)]
    if wrong:
        raise UsageError(f"fields: {', '.join(wrong)} is not a field; give accord.Rating(1, 5), accord.Binary() ...")
    settings = Settings(replicates, seed, interval, level, resample, order, rater_pool, min_support)
    question = question_of(
        measures=measures,
        iou=iou,
        pairs=pairs,
        between=between,
        leave_one_out=leave_one_out,
        differences=differences,
        settings=settings,
    )
    ratings = build_ratings(as_polars(frame, set(layout.columns(fields))), layout, fields)
    return agree_ratings(ratings, question)


def question_of(
    *,
    measures: Names | None = None,
    iou: float | Sequence[float] = (),
    pairs: bool = False,
    between: Between | None = None,
    leave_one_out: bool = False,
    differences: Sequence[tuple[TermLike, TermLike]] = (),
    settings: Settings,
) -> Question:
    """What is asked, from names and plain values. Raises UsageError for a name that is not known."""
    return Question(
        measures=tuple(read_measure(name) for name in names_of(measures)),
        ious=(iou,) if isinstance(iou, (int, float)) else tuple(iou),
        pairs=pairs,
        between=None if between is None else groups_of(between),
        leave_one_out=leave_one_out,
        differences=tuple((_term(left), _term(right)) for left, right in differences),
        settings=settings,
    )


def agree_ratings(
    ratings: Ratings,
    question: Question,
    files: Sequence[dict[str, object]] = (),
    progress: Callable[[str], None] | None = None,
) -> Agreement:
    """Agreement of ratings that are built already."""
    answer = analyse(ratings, question, progress)
    design: dict[str, object] = {
        "cluster": None if ratings.cluster is None else ",".join(ratings.cluster.names),
        "strata": None if ratings.strata is None else ",".join(ratings.strata.names),
        "by": [",".join(grouping.names) for grouping in ratings.slices],
    }
    if "boxes" in ratings.kinds.values():
        design["matching"] = f"one to one within a class, as many as possible, IoU >= t - {TOLERANCE:g}"
    return Agreement(
        estimates=answer.estimates,
        findings=(*ratings.findings, *answer.findings),
        settings=question.settings,
        design=design,
        version=VERSION,
        items=ratings.items,
        ratings=len(ratings.item),
        raters=None if ratings.rater is None else len(ratings.raters),
        influence=answer.influence,
        differences=answer.differences,
        non_response=ratings.non_response,
        files=tuple(files),
    )


def groups_of(between: Between) -> tuple[Group, Group]:
    """Two named groups of raters: two raters' names, or a mapping of two names to their raters."""
    named = between if isinstance(between, Mapping) else {name: [name] for name in between}
    groups = [(str(name), frozenset(map(str, raters))) for name, raters in named.items()]
    if len(groups) != 2 or not all(raters for _, raters in groups):
        raise UsageError("between: name two different raters, or two groups with at least one rater each")
    return groups[0], groups[1]


def _term(term: TermLike) -> Term:
    if isinstance(term, Term):
        return term
    if isinstance(term, str) or not 2 <= len(term) <= 4:
        raise UsageError(f"difference: {term!r} is not (field, measure[, slice[, pair]])")
    return Term(*term)


def names_of(names: Names | None) -> tuple[str, ...]:
    """One name, several or none, as a tuple."""
    return () if names is None else (names,) if isinstance(names, str) else tuple(names)


def _values(wanted: Any) -> tuple[object, ...]:
    if isinstance(wanted, Iterable) and not isinstance(wanted, (str, bytes)):
        return tuple("" if value is None else value for value in wanted)
    return ("" if wanted is None else wanted,)
