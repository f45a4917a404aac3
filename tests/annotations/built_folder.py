"""Builds small folders of a benchmark, line by line, so that what no import would write can be there as well."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from accord.annotations.contents.contents import Contents
from accord.annotations.log.audit import audit_logs
from accord.annotations.log.name import log_path
from accord.annotations.log.submission import SCHEMA, said_text, submission_id
from accord.annotations.sample.assignments import FOLDER, read_assignments
from accord.canonical import compact_in_order
from accord.findings import Finding
from accord.verbs.contents import contents_of
from accord.verbs.opened import opened

NOW = "2026-01-31T12:00:00.000000Z"


def moment(seconds: float) -> str:
    """A time of the log, seconds after the start of an hour and a half."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"2026-01-31T{8 + hours:02}:{minutes:02}:{rest:09.6f}Z"


@dataclass
class Built:
    """A folder that grows. fields: what stands under `fields` of benchmark.yaml; head: other keys at its top."""

    path: Path
    fields: str = "q: {kind: rating, scale: 1..5}"
    head: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list)
    standing: dict[tuple[Any, ...], str] = field(default_factory=dict)
    spec: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.form(self.fields, self.head)

    def form(self, fields: str, head: str = "", version: str = "1.0.0") -> None:
        """Write benchmark.yaml."""
        lines = "".join(f"  {line}\n" for line in fields.splitlines())
        text = f"name: built\nversion: {version}\n{head}\nfields:\n{lines}"
        (self.path / "benchmark.yaml").write_text(text, encoding="utf-8")
        self.spec = {"version": version, "digest": opened(self.path).benchmark.form_digest}

    def items(self, *rows: dict[str, Any] | str) -> None:
        """Write the table of items; a text is an item of this id."""
        self.rows = [{"id": row} if isinstance(row, str) else row for row in rows]
        text = "".join(json.dumps(row) + "\n" for row in self.rows)
        (self.path / "items.jsonl").write_text(text, encoding="utf-8")

    def say(
        self,
        rater: str,
        item: str,
        answers: dict[str, Any] | None = None,
        *,
        role: str = "human",
        of: str | None = None,
        at: str | None = None,
        passing: str = "first",
        state: str = "answered",
        log: Path | None = None,
        **changes: Any,
    ) -> str:
        """Append a record and return its id. answers: field -> value, or an answer as it stands in a line.

        changes: keys of the record that are to be other than they should be.
        """
        said = {name: _answer(value) for name, value in sorted((answers or {}).items())}
        unit = (role, rater, item, of, passing)
        supersedes = self.standing.get(unit)
        digest = self.spec["digest"]
        identity = submission_id(
            item, of, rater, role, passing, digest, state, said_text(said), changes.get("supersedes", supersedes)
        )
        record = {
            "schema": SCHEMA,
            "id": identity,
            "item": item,
            "of": of,
            "rater": {"name": rater, "role": role},
            "pass": passing,
            "at": at,
            "logged_at": NOW,
            "state": state,
            "answers": said,
            "supersedes": supersedes,
            "spec": self.spec,
        }
        self.line(log or log_path(self.path, role, rater), compact_in_order(record | changes))  # type: ignore[arg-type]
        self.standing[unit] = identity
        return identity

    def line(self, path: Path, text: str) -> None:
        """Append a line to a log."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as stream:
            stream.write(text + "\n")

    def log(self, rater: str, role: str = "human") -> Path:
        """Where a rater's records are."""
        return log_path(self.path, role, rater)  # type: ignore[arg-type]

    def assign(self, name: str, *groups: tuple[list[str], list[str]]) -> Path:
        """Write an assignment: raters and items of each group."""
        count = sum(len(items) for _, items in groups)
        stratum = {"where": {}, "available": count, "asked": count, "taken": count, "short": 0}
        document = {
            "schema": "accord.assignment/1",
            "name": name,
            "seed": 0,
            "by": [],
            "per_stratum": None,
            "size": None,
            "raters_per_item": len(groups[0][0]),
            "strata": [stratum],
            "groups": [
                {"name": str(at), "raters": raters, "items": items} for at, (raters, items) in enumerate(groups, 1)
            ],
        }
        path = self.path / "assignments" / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    def contents(self) -> Contents:
        """The folder as checks see it."""
        folder = opened(self.path)
        audit = audit_logs(self.path, folder.benchmark)
        assignments, problems = read_assignments(self.path / FOLDER)
        assert problems == []
        return contents_of(folder, assignments, audit)


def _answer(value: Any) -> dict[str, Any]:
    if value is None:
        return {"state": "missing"}
    return value if isinstance(value, dict) else {"state": "answered", "value": value}


def only(findings: list[Finding]) -> Finding:
    """The one finding that there must be."""
    assert len(findings) == 1, [str(finding) for finding in findings]
    return findings[0]


def by_code(findings: list[Finding]) -> dict[str, Finding]:
    """Findings by their code, each of which must be there once."""
    found = {finding.code: finding for finding in findings}
    assert len(found) == len(findings), [str(finding) for finding in findings]
    return found
