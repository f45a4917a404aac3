from accord.llm.units import Unit, items_to_answer, outputs_to_judge
from accord.verbs.opened import opened

SPEC = """\
name: t
version: 1.0.0
items: {state: state}
fields:
  title: {kind: text}
  maker: {kind: text}
  note: {kind: text, asked_of: [human]}
  title_ok: {kind: binary, matches: title}
  maker_ok: {kind: binary, matches: maker}
"""
ITEMS = [
    {"id": "b", "title": "x", "maker": "y"},
    {"id": "a", "title": "x", "maker": None},
    {"id": "c", "title": "x", "maker": None, "state": "invalid_output"},
]


def row(item: str, rater: str, **more: str | None) -> dict[str, str | None]:
    return {"item": item, "rater": rater, "role": "model", "title": "T", "maker": None, **more}


def test_outputs_stand_in_the_order_of_items_then_of_models(make_folder) -> None:
    folder = opened(make_folder(SPEC, ITEMS, [row("a", "m2"), row("a", "m1"), row("b", "m2"), row("c", "m1")]))
    units = outputs_to_judge(folder.benchmark, folder.items, folder.standing)
    assert [(unit.item, unit.model) for unit in units] == [("b", "m2"), ("a", "m1"), ("a", "m2")]
    assert units[0].output == {"title": "T", "maker": None}
    assert units[0].key == ("b", folder.outputs.id["b", "m2"])


def test_unreadable_outputs_and_later_passes_are_not_judged(make_folder) -> None:
    rows = [row("a", "m1", state="invalid", title=None), row("b", "m1", **{"pass": "second"})]
    folder = opened(make_folder(SPEC, ITEMS, rows))
    assert outputs_to_judge(folder.benchmark, folder.items, folder.standing) == []


def test_only_the_standing_output_is_judged(make_folder) -> None:
    folder = opened(make_folder(SPEC, ITEMS, [row("a", "m1")], [row("a", "m1", title="other")]))
    (unit,) = outputs_to_judge(folder.benchmark, folder.items, folder.standing)
    assert unit.output == {"title": "other", "maker": None}


def test_models_are_asked_about_items_that_can_be_rated(make_folder) -> None:
    folder = opened(make_folder(SPEC, [*ITEMS, ITEMS[0]]))
    assert items_to_answer(folder.items) == [Unit("b"), Unit("a")]
