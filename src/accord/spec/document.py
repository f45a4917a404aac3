"""What `benchmark.yaml` may hold, section by section."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator
from pydantic import Field as Option

from accord.spec.form import Form
from accord.spec.machine import Machine
from accord.spec.policies import Policies
from accord.spec.wording import Document, Word, Wording

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
_NUMBER = "(0|[1-9][0-9]*)"
_PARTS = r"[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*"
SEMANTIC_VERSION = rf"^{_NUMBER}\.{_NUMBER}\.{_NUMBER}(-{_PARTS})?(\+{_PARTS})?$"


def leads_out(path: str) -> bool:
    """Whether a path may lead out of the folder, on any system."""
    parts = path.replace("\\", "/").split("/")
    return path.startswith(("/", "\\", "~")) or ":" in parts[0] or ".." in parts


def _inside(path: str) -> str:
    """A path that stays in the folder, whatever the system."""
    if leads_out(path) or not path.strip():
        raise ValueError("must be a path inside the folder of the benchmark, such as items.jsonl")
    return path


Inside = Annotated[str, AfterValidator(_inside)]
Columns = Word | Annotated[tuple[Word, ...], Option(min_length=1)]


class Items(Document):
    """Where the items are, and what their columns mean."""

    file: Inside = "items.jsonl"
    """The table of items: JSON Lines, CSV, TSV or Parquet, one row an item."""
    id: Word = "id"
    """The column that names the item."""
    image: Word | None = None
    """The column with the path of the picture, from the folder of the benchmark."""
    shown: tuple[Word, ...] | None = None
    """Columns that people read beside the picture, in workbooks, and machines in prompts. The column `description`,
    where there is one and nothing is said."""
    state: Word | None = None
    """The column that says `invalid_output` where an item cannot be rated at all; blank elsewhere."""
    slices: tuple[Columns, ...] = ()
    """Columns whose values are looked at one by one; a list of columns crosses them."""
    strata: tuple[Word, ...] = ()
    """Columns that the sample was stratified by; the bootstrap draws within them."""
    cluster: Word | None = None
    """The column of what the bootstrap draws; the item where it is left out."""
    raters_per_item: int | None = Option(None, ge=1, strict=True)
    """How many people should answer for every item."""

    @property
    def slice_columns(self) -> tuple[tuple[str, ...], ...]:
        """The slices, each as the columns that are crossed in it."""
        return tuple((columns,) if isinstance(columns, str) else tuple(columns) for columns in self.slices)


class Tables(Document):
    """What the columns of imported and exported tables are called."""

    item: Word = "item"
    """The column of the item's id."""
    rater: Word = "rater"
    """The column of the rater's name."""
    role: Word = "role"
    """The column of the rater's role."""
    of: Word = "of"
    """The column of the model whose output is judged."""
    passing: Word = Option("pass", alias="pass")
    """The column of the pass."""
    at: Word = "at"
    """The column of the time of the answer."""
    state: Word = "state"
    """The column of the submission's state: blank or `answered`, `invalid`, `unusable`."""
    reason: Word = "reason"
    """The column that says why a submission is invalid or unusable."""


class BenchmarkDocument(Document):
    """A benchmark: what is asked, about what, and by which rules."""

    name: Word = Option(pattern=NAME, max_length=100, json_schema_extra={"pattern": NAME, "maxLength": 100})
    """A short name: letters, digits, `.`, `_` and `-`."""
    version: str = Option(pattern=SEMANTIC_VERSION, max_length=100)
    """The semantic version of the form, such as `1.0.0`: new with every change of fields, labels or policies."""
    title: Wording | None = None
    """A title for people."""
    description: Wording | None = None
    """What the benchmark is for."""
    guideline: Wording | None = None
    """Rules for people that hold for all fields, a line each: the guideline of workbooks opens with them."""
    languages: tuple[Word, ...] = Option(("en",), min_length=1)
    """The languages of names and questions, the first is the main one."""
    items: Items = Items()
    """Where the items are, and what their columns mean."""
    fields: dict[str, Form] = Option(min_length=1)
    """What is asked, field by field."""
    policies: Policies = Policies()
    """Rules with their defaults."""
    tables: Tables = Tables()
    """What the columns of tables are called."""
    raters: tuple[Machine, ...] = ()
    """Machines that fill in the form: judges and models."""
