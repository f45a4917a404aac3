"""Whether the model that answered is the one that was asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from accord.findings import Finding, counted, visible

_VERSION = re.compile(r"v?\d[\w.]*|latest|preview|exp")
_PARTS = re.compile(r"[-@:_]")


def is_version_of(served: str, requested: str) -> bool:
    """Whether a model is the requested one, or a version of it: its name, then numbers or dates. The maker before a
    `/` does not count.

    >>> is_version_of("judge-flash-2026-01-15", "judge-flash"), is_version_of("gpt-4.1-mini", "gpt-4.1")
    (True, False)
    """
    there, wanted = (name.rpartition("/")[2].casefold() for name in (served, requested))
    if not there.startswith(wanted):
        return False
    rest = there[len(wanted) :]
    if rest and not _PARTS.match(rest):
        return False
    return all(_VERSION.fullmatch(part) for part in _PARTS.split(rest)[1:])


def served_findings(rater: str, requested: str, before: Iterable[str], now: Mapping[str, int]) -> list[Finding]:
    """Findings where another model answered than was asked for, or several did: before, in earlier runs, and now."""
    where = f"rater {visible(rater)}"
    findings = [
        Finding(
            "other_model",
            "warning",
            where,
            f"asked for {requested!r}, and {name!r} says that it answered ({counted(count, 'reply', 'replies')})",
            "name the model that answers, or ask the provider what stands behind the name",
            count,
        )
        for name, count in now.items()
        if not is_version_of(name, requested)
    ]
    names = sorted({*before, *now})
    if now and len(names) > 1:
        message = f"{len(names)} models answered under the name {requested!r}: {', '.join(map(repr, names))}"
        fix = "two versions are two raters: look at their answers apart, or name one version and ask again"
        findings.append(Finding("several_models", "warning", where, message, fix, len(names)))
    return findings
