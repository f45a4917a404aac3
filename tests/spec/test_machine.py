import pytest

from accord.errors import InputError
from accord.spec.benchmark import read_benchmark
from accord.spec.machine import OWN_OPTIONS

HEAD = "name: t\nversion: 1.0.0\nlanguages: [en, fr]\nfields:\n  ok: {kind: binary}\nraters:\n"


def problems(lines: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_benchmark(HEAD + lines)
    return [f"{problem.where}: {problem.message}" for problem in caught.value.problems]


def test_defaults_are_those_of_a_repeatable_run():
    (rater,) = read_benchmark(HEAD + "  - {name: gpt, role: judge}\n").raters
    assert (rater.temperature, rater.top_p, rater.seed, rater.reply) == (0, 1, 0, "json_schema")


@pytest.mark.parametrize(
    ("name", "variables"),
    [("GPT-4.1 mini", "GPT_4_1_MINI"), ("qwen", "QWEN"), ("模型", "RATER"), ("_a_", "A")],
)
def test_variables_are_the_name_in_capitals(name, variables):
    (rater,) = read_benchmark(HEAD + f"  - {{name: '{name}', role: judge}}\n").raters
    assert rater.variables == variables


def test_variables_may_be_named():
    (rater,) = read_benchmark(HEAD + "  - {name: gpt, role: judge, env: LOCAL}\n").raters
    assert rater.variables == "LOCAL"


def test_a_name_may_be_a_judge_and_a_model_but_not_two_judges():
    assert len(read_benchmark(HEAD + "  - {name: gpt, role: judge}\n  - {name: gpt, role: model}\n").raters) == 2
    assert problems("  - {name: gpt, role: judge}\n  - {name: 'gpt ', role: judge}\n") == [
        "benchmark.yaml:8, raters.1.name: there are two raters 'gpt ' of the role judge"
    ]


def test_two_raters_do_not_share_variables_unasked():
    message = "'a b' and 'A-B' would both be reached by A_B_BASE_URL"
    assert problems("  - {name: a b, role: judge}\n  - {name: A-B, role: judge}\n") == [
        f"benchmark.yaml:8, raters.1.name: {message}"
    ]
    shared = "  - {name: a b, role: judge, env: A_B}\n  - {name: A-B, role: judge}\n"
    assert len(read_benchmark(HEAD + shared).raters) == 2


def test_all_problems_are_told_with_their_lines():
    lines = (
        "  - {name: a, role: human}\n  - {name: b, role: judge, language: de}\n  - {name: c, role: judge, top_p: 0}\n"
    )
    found = problems(lines)
    assert [problem.split(",")[0] for problem in found] == ["benchmark.yaml:7", "benchmark.yaml:9"]
    assert "'judge' or 'model'" in found[0]
    assert "'de' is not declared" in problems("  - {name: b, role: judge, language: de}\n")[0]


@pytest.mark.parametrize("key", OWN_OPTIONS)
def test_options_that_accord_sets_itself_are_refused(key):
    assert f"{key}: accord sets this itself" in problems(f"  - {{name: a, role: judge, options: {{{key}: 1}}}}\n")[0]


def test_raters_do_not_change_what_is_asked():
    with_raters, without = read_benchmark(HEAD + "  - {name: a, role: judge}\n"), read_benchmark(HEAD + "  []\n")
    assert with_raters.form_digest == without.form_digest
    assert with_raters.digest != without.digest


def test_what_it_is_shown_is_left_open_unless_said():
    plain, told = read_benchmark(
        f"{HEAD}  - {{name: a, role: judge}}\n  - {{name: b, role: judge, pictures: true, columns: []}}\n"
    ).raters
    assert (plain.pictures, plain.columns, told.pictures, told.columns) == (None, None, True, ())
    assert "pictures" in problems("  - {name: a, role: judge, pictures: 'yes'}\n")[0]
