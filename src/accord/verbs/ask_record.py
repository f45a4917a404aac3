"""The record of a run of machines, and what of it a person should know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from typing import Any

from accord.findings import Finding, counted, most_severe_first, visible
from accord.llm.earlier import ASKED_ONCE
from accord.llm.runs import SCHEMA
from accord.llm.seat import Seat
from accord.llm.served import served_findings
from accord.llm.units import Unit
from accord.spec.machine import Machine
from accord.verbs.ask_reached import Reached
from accord.verbs.ask_wish import Wish
from accord.verbs.opened import Opened

SAMPLING = ("temperature", "top_p", "seed", "max_tokens", "reply", "accept", "strict", "options", "picture_side")
AGAIN = "the same command asks again for what has no reply"


def record_of(
    head: Mapping[str, Any],
    seconds: float,
    folder: Opened,
    wish: Wish,
    reached: Sequence[Reached],
    seats: Sequence[Seat],
    findings: Iterable[Finding],
) -> dict[str, Any]:
    """The whole record. head: its status and times; seconds: of the whole run."""
    raters = [_rater(way, seat, seconds) for way, seat in zip(reached, seats, strict=True)]
    costs = [rater["cost_usd"] for rater in raters if rater["cost_usd"] is not None]
    return {
        "schema": SCHEMA,
        "accord": version("accord"),
        "role": wish.role,
        **head,
        "seconds": seconds,
        "benchmark": {
            "name": folder.benchmark.name,
            "version": folder.benchmark.version,
            "form_digest": folder.benchmark.form_digest,
        },
        "settings": {
            "limit": wish.limit,
            "budget_usd": wish.budget,
            "retry_invalid": wish.retries,
            "replay": None if wish.replay is None else str(wish.replay),
            "changed": wish.changed,
        },
        "concurrency": sum({_url(way): way.part.machine.concurrency for way in reached}.values()),
        "cost_usd": sum(costs) if costs else None,
        "raters": raters,
        "findings": [finding.to_dict() for finding in most_severe_first(findings)],
    }


def _url(way: Reached) -> str:
    return way.part.machine.name if way.endpoint is None else way.endpoint.url


def _rater(way: Reached, seat: Seat, seconds: float) -> dict[str, Any]:
    machine, tally = seat.machine, seat.tally
    counts = tally.to_dict()
    outstanding = seat.outstanding()
    counts["units"]["outstanding"] = len(outstanding)
    return {
        "name": machine.name,
        "role": machine.role,
        "model": way.model,
        "endpoint": None if way.endpoint is None else way.endpoint.shown,
        "sampling": _sampling(machine),
        "template_digest": seat.prompter.template,
        **counts,
        "client": None if way.client is None else {"counts": dict(way.client.counts), "notes": list(way.client.notes)},
        "cost_usd": None if machine.price is None or way.endpoint is None else tally.cost,
        "replies_per_second": round(tally.replies / seconds, 3) if seconds > 0 and way.endpoint is not None else None,
        "outstanding": [_named(unit) for unit in outstanding],
    }


def _sampling(machine: Machine) -> dict[str, Any]:
    return {name: value for name, value in machine.model_dump(mode="json").items() if name in SAMPLING}


def _named(unit: Unit) -> dict[str, str]:
    """A unit by names: the item, and the model whose output is judged."""
    return {"item": unit.item} if unit.model is None else {"item": unit.item, "of": unit.model}


def _hint(reason: str, way: Reached) -> str:
    """Where to look when an endpoint does not answer at all."""
    if reason != "circuit_open" or way.endpoint is None:
        return ""
    return f"; asked at {way.endpoint.shown}: is the server started? {way.endpoint.url_name} says where it is"


def findings_of(reached: Sequence[Reached], seats: Sequence[Seat]) -> list[Finding]:
    """What went otherwise than asked."""
    findings = []
    for way, seat in zip(reached, seats, strict=True):
        where, tally = f"rater {visible(seat.machine.name)}", seat.tally
        if tally.stopped is not None:
            reason, detail = tally.stopped
            findings.append(Finding("run_stopped", "error", where, f"{reason}: {detail}{_hint(reason, way)}", AGAIN))
        for reason, count in tally.failed.items():
            message = f"{counted(count, 'request')} had no reply ({reason}), the first: {tally.examples[reason]}"
            findings.append(Finding("no_reply", "warning", where, message, AGAIN, count))
        for reason, count in tally.invalid.items():
            message = f"{counted(count, 'reply', 'replies')} could not be read as the form: {reason}"
            fix = "the raw text is in the log" + ("" if reason in ASKED_ONCE else "; --retry-invalid N asks again")
            findings.append(Finding("invalid_reply", "warning", where, message, fix, count))
        if tally.incomplete:
            message = f"{counted(tally.incomplete, 'reply leaves', 'replies leave')} a field out; it counts as missing"
            findings.append(Finding("incomplete_reply", "warning", where, message, None, tally.incomplete))
        if tally.states["off_label"]:
            count = tally.states["off_label"]
            message = f"{counted(count, 'answer is', 'answers are')} outside the label space"
            findings.append(Finding("off_label", "warning", where, message, "accord check lists them", count))
        findings += served_findings(seat.machine.name, way.model, seat.earlier.served, tally.served)
    return findings
