"""The plans of all workbooks of a benchmark, each made when it is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from accord.annotations.items import ItemTable
from accord.annotations.sample.assignments import Assignment, Group
from accord.annotations.workbooks.plan import Plan
from accord.annotations.workbooks.planned import GivenOutputs, plan_of
from accord.spec.benchmark import Benchmark


class Plans:
    """Plans by assignment and group."""

    def __init__(
        self, benchmark: Benchmark, items: ItemTable, outputs: GivenOutputs, assignments: Sequence[Assignment]
    ) -> None:
        self._benchmark, self._items, self._outputs = benchmark, items, outputs
        self._groups: dict[tuple[str, str], tuple[Assignment, Group]] = {
            (made.name, group.name): (made, group) for made in assignments for group in made.groups
        }
        self._made: dict[tuple[str, str, tuple[str, ...] | None], Plan] = {}

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Assignment and group of every plan."""
        return tuple(self._groups)

    def get(self, assignment: str, group: str, models: tuple[str, ...] | None = None) -> Plan | None:
        """The plan of a group, None where there is none. models: whose outputs are judged, where not all are.

        Raises InputError, UsageError as `plan_of` does.
        """
        if (assignment, group) not in self._groups:
            return None
        key = (assignment, group, models)
        if key not in self._made:
            made = self._groups[assignment, group]
            self._made[key] = plan_of(self._benchmark, self._items, self._outputs, *made, models)
        return self._made[key]

    def nearest(self, texts: Iterable[str]) -> Plan | None:
        """The plan with most of its items among some texts, and of such the one whose name is there too.

        None where no item of any is there.
        """
        there = set(texts)
        shared = Counter({key: len(there.intersection(group.items)) for key, (_, group) in self._groups.items()})
        found = max(shared, key=lambda key: (shared[key], " ".join(key) in there), default=None)
        return self.get(*found) if found is not None and shared[found] else None

    def __iter__(self) -> Iterator[Plan]:
        """Every plan."""
        for key in self._groups:
            plan = self.get(*key)
            assert plan is not None
            yield plan
