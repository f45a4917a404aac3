"""How far judges can be trusted, as text: beside people, in a person's place, their bias, and their joint errors."""

from __future__ import annotations

from rich.text import Text

from accord.agreement.estimate import Estimate
from accord.report.layout import Cell, paragraph, rendered, table_text
from accord.scoring.against_people import PEOPLE
from accord.scoring.alternative import FALSE_DISCOVERIES, FEWEST_ITEMS, FEWEST_PEOPLE, WINNING
from accord.scoring.families import are_kin
from accord.scoring.result import Scores


def judge_text(result: Scores, *, width: int = 110, colour: bool = False) -> str:
    """Every section that has something to say; one line where no people answered."""
    if not result.people:
        return "No people answered these fields, so the judges are compared with nobody.\n\n"
    parts = [_against_people(result, colour), _alternatives(result, width, colour), _bias(result, colour)]
    parts += [_bias_by_model(result, colour), _panel(result, colour)]
    return "".join(parts)


def _against_people(result: Scores, colour: bool) -> str:
    """Agreement of each judge with people, and where that lies in the range of people."""
    interval = _interval_heading(result)
    headings = ["  field", "judge", "agree", interval, "kappa", f"{interval} ", "units", "people", "range", "judge is"]
    ranges = {(row.field, row.judge): row for row in result.ranges if row.measure == "mean_pairwise"}
    rows: list[list[Cell]] = []
    of_people = {judge: [e for e in result.estimates if e.pair == f"{judge}|{PEOPLE}"] for judge in result.judges}
    for field in result.fields:
        for judge in result.judges:
            agree, kappa = (found for found in of_people[judge] if found.field == field)
            place = ranges[field, judge]
            known = place.low is not None and place.high is not None
            spread = f"{place.low:z.3f} to {place.high:z.3f}" if known else "-"
            numbers = [*_number(agree), *_number(kappa), f"{agree.items:,}", f"{max(agree.raters or 0, 1) - 1:,}"]
            rows.append([f"  {field}", judge, *numbers, spread, place.judge_is or place.reason or "-"])
    title = "Judges against people (range: what one person agrees with the others on the same units)"
    return _section(title, table_text(headings, rows, right=headings[2:9], colour=colour), colour)


def _alternatives(result: Scores, width: int, colour: bool) -> str:
    headings = ["  field", "judge", "wins", "advantage", _interval_heading(result), "people", "passes"]
    rows: list[list[Cell]] = []
    for test in result.alternatives:
        advantage = result.at(test.field, "advantage", judge=test.judge)
        tested = [person for person in test.people if person.won is not None]
        wins = "-" if test.winning_rate is None else f"{sum(bool(p.won) for p in tested)} of {len(tested)}"
        passes = test.reason if test.passes is None else "yes" if test.passes else "no"
        people = f"{sum(person.items > 0 for person in test.people)}"
        rows.append([f"  {test.field}", test.judge, wins, *_number(advantage), people, passes or "-"])
    body = table_text(headings, rows, right=headings[2:6], colour=colour)
    reasons = {test.reason for test in result.alternatives}
    if len(reasons) == 1 and None not in reasons:
        body = f"  not made in any field: {reasons.pop()}\n"
    epsilon = result.alternatives[0].epsilon if result.alternatives else 0.0
    note = (
        f"epsilon {epsilon:g} (0.2 for experts, 0.15 for skilled people, 0.1 for a crowd); a judge passes that wins "
        f"against {WINNING:.0%} of the people; false discovery rate {FALSE_DISCOVERIES:.0%}. Minima: {FEWEST_PEOPLE} "
        f"people with {FEWEST_ITEMS} units each."
    )
    title = "Alternative-annotator test: may the judge stand in for one of the people?"
    return _section(title, body + paragraph(note, width, "  "), colour)


def _bias(result: Scores, colour: bool) -> str:
    """Bias of each judge; beside it that towards its own kin, where one of them has judged its kin."""
    interval = _interval_heading(result)
    kin = {(e.field, e.where["judge"]): e for e in result.estimates if e.measure == "kin_bias"}
    has_kin = any(found.items and found.reason != "no_kin" for found in kin.values())
    headings = ["  field", "judge", "bias", interval, "units"]
    headings += ["own kin - others", f"{interval} ", "notes"] if has_kin else ["notes"]
    rows: list[list[Cell]] = []
    for overall in result.estimates:
        if overall.measure == "bias" and "output" not in overall.where:
            own = kin.get((overall.field, overall.where["judge"])) if has_kin else None
            reasons = [found.reason for found in (overall, own) if found is not None and found.value is None]
            more = [] if not has_kin else ["", ""] if own is None else _number(own, sign=True)
            start = [f"  {overall.field}", overall.where["judge"], *_number(overall, sign=True), f"{overall.items:,}"]
            rows.append([*start, *more, ", ".join(filter(None, dict.fromkeys(reasons)))])
    if not rows:
        return ""
    title = "Bias: the judge's answer less the mean of people, on the same units"
    return _section(title, table_text(headings, rows, right=headings[2:-1], colour=colour), colour)


def _bias_by_model(result: Scores, colour: bool) -> str:
    """Bias towards each model, a column a field, where models were judged and people answered."""
    biased = {e.field for e in result.estimates if e.measure == "bias" and "output" in e.where}
    fields = [field for field in result.fields if field in biased]
    if not fields:
        return ""
    judges = result.families[: len(result.judges)]
    rows: list[list[Cell]] = []
    for judge, family in zip(result.judges, judges, strict=True):
        for model in result.families[len(judges) :]:
            found = [result.at(field, "bias", judge=judge, output=model.rater) for field in fields]
            cells = [_number(estimate, sign=True)[0] for estimate in found]
            rows.append([f"  {judge}", model.rater, "kin" if are_kin(family, model) else "", *cells])
    headings = ["  judge", "model", "family", *fields]
    return _section("Bias towards each model", table_text(headings, rows, right=fields, colour=colour), colour)


def _panel(result: Scores, colour: bool) -> str:
    headings = ["  field", "judges", "worth", _interval_heading(result), "error correlation", "units", "ties", "notes"]
    rows: list[list[Cell]] = []
    for found in result.estimates:
        if found.measure == "effective_judges":
            mean = found.details["mean_correlation"]
            shown = f"{mean:z.3f}" if isinstance(mean, float) else "-"
            is_more = found.value is not None and found.value > float(str(found.details["judges"]))
            reason = (
                found.reason if found.value is None else "more than there are: errors cancel out" if is_more else ""
            )
            tail = [shown, f"{found.items:,}", f"{found.details['ties']}", reason or ""]
            rows.append([f"  {found.field}", f"{found.details['judges']}", *_number(found), *tail])
    title = "Effective number of judges: what the panel is worth in judges that err independently"
    return _section(title, table_text(headings, rows, right=headings[1:7], colour=colour), colour)


def _section(title: str, body: str, colour: bool) -> str:
    return f"{rendered(Text(title, style='bold'), colour=colour)}{body}\n"


def _interval_heading(result: Scores) -> str:
    return f"{result.settings.level * 100:g} % interval"


def _number(estimate: Estimate, sign: bool = False) -> list[Cell]:
    """A number, starred where support is limited, and its interval."""
    form = "+z.3f" if sign else "z.3f"
    star = "*" if estimate.limited_support and estimate.value is not None else " "
    value = "-" if estimate.value is None else f"{estimate.value:{form}}"
    if estimate.low is None or estimate.high is None:
        return [value + star, "-"]
    return [value + star, f"{estimate.low:{form}} to {estimate.high:{form}}"]
