"""Runs of machines as text: what would be asked, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from accord.findings import counted, visible
from accord.llm.budget import dollars
from accord.report.layout import Cell, table_text

LONGEST_DATA = 64
"""Characters of a picture that are shown."""


LONGEST_TEXT = 20_000
"""Characters of a message that are shown."""


def dry_text(planned: Mapping[str, Any]) -> str:
    """A line for every rater, then the first prompt of the first. planned: what a dry run gives as JSON."""
    headings = ["rater", "model", "endpoint", "forms", "requests", "prompt tokens", "reply tokens", "cost"]
    rows: list[list[Cell]] = []
    for rater in planned["raters"]:
        most, tokens = rater["cost_usd_at_most"], rater["tokens"]
        cells = [rater["name"], rater["model"] or rater["name"], rater["endpoint"] or "not known"]
        cells += [f"{rater['units']['all']:,}", f"{rater['requests']:,}", f"~{tokens['input']:,}"]
        rows.append([*cells, f"<= {tokens['output_at_most']:,}", "no price" if most is None else f"<= {dollars(most)}"])
    text = "Nothing is sent.\n\n" + table_text(headings, rows, right=headings[3:])
    shown = next((rater for rater in planned["raters"] if rater["prompt"] is not None), None)
    if shown is None:
        return text
    text += f"\nThe first prompt of {visible(shown['name'])}:\n"
    for message in shown["prompt"]["messages"]:
        text += f"\n[{message['role']}]\n{_content(message['content'])}\n"
    return text


def _content(content: str | Sequence[Mapping[str, Any]]) -> str:
    """A message as lines; the bytes of pictures are cut."""
    if isinstance(content, str):
        return _lines(content)
    parts = []
    for part in content:
        if "text" in part:
            parts.append(_lines(part["text"]))
            continue
        url = part["image_url"]["url"]
        parts.append(f"(picture: {url[:LONGEST_DATA]}... {len(url):,} characters)")
    return "\n".join(parts)


def _lines(text: str) -> str:
    shown = "\n".join(visible(line) for line in text[:LONGEST_TEXT].split("\n"))
    return shown if len(text) <= LONGEST_TEXT else f"{shown}\n... {len(text):,} characters, all of them with --json"


def run_text(record: Mapping[str, Any], path: str | None, folder: Path) -> str:
    """A line for every rater, where the record is, and what to look at next."""
    headings = ["rater", "asked", "answered", "invalid", "outstanding", "abstained", "off label", "missing", "tokens"]
    headings += ["cost", "ms p50", "p95", "per s"]
    rows = [_row(rater) for rater in record["raters"]]
    nothing = all(rater["units"]["planned"] == 0 for rater in record["raters"])
    text = (
        "Every form is filled in: nothing was asked.\n" if nothing else table_text(headings, rows, right=headings[1:])
    )
    left = sum(rater["units"]["left"] for rater in record["raters"])
    text += f"{counted(left, 'more form is', 'more forms are')} to be asked yet.\n" if left else ""
    if path is not None:
        cost = "" if record["cost_usd"] is None else f", {dollars(record['cost_usd'])}"
        text += f"\n{record['seconds']:,.1f} seconds{cost}; the record is {visible(path)}\n"
    if not any(rater["units"]["already"] or rater["replies"] for rater in record["raters"]):
        return text
    shown = visible(str(folder))
    if record["role"] == "judge":
        text += f"Next: accord score {shown}; accord agree {shown} --role judge --pairs\n"
    else:
        text += f"Next: accord agree {shown} --role model\n"
    return text


def _row(rater: Mapping[str, Any]) -> list[Cell]:
    units, outcomes, answers = rater["units"], rater["outcomes"], rater["answers"]
    counts = [units["planned"], outcomes["answered"], sum(outcomes["invalid"].values()), units["outstanding"]]
    counts += [answers.get(state, 0) for state in ("abstained", "off_label", "missing")]
    tokens = rater["tokens"]
    cells = [f"{count:,}" for count in [*counts, tokens["input"] + tokens["output"]]]
    cells.append("-" if rater["cost_usd"] is None else dollars(rater["cost_usd"]))
    latencies = rater["latency_ms"]
    cells += ["-" if latencies[key] is None else f"{latencies[key]:,.0f}" for key in ("p50", "p95")]
    rate = rater["replies_per_second"]
    return [rater["name"], *cells, "-" if rate is None else f"{rate:,.1f}"]
