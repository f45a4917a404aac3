"""What `init` writes: whole folders, by the same way as an import, the same bytes each time, never over anything."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from accord.annotations.log.reader import LogReader
from accord.annotations.log.submission import id_of
from accord.annotations.sample.assignments import per_rater, read_assignments
from accord.canonical import sha256_file
from accord.errors import UsageError
from accord.examples import template_museum, template_streets
from accord.examples.template import TEMPLATES
from accord.llm.replay import read_recording
from accord.verbs.init import Made, init
from accord.verbs.opened import opened
from accord.verbs.sample import sample

EXAMPLES = ("museum", "streets", "scenes")
Record = dict[str, Any]


@pytest.fixture(scope="module")
def all_made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Made]:
    folder = tmp_path_factory.mktemp("init")
    return {template: init(folder / "new" / template, template) for template in TEMPLATES}


@pytest.fixture(params=list(TEMPLATES))
def made(request: pytest.FixtureRequest, all_made: dict[str, Made]) -> Made:
    return all_made[request.param]


@pytest.fixture(params=EXAMPLES)
def example(request: pytest.FixtureRequest, all_made: dict[str, Made]) -> Made:
    return all_made[request.param]


def written(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): sha256_file(path) for path in folder.rglob("*") if path.is_file()}


def records(made: Made) -> list[Record]:
    logs = sorted(made.folder.glob("annotations/*/*.jsonl"))
    return [json.loads(line) for log in logs for line in log.read_text(encoding="utf-8").splitlines()]


def test_every_file_is_told(made: Made) -> None:
    told = {path.relative_to(made.folder).as_posix() for path in made.written}
    assert set(written(made.folder)) - told <= {".accord-lock"}
    assert list(made.written) == sorted(made.written)
    assert {"benchmark.yaml", "items.jsonl"} <= told


def test_the_text_is_written_as_it_is_shipped(made: Made) -> None:
    assert (made.folder / "benchmark.yaml").read_bytes().decode() == TEMPLATES[made.template].text


def test_items_are_one_a_line_with_their_pictures(made: Made) -> None:
    lines = (made.folder / "items.jsonl").read_text(encoding="utf-8").splitlines()
    items = TEMPLATES[made.template].items()
    assert [json.loads(line) for line in lines] == items
    assert len(items) == made.items
    pictures = {item["image"]: made.folder / item["image"] for item in items if "image" in item}
    assert len(pictures) == made.pictures
    assert {name: path.read_bytes() for name, path in pictures.items()} == dict(TEMPLATES[made.template].pictures())


def test_the_folder_can_be_opened_and_nothing_is_wrong_with_it(made: Made) -> None:
    folder = opened(made.folder)
    assert folder.items.findings == ()
    assert (folder.standing.problems, folder.standing.findings) == ((), ())
    assert folder.standing.corrected == 0
    assert read_assignments(made.folder / "assignments")[1] == []


def test_the_blank_one_has_three_items_and_no_rater(all_made: dict[str, Made]) -> None:
    blank = all_made["blank"]
    assert (blank.items, blank.pictures, blank.submissions, blank.raters) == (3, 0, {}, {})
    assert sorted(written(blank.folder)) == ["benchmark.yaml", "items.jsonl"]


@pytest.mark.parametrize(
    ("template", "submissions", "raters"),
    [
        ("museum", {"model": 24, "human": 44, "judge": 66}, {"model": 2, "human": 3, "judge": 3}),
        ("streets", {"human": 54, "model": 40}, {"human": 5, "model": 2}),
        ("scenes", {"human": 72}, {"human": 6}),
    ],
)
def test_counts(all_made: dict[str, Made], template: str, submissions: dict[str, int], raters: dict[str, int]) -> None:
    made = all_made[template]
    assert (made.submissions, made.raters) == (submissions, raters)
    assert Counter(record["rater"]["role"] for record in records(made)) == submissions


@pytest.mark.parametrize(
    ("template", "replies"),
    [("museum", {"judge-a": 22, "judge-b": 22}), ("streets", {"model-c": 20, "model-d": 20}), ("scenes", {})],
)
def test_recorded_replies_are_of_machines_that_have_said_nothing(
    all_made: dict[str, Made], template: str, replies: dict[str, int]
) -> None:
    made = all_made[template]
    assert made.replies == replies
    path = made.folder / "replies.jsonl"
    assert path.exists() == bool(replies) == (path in made.written)
    if replies:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert lines == TEMPLATES[template].replies()
        assert not {record["rater"]["name"] for record in records(made)} & set(replies)
        recording = read_recording(path)
        assert Counter(rater for rater, _, _ in recording.replies) == replies


def test_each_submission_is_in_the_log_once_with_its_time_and_source(example: Made) -> None:
    found = Counter(
        (record["rater"]["name"], record["item"], record["at"], record["state"], record.get("reason"))
        for record in records(example)
    )
    rows = TEMPLATES[example.template].submissions()
    said = Counter(
        (row["rater"], row["item"], row["at"].replace("Z", ".000000Z"), row["state"], row["reason"]) for row in rows
    )
    assert found == said
    assert max(found.values()) == 1
    assert all(record["logged_at"] == record["at"] for record in records(example))
    assert {record["source"]["file"] for record in records(example)} == {f"template {example.template}"}


def test_ids_are_those_of_the_content(example: Made) -> None:
    for log in example.folder.glob("annotations/*/*.jsonl"):
        for _, submission in LogReader(log):
            assert submission.id == id_of(submission)
            assert submission.spec.digest == opened(example.folder).benchmark.form_digest


def test_judgements_are_about_outputs(all_made: dict[str, Made]) -> None:
    found = records(all_made["museum"])
    outputs = {record["id"]: record for record in found if record["rater"]["role"] == "model"}
    assert [record["reason"] for record in outputs.values() if record["state"] == "invalid"] == ["unreadable"] * 2
    judged = Counter()
    for record in found:
        if record["rater"]["role"] != "model":
            output = outputs[record["of"]]
            assert (output["item"], output["state"]) == (record["item"], "answered")
            judged[output["rater"]["name"], record["rater"]["role"]] += 1
    assert judged == {
        ("model-a", "judge"): 33,
        ("model-b", "judge"): 33,
        ("model-a", "human"): 22,
        ("model-b", "human"): 22,
    }


def test_answers_of_people_are_not_asked_where_there_is_no_reference(all_made: dict[str, Made]) -> None:
    references = {item["id"]: item for item in template_museum.items()}
    for record in records(all_made["museum"]):
        for field in template_museum.FIELDS if "of" in record else ():
            answer = record["answers"][f"{field}_match"]
            left = record["rater"]["role"] == "human" and references[record["item"]][field] is None
            assert (answer["state"] == "not_asked") == left
            assert left or answer["value"] in ("0", "1")


def test_every_way_to_write_a_label_is_read_as_that_label(all_made: dict[str, Made]) -> None:
    """Ids and names in both languages, in any case and with stray white space; one answer of each model is none."""
    names = template_streets.LIGHTING | template_streets.CONDITION | template_streets.ELEMENTS
    names |= template_streets.MOOD | template_streets.ABSTENTIONS
    plain = {text.casefold(): label for label, names in names.items() for text in (label, *names.values())}

    def label(text: str) -> str | None:
        return plain.get(" ".join(text.split()).casefold())

    said = {(row["rater"], row["item"]): row["answers"] for row in template_streets.submissions()}
    states: Counter[str] = Counter()
    for record in records(all_made["streets"]):
        for field, answer in record["answers"].items():
            raw = said[record["rater"]["name"], record["item"]][field]
            states[answer["state"]] += 1
            if answer["state"] == "off_label":
                assert answer["raw"] in ("golden hour", '["trees","street lamps"]')
            elif answer["state"] == "missing":
                assert raw is None
            elif field == "people":
                assert answer["value"] == raw
            elif field == "elements":
                assert set(answer["value"]) == {label(text) for text in raw}
            else:
                assert answer["value"] == label(raw)
                assert (answer["state"] == "abstained") == (answer["value"] in template_streets.ABSTENTIONS)
    assert (states["off_label"], states["missing"]) == (2, 1)
    assert states["abstained"] > 10


def test_no_violation_is_the_empty_set_and_one_form_is_unusable(all_made: dict[str, Made]) -> None:
    forms = Counter()
    for record in records(all_made["scenes"]):
        forms[record["state"]] += 1
        if record["state"] == "answered":
            chosen = record["answers"]["violations"]["value"]
            assert sorted({box["label"] for box in record["answers"]["boxes"]["value"]}) == sorted(chosen)
            forms["empty"] += chosen == []
    assert (forms["answered"], forms["unusable"]) == (71, 1)
    assert forms["empty"] > 10


def test_people_saw_what_they_were_assigned(all_made: dict[str, Made]) -> None:
    museum = all_made["museum"]
    assignments, _ = read_assignments(museum.folder / "assignments")
    asked = {rater: set(items) for rater, items in per_rater(assignments).items()}
    seen: dict[str, set[str]] = {}
    for record in records(museum):
        if record["rater"]["role"] == "human":
            seen.setdefault(record["rater"]["name"], set()).add(record["item"])
    assert asked == seen
    (assignment,) = assignments
    assert tuple(group.raters for group in assignment.groups) == template_museum.GROUPS


def test_the_assignment_is_what_the_same_sample_draws(all_made: dict[str, Made], tmp_path: Path) -> None:
    museum = all_made["museum"]
    (path,) = (museum.folder / "assignments").iterdir()
    said = json.loads(path.read_text(encoding="utf-8"))
    again = init(tmp_path / "again", "museum")
    (again.folder / "assignments" / path.name).unlink()
    _, drawn = sample(
        opened(again.folder),
        raters=("ann", "bob", "cleo"),
        groups=3,
        by=said["by"],
        per_stratum=said["per_stratum"],
        seed=said["seed"],
    )
    assert drawn.read_bytes() == path.read_bytes()


def test_the_same_bytes_each_time(made: Made, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    steps: list[str] = []
    again = init(tmp_path / "empty", made.template, steps.append)
    assert written(again.folder) == written(made.folder)
    assert steps == ["items", "pictures", "submissions"]


def test_no_byte_depends_on_where_the_folder_is(made: Made) -> None:
    name = made.folder.parent.parent.name.encode()
    assert all(name not in path.read_bytes() for path in made.written)


@pytest.mark.parametrize("kind", ["full folder", "hidden file", "file"])
def test_nothing_is_written_over(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "mine"
    if kind == "file":
        folder.write_text("mine")
    else:
        folder.mkdir()
        (folder / (".mine" if kind == "hidden file" else "mine")).write_text("mine")
    before = written(tmp_path)
    with pytest.raises(UsageError, match="is there already and not an empty folder; name a new one"):
        init(folder, "museum")
    assert written(tmp_path) == before


def test_an_unknown_template_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no template 'Museum'; templates: blank, museum, streets, scenes"):
        init(tmp_path / "new", "Museum")
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_made_is_an_os_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OSError):
        init(tmp_path / "file" / "new", "blank")


def test_a_folder_that_was_cut_off_is_no_benchmark(tmp_path: Path) -> None:
    def stop(step: str) -> None:
        if step == "submissions":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        init(tmp_path / "new", "museum", stop)
    assert (tmp_path / "new" / "items.jsonl").is_file()
    assert not (tmp_path / "new" / "benchmark.yaml").exists()
