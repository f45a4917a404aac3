"""Outputs and judgements of them in one file: outputs that the log does not have yet, but will."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from accord.annotations.exchange.drafts import Draft, Drafts
from accord.annotations.exchange.incoming import Incoming, Request
from accord.annotations.log.outputs import Outputs
from accord.annotations.log.submission import FIRST
from accord.findings import Finding
from accord.spec.field import shown
from accord.spec.labels import folded

PENDING = "\0"
"""Stands before a model where the id of its output is not known yet."""

Unit = tuple[str, str]


def with_pending(outputs: Outputs, incoming: Incoming, request: Request) -> Outputs:
    """The outputs, with those that models give in these rows under a name for the time being."""
    frame = incoming.frame
    names = ("item", "rater", "role", "of", "pass")
    columns = [frame[name].fill_null("").to_list() if name in frame.columns else [""] * frame.height for name in names]
    found = dict(outputs.id)
    for item, rater, role, of, passing in zip(*columns, strict=True):
        is_model = (folded(role).casefold() or request.role) == "model"
        if is_model and not of.strip() and (folded(passing) or folded(request.passing)) == FIRST:
            model = rater if rater.strip() else request.rater or ""
            found[item, model] = PENDING + model
    return replace(outputs, id=found)


def without_orphans(drafts: Drafts, outputs: Outputs, incoming: Incoming) -> Drafts:
    """The drafts without those about an output whose row was refused, if the log has no other. outputs: of the log."""
    there = {(draft.head.item, draft.head.rater) for draft in drafts.kept if is_output(draft)} | outputs.id.keys()
    orphans = [draft for draft in drafts.kept if (unit := pending(draft)) is not None and unit not in there]
    if not orphans:
        return drafts
    lost = {draft.row for draft in orphans}
    why = [
        Finding("unknown_output", "error", incoming.place(draft.row, "of"), _message(draft), "correct that row first")
        for draft in orphans
    ]
    kept = [draft for draft in drafts.kept if draft.row not in lost]
    return replace(drafts, kept=kept, rejected=[*drafts.rejected, *why], refused=drafts.refused + len(orphans))


def is_output(draft: Draft) -> bool:
    """Whether a draft is what others may be about."""
    head = draft.head
    return head.role == "model" and head.of is None and head.passing == FIRST


def pending(draft: Draft) -> Unit | None:
    """The item and model of an output that a draft is about and whose id is not known yet."""
    of = draft.head.of
    return (draft.head.item, of.removeprefix(PENDING)) if of is not None and of.startswith(PENDING) else None


def settled(drafts: Sequence[Draft], outputs: Outputs) -> list[Draft]:
    """The drafts with the ids of the outputs that they are about, once the log has them."""
    return [
        draft if (unit := pending(draft)) is None else replace(draft, head=replace(draft.head, of=outputs.id[unit]))
        for draft in drafts
    ]


def _message(draft: Draft) -> str:
    unit = pending(draft)
    assert unit is not None
    return f"the output of {shown(unit[1])} for {shown(unit[0])} stands in a row that is rejected"
