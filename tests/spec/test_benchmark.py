"""`benchmark.yaml` from the file to a benchmark: every problem with its line, and who is asked what."""

from __future__ import annotations

from pathlib import Path

import pytest
from good_documents import GOOD, MUSEUM, STREETS

from accord.errors import InputError
from accord.spec.benchmark import load_benchmark, read_benchmark
from accord.spec.fields import KINDS

HEAD = "name: x\nversion: 1.0.0\n"
LEAST = HEAD + "fields: {a: {kind: binary}}\n"


def problems(text: str) -> list[tuple[int, str, str]]:
    """Line, path and message of every problem; empty where there is none."""
    try:
        read_benchmark(text, "b.yaml")
    except InputError as error:
        found = []
        for problem in error.problems:
            line, _, path = problem.where.removeprefix("b.yaml:").partition(", ")
            found.append((int(line), path, problem.message))
        return found
    return []


def field_problems(*forms: str) -> list[tuple[int, str, str]]:
    """Problems of fields, the first of them on line 4."""
    return problems(HEAD + "fields:\n" + "".join(f"  {form}\n" for form in forms))


@pytest.mark.parametrize("name", sorted(GOOD))
def test_good_benchmarks_are_read(name: str) -> None:
    benchmark = read_benchmark(GOOD[name])
    assert benchmark.name == name
    assert list(benchmark.fields) == list(benchmark.forms)
    assert {field: benchmark.fields[field].kind for field in benchmark.fields} == {
        field: form.kind for field, form in benchmark.forms.items()
    }


def test_the_good_benchmarks_use_every_kind() -> None:
    assert {form.kind for text in GOOD.values() for form in read_benchmark(text).forms.values()} == set(KINDS)


def test_sections_are_at_hand() -> None:
    benchmark = read_benchmark(STREETS)
    assert (benchmark.version, benchmark.items.file, benchmark.tables.passing) == ("2.1.0-rc.1", "items.csv", "pass")
    assert benchmark.policies.intervals.replicates == 500
    assert benchmark.policies.consensus.labels.share == 0.5
    assert read_benchmark(MUSEUM).items.slices == ("region", ("region", "type"))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the file is empty"),
        ("# nothing\n", 1, "the file is empty"),
        *((root, 1, "must be a mapping of keys to values") for root in ("null", "[]", "- a", "a", "3", "true", "---")),
        ('a: "\\0"\n', 1, "a text holds a NUL or half a character (a lone surrogate)"),
        ("a: &x [*x]\n", 1, "a value holds itself, or is nested too deeply"),
        (
            "name: x\n---\nname: y\n",
            2,
            "not YAML: expected a single document in the stream, but found another document",
        ),
        ("name: x\nfields:\n\ta: 1\n", 3, "not YAML: found character '\\t' that cannot start any token"),
    ],
)
def test_what_is_no_benchmark_at_all(text: str, line: int, message: str) -> None:
    assert problems(text) == [(line, "", message)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (HEAD, 1),
        *((f"{HEAD}fields: {value}\n", 3) for value in ("", "{}", "[]", "[a]", "a", "3", "true")),
    ],
)
def test_at_least_one_field_is_needed(text: str, line: int) -> None:
    assert problems(text) == [(line, "fields", "name at least one field, with its kind")]


@pytest.mark.parametrize("form", ["a: binary", "a:", "a: []", "a: {}", "a: {labels: [a, b]}", "a: 3", "a: {kind: ~}"])
def test_a_field_needs_its_kind(form: str) -> None:
    assert field_problems(form) == [(4, "fields.a", "needs its kind")]


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("Binary", "there is no kind 'Binary'; did you mean 'binary'?"),
        ("lables", "there is no kind 'lables'; did you mean 'labels'?"),
        ("ranking", "there is no kind 'ranking'; did you mean 'rating'?"),
        ("evidence", "there is no kind 'evidence'"),
        ("''", "there is no kind ''"),
        *((kind, "must be a text") for kind in ("1", "true", "[binary]", "{binary: text}", "1.5")),
    ],
)
def test_a_kind_must_be_one_of_those_there_are(kind: str, message: str) -> None:
    assert field_problems(f"a: {{kind: {kind}}}") == [(4, "fields.a.kind", message)]


@pytest.mark.parametrize(
    ("form", "path", "message"),
    [
        ("{kind: binary, labels: [a]}", ".labels", "must have at least 2 entries, not 1"),
        ("{kind: binary, labels: [a, b, c]}", ".labels", "must have at most 2 entries, not 3"),
        ("{kind: binary, labels: [a, ~]}", ".labels.1", "must be a text, not an empty value"),
        ("{kind: binary, labels: {a: b}}", ".labels", "must be a list, not a mapping with 'a'"),
        ("{kind: binary, label: [a, b]}", ".label", "this key is not known; did you mean 'labels'?"),
        ("{kind: binary, matches: a}", ".matches", "'a' is no text field"),
        ("{kind: choice}", ".labels", "is needed"),
        ("{kind: choice, labels: []}", ".labels", "must have at least 1 entry, not 0"),
        ("{kind: choice, labels: [{id: a, nmae: b}]}", ".labels.0.nmae", "this key is not known; did you mean 'name'?"),
        ("{kind: choice, labels: [a, ' ']}", ".labels.1", "is blank"),
        ("{kind: choice, labels: [a, A]}", "", "the text 'a' means both the label 'a' and the label 'A'"),
        ("{kind: choice, labels: [a], asked_of: human}", ".asked_of", "must be a list, not 'human'"),
        ("{kind: choice, labels: [a], subjective: 'no'}", ".subjective", "must be true or false, not 'no'"),
        ("{kind: choice, labels: [a], question: {fr: b}}", ".question.fr", "the language 'fr' is not declared"),
        ("{kind: labels}", "", "labels: give either labels or domains"),
        ("{kind: labels, labels: [a], domains: {b: [c]}}", "", "labels: give either labels or domains"),
        ("{kind: labels, domains: {b: c}}", ".domains.b", "must be a list, not 'c'"),
        ("{kind: labels, domains: {b: [c], d: [c]}}", "", "labels: 'c' and 'c' are the same label"),
        ("{kind: labels, labels: [a], separator: 3}", ".separator", "must be a text, not 3"),
        ("{kind: labels, labels: ['a, b', c], separator: ','}", "", "labels: 'a, b' holds the separator ','"),
        ("{kind: rating}", "", "rating: give either a scale (1..5) or steps (words from low to high)"),
        (
            "{kind: rating, scale: 1..5, steps: [a, b]}",
            "",
            "rating: give either a scale (1..5) or steps (words from low to high)",
        ),
        ("{kind: rating, scale: 1-5}", ".scale", "'1-5' does not have the right form"),
        ("{kind: rating, scale: 5..1}", "", "rating 5..1: needs 2 to 1001 steps, the lower number first"),
        ("{kind: rating, scale: 1..999999999}", "", "rating 1..1e+09: needs 2 to 1001 steps, the lower number first"),
        ("{kind: rating, scale: 1..5, words: {6: a}}", "", "rating: words for '6', which the scale does not have"),
        ("{kind: rating, scale: 1..5, words: {1.0: a}}", "", "rating: words for '1.0', which the scale does not have"),
        (
            "{kind: rating, steps: [a, b], words: {a: c}}",
            "",
            "rating: words belong to a scale; give a step a name instead: {id: low, name: ...}",
        ),
        ("{kind: rating, steps: [3, 2, 1]}", "", "rating 3, 2, 1: the numbers must rise"),
        ("{kind: boxes, unit: pixels, labels: [a]}", ".format", "is needed"),
        (
            "{kind: boxes, format: yolo, unit: pixels, labels: [a]}",
            ".format",
            "must be one of 'xywh', 'xyxy' or 'cxcywh', not 'yolo'",
        ),
        ("{kind: boxes, format: xywh, unit: pixels}", "", "boxes: give one of labels, domains and labels_of"),
        (
            "{kind: boxes, format: xywh, unit: pixels, labels: [a], labels_of: a}",
            ".labels_of",
            "'a' is no labels field",
        ),
        (
            "{kind: boxes, format: xywh, unit: pixels, labels: [a], every_label: true}",
            "",
            "boxes: every_label needs labels_of",
        ),
        ("{kind: number, labels: [1]}", ".labels", "this key is not known"),
        ("{kind: text, column: item}", ".column", "the column 'item' of field 'a' is that of tables.item"),
    ],
)
def test_problems_of_one_field(form: str, path: str, message: str) -> None:
    assert field_problems(f"a: {form}") == [(4, f"fields.a{path}", message)]


@pytest.mark.parametrize("digits", [10, 5000])
def test_a_scale_beyond_all_numbers_is_no_scale(digits: int) -> None:
    assert [path for _, path, _ in field_problems(f"a: {{kind: rating, scale: 1..{'9' * digits}}}")] == [
        "fields.a.scale"
    ]


WRONG_HEAD = """\
nmae: x
version: 1.0
title: {de: Titel, en: 3}
languages: [en, fr]
extra: 1
items:
  file: ../items.jsonl
  slices: [region, [a, [b]]]
  raters_per_item: 0
fields:
  title: {kind: text, refrence: a}
  ok: {kind: binary, matches: title, labels: [a, A]}
  bad: {kind: binary, matches: ok}
  item: {kind: rating, scale: 1..5, words: {9: z}, abstain: [3]}
  "a:2":
    kind: choice
    labels:
      - a
      - {name: b}
      - [c]
    question: {es: q}
  found: {kind: boxes, format: xywh, unit: inches, labels_of: defects}
  more: {kind: boxes, format: xywh, unit: pixels, labels_of: defects, column: ok}
  defects: {kind: labels, labels: []}
  none: 3
  strange: {kind: binry, what: ever}
  last:
    kind: labels
    labels: [a]
    none:
      id: n
      name: {it: n}
policies:
  off_label: ignore
  intervals:
    seed: -1
tables: {rater: who, role: who}
"""


def test_all_problems_of_a_file_come_at_once_in_the_order_of_lines() -> None:
    found = problems(WRONG_HEAD)
    assert [(line, path) for line, path, _ in found] == [
        (1, "name"),
        (1, "nmae"),
        (2, "version"),
        (3, "title.de"),
        (5, "extra"),
        (7, "items.file"),
        (8, "items.slices.1.1"),
        (9, "items.raters_per_item"),
        (11, "fields.title.refrence"),
        (12, "fields.ok"),
        (13, "fields.bad.matches"),
        (14, "fields.item"),
        (14, "fields.item"),
        (14, "fields.item"),
        (19, "fields.a:2.labels.1.id"),
        (20, "fields.a:2.labels.2"),
        (22, "fields.found.unit"),
        (23, "fields.more.column"),
        (24, "fields.defects.labels"),
        (25, "fields.none"),
        (26, "fields.strange.kind"),
        (32, "fields.last.none.name.it"),
        (34, "policies.off_label"),
        (36, "policies.intervals.seed"),
        (37, "tables.role"),
    ]
    assert len({(line, path, message) for line, path, message in found}) == len(found)


def test_a_problem_elsewhere_hides_no_other() -> None:
    text = """\
name: x
version: x
title: {de: a}
fields:
  a: {kind: text, column: of}
  b: {kind: choice, x: 1, help: {de: a}, labels: [y, Y], column: []}
  c: {kind: binary, matches: b, subjective: maybe}
  c: {kind: number}
tables: !!map {}
tables: {}
"""
    assert [(line, path) for line, path, _ in problems(text)] == [
        (2, "version"),
        (3, "title.de"),
        (5, "fields.a.column"),
        (6, "fields.b.column"),
        (6, "fields.b.x"),
        (6, "fields.b"),
        (6, "fields.b.help.de"),
        (7, "fields.c.subjective"),
        (7, "fields.c.matches"),
        (8, ""),
        (9, ""),
        (10, ""),
    ]


def test_what_cannot_be_read_makes_no_further_problem() -> None:
    assert problems(LEAST + "languages: en\ntitle: {de: a}\n") == [(4, "languages", "must be a list, not 'en'")]
    text = HEAD + "fields: {a: {kind: text, column: item}}\ntables: {item: image, rater: [a]}\n"
    assert problems(text) == [(4, "tables.rater", "must be a text, not a list")]
    assert field_problems("a: {kind: text, column: b}", "b: {kind: text, column: []}") == [
        (5, "fields.b.column", "must be a text, not a list")
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_are_those_of_the_file_whatever_ends_them(end: str) -> None:
    text = f"{HEAD}fields:\n  a:\n    kind: choice\n    labels:\n      - a\n      - {{id: b, nam: c}}\n".replace(
        "\n", end
    )
    assert [line for line, _, _ in problems(text)] == [8]


def test_problems_are_findings_that_say_what_is_allowed() -> None:
    with pytest.raises(InputError) as caught:
        read_benchmark(
            HEAD + "fields:\n  a: {kind: choice, labels: [x], aked_of: [model]}\n", "some dir/benchmark.yaml"
        )
    assert str(caught.value) == (
        "some dir/benchmark.yaml:4, fields.a.aked_of: this key is not known; did you mean 'asked_of'?\n"
        "    allowed here: kind, question, help, asked_of, column, missing, abstain, subjective, labels"
    )


def test_a_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "benchmark.yaml").write_text(STREETS, encoding="utf-8")
    assert load_benchmark(tmp_path).digest == read_benchmark(STREETS).digest


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_byte_order_marks_and_line_ends_do_not_matter(tmp_path: Path, encoding: str, end: str) -> None:
    (tmp_path / "benchmark.yaml").write_text(STREETS.replace("\n", end), encoding=encoding, newline="")
    assert load_benchmark(tmp_path).digest == read_benchmark(STREETS).digest


@pytest.mark.parametrize(
    ("content", "line"),
    [(b"name: x\n\nversion: \xe9\n", 3), (LEAST.encode("utf-16"), 1), (b"\x80", 1), (b"a\nb: \xed\xa0\x80", 2)],
)
def test_a_file_that_is_not_utf8(tmp_path: Path, content: bytes, line: int) -> None:
    path = tmp_path / "benchmark.yaml"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        load_benchmark(tmp_path)
    [problem] = caught.value.problems
    assert (problem.code, problem.where) == ("not_utf8", f"{path}:{line}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        load_benchmark(tmp_path)
    [problem] = caught.value.problems
    assert (problem.code, problem.where) == ("not_found", str(tmp_path / "benchmark.yaml"))
    assert problem.fix == f"make one: accord init {tmp_path}"


def test_a_file_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "benchmark.yaml").mkdir()
    with pytest.raises(InputError) as caught:
        load_benchmark(tmp_path)
    assert [problem.code for problem in caught.value.problems] == ["not_readable"]


def test_who_is_asked() -> None:
    museum = read_benchmark(MUSEUM)
    assert museum.asked_of("title") == ("model",)
    assert museum.asked_of("title_match") == ("human", "judge")
    assert museum.asked("model", about_output=False) == ("title", "period")
    assert museum.asked("human", about_output=True) == ("title_match", "period_match")
    assert museum.asked("judge", about_output=True) == ("title_match", "period_match")
    assert museum.asked("human", about_output=False) == museum.asked("model", about_output=True) == ()


def test_everybody_is_asked_unless_said() -> None:
    streets = read_benchmark(STREETS)
    assert streets.asked_of("weather") == ("human", "judge", "model")
    assert streets.asked_of("violations") == ("human", "model")
    assert streets.asked("judge", about_output=False) == ("weather", "safety")


def test_what_is_said_wins_over_the_default() -> None:
    text = HEAD + "fields:\n  t: {kind: text, asked_of: [human]}\n  m: {kind: binary, matches: t, asked_of: [judge]}\n"
    benchmark = read_benchmark(text)
    assert (benchmark.asked_of("t"), benchmark.asked_of("m")) == (("human",), ("judge",))


def test_where_references_are() -> None:
    museum = read_benchmark(MUSEUM)
    assert {name: museum.reference(name) for name in museum.forms} == {
        "title": "title_reference",
        "period": None,
        "title_match": "title_reference",
        "period_match": "period_reference",
    }
    text = HEAD + "fields:\n  t: {kind: text}\n  m: {kind: binary, matches: t}\n  b: {kind: binary, reference: gold}\n"
    benchmark = read_benchmark(text)
    assert [benchmark.reference(name) for name in "tmb"] == [None, "t", "gold"]


@pytest.mark.parametrize(
    ("policy", "human", "judge"),
    [("{}", True, False), ("{human: judge}", False, False), ("{judge: leave_blank}", True, True)],
)
def test_who_leaves_an_empty_reference_blank(policy: str, human: bool, judge: bool) -> None:
    benchmark = read_benchmark(LEAST + f"policies: {{empty_reference: {policy}}}\n")
    assert [benchmark.leaves_blank(role) for role in ("human", "judge", "model")] == [human, judge, True]
