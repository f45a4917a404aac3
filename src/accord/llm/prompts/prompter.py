"""What a machine is asked: the same form that people fill in, as a chat request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from accord.annotations.items import ItemTable, left_blank
from accord.errors import InputError, UsageError
from accord.findings import Finding, visible
from accord.llm.prompts.data import fenced
from accord.llm.prompts.given import Given
from accord.llm.prompts.order import drawn_order
from accord.llm.prompts.phrases import phrases
from accord.llm.prompts.prompt import Prompt, made_prompt
from accord.llm.prompts.questions import Questions
from accord.llm.prompts.schema import reply_schema
from accord.llm.prompts.template import PromptTemplate
from accord.spec.benchmark import Benchmark
from accord.spec.field import shown
from accord.spec.machine import Layout, Machine

SLOT = "\0data\0"
"""Stands for the data while a template is filled in, so that this is done once for all prompts of an order."""
MOST_FRAMES = 512


@dataclass(frozen=True, slots=True)
class _Frame:
    """A prompt without its data, which stand between `before` and `after`."""

    system: str
    before: str
    after: str
    schema: dict[str, Any]


class Prompter:
    """Makes the prompts of one machine: of a judge about outputs, of a model about items.

    template: SHA-256 of the template's text and of the version of accord's own words.

    A judge is asked in an order of fields that is drawn for each output, the same for every judge; a model in the
    declared order. Nothing in a prompt says whose output is judged, which item it is about, or where its files are.
    May be used by several threads.

    Raises InputError where the template, the language, or columns of items cannot be used, UsageError where nothing is
    asked of the role, and MissingExtra without jinja2.
    """

    def __init__(self, folder: Path, benchmark: Benchmark, items: ItemTable, machine: Machine, layout: Layout) -> None:
        self._benchmark, self._items, self._layout = benchmark, items, layout
        self._judges = machine.role == "judge"
        self._asked = benchmark.asked(machine.role, about_output=self._judges)
        if not self._asked:
            about = "outputs" if self._judges else "items"
            raise UsageError(
                f"{machine.role}s are asked nothing about {about}; see asked_of of fields in benchmark.yaml"
            )
        self._language = _language(benchmark, machine)
        self._given = Given(folder, benchmark, items, machine, self._asked)
        self.has_pictures = self._given.has_pictures
        """Whether prompts hold pictures, which take longer to make than all else."""
        blank = {name: left_blank(benchmark, items, name, machine.role) for name in self._asked}
        self._blank = {name: set(rows.nonzero()[0].tolist()) for name, rows in blank.items() if rows is not None}
        self._questions = Questions(benchmark, self._language, layout)
        self._template = PromptTemplate(folder, machine.role)
        self.template = self._template.digest
        self._frame = lru_cache(MOST_FRAMES)(self._made_frame)
        # Most mistakes of a template show in its first use, and then nothing has been sent yet.
        self._frame(self._asked, int(self.has_pictures))

    def asks(self, item: str) -> bool:
        """Whether anything is asked about an item: where all its fields are left blank nothing is."""
        row = self._items.row[item]
        has_fields = any(row not in self._blank.get(name, ()) for name in self._asked)
        return has_fields and item not in self._items.invalid_outputs

    def prompt(self, item: str, output: Mapping[str, str | None] | None = None, of: str | None = None) -> Prompt | None:
        """What is asked about an item, or of a judge about an output for it; None where nothing is.

        output: text field -> what the model said, None where it said nothing. of: the id of the output, which only
        draws the order of the fields. Raises InputError for an item that is not there, for pictures that cannot be
        sent, and for a template that fails here.
        """
        row = self._items.row.get(item)
        if row is None:
            raise InputError(
                [Finding("unknown_item", "error", f"item {shown(item)}", "the benchmark does not have it")]
            )
        fields = tuple(name for name in self._asked if row not in self._blank.get(name, ()))
        if not fields or item in self._items.invalid_outputs:
            return None
        if self._judges:
            fields = drawn_order(fields, item, of)
        pictures = self._given.pictures(item, row)
        frame = self._frame(fields, len(pictures))
        lines = self._given.lines(row, fields, output or {}, pictures)
        user = f"{frame.before}{fenced(lines) if lines else ''}{frame.after}"
        return made_prompt(frame.system, user, pictures, fields, frame.schema)

    def _made_frame(self, fields: tuple[str, ...], pictures: int) -> _Frame:
        has_data = self._given.has_data(fields)
        texts = self._template.render(self._variables(fields, pictures, SLOT if has_data else ""))
        times = texts["user"].count(SLOT)
        if times != has_data or SLOT in texts["system"]:
            message = "the block user must show {{ data }} once as it is, and the block system not at all"
            raise InputError([Finding("bad_template", "error", self._template.where, message)])
        before, _, after = texts["user"].partition(SLOT)
        return _Frame(texts["system"], before, after, reply_schema(self._benchmark, fields))

    def _variables(self, fields: tuple[str, ...], pictures: int, data: str) -> dict[str, Any]:
        """What templates are given; docs/prompts.md tells what each is."""
        document, lines = self._benchmark.document, self._questions.lines
        says = phrases(self._language)
        # Rules for people hold for machines that fill in the same form.
        as_people = bool(self._benchmark.asked("human", about_output=self._judges))
        picture = says.picture if pictures == 1 else says.pictures.format(count=pictures)
        return {
            "language": self._language,
            "layout": self._layout,
            "title": " ".join(lines(document.title)) or document.name,
            "description": lines(document.description),
            "guideline": lines(document.guideline) if as_people else (),
            "fields": tuple(map(self._questions.question, fields)),
            "empty_reference": self._benchmark.policies.empty_reference.judge,
            "picture": picture if pictures else "",
            "data": data,
            "reply": self._questions.reply(fields),
            "says": says,
        }


def _language(benchmark: Benchmark, machine: Machine) -> str:
    languages = benchmark.document.languages
    if machine.language is None or machine.language in languages:
        return machine.language or languages[0]
    message = f"the language {machine.language!r} is not declared"
    fix = f"languages: {', '.join(languages)}"
    raise InputError([Finding("unknown_language", "error", f"rater {visible(machine.name)}", message, fix)])
