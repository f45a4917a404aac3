"""Each record of a log against its own id, its file, the records before it, and the form."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from accord.annotations.log.name import FOLDER, log_path, log_paths
from accord.annotations.log.raw_texts import Beside, RawTexts
from accord.annotations.log.reader import LogReader
from accord.annotations.log.standing import replaces
from accord.annotations.log.submission import FIRST, Submission, id_of
from accord.annotations.rows.gathered import Gathering
from accord.annotations.rows.tally import first_few
from accord.findings import Finding, counted
from accord.spec.benchmark import Benchmark
from accord.spec.field import shown
from accord.spec.roles import Role

IN_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
RESTORE = "restore the line from a copy of the log; corrections are appended, by importing them"
SET_ASIDE = re.compile(r"\.jsonl\.torn-\d+$")
"""Names of files with the torn ends of logs."""
DIGITS = 12
"""How much of a digest is shown."""

Unit = tuple[str, str | None, str]
Form = tuple[str, str]
Who = tuple[Role, str]
SavedFile = tuple[str | None, str]
"""The digest of a file, and when it was last saved by its own account."""


@dataclass(frozen=True)
class LogAudit:
    """What does not fit. corrected_outputs: ids of records of models that a later record supersedes. beside: answers,
    corrected ones too, that were written with something beside their labels. saved_files: role and name of a rater ->
    the files with the submissions of the first pass that stand, of those that say when they were saved.
    """

    findings: tuple[Finding, ...]
    corrected_outputs: frozenset[str]
    beside: tuple[Beside, ...]
    saved_files: Mapping[Who, frozenset[SavedFile]] = field(default_factory=dict)


NO_AUDIT = LogAudit((), frozenset(), ())
"""Where the logs were not looked at."""


@dataclass
class _Seen:
    """A first place, and how often."""

    where: str
    count: int = 0


@dataclass
class _Folder:
    """What is gathered over all logs. lines: id -> line of logs whose records stand in other files as well."""

    folder: Path
    benchmark: Benchmark
    raw_texts: RawTexts
    corrected: set[str] = field(default_factory=set)
    forms: dict[Form, _Seen] = field(default_factory=dict)
    fields: dict[str, _Seen] = field(default_factory=dict)
    lines: dict[Path, dict[str, int]] = field(default_factory=dict)
    saved_files: dict[Who, set[SavedFile]] = field(default_factory=dict)


def audit_logs(folder: Path, benchmark: Benchmark) -> LogAudit:
    """Every log of a folder, in one pass that keeps the id, unit, time and file of each record of one log at a time.

    The rater is a part of what an id is made of, so that an id can only stand in two logs where one of its records is
    in the log of another rater, or was edited. Only such a log is read a second time.

    Lines that are no record are left to `LogReader`, and so to the standing submissions.
    """
    audit = _Folder(folder, benchmark, RawTexts(benchmark))
    findings: list[Finding] = []
    for path in log_paths(folder):
        log = _Log(audit, path)
        for number, line, submission in _records(path):
            log.look(number, line, submission)
        findings += log.found.findings()
        for (who, _), file in log.read_from.items():
            audit.saved_files.setdefault(who, set()).add(file)
    findings += [*_other_forms(audit), *_unknown_fields(audit), *_stray_logs(folder)]
    saved_files = {who: frozenset(files) for who, files in audit.saved_files.items()}
    return LogAudit(tuple(findings), frozenset(audit.corrected), tuple(audit.raw_texts.found), saved_files)


def _records(path: Path) -> Iterator[tuple[int, bytes, Submission]]:
    """Every record with the number and the bytes of its line."""
    reader = LogReader(path)
    for number, submission in reader:
        yield number, reader.line, submission


@dataclass
class _Log:
    """One log. earlier: id -> line, unit and time of the records so far; latest: the last stated time of a unit;
    read_from: of the first pass, the file of the record that stands, where it says when it was saved.
    """

    audit: _Folder
    path: Path
    found: Gathering = field(default_factory=Gathering)
    earlier: dict[str, tuple[int, Unit, str | None]] = field(default_factory=dict)
    latest: dict[Unit, str] = field(default_factory=dict)
    read_from: dict[tuple[Who, Unit], SavedFile] = field(default_factory=dict)

    def look(self, number: int, line: bytes, submission: Submission) -> None:
        """Look at one record."""
        where = f"{self.path}:{number}"
        key = _repeated_key(line)
        if key is not None:
            message = f"the key {shown(key)} stands twice in one object, so that one of its values is lost"
            self.found.add("repeated_key", "error", where, message, RESTORE)
        if not _has_own_id(submission):
            message = "the id is not the digest of what the record says: the line was changed after it was written"
            self.found.add("edited_record", "error", where, message, RESTORE)
        self._place(where, submission)
        self._times(where, submission)
        self._order(where, submission)
        unit = _unit(submission)
        self.earlier.setdefault(submission.id, (number, unit, submission.at))
        if replaces(submission.at, self.latest.get(unit)):
            self._stands(submission, unit)
        self.audit.raw_texts.look(self.path, number, submission)
        _count(self.audit, submission, where)

    def _stands(self, submission: Submission, unit: Unit) -> None:
        """Keep the time and the file of a record that takes the place of those before it."""
        if submission.at is not None:
            self.latest[unit] = submission.at
        key = (submission.rater.role, submission.rater.name), unit
        source = submission.source
        if source is not None and source.saved is not None and submission.pass_ == FIRST:
            self.read_from[key] = source.sha256, source.saved
        else:
            self.read_from.pop(key, None)

    def _place(self, where: str, submission: Submission) -> None:
        rater = submission.rater
        own = log_path(self.audit.folder, rater.role, rater.name)
        if own == self.path:
            return
        twin = self._line(own, submission.id)
        if twin is not None:
            message = f"the same record as in {own.relative_to(self.audit.folder)}:{twin}, where it belongs"
            self.found.add("repeated_record", "error", where, message, "take this line out")
            return
        message = f"a record of {rater.role} {shown(rater.name)}, whose log is {own.relative_to(self.audit.folder)}"
        self.found.add("other_log", "error", where, message, "move the line there, or restore the name of the file")

    def _line(self, own: Path, name: str) -> int | None:
        """Where an id stands in its own log."""
        if own not in self.audit.lines:
            records = LogReader(own) if own.exists() else ()
            self.audit.lines[own] = {submission.id: number for number, submission in records}
        return self.audit.lines[own].get(name)

    def _times(self, where: str, submission: Submission) -> None:
        for name, text in (("at", submission.at), ("logged_at", submission.logged_at)):
            if text is not None and not IN_UTC.fullmatch(text):
                message = f"{name} {shown(text)} is not a time in UTC such as 2026-01-31T12:00:00.000000Z"
                self.found.add("bad_time", "error", where, message, RESTORE)

    def _order(self, where: str, submission: Submission) -> None:
        """The record against those before it."""
        twin = self.earlier.get(submission.id)
        if twin is not None:
            self._repeat(where, submission, *twin)
        corrected = submission.supersedes
        if corrected is None:
            return
        if submission.rater.role == "model":
            self.audit.corrected.add(corrected)
        found = self.earlier.get(corrected)
        if found is None or found[1] != _unit(submission):
            what = "no earlier record of this log" if found is None else f"about something else (line {found[0]})"
            message = f"corrects {corrected[:DIGITS]}..., which is {what}"
            fix = "restore the line that is corrected from a copy of the log"
            self.found.add("lost_record", "error", where, message, fix)

    def _repeat(self, where: str, submission: Submission, line: int, unit: Unit, at: str | None) -> None:
        """A record whose id was there before.

        An answer that was given before the one that stands, and came late, corrects nothing. If it says what the first
        record of its unit says, it has its id too: the one way in which an id comes twice by itself.
        """
        if submission.supersedes is None and not replaces(submission.at, self.latest.get(unit)):
            message = f"the same answer as in line {line}, with the same id, of another time; it came late"
            self.found.add("repeated_id", "info", where, message)
            return
        time = "" if at == submission.at else ", with another time"
        message = f"the same record as in line {line}{time}"
        self.found.add("repeated_record", "error", where, message, "take out one of the two lines")


def _unit(submission: Submission) -> Unit:
    return submission.item, submission.of, submission.pass_


def _has_own_id(submission: Submission) -> bool:
    try:
        return id_of(submission) == submission.id
    except ValueError:  # what no accord has written: a number that is not finite, half a character
        return False


def _count(audit: _Folder, submission: Submission, where: str) -> None:
    """Forms other than the present one, and fields that it does not have."""
    spec = submission.spec
    if spec.digest != audit.benchmark.form_digest:
        audit.forms.setdefault((spec.version, spec.digest), _Seen(where)).count += 1
    for name in submission.answers:
        if name not in audit.benchmark.fields:
            audit.fields.setdefault(name, _Seen(f"{where}, field {name}")).count += 1


def _repeated_key(line: bytes) -> str | None:
    """A key that stands twice in one object of a line."""
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> None:
        keys = {key for key, _ in pairs}
        if len(keys) < len(pairs):
            names = [key for key, _ in pairs]
            twice.append(next(name for name in names if names.count(name) > 1))

    json.loads(line.decode("utf-8-sig"), object_pairs_hook=once)
    return twice[0] if twice else None


def _other_forms(audit: _Folder) -> list[Finding]:
    benchmark = audit.benchmark
    findings = []
    for (version, digest), seen in audit.forms.items():
        filled = counted(seen.count, "record was", "records were")
        if version != benchmark.version:
            message = f"{filled} filled in by version {version} of the form; it is now {benchmark.version}"
            findings.append(Finding("other_version", "info", seen.where, message, None, seen.count))
            continue
        message = (
            f"{filled} filled in by another form of the same version {version} "
            f"({digest[:DIGITS]}...; now {benchmark.form_digest[:DIGITS]}...)"
        )
        fix = "give benchmark.yaml a new version with every change"
        findings.append(Finding("version_not_raised", "warning", seen.where, message, fix, seen.count))
    return findings


def _unknown_fields(audit: _Folder) -> list[Finding]:
    return [
        Finding(
            "unknown_field",
            "warning",
            seen.where,
            f"{counted(seen.count, 'answer')} to {shown(name)}, which is no field of the form; left out",
            f"fields: {', '.join(audit.benchmark.fields)}",
            seen.count,
        )
        for name, seen in audit.fields.items()
    ]


def _stray_logs(folder: Path) -> list[Finding]:
    """Files among the logs that are not read: in another place, or with another ending."""
    found = (Path(place) / name for place, _, names in os.walk(folder / FOLDER) for name in names)
    known = set(log_paths(folder))
    stray = sorted(path for path in found if path not in known and not path.name.startswith("."))
    stray = [path for path in stray if not SET_ASIDE.search(path.name)]
    if not stray:
        return []
    names = first_few([str(path.relative_to(folder)) for path in stray])
    message = f"not read: {names}"
    fix = f"logs are {FOLDER}/ROLE/NAME.jsonl; bring other files in with accord import"
    return [Finding("stray_log", "warning", str(folder / FOLDER), message, fix, len(stray))]
