import pytest
from asked_folders import GOOD, SPEC, items, judged, outputs

from accord.errors import InputError, UsageError
from accord.verbs.ask_plan import estimate, plan
from accord.verbs.ask_wish import Wish
from accord.verbs.opened import opened


def said(item: str, rater: str = "j") -> dict[str, str]:
    return {
        "item": item,
        "of": "secretive-model",
        "rater": rater,
        "role": "judge",
        **{k: str(v) for k, v in GOOD.items()},
    }


def names(wish: Wish, folder) -> list[str]:
    return [part.machine.name for part in plan(opened(folder), wish)]


def test_all_raters_of_the_role_or_those_that_are_named(make_folder) -> None:
    folder = judged(
        make_folder, 1, "name: b, role: judge", "name: a, role: judge", "name: m, role: model, columns: [look]"
    )
    assert names(Wish("judge"), folder) == ["b", "a"]
    assert names(Wish("model"), folder) == ["m"]
    assert names(Wish("judge", ("a", "b", "a")), folder) == ["a", "b"]
    with pytest.raises(UsageError, match="no judge is called 'c'; no judge is called 'd'"):
        plan(opened(folder), Wish("judge", ("c", "d", "a")))


def test_units_that_have_a_submission_are_left_out(make_folder, put_rows) -> None:
    folder = judged(make_folder, 4)
    put_rows(folder, [said("i1"), said("i2", "another")])
    (part,) = plan(opened(folder), Wish("judge"))
    assert (len(part.all), part.left, [unit.item for unit in part.units]) == (4, 0, ["i0", "i2", "i3"])
    (part,) = plan(opened(folder), Wish("judge", limit=2))
    assert (len(part.all), part.left, [unit.item for unit in part.units]) == (4, 1, ["i0", "i2"])


def test_imported_judgements_say_nothing_of_a_prompt_and_are_not_asked_otherwise(make_folder, put_rows) -> None:
    folder = judged(make_folder, 1)
    put_rows(folder, [said("i0")])
    (part,) = plan(opened(folder), Wish("judge"))
    assert part.findings == ()


def test_another_form_is_told_and_asked_again_where_that_is_wanted(make_folder, put_rows) -> None:
    folder = judged(make_folder, 2)
    put_rows(folder, [said("i0")])
    spec = folder / "benchmark.yaml"
    spec.write_text(spec.read_text(encoding="utf-8").replace("the title?", "its title?"), encoding="utf-8")
    (part,) = plan(opened(folder), Wish("judge"))
    assert [(finding.code, finding.count) for finding in part.findings] == [("asked_otherwise", 1)]
    assert len(part.units) == 1
    (part,) = plan(opened(folder), Wish("judge", changed=True))
    assert (len(part.units), part.findings) == (2, ())


def test_the_concurrency_of_the_command_comes_first(make_folder) -> None:
    folder = judged(make_folder, 1, "name: j, role: judge, concurrency: 3")
    assert plan(opened(folder), Wish("judge"))[0].machine.concurrency == 3
    assert plan(opened(folder), Wish("judge", concurrency=9))[0].machine.concurrency == 9


def test_without_anything_to_ask_it_says_what_to_do(make_folder) -> None:
    folder = make_folder(SPEC + "  - {name: j, role: judge}\n", items(1))
    with pytest.raises(InputError, match="accord run"):
        plan(opened(folder), Wish("judge"))


def test_an_estimate_is_by_the_first_prompts(make_folder) -> None:
    folder = judged(make_folder, 30, "name: j, role: judge, max_tokens: 50, price: {input: 2, output: 4}")
    (part,) = plan(opened(folder), Wish("judge"))
    guess = estimate(part)
    assert guess.first is not None
    assert (guess.requests, guess.output_tokens) == (30, 1500)
    assert guess.input_tokens == pytest.approx(30 * guess.first.tokens, rel=0.02)
    assert guess.cost == pytest.approx((2 * guess.input_tokens + 4 * 1500) / 1e6)


def test_nothing_left_to_ask_costs_nothing(make_folder, put_rows) -> None:
    folder = judged(make_folder, 1)
    put_rows(folder, [said("i0")])
    guess = estimate(plan(opened(folder), Wish("judge"))[0])
    assert (guess.requests, guess.input_tokens, guess.output_tokens, guess.cost) == (0, 0, 0, None)
    assert guess.first is not None, "a prompt can be looked at all the same"


def test_a_model_is_asked_about_items(make_folder) -> None:
    folder = make_folder(SPEC + "  - {name: m, role: model, columns: [look]}\n", items(3), outputs(3, "other"))
    (part,) = plan(opened(folder), Wish("model"))
    assert [unit.key for unit in part.units] == [("i0", None), ("i1", None), ("i2", None)]
