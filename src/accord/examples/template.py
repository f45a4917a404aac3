"""Folders to start from: the blank one, and three small examples that are complete."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from accord.examples import replies_museum, replies_streets, template_museum, template_scenes, template_streets

Row = dict[str, Any]


@dataclass(frozen=True)
class Design:
    """How the people of an example were assigned; `accord sample` with these options makes the same file.

    by: columns of the strata; raters: in the order in which groups take them.
    """

    by: tuple[str, ...]
    per_stratum: int
    raters: tuple[str, ...]
    groups: int
    raters_per_item: int
    seed: int


@dataclass(frozen=True)
class Template:
    """One folder to start from.

    items: rows with an id; pictures: path, as in `items`, and PNG bytes; submissions: rows as made by
    `accord.examples.raters.submission`, by rater, then time. design: None where nobody was assigned to items. replies:
    lines of a recording, of machines that have not filled in the form yet.
    """

    name: str
    items: Callable[[], list[Row]]
    pictures: Callable[[], Iterable[tuple[str, bytes]]] = tuple
    submissions: Callable[[], list[Row]] = list
    design: Design | None = None
    replies: Callable[[], list[Row]] = list

    @property
    def text(self) -> str:
        """What its `benchmark.yaml` holds."""
        return files("accord.examples").joinpath("templates", f"{self.name}.yaml").read_text(encoding="utf-8")


def _blank_items() -> list[Row]:
    """Three items to replace."""
    kinds = ("photo", "photo", "synthetic")
    return [{"id": f"item-{number}", "kind": kind} for number, kind in enumerate(kinds, 1)]


_MUSEUM = Design(
    by=("region", "type"),
    per_stratum=1,
    raters=template_museum.PEOPLE,
    groups=len(template_museum.GROUPS),
    raters_per_item=2,
    seed=15522,  # draws the groups that the submissions of the example have
)

BLANK = "blank"
TEMPLATES: dict[str, Template] = {
    template.name: template
    for template in (
        Template(BLANK, _blank_items),
        Template(
            "museum",
            template_museum.items,
            template_museum.pictures,
            template_museum.submissions,
            _MUSEUM,
            replies_museum.replies,
        ),
        Template(
            "streets",
            template_streets.items,
            template_streets.pictures,
            template_streets.submissions,
            replies=replies_streets.replies,
        ),
        Template("scenes", template_scenes.items, template_scenes.pictures, template_scenes.submissions),
    )
}
"""Every template by its name."""
