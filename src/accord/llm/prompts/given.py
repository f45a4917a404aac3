"""What a prompt tells of an item: columns that may be read, references, answers to be judged, and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from accord.annotations.items import ItemTable, references, shown_columns
from accord.annotations.rows import header
from accord.errors import InputError
from accord.findings import Finding, visible
from accord.llm.prompts.data import as_json
from accord.llm.prompts.pictures import Pictures, Sent
from accord.spec.benchmark import Benchmark
from accord.spec.field import listed
from accord.spec.fields.boxes import BoxesForm
from accord.spec.machine import Machine
from accord.spec.states import NOT_ASKED_CELL

Cells = list[str | None]


class Given:
    """What one machine is given of the items. fields: those that it may be asked.

    Columns are those that the machine names (`columns`), else those that `items` names for people (`shown`); a column
    `description` that nobody names is only for machines that fill in a form that people fill in too, since it may
    hold what a model is to say. A model never gets a column of references. Pictures go to models, and to judges that
    ask for them (`pictures`): a judge compares texts.

    Raises InputError for columns that are not there or give the answer away, and where a model would be given nothing.
    """

    def __init__(
        self, folder: Path, benchmark: Benchmark, items: ItemTable, machine: Machine, fields: Sequence[str]
    ) -> None:
        self._judges = machine.role == "judge"
        self._benchmark = benchmark
        image = _image(benchmark, machine)
        names = _columns(benchmark, items, machine)
        # A field that matches another has a column of references, if only by the name of that other one.
        self._target = {name: target for name in fields if (target := benchmark.forms[name].matched()) is not None}
        column = {name: benchmark.reference(name) or target for name, target in self._target.items()}
        needed = dict.fromkeys([*names, *([image] if image else []), *column.values()])
        problems = header.missing(items.frame.columns, list(needed), items.table.files[0].path)
        if problems:
            raise InputError(problems)
        if not (self._judges or names or image):
            message = "prompts would hold nothing of the items: no picture and no column"
            fix = (
                "name the column of the picture (items.image), or what may be read (columns of the rater, items.shown)"
            )
            raise InputError([Finding("nothing_shown", "error", f"rater {visible(machine.name)}", message, fix)])
        cells: dict[str, Cells] = {name: items.frame[name].to_list() for name in needed}
        self._columns = {name: cells[name] for name in names}
        self._references = {name: cells[found] for name, found in column.items()}
        self._names = cells[image] if image else None
        self._pictures = Pictures(folder, machine.picture_side)
        self.has_pictures = image is not None

    def pictures(self, item: str, row: int) -> list[Sent]:
        """The pictures of an item; none where the machine is not given any. Raises InputError as `Pictures.of`."""
        return [] if self._names is None else self._pictures.of(item, references(self._names[row]))

    def lines(
        self, row: int, fields: Sequence[str], output: Mapping[str, str | None], pictures: Sequence[Sent]
    ) -> list[str]:
        """The data of a prompt, a JSON object a line: the item, and for each field of a judge the reference and the
        answer.
        """
        lines = []
        if self._columns:
            lines.append(as_json({"item": {name: cells[row] for name, cells in self._columns.items()}}))
        if self._in_pixels(fields):
            sizes = [dict(zip(("width", "height"), picture.stored, strict=True)) for picture in pictures]
            lines.append(as_json({"pictures": sizes}))
        if self._judges:
            lines += [self._judged(name, row, output) for name in fields]
        return lines

    def has_data(self, fields: Sequence[str]) -> bool:
        """Whether prompts about these fields hold data at all."""
        return self._judges or bool(self._columns) or self._in_pixels(fields)

    def _judged(self, name: str, row: int, output: Mapping[str, str | None]) -> str:
        answer = output.get(self._target[name])
        # Put together from texts: this is done for every field of every prompt, and an object takes far longer.
        said = "null" if answer is None or answer == NOT_ASKED_CELL else as_json(answer)
        alternatives = ", ".join(map(as_json, references(self._references[name][row])))
        return f'{{"field": {as_json(name)}, "reference": [{alternatives}], "answer": {said}}}'

    def _in_pixels(self, fields: Sequence[str]) -> bool:
        forms = [self._benchmark.forms[name] for name in fields] if self.has_pictures else []
        return any(isinstance(form, BoxesForm) and form.unit == "pixels" for form in forms)


def _image(benchmark: Benchmark, machine: Machine) -> str | None:
    """The column of the pictures that the machine gets; None where it gets none."""
    wanted = machine.role == "model" if machine.pictures is None else machine.pictures
    if machine.pictures and benchmark.items.image is None:
        fix = "name the column of the picture under items, as image"
        where = f"rater {visible(machine.name)}"
        raise InputError([Finding("no_pictures", "error", where, "pictures are wanted and there are none", fix)])
    return benchmark.items.image if wanted else None


def _columns(benchmark: Benchmark, items: ItemTable, machine: Machine) -> tuple[str, ...]:
    """The columns that the machine may read."""
    answers = set() if machine.role == "judge" else {benchmark.reference(name) for name in benchmark.forms}
    if machine.columns is not None:
        telling = [name for name in machine.columns if name in answers]
        if telling:
            message = f"columns: {listed(telling)} would tell a model what it is to say: references stand there"
            raise InputError([Finding("tells_answer", "error", f"rater {visible(machine.name)}", message)])
        return tuple(dict.fromkeys(machine.columns))
    as_people = bool(benchmark.asked("human", about_output=machine.role == "judge"))
    if benchmark.items.shown is None and not as_people:
        return ()
    return tuple(name for name in shown_columns(benchmark, items) if name not in answers)
