"""Real data as folders of benchmarks: imported by the command, and the same values as from the tables themselves."""

from __future__ import annotations

import csv
import json

import pytest
from museum_folder import FIELDS, LAYOUT, counts, judged_museum, judgements, make, take

JUDGES = {
    "gpt": "GPT-4.1-mini",
    "deepseek": "DeepSeek-V4-Flash",
    "gemini": "Gemini-3.5-Flash-Lite",
    "qwen": "Qwen3-30B-A3B-Instruct-2507",
}
PANEL = {"all_agree": "all_agree", "mean_pairwise": "mean_pairwise", "fleiss_kappa": "fleiss"}
PAIRS = (
    "gpt_deepseek",
    "gpt_gemini",
    "gpt_qwen",
    "deepseek_gemini",
    "deepseek_qwen",
    "gemini_qwen",
)
QUESTIONS = {
    "grammar": 0.415127,
    "fluency": 0.432398,
    "verbosity": 0.399142,
    "structure": 0.398558,
    "success": 0.362716,
    "overall": 0.435101,
}


@pytest.fixture(scope="module")
def museum(cli, data, tables):
    """What four judges say of the readable ones of 675 outputs."""
    folder = judged_museum(cli, data, tables, "museum")
    layout = (judgements(data), *LAYOUT)
    return folder, layout, take(cli, folder, *layout)


@pytest.fixture(scope="module")
def museum_run(cli, museum):
    return cli.agree(museum[0], "--role", "judge", "--pairs")


def test_museum_takes_in_what_was_judged_and_nothing_twice(cli, museum):
    folder, layout, first = museum
    assert counts(first) == (4 * 656, 0, 0)
    before = {path: path.read_bytes() for path in folder.rglob("*.jsonl")}
    assert counts(take(cli, folder, *layout)) == (0, 4 * 656, 0)
    assert {path: path.read_bytes() for path in folder.rglob("*.jsonl")} == before


@pytest.mark.parametrize("column", [*PANEL, *PAIRS])
@pytest.mark.parametrize("field", FIELDS)
def test_museum_cell(museum_run, data, field, column):
    with (data / "museum_reconstructed" / "expected_agreement.csv").open(newline="", encoding="utf-8") as table:
        published = {row["field"]: row for row in csv.DictReader(table)}
    if column in PANEL:
        row = museum_run.estimate(field, PANEL[column])
        assert (row["ratings"], row["raters"]) == (4 * 656, 4)
    else:
        row = museum_run.estimate(field, "pairwise", pair="|".join(JUDGES[name] for name in column.split("_")))
    assert f"{row['value']:.3f}" == published[field][column]
    assert row["items"] == 656
    assert row["low"] < row["value"] < row["high"]


def test_museum_counts_its_invalid_outputs_and_draws_objects(museum_run):
    assert [found["count"] for found in museum_run.findings("invalid_output")] == [19]
    assert museum_run.document["settings"]["cluster"] == "item"
    assert museum_run.document["settings"]["roles"] == ["judge"]


def test_museum_intervals_are_those_of_the_table(cli, museum_run, data):
    """The same draws of the same objects."""
    table = data / "museum_reconstructed" / "judgements.csv"
    layout = ("--item", "record", "--rater", "judge", "--where", "valid=true", "--cluster", "object")
    plain = cli.agree(table, *layout, "--binary", "title").estimate("title", "fleiss")
    folder = museum_run.estimate("title", "fleiss")
    assert folder["value"] == pytest.approx(plain["value"], abs=1e-12)
    assert (folder["low"], folder["high"]) == pytest.approx((plain["low"], plain["high"]), abs=1e-12)


def test_recipe(cli, data, tables):
    source = data / "recipe_human_eval" / "cleaned_data_anonymized.csv"
    with source.open(newline="", encoding="utf-8") as stream:
        texts = sorted({f"{row['recipeid']} | {row['condition']}" for row in csv.DictReader(stream, delimiter="\t")})
    fields = "".join(f"  {name}: {{kind: rating, scale: 1..6}}\n" for name in QUESTIONS)
    folder = make(
        tables.folder / "recipe",
        f"name: recipe\nversion: 1.0.0\ntables: {{rater: participant}}\nfields:\n{fields}",
        [{"id": text} for text in texts],
    )
    taken = take(cli, folder, source, "--format", "long", "--item", "recipeid,condition", "--role", "human")
    assert counts(taken) == (1056, 0, 0)
    run = cli.agree(folder, "--replicates", 0)
    for name, value in QUESTIONS.items():
        assert run.value(name, "alpha(ordinal)") == pytest.approx(value, abs=1e-6)


def test_person_video(cli, data, tables):
    source = data / "crowdtruth" / "person-video-multiple-choice.csv"
    with source.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    labels = sorted({label for row in rows for label in json.loads(row["selected_answer"])})
    spec = {
        "name": "person-video",
        "version": "1.0.0",
        "tables": {"item": "_unit_id", "rater": "_worker_id"},
        "fields": {"occupation": {"kind": "labels", "labels": labels, "column": "selected_answer"}},
    }
    folder = make(
        tables.folder / "video", json.dumps(spec), [{"id": name} for name in sorted({r["_unit_id"] for r in rows})]
    )
    assert counts(take(cli, folder, source, "--role", "human")) == (1000, 0, 0)
    measures = ("--measure", "alpha(jaccard)", "--measure", "alpha(masi)", "--measure", "alpha(nominal)")
    run = cli.agree(folder, *measures, "--replicates", 0)
    for measure, value in (("alpha(jaccard)", 0.292319), ("alpha(masi)", 0.270753), ("alpha(nominal)", 0.235571)):
        assert run.value("occupation", measure) == pytest.approx(value, abs=1e-6)


BOXES = """
name: pedestrians
version: 1.0.0
tables: {item: image, rater: worker}
fields:
  boxes: {kind: boxes, labels: [pedestrian], format: cxcywh, unit: pixels, bad_boxes: drop}
"""


def answers(source):
    """(image, worker, boxes) as the file has them: centres and sizes, null where there is none."""
    for answer in json.loads(source.read_text(encoding="utf-8"))["annotations"]:
        for image, shapes in answer["answer"]["images"].items():
            boxes = [shape and [shape[1][key] for key in ("x", "y", "scaleX", "scaleY")] for shape in shapes]
            yield image, answer["worker"], [box and {"label": "pedestrian", "box": box} for box in boxes]


def test_pedestrians(cli, data, tables):
    rows = list(answers(data / "caltech_pedestrian_crowd_boxes" / "crowd_179.json"))
    table = tables.jsonl("crowd.jsonl", ({"image": image, "worker": who, "boxes": found} for image, who, found in rows))
    folder = make(tables.folder / "people", BOXES, [{"id": image} for image in sorted({row[0] for row in rows})])
    taken = take(cli, folder, table, "--role", "human")
    assert counts(taken) == (10136, 0, 0)
    dropped = {found["code"]: found["count"] for found in taken["findings"] if found["code"].startswith("box_")}
    assert dropped == {"box_no_area": 31, "box_null": 321}
    run = cli.agree(folder, "--iou", 0.5, "--iou", 0.75, "--replicates", 0)
    for iou, value in ((0.5, 0.847395), (0.75, 0.447531)):
        row = run.estimate("boxes", f"instance_f1(iou={iou})")
        assert row["value"] == pytest.approx(value, abs=1e-6)
        assert (row["items"], row["ratings"], row["raters"]) == (1448, 10136, 43)


@pytest.fixture(scope="module")
def openqa(cli, data, tables):
    """Two people, the adjudicator in a pass of its own, and two judges."""
    folder = data / "openqa_eval_nq301"

    def column(file, name):
        header, *rows = (folder / file).read_text(encoding="utf-8").rstrip("\n").split("\n")
        return [row.split("\t")[header.split("\t").index(name)] for row in rows]

    people = [column("NQ301_human.tsv", f"annotator{at}") for at in (1, 2, 3)]
    judges = [column(file, "Acceptable?") for file in ("NQ301_gpt-4.tsv", "NQ301_BEM.tsv")]
    columns = ["item", "question", "annotator1", "annotator2", "annotator3", "gpt-4", "BEM"]
    questions = column("NQ301_human.tsv", "id")
    rows = list(zip(map(str, range(len(questions))), questions, *people, *judges, strict=True))
    spec = "name: openqa\nversion: 1.0.0\nitems: {cluster: question}\nfields: {ok: {kind: binary, labels: [No, Yes]}}\n"
    into = make(tables.folder / "openqa", spec, [{"id": row[0], "question": row[1]} for row in rows])
    table = tables.csv("openqa.csv", columns, rows)
    for raters, options in (
        ("annotator1,annotator2", ("--role", "human")),
        ("annotator3", ("--role", "human", "--pass", "adjudication")),
        ("gpt-4,BEM", ("--role", "judge")),
    ):
        take(cli, into, table, "--format", "wide", "--raters", raters, *options)
    return into


def test_openqa_two_people(cli, openqa):
    run = cli.agree(openqa, "--replicates", 100)
    for measure, pair, value in (
        ("all_agree", None, 0.868510),
        ("alpha(nominal)", None, 0.734744),
        ("pairwise", "annotator1|annotator2", 0.868510),
        ("cohen", "annotator1|annotator2", 0.734719),
    ):
        row = run.estimate("ok", measure, pair=pair)
        assert row["value"] == pytest.approx(value, abs=1e-6)
        assert (row["items"], row["ratings"]) == (1483, 2966)
    assert run.document["settings"]["cluster"] == "question"


def test_openqa_with_the_adjudicator(cli, openqa):
    run = cli.agree(openqa, "--pass", "first", "--pass", "adjudication", "--replicates", 0)
    assert run.value("ok", "alpha(nominal)") == pytest.approx(0.731226, abs=1e-6)
    assert run.document["data"]["raters"] == 3


def test_openqa_judges_beside_people(cli, openqa):
    run = cli.agree(openqa, "--between", "human,judge", "--replicates", 0)
    crossed = run.estimate("ok", "mean_pairwise", pair="human|judge")
    assert crossed["items"] == 1490
    assert run.value("ok", "mean_pairwise", pair="human|human") == pytest.approx(0.868510, abs=1e-6)
