"""Agreement in the folder of a benchmark, worked out plainly from its files, without accord.

    python plain_agreement.py FOLDER ROLE[,ROLE] [--pairs] [--between] [--by-output]

Prints what `accord agree FOLDER --json` must hold as one JSON document: the estimates without intervals, and the
answers that do not count. --between: the two roles are compared too; --by-output: also by the model that is judged.
It is written for small folders and to be read, not to be fast.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import plain_numbers as plain
import yaml
from plain_numbers import Number, Panel, Unit

PAIR_MEASURES = {
    "binary": ("pairwise", "cohen"),
    "choice": ("pairwise", "cohen"),
    "rating": ("pairwise", "cohen(quadratic)"),
    "number": ("pairwise", "alpha(interval)"),
    "labels": ("exact_set", "positive_label"),
    "boxes": ("instance_f1(iou=0.5)",),
}
ACROSS = {
    "binary": ("mean_pairwise",),
    "choice": ("mean_pairwise",),
    "rating": ("mean_pairwise", "within(1)"),
    "number": ("mean_pairwise",),
    "labels": ("exact_set", "positive_label"),
    "boxes": ("instance_f1(iou=0.5)",),
}


# The folder


class Folder:
    """What the files hold: the spec, items by id, and of every rater's forms the ones that stand."""

    def __init__(self, path: Path) -> None:
        self.spec = yaml.safe_load((path / "benchmark.yaml").read_text(encoding="utf-8"))
        lines = (path / self.spec["items"]["file"]).read_text(encoding="utf-8").splitlines()
        self.items = {row["id"]: row for row in map(json.loads, lines)}
        forms: dict[tuple[Any, ...], dict[str, Any]] = {}
        for log in sorted(path.glob("annotations/*/*.jsonl")):
            for record in map(json.loads, log.read_text(encoding="utf-8").splitlines()):
                rater = record["rater"]
                key = (rater["role"], rater["name"], record["item"], record.get("of"), record["pass"])
                if key not in forms or record["at"] >= forms[key]["at"]:
                    forms[key] = record
        self.forms = [record for record in forms.values() if record["pass"] == "first"]
        self.outputs = {record["id"]: record for record in self.forms if record["rater"]["role"] == "model"}

    def counted(self, roles: Sequence[str]) -> list[dict[str, Any]]:
        """The forms of these roles that can be read, about outputs that can be read."""
        return [
            form
            for form in self.forms
            if form["rater"]["role"] in roles
            and form["state"] == "answered"
            and (form.get("of") is None or self.outputs[form["of"]]["state"] == "answered")
        ]

    def asked(self, field: str) -> Sequence[str]:
        fields = self.spec["fields"]
        matched = {form.get("matches") for form in fields.values()}
        usual = ("human", "judge") if "matches" in fields[field] else ("human", "judge", "model")
        return fields[field].get("asked_of", ("model",) if field in matched else usual)

    def answer(self, form: dict[str, Any], field: str) -> dict[str, Any]:
        """State and value; what the protocol leaves blank is not asked."""
        role, matches = form["rater"]["role"], self.spec["fields"][field].get("matches")
        policy = {"human": "leave_blank", "judge": "judge"} | self.spec.get("policies", {}).get("empty_reference", {})
        if matches and not self.items[form["item"]][matches] and policy[role] == "leave_blank":
            return {"state": "not_asked"}
        return form["answers"][field] if role in self.asked(field) else {"state": "not_asked"}

    def slices(self, units: Iterable[Unit], by_output: bool) -> Iterator[tuple[dict[str, str], set[Unit]]]:
        """All units, and the units of each value of the columns of the spec (a list crosses columns)."""
        units = list(units)
        yield {}, set(units)
        for columns in [*self.spec["items"].get("slices", []), *(["output"] if by_output else [])]:
            groups = defaultdict(set)
            names = [columns] if isinstance(columns, str) else columns
            for item, of in units:
                row = self.items[item] | ({"output": self.outputs[of]["rater"]["name"]} if of else {})
                groups[tuple(row[name] for name in names)].add((item, of))
            for values, inside in groups.items():
                yield dict(zip(names, values, strict=True)), inside


def typed(spec: dict[str, Any], value: Any) -> Any:
    """A stored answer as a place on the scale, a number, a set, or a list of boxes."""
    kind = spec["kind"]
    if kind == "number":
        return float(value)
    if kind == "labels":
        return frozenset(value)
    if kind == "boxes":
        return [(box["label"], box["box"]) for box in value]
    return scale(spec).index(value)


def scale(spec: dict[str, Any]) -> list[str]:
    if "scale" in spec:
        low, high = map(int, spec["scale"].split(".."))
        return [str(step) for step in range(low, high + 1)]
    return [str(label["id"] if isinstance(label, dict) else label) for label in spec_labels(spec)]


def spec_labels(spec: dict[str, Any]) -> list[Any]:
    flat = [label for inside in spec.get("domains", {}).values() for label in inside]
    return flat or spec.get("labels") or spec.get("steps") or ["0", "1"]


# What is asked of each kind of field


def measures(spec: dict[str, Any]) -> dict[str, Callable[[Panel], Number]]:
    q = len(scale(spec)) if spec["kind"] in ("binary", "choice", "rating") else 0
    raw: dict[str, Callable[[Panel], Number]] = {
        "all_agree": lambda panel: plain.over_units(panel, lambda values: len(set(values)) == 1),
        "mean_pairwise": lambda panel: plain.over_units(panel, plain.agreeing),
        "fleiss": plain.fleiss,
        "alpha(nominal)": lambda panel: plain.alpha(panel, plain.nominal),
        "gwet(ac1)": lambda panel: plain.ac1(panel, q),
    }
    return {
        "binary": raw
        | {
            "prevalence": plain.prevalence,
            "specific(positive)": lambda panel: plain.specific(panel, 1),
            "specific(negative)": lambda panel: plain.specific(panel, 0),
        },
        "choice": raw,
        "rating": {
            "alpha(ordinal)": lambda panel: plain.alpha(panel, plain.ordinal),
            "all_agree": raw["all_agree"],
            "within(1)": lambda panel: plain.over_units(panel, lambda values: max(values) - min(values) <= 1),
            "alpha(interval)": lambda panel: plain.alpha(panel, plain.interval),
        },
        "number": {"alpha(interval)": lambda panel: plain.alpha(panel, plain.interval)},
        "labels": {
            "exact_set": raw["all_agree"],
            "positive_label": lambda panel: plain.pooled(panel, plain.shared_labels),
            "jaccard": plain.jaccard,
            "alpha(nominal)": raw["alpha(nominal)"],
            "alpha(jaccard)": lambda panel: plain.alpha(panel, plain.by_jaccard),
        },
        "boxes": {"instance_f1(iou=0.5)": lambda panel: plain.pooled(panel, plain.matched_boxes)},
    }[spec["kind"]]


def pair_measures(spec: dict[str, Any]) -> dict[str, Callable[[Panel], Number]]:
    top = max(len(scale(spec)) - 1, 1) if spec["kind"] == "rating" else 1
    known = measures(spec) | {
        "pairwise": lambda panel: plain.over_units(panel, plain.agreeing),
        "cohen": lambda panel: plain.cohen(panel, lambda a, b: float(a == b)),
        "cohen(quadratic)": lambda panel: plain.cohen(panel, lambda a, b: 1 - (a - b) ** 2 / top**2),
    }
    return {name: known[name] for name in PAIR_MEASURES[spec["kind"]]}


def groups(spec: dict[str, Any]) -> Iterator[tuple[dict[str, str], set[str], list[str]]]:
    """Domains and classes: the slice, its labels, and the measures that are taken there."""
    for domain, inside in spec.get("domains", {}).items():
        yield {"domain": domain}, set(scale({"labels": inside})), list(measures(spec))
    of_class = {"labels": ["presence", "positive_label"], "boxes": ["instance_f1(iou=0.5)"]}[spec["kind"]]
    for label in scale(spec):
        yield {"class": label}, {label}, of_class


def cut(spec: dict[str, Any], panel: Panel, labels: set[str]) -> Panel:
    """Every answer cut down to some labels; what is left empty stays."""
    if spec["kind"] == "labels":
        return {unit: {who: value & labels for who, value in row.items()} for unit, row in panel.items()}
    return {
        unit: {who: [box for box in value if box[0] in labels] for who, value in row.items()}
        for unit, row in panel.items()
    }


def within_units(panel: Panel, units: set[Unit]) -> Panel:
    return {unit: row for unit, row in panel.items() if unit in units}


# Rows


class Rows:
    """Estimates as they are found, each with the units, values and raters behind it."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []

    def add(
        self, field: str, measure: str, where: dict[str, str], number: Number, panel: Panel, pair: str | None = None
    ) -> None:
        value, units = number
        self.rows.append(
            {
                "field": field,
                "measure": measure,
                "slice": ",".join(f"{name}={text}" for name, text in where.items()) or "all",
                "pair": pair,
                "value": value,
                "items": len(units),
                "ratings": sum(len(panel[unit]) for unit in units),
                "raters": len({rater for unit in units for rater in panel[unit]}),
            }
        )


def of_panel(rows: Rows, field: str, spec: dict[str, Any], panel: Panel, where: dict[str, str]) -> None:
    known = measures(spec)
    for name, measure in known.items():
        rows.add(field, name, where, measure(panel), panel)
    for group, labels, names in groups(spec) if spec["kind"] in ("labels", "boxes") else ():
        part = cut(spec, panel, labels)
        for name in names:
            # Presence is the alpha of sets that hold one class or nothing.
            measure = known.get(name, lambda panel: plain.alpha(panel, plain.nominal))
            rows.add(field, name, group | where, measure(part), part)


def of_pairs(
    rows: Rows, field: str, spec: dict[str, Any], panel: Panel, where: dict[str, str], raters: list[str]
) -> None:
    for pair in combinations(sorted(raters), 2):
        two = {unit: {who: row[who] for who in pair if who in row} for unit, row in panel.items()}
        for name, measure in pair_measures(spec).items():
            rows.add(field, name, where, measure(two), two, "|".join(pair))


def across(rows: Rows, field: str, spec: dict[str, Any], sides: dict[str, Panel], where: dict[str, str]) -> None:
    """Pairs with one rater of each role, and pairs inside a role over the same units."""
    (first, ours), (second, theirs) = sides.items()
    units = [unit for unit in ours if ours[unit] and theirs[unit]]
    counts: dict[str, Callable[[Any, Any], tuple[float, float]]] = {
        "mean_pairwise": lambda a, b: (a == b, 1),
        "exact_set": lambda a, b: (a == b, 1),
        "within(1)": lambda a, b: (abs(a - b) <= 1, 1),
        "positive_label": plain.shared_labels,
        "instance_f1(iou=0.5)": plain.matched_boxes,
    }
    for name in ACROSS[spec["kind"]]:
        both = {unit: ours[unit] | theirs[unit] for unit in units}
        top = bottom = 0.0
        for unit in units:
            pairs = [counts[name](a, b) for a, b in product(ours[unit].values(), theirs[unit].values())]
            top += sum(pair[0] for pair in pairs) / len(pairs)
            bottom += sum(pair[1] for pair in pairs) / len(pairs)
        rows.add(field, name, where, (top / bottom if bottom else None, units), both, f"{first}|{second}")
        for role, side in sides.items():
            inside = {unit: side[unit] for unit in units}
            rows.add(field, name, where, plain.pooled(inside, counts[name]), inside, f"{role}|{role}")


def non_response(folder: Folder, forms: list[dict[str, Any]], field: str) -> Iterator[dict[str, Any]]:
    """Of each rater how many answers count and how many do not; nothing where all that were asked count."""
    answers = [(form["rater"]["name"], folder.answer(form, field)) for form in forms]
    if all(answer["state"] in ("answered", "not_asked") for _, answer in answers):
        return
    for rater in sorted({name for name, _ in answers}):
        mine = [answer for name, answer in answers if name == rater]
        states = Counter(answer["state"] for answer in mine)
        yield {
            "field": field,
            "rater": rater,
            "asked": len(mine) - states["not_asked"],
            "answered": states["answered"],
            "missing": states["missing"],
            "off_label": states["off_label"],
            "abstained": dict(Counter(answer["value"] for answer in mine if answer["state"] == "abstained")),
        }


def agreement(folder: Folder, roles: Sequence[str], pairs: bool, between: bool, by_output: bool) -> dict[str, Any]:
    """Everything for the raters of some roles; between: the two roles are compared as well."""
    forms = folder.counted(roles)
    units = list(dict.fromkeys((form["item"], form.get("of")) for form in forms))
    raters = sorted({form["rater"]["name"] for form in forms})
    rows = Rows()
    blanks: list[dict[str, Any]] = []
    for field, given in folder.spec["fields"].items():
        if given["kind"] == "text" or not set(roles) & set(folder.asked(field)):
            continue
        spec = folder.spec["fields"][given["labels_of"]] | given if "labels_of" in given else given
        sides: dict[str, Panel] = {role: {unit: {} for unit in units} for role in roles}
        for form in forms:
            answer = folder.answer(form, field)
            if answer["state"] == "answered":
                row = sides[form["rater"]["role"]][form["item"], form.get("of")]
                row[form["rater"]["name"]] = typed(spec, answer["value"])
        panel = {unit: {who: value for side in sides.values() for who, value in side[unit].items()} for unit in units}
        two = len(raters) == 2 and spec["kind"] not in ("labels", "boxes")
        for where, inside in folder.slices(units, by_output):
            of_panel(rows, field, spec, within_units(panel, inside), where)
            if pairs or two:
                of_pairs(rows, field, spec, within_units(panel, inside), where, raters)
            if between:
                across(rows, field, spec, {role: within_units(side, inside) for role, side in sides.items()}, where)
        blanks += non_response(folder, forms, field)
    return {
        "estimates": rows.rows,
        "non_response": blanks,
        "data": {"items": len(units), "ratings": len(forms), "raters": len(raters)},
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("roles")
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--between", action="store_true")
    parser.add_argument("--by-output", action="store_true")
    asked = parser.parse_args()
    found = agreement(Folder(asked.folder), asked.roles.split(","), asked.pairs, asked.between, asked.by_output)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
