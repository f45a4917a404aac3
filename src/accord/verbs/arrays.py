"""Arrays and lists as panels: for each item the values of its raters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.agreement.panel import Panel, panel_of
from accord.annotations.encode import id_codes, json_text
from accord.annotations.ratings import Scalars, Sets
from accord.errors import UsageError
from accord.spec.field import text_of
from accord.spec.labels import folded, number
from accord.spec.reading import Scale

Units = Iterable[Iterable[Any]]
Values = Iterable[Any] | None


def scalar_panel(units: Units, scale: Values = None, positive: int | None = None) -> Panel:
    """The panel of values, None or NaN where missing. units: (N, R) array, or for each item a list of values.

    scale: the values in their order, also those nobody gave; raises UsageError for a value that is not on it.
    """
    if isinstance(units, np.ma.MaskedArray):
        units = np.ma.filled(units.astype(np.float64), np.nan)
    if isinstance(units, np.ndarray) and units.ndim == 2 and units.dtype.kind in "iuf" and scale is None:
        return _of_matrix(units)
    item, values, items = _flat(units)
    codes, made = coded(values, scale, positive)
    answers = Scalars(np.zeros(len(codes), np.uint8), codes, made)
    return panel_of(np.array(item, np.int32), answers, items)


def _of_matrix(units: NDArray[Any]) -> Panel:
    """A numeric matrix without a detour over Python objects; NaN is missing."""
    values = units.ravel()
    item = np.repeat(np.arange(len(units), dtype=np.int32), units.shape[1])
    if units.dtype.kind == "f":
        present = ~np.isnan(values)
        item, values = item[present], values[present]
        if (np.abs(values) < 2.0**53).all() and (values == np.rint(values)).all():
            values = values.astype(np.int64)
    codes, distinct = id_codes(pl.Series(values))
    positions = distinct.to_numpy().astype(np.float64)
    made = Scale(tuple(text_of(value) for value in positions.tolist()), positions, declared=False)
    return panel_of(item, Scalars(np.zeros(len(codes), np.uint8), codes, made), len(units))


def set_panel(units: Any) -> tuple[Panel, tuple[str, ...]]:
    """The panel of sets of labels, None where missing, and the labels seen."""
    item, values, items = _flat(units)
    lone = next((value for value in values if isinstance(value, str) or not isinstance(value, Iterable)), None)
    if lone is not None:
        raise UsageError(f"each answer must be a list or set of labels, not {lone!r}")
    sets = [frozenset(folded(text_of(label)) for label in value) for value in values]
    labels = tuple(sorted(frozenset().union(*sets))) if sets else ()
    distinct = sorted(set(sets), key=sorted)
    code = {chosen: at for at, chosen in enumerate(distinct)}
    members = np.array([[label in chosen for label in labels] for chosen in distinct], np.bool_)
    members = members.reshape(len(distinct), len(labels))
    codes = np.array([code[chosen] for chosen in sets], np.int32)
    answers = Sets(np.zeros(len(codes), np.uint8), codes, members, labels, {})
    return panel_of(np.array(item, np.int32), answers, items), labels


def _scale(texts: Iterable[str], scale: Values, positive: int | None) -> Scale:
    labels = tuple(dict.fromkeys(texts)) if scale is None else tuple(folded(text_of(value)) for value in scale)
    places = [number(label) for label in labels]
    known = [place for place in places if place is not None]
    if len(known) < len(labels):
        positions = None if scale is None else np.arange(len(labels), dtype=np.float64)
        return Scale(tuple(sorted(labels)) if scale is None else labels, positions, scale is not None, positive)
    if scale is None:
        labels = tuple(label for _, label in sorted(zip(known, labels, strict=True)))
        known = sorted(known)
    return Scale(labels, np.array(known, np.float64), scale is not None, positive)


def coded(values: Sequence[Any], scale: Values, positive: int | None = None) -> tuple[NDArray[np.int32], Scale]:
    """Codes of values, and the scale: the one given, or the values seen (numbers by size, else by text)."""
    texts = [folded(text_of(value)) for value in values]
    made = _scale(texts, scale, positive)
    index = {label: at for at, label in enumerate(made.labels)}
    strange = sorted({text for text in texts if text not in index})
    if strange:
        raise UsageError(f"{', '.join(map(repr, strange[:5]))} not on the scale {', '.join(made.labels)}")
    return np.array([index[text] for text in texts], np.int32), made


def _flat(units: Any) -> tuple[list[int], list[Any], int]:
    """Items, values and the number of items, missing values left out; what is no list of lists is refused."""
    if hasattr(units, "columns") or isinstance(units, (str, bytes, Mapping)) or not isinstance(units, Iterable):
        raise UsageError(f"for each item a list of values is needed, not {type(units).__name__}; frames: accord.agree")
    item, values, items = [], [], 0
    for items, unit in enumerate(units.tolist() if isinstance(units, np.ndarray) else units, 1):
        if isinstance(unit, (str, bytes, Mapping)) or not isinstance(unit, Iterable):
            raise UsageError(f"item {items - 1}: a list of its raters' values is needed, not {unit!r}")
        for value in unit:
            if json_text(value) not in (None, ""):
                item.append(items - 1)
                values.append(value)
    return item, values, items
