"""What an incoming row says beside its answers: who, about what, when; checked against items and outputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from accord.annotations.exchange.incoming import CORE, Incoming, Request
from accord.annotations.items import ItemTable
from accord.annotations.log.outputs import Outputs
from accord.annotations.log.submission import SUBMISSION_STATES
from accord.annotations.log.times import BadTime, utc, zone_of
from accord.errors import UsageError
from accord.findings import Finding
from accord.spec.field import shown
from accord.spec.labels import folded
from accord.spec.roles import ROLES, Role

ZONE_FIX = "for example 2026-03-01T12:00:00Z; --timezone ZONE says where times without an offset are from"
Said = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Head:
    """Who answered about what. of: the id of the output; stated: whether the row gives its state."""

    item: str
    of: str | None
    rater: str
    role: Role
    passing: str
    at: str | None
    state: str
    stated: bool
    reason: str | None


class Unfit(ValueError):
    """Why a row cannot be kept, by the column that says so."""

    def __init__(self, code: str, message: str, fix: str | None = None) -> None:
        super().__init__(message)
        self.code, self.fix = code, fix


@dataclass(frozen=True)
class Heads:
    """Heads by row, and for the rows that cannot be kept every reason."""

    of_row: dict[int, Head]
    rejected: dict[int, list[Finding]]


def read_heads(incoming: Incoming, items: ItemTable, outputs: Outputs, request: Request) -> Heads:
    """The heads of all rows. Raises UsageError where rows have no rater or no role at all."""
    frame = incoming.frame
    if "rater" not in frame.columns and request.rater is None:
        raise UsageError("no column names the rater: give it (--rater COL), or who filled in the file (--by NAME)")
    if "role" not in frame.columns and request.role is None:
        raise UsageError(f"no column names the role: say which role the raters have (--role {'|'.join(ROLES)})")
    read = _readers(items, outputs, request)
    columns = [frame[name].fill_null("").to_list() if name in frame.columns else [""] * frame.height for name in CORE]
    heads: dict[int, Head] = {}
    rejected: dict[int, list[Finding]] = {}
    for row, texts in enumerate(zip(*columns, strict=True)):
        said = dict(zip(CORE, texts, strict=True))
        parts: dict[str, Any] = {}
        for name, part in read.items():
            try:
                parts[name] = part(said)
            except Unfit as why:
                problem = Finding(why.code, "error", incoming.place(row, name), str(why), why.fix)
                rejected.setdefault(row, []).append(problem)
        if row not in rejected:
            heads[row] = Head(
                passing=folded(said["pass"]) or folded(request.passing),
                stated=bool(folded(said["state"])),
                reason=said["reason"].strip() or None,
                **parts,
            )
    return Heads(heads, rejected)


def _readers(items: ItemTable, outputs: Outputs, request: Request) -> dict[str, Callable[[Said], Any]]:
    """How each part is read; all of them raise Unfit."""
    zone = zone_of(request.zone)

    def item(said: Said) -> str:
        name = said["item"]
        if not name.strip():
            raise Unfit("blank_id", "the item is blank")
        if name not in items.row:
            raise Unfit("unknown_item", f"{shown(name)} is no item of the benchmark")
        return name

    def of(said: Said) -> str | None:
        if not said["of"].strip():
            return None
        found = outputs.find(said["item"], said["of"])
        if found is None and said["item"] in items.row:
            fix = "import the outputs of the models first (--role model)"
            raise Unfit("unknown_output", f"there is no output of {shown(said['of'])} for {shown(said['item'])}", fix)
        return found

    def rater(said: Said) -> str:
        name = said["rater"] if said["rater"].strip() else request.rater
        if name is None:
            raise Unfit("blank_id", "the rater is blank")
        return name

    def role(said: Said) -> Role:
        name = folded(said["role"]).casefold() or request.role
        if name not in ROLES:
            raise Unfit("bad_role", f"{shown(said['role'])} is no role; roles: {', '.join(ROLES)}")
        return name

    def state(said: Said) -> str:
        name = folded(said["state"]).casefold() or "answered"
        if name not in SUBMISSION_STATES:
            raise Unfit("bad_state", f"{shown(said['state'])} is no state; states: {', '.join(SUBMISSION_STATES)}")
        return name

    def at(said: Said) -> str | None:
        if not said["at"].strip():
            return None
        try:
            return utc(said["at"], zone)
        except BadTime as error:
            raise Unfit("bad_time", f"{shown(said['at'])}: {error}", ZONE_FIX) from None

    return {"item": item, "of": of, "rater": rater, "role": role, "state": state, "at": at}
