"""Boxes drawn on a picture: each a label and four numbers in a declared format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Option

from accord.errors import UsageError
from accord.spec.boxes import BOX_FORMATS, BadBox, BoxFormat, Corners, all_corners, beyond, corners
from accord.spec.domains import flat
from accord.spec.field import Field, listed, shown, text_of
from accord.spec.form import Form, grouped
from accord.spec.labels import NO_ALIASES, LabelIndex, folded, in_order, is_text
from accord.spec.reading import BoxReading, Note, Reading
from accord.spec.states import State
from accord.spec.wording import Label, Word
from accord.spec.wording import Labels as LabelList

FEWEST_TURNED, TURNED_SHARE = 3, 0.1


class BoxesForm(Form):
    """Boxes drawn on a picture."""

    in_cells: ClassVar[bool] = False
    kind: Literal["boxes"]
    """Boxes drawn on a picture, each with a label."""
    format: BoxFormat
    """What the four numbers are: left, top, width and height (`xywh`), two corners (`xyxy`), centre and size
    (`cxcywh`)."""
    unit: Literal["pixels", "fractions"]
    """Of what the numbers are: pixels of the stored picture, or fractions of its width and height."""
    labels: LabelList | None = None
    """The labels. One of this, `domains` and `labels_of`."""
    domains: dict[Word, LabelList] | None = Option(None, min_length=1)
    """The labels in groups."""
    labels_of: Word | None = None
    """The field of labels that the boxes belong to: they have its labels, and each label of a box must be chosen
    there."""
    every_label: bool = Option(False, strict=True)
    """Whether each label that is chosen in `labels_of` needs a box."""
    bad_boxes: Literal["error", "drop"] = "error"
    """Whether an answer with a box that is none (no area, not four numbers) is refused, or loses that box."""

    def field(self, others: Mapping[str, Form]) -> Boxes:
        """The field that reads answers."""
        given = [self.labels is not None, self.domains is not None, self.labels_of is not None]
        if sum(given) != 1:
            raise UsageError("boxes: give one of labels, domains and labels_of")
        source: Form = self
        if self.labels_of is not None:
            source = others[self.labels_of]
        elif self.every_label:
            raise UsageError("boxes: every_label needs labels_of")
        space = source.label_space()
        return Boxes(
            grouped(getattr(source, "domains", None), space),
            format=self.format,
            frame=(1, 1) if self.unit == "fractions" else None,
            bad=self.bad_boxes,
            **self.tokens(*space),
        )

    def refers(self) -> Mapping[str, tuple[str, str]]:
        """The field whose labels the boxes have."""
        return {} if self.labels_of is None else {"labels_of": (self.labels_of, "labels")}

    def label_space(self) -> tuple[Label, ...]:
        """All labels that the form itself declares."""
        if self.domains is not None:
            return tuple(label for inside in self.domains.values() for label in inside)
        return self.labels or ()


class Boxes(Field):
    """A JSON array of `{"label": ..., "box": [four numbers]}` a cell; `[]` is the answer "nothing here".

    format: "xywh" (left, top, width, height), "xyxy" (two corners) or "cxcywh" (centre, size); never guessed.
    frame: (width, height) of the picture in the same unit, where boxes outside it shall be found.
    bad: "error" refuses input with a box that is none; "drop" leaves that box out and keeps the answer.

    >>> reading = Boxes(format="xywh").read(['[{"label": "car", "box": [0, 0, 2, 1]}]', "[]", ""])
    >>> reading.xyxy.tolist(), reading.offsets.tolist(), reading.states.tolist()
    ([[0.0, 0.0, 2.0, 1.0]], [0, 1, 1, 1], [0, 0, 2])
    """

    kind = "boxes"
    form = BoxesForm

    def __init__(
        self,
        labels: Iterable[object] | Mapping[str, Iterable[object]] | None = None,
        *,
        format: BoxFormat,
        frame: tuple[float, float] | None = None,
        bad: str = "error",
        missing: Iterable[object] = (),
        abstain: Iterable[object] = (),
        aliases: Mapping[str, Sequence[str]] = NO_ALIASES,
    ) -> None:
        super().__init__(missing=missing, abstain=abstain, aliases=aliases)
        if format not in BOX_FORMATS:
            raise UsageError(f"boxes: format {format!r} is none of {', '.join(BOX_FORMATS)}")
        if bad not in ("error", "drop"):
            raise UsageError(f"boxes: bad {bad!r} is neither error nor drop")
        if frame is not None and not (len(frame) == 2 and all(0 < side < float("inf") for side in frame)):
            raise UsageError("boxes: frame needs the picture's width and height, both above 0 and finite")
        self.format: BoxFormat = format
        self.frame = frame
        self.bad = bad
        self.labels, self.domains = flat(labels, "boxes")

    def read(self, cells: Sequence[str]) -> BoxReading:
        """Corners and class codes of all boxes, cell after cell."""
        quick = self._read_at_once(cells)
        if quick is not None:
            return quick
        states = np.zeros(len(cells), np.uint8)
        notes: list[Note] = []
        parsed = [self._boxes(at, cell, states, notes) for at, cell in enumerate(cells)]
        labels = self.labels
        if labels is None:
            labels = in_order(folded(name) for boxes in parsed for name, _, _ in boxes)
        index = LabelIndex(labels, self.aliases)
        found: list[tuple[int, Corners]] = []
        counts = np.zeros(len(cells), np.int64)
        for at, boxes in enumerate(parsed):
            for name, box, place in boxes:
                match = index.find(name)
                if match is None:
                    bad = BadBox("off_label", f"{name!r} is not allowed; allowed: {listed(labels)}")
                    notes.append(self._bad_note(at, place, bad))
                    continue
                found.append((match.index, box))
                counts[at] += 1
        notes += self._format_hint(notes, len(found))
        return BoxReading(
            states,
            np.concatenate(([0], np.cumsum(counts))),
            np.array([label for label, _ in found], np.int32),
            np.array([box for _, box in found], np.float64).reshape(-1, 4),
            labels,
            self.domains,
            tuple(notes),
        )

    def value(self, reading: Reading, at: int, cell: str) -> list[dict[str, Any]]:
        """The boxes of a cell that are boxes, each `{"label", "box"}`, the numbers as they were given."""
        assert isinstance(reading, BoxReading)
        index = LabelIndex(reading.labels, self.aliases)
        found = [(entry, self._box(entry)) for entry in json.loads(cell)]
        named = [(entry, index.find(box[0])) for entry, box in found if not isinstance(box, BadBox)]
        return [{"label": reading.labels[match.index], "box": entry["box"]} for entry, match in named if match]

    def _read_at_once(self, cells: Sequence[str]) -> BoxReading | None:
        """The reading of cells that hold nothing remarkable; None where any does, for the careful way to tell."""
        # A JSON true would pass for the number 1 in an array of numbers.
        if self.frame is not None or any("true" in cell or "false" in cell for cell in cells):
            return None
        nothing = [self.nothing(cell) for cell in cells]
        try:
            entries = [json.loads(cell) if state is None else [] for cell, state in zip(cells, nothing, strict=True)]
            names = [entry["label"] for cell in entries for entry in cell]
            found = all_corners([entry["box"] for cell in entries for entry in cell], self.format)
            known = set(names)
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        if found is None or not all(isinstance(name, str) and folded(name) and is_text(name) for name in known):
            return None
        labels = self.labels or in_order(folded(name) for name in known)
        index = LabelIndex(labels, self.aliases)
        code = {name: match.index for name in known if (match := index.find(name)) is not None}
        if len(code) < len(known) or not all(isinstance(cell, list) for cell in entries):
            return None
        offsets = np.concatenate(([0], np.cumsum([len(cell) for cell in entries], dtype=np.int64)))
        states = np.array([State.ANSWERED if state is None else state for state in nothing], np.uint8)
        coded = np.array([code[name] for name in names], np.int32)
        return BoxReading(states, offsets, coded, found, labels, self.domains, ())

    def _boxes(self, at: int, cell: str, states: np.ndarray, notes: list[Note]) -> list[tuple[str, Corners, int]]:
        """The usable boxes of a cell with their places in it; notes the others and sets the cell's state."""
        nothing = self.nothing(cell)
        if nothing is not None:
            states[at] = nothing
            return []
        try:
            entries = json.loads(cell)
        except (ValueError, RecursionError):
            entries = None
        if not isinstance(entries, list):
            states[at] = State.OFF_LABEL
            notes.append(Note(at, "off_label", f"{shown(cell)} is not a JSON array of boxes"))
            return []
        boxes = []
        for place, entry in enumerate(entries):
            outcome = self._box(entry)
            if isinstance(outcome, BadBox):
                notes.append(self._bad_note(at, place, outcome))
                continue
            name, box = outcome
            if self.frame is not None and beyond(box, self.frame) == "partly":
                notes.append(Note(at, "box_leaves_picture", "the box leaves the picture; it is kept as it is", place))
            boxes.append((name, box, place))
        return boxes

    def _box(self, entry: Any) -> tuple[str, Corners] | BadBox:
        if entry is None:
            return BadBox("null", "entry is null")
        if not isinstance(entry, dict) or "box" not in entry:
            keys = f"; it has {listed(list(entry))}" if isinstance(entry, dict) else ""
            return BadBox("not_an_object", f'an entry must be an object with "label" and "box"{keys}')
        label = entry.get("label")
        if label is None or isinstance(label, (dict, list)) or not folded(text_of(label)):
            return BadBox("no_label", "the entry has no label")
        if not is_text(text_of(label)):
            return BadBox("no_label", "the label holds half a character (a lone surrogate)")
        box = corners(entry["box"], self.format)
        if isinstance(box, BadBox):
            return box
        if self.frame is not None and beyond(box, self.frame) == "outside":
            return BadBox("outside", f"{list(box)} lies outside the picture of {self.frame[0]:g} x {self.frame[1]:g}")
        return text_of(label), box

    def _format_hint(self, notes: Sequence[Note], good: int) -> list[Note]:
        """A note where so many corners are the wrong way round that the format is likely another one."""
        turned = [note for note in notes if note.code == "box_no_area" and "-" in note.message]
        if self.format != "xyxy" or len(turned) < FEWEST_TURNED or len(turned) < TURNED_SHARE * (len(turned) + good):
            return []
        message = f"{len(turned)} boxes end before they start: are they xywh or cxcywh rather than xyxy?"
        return [Note(turned[0].cell, "box_format", message, turned[0].index, fatal=self.bad == "error")]

    def _bad_note(self, at: int, place: int, bad: BadBox) -> Note:
        return Note(at, f"box_{bad.reason}", bad.detail, place, fatal=self.bad == "error")
