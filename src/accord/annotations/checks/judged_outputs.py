"""Judgements of outputs that are not there, were corrected since, or belong to another item."""

from __future__ import annotations

from accord.annotations.contents.contents import Contents
from accord.annotations.rows.gathered import gathered
from accord.findings import Finding, Severity
from accord.spec.field import shown

WORDS: dict[str, tuple[Severity, str, str]] = {
    "unknown_output": (
        "error",
        "which is not there",
        "import the outputs of the model (accord import --role model), then the judgements anew",
    ),
    "stale_output": (
        "warning",
        "which a later answer of the model replaced",
        "have the new output judged; agreement leaves the judgement of the old one out",
    ),
    "output_of_other_item": (
        "error",
        "which is about another item",
        "import the judgement anew, with the item that the output is about",
    ),
}
"""Code -> severity, what is wrong with the output, what to do."""


def judged_outputs(contents: Contents) -> list[Finding]:
    """A finding for every log and kind of trouble."""
    items, ofs = (contents.standing.frame[name].to_list() for name in ("item", "of"))
    findings = []
    for rows in contents.by_log(contents.about_output):
        groups: dict[str, list[int]] = {}
        for row in rows.tolist():
            if contents.outputs.item.get(ofs[row]) != items[row]:
                groups.setdefault(_kind(contents, ofs[row]), []).append(row)
        for code, group in groups.items():
            severity, what, fix = WORDS[code]
            row = group[0]
            message = f"{contents.name_of(row)} judged output {ofs[row][:12]}... of {shown(items[row])}, {what}"
            findings.append(gathered(code, severity, group, contents.place(), message, fix))
    return findings


def _kind(contents: Contents, output: str) -> str:
    if output in contents.outputs.item:
        return "output_of_other_item"
    return "stale_output" if output in contents.audit.corrected_outputs else "unknown_output"
