"""What is asked in each field, and how an answer is written: the part of a prompt that the form gives."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from accord.llm.comments import is_comment
from accord.llm.joined import separator_of
from accord.llm.prompts.phrases import Phrases, phrases
from accord.llm.prompts.schema import labelled_by, long_scale
from accord.spec.benchmark import Benchmark
from accord.spec.fields.boxes import BoxesForm
from accord.spec.fields.labels import LabelsForm
from accord.spec.form import Form
from accord.spec.machine import Layout
from accord.spec.wording import Label, Wording, in_language

BOX = '{"label": ..., "box": [..., ..., ..., ...]}'


@dataclass(frozen=True, slots=True)
class Question:
    """One field as templates see it. name: its name; key: that name as it stands in the reply. question, help: lines of
    the benchmark; answer: lines that say what may be written. kind: the kind of field.
    """

    name: str
    key: str
    kind: str
    question: tuple[str, ...]
    help: tuple[str, ...]
    answer: tuple[str, ...]


class Questions:
    """The questions of a benchmark in one language, for replies of one layout."""

    def __init__(self, benchmark: Benchmark, language: str, layout: Layout) -> None:
        self._benchmark, self._language, self._layout = benchmark, language, layout
        self._main = benchmark.document.languages[0]
        self._says: Phrases = phrases(language)

    def lines(self, wording: Wording | None) -> tuple[str, ...]:
        """The lines of a text that are not blank; in the first language where it has none in this one."""
        return tuple(line.strip() for line in (self._said(wording) or "").splitlines() if line.strip())

    def question(self, name: str) -> Question:
        """One field."""
        form = self._benchmark.forms[name]
        answer = (*self._answer(name, form), *self._instead(form))
        return Question(name, self._key(name), form.kind, self.lines(form.question), self.lines(form.help), answer)

    def reply(self, names: Sequence[str]) -> str:
        """What the reply is, as a whole."""
        if self._layout == "json":
            inner = ", ".join(f"{self._key(name)}: ..." for name in names)
            return f"{self._says.reply_json}\n{{{inner}}}"
        head = self._says.reply_csv.format(count=len(names))
        return f"{head}\n{','.join(map(self._key, names))}\n{self._says.quoting}"

    def _said(self, wording: Wording | None) -> str | None:
        return in_language(wording, self._language) or in_language(wording, self._main)

    def _key(self, name: str) -> str:
        return _in_json(name) if self._layout == "json" else csv_cell(name)

    def _answer(self, name: str, form: Form) -> Iterator[str]:
        says = self._says
        ends = long_scale(form)
        if ends is not None:
            yield says.whole.format(low=ends[0], high=ends[1])
            yield from (self._line(step.id, step) for step in form.label_space() if step.name is not None)
        elif isinstance(form, BoxesForm):
            yield from self._boxes(form)
            yield from self._labels(form)
        elif isinstance(form, LabelsForm):
            yield self._several(form)
            yield from self._labels(form)
        elif form.label_space():
            yield says.one_of
            yield from self._labels(form)
        elif form.optional:
            yield says.text if not is_comment(self._benchmark, name) else says.text_or_none
        else:
            yield says.number

    def _several(self, form: LabelsForm) -> str:
        if self._layout == "json":
            return self._says.several
        nothing = "[]" if form.none is None else csv_cell(form.none.id)
        return self._says.joined.format(separator=f"`{separator_of(form)}`", nothing=f"`{nothing}`")

    def _boxes(self, form: BoxesForm) -> Iterator[str]:
        says = self._says
        yield says.boxes.format(example=BOX, numbers=getattr(says, form.format), unit=getattr(says, form.unit))
        if form.labels_of is not None:
            yield says.labels_of.format(field=self._key(form.labels_of))
        if form.every_label:
            yield says.every_label.format(field=self._key(form.labels_of or ""))
        yield says.box_labels

    def _labels(self, form: Form) -> Iterator[str]:
        source = labelled_by(self._benchmark, form)
        domains = _domains(source)
        verdicts = (self._says.no_match, self._says.matches)
        for at, label in enumerate(source.label_space()):
            told = domains.get(label.id, "") if form.matched() is None else verdicts[at]
            yield self._line(self._written(form, label.id), label, told)

    def _instead(self, form: Form) -> Iterator[str]:
        if form.abstain:
            yield self._says.instead
            yield from (self._line(self._written(form, label.id), label) for label in form.abstain)

    def _line(self, written: str, label: Label, told: str = "") -> str:
        """What is written for a label, what it is called in the prompt's language, and what it means."""
        name = self._said(label.name)
        called = f" ({' '.join(name.split())})" if name is not None and name != label.id else ""
        meaning = "; ".join(text for text in (told, " ".join(self.lines(label.help))) if text)
        return f"- {written}{called}{': ' if meaning else ''}{meaning}"

    def _written(self, form: Form, label: str) -> str:
        """A label as it is written in the reply."""
        if self._layout == "json" or isinstance(form, BoxesForm):
            return _in_json(label)
        return f"`{label if form.several else csv_cell(label)}`"


def csv_cell(text: str) -> str:
    """A text as a value of a CSV line: quoted only where it must be.

    >>> csv_cell("Fences, walls"), csv_cell("Trees")
    ('"Fences, walls"', 'Trees')
    """
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow([text])
    return stream.getvalue().removesuffix("\n")


def _in_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _domains(form: Form) -> dict[str, str]:
    """Label -> the domain that it is in."""
    domains = getattr(form, "domains", None) or {}
    return {label.id: domain for domain, labels in domains.items() for label in labels}
