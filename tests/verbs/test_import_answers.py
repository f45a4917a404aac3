"""Taking answers from files into a folder."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from accord.annotations.exchange.incoming import Request
from accord.annotations.formats import FORMATS
from accord.annotations.log.lock import writer_lock
from accord.annotations.log.name import log_path, log_paths
from accord.errors import InputError, UsageError
from accord.verbs.import_answers import SCHEMA, import_answers
from accord.verbs.opened import opened

# Test files are loaded by path; the folders that several of them need are made in one place.
sys.path.insert(0, str(Path(__file__).parents[1] / "annotations"))
from made_folders import empty_folder, filled_folder

NOW = "2026-05-01T00:00:00.000000Z"
PEOPLE = 'item,rater,role,the score,tags\na,ann,human,1,[]\nb,ann,human,2,\na,bob,human,5,"[""sun""]"\n'


@pytest.fixture
def folder(tmp_path):
    return empty_folder(tmp_path / "b")


@pytest.fixture
def file(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


def take(folder, *paths, format="long", partial=False, progress=None, **request):
    again = opened(folder.path)
    return import_answers(
        again, paths, format, Request(**request), partial=partial, clock=lambda: NOW, progress=progress
    )


def standing(folder):
    return opened(folder.path).standing.frame


def test_rows_become_submissions(folder, file):
    path = file("a.csv", PEOPLE)
    done = take(folder, path)
    assert (done.format, done.rows, done.added, done.corrected, done.unchanged) == ("long", 3, 3, 0, 0)
    assert (done.rejected, done.rejects, done.written) == (0, (), True)
    assert done.raters == {("human", "ann"): 2, ("human", "bob"): 1}
    assert standing(folder)["score"].to_list() == ["1", "2", "5"]
    record = json.loads(log_path(folder.path, "human", "bob").read_text())
    assert record["source"] == {"file": str(path), "sha256": done.files[0].sha256, "line": 4}
    assert record["logged_at"] == NOW


def test_the_same_file_again_adds_nothing(folder, file):
    path = file("a.csv", PEOPLE)
    take(folder, path)
    before = {log: log.read_bytes() for log in log_paths(folder.path)}
    done = take(folder, path)
    assert (done.added, done.corrected, done.unchanged, done.raters) == (0, 0, 3, {})
    assert {log: log.read_bytes() for log in log_paths(folder.path)} == before


def test_a_changed_answer_is_a_correction(folder, file):
    take(folder, file("a.csv", PEOPLE))
    done = take(folder, file("a.csv", PEOPLE.replace("b,ann,human,2", "b,ann,human,3")))
    assert (done.added, done.corrected, done.unchanged) == (1, 1, 2)
    assert standing(folder)["score"].to_list() == ["1", "3", "5"]


BAD = "item,rater,role,the score\na,ann,human,1\nx,ann,human,2\nb,,boss,2\n"


def test_nothing_is_written_where_a_row_is_rejected(folder, file):
    done = take(folder, file("a.csv", BAD))
    assert (done.rejected, done.written, done.added) == (2, False, 0)
    assert [(problem.code, problem.where.rpartition("a.csv:")[2]) for problem in done.rejects] == [
        ("unknown_item", "3, column item"),
        ("blank_id", "4, column rater"),
        ("bad_role", "4, column role"),
    ]
    assert not (folder.path / "annotations").exists()


def test_unless_the_rest_is_wanted(folder, file):
    done = take(folder, file("a.csv", BAD), partial=True)
    assert (done.rejected, done.written, done.added) == (2, True, 1)
    assert standing(folder)["item"].to_list() == ["a"]


def test_findings_are_those_of_the_file_and_of_its_cells(folder, file):
    path = file("a.csv", "item,rater,role,the score\na,ann,human,9\nb,ann,human,\n")
    done = take(folder, path)
    assert {finding.code: finding.count for finding in done.findings} == {
        "fields_absent": 2,
        "off_label": 1,
        "blank_rows": 1,
    }


OUTPUTS = "item,of,rater,role,title,title match\n"


def test_outputs_and_judgements_of_them_in_one_file(folder, file):
    path = file("a.csv", OUTPUTS + "a,m,j,judge,,1\na,,m,model,a vase,\nb,m,j,judge,,0\nb,,m,model,unknown,\n")
    done = take(folder, path)
    assert (done.added, done.rejects) == (4, ())
    assert done.raters == {("model", "m"): 2, ("judge", "j"): 2}
    again = opened(folder.path)
    judged = again.standing.frame.filter(again.standing.frame["role"] == "judge")
    assert [again.outputs.model[of] for of in judged["of"]] == ["m", "m"]
    done = take(folder, path)
    assert (done.added, done.unchanged) == (0, 4)


def test_a_corrected_output_is_what_a_new_judgement_is_about(folder, file):
    take(folder, file("a.csv", OUTPUTS + "a,,m,model,a vase,\na,m,j,judge,,1\n"))
    done = take(folder, file("b.csv", OUTPUTS + "a,,m,model,a pot,\na,m,k,judge,,0\n"))
    assert (done.added, done.corrected) == (2, 1)
    again = opened(folder.path)
    of = dict(again.standing.frame.filter(again.standing.frame["role"] == "judge").select("rater", "of").rows())
    assert of["k"] == again.outputs.id["a", "m"] != of["j"]


def test_judgements_of_a_rejected_output_are_rejected(folder, file):
    path = file("a.csv", OUTPUTS + "x,,m,model,a vase,\na,m,j,judge,,1\nb,,m,model,a pot,\nb,m,j,judge,,1\n")
    done = take(folder, path, partial=True)
    assert [problem.code for problem in done.rejects] == ["unknown_item", "unknown_output"]
    assert (done.rejected, done.added) == (2, 2)


def test_judgements_of_outputs_that_the_folder_has(tmp_path, file):
    folder = filled_folder(tmp_path / "full")
    done = take(folder, file("a.csv", "item,of,rater,title match\na,m,k,0\n"), role="judge")
    assert done.raters == {("judge", "k"): 1}


def test_a_damaged_log_stops_what_needs_the_outputs(tmp_path, file):
    folder = filled_folder(tmp_path / "full")
    log_path(folder.path, "model", "m").write_text("{}\n")
    with pytest.raises(InputError, match="schema"):
        take(folder, file("a.csv", "item,of,rater,title match\na,m,k,0\n"), role="judge")


def test_a_wide_table(folder, file):
    path = file("a.csv", "item,ann,bob\na,1,2\nb,,3\n")
    done = take(folder, path, format="wide", raters=("ann", "bob"), role="human", columns={"score": "score"})
    assert (done.format, done.rows, done.added) == ("wide", 3, 3)
    assert standing(folder).select("item", "rater", "score").rows() == [
        ("a", "ann", "1"),
        ("a", "bob", "2"),
        ("b", "bob", "3"),
    ]


def test_answers_to_other_fields_stay_as_they_are(folder, file):
    take(folder, file("a.csv", PEOPLE))
    take(folder, file("b.csv", "item,rater,role,the score\na,bob,human,4\n"))
    found = standing(folder)
    assert found.filter(found["rater"] == "bob").select("score", "tags").rows() == [("4", '["sun"]')]


def test_a_long_table_is_told_by_its_columns(folder, file):
    assert take(folder, file("a.csv", PEOPLE), format=None).format == "long"


@pytest.mark.parametrize(
    ("text", "request_", "says"),
    [
        ("item,ann,bob\na,1,2\n", {}, r"no column for rater \(rater\), any field; columns: item, ann, bob"),
        ("item,ann,bob\na,1,2\n", {"raters": ("ann", "bob")}, r"long: has no columns for raters"),
        (PEOPLE, {"columns": {"rater": "who"}}, r"no column for rater \(who\)"),
    ],
)
def test_anything_else_must_be_named(folder, file, text, request_, says):
    path = file("a.csv", text)
    with pytest.raises(UsageError) as caught:
        take(folder, path, format=None, **request_)
    lines = str(caught.value).splitlines()
    assert lines[0] == (
        f"{path}: not surely of one format; say which columns hold what (--item COL, "
        "--rater COL, --field FIELD=COL), or the format (--format long|wide)"
    )
    assert lines[1].startswith("    long: ")
    assert lines[2] == "    wide: is read only where it is named"
    with pytest.raises(UsageError, match=says):
        take(folder, path, format=None, **request_)


def test_two_formats_that_are_sure_are_none(folder, file, monkeypatch):
    monkeypatch.setitem(FORMATS, "other", SimpleNamespace(name="other", doubt=lambda *given: ""))
    with pytest.raises(UsageError, match="long: fits\n    wide: is read only where it is named\n    other: fits"):
        take(folder, file("a.csv", PEOPLE), format=None)


def test_a_format_that_is_none(folder, file):
    with pytest.raises(UsageError, match="--format 'csv': there is no such format; formats: long, wide"):
        take(folder, file("a.csv", PEOPLE), format="csv")


def test_a_file_that_is_not_there(folder, tmp_path):
    for format in (None, "long"):
        with pytest.raises(InputError, match="there is no such file"):
            take(folder, tmp_path / "none.csv", format=format)


def test_another_writer_is_in_the_way(folder, file):
    path = file("a.csv", PEOPLE)
    with writer_lock(folder.path), pytest.raises(UsageError, match="is writing here"):
        take(folder, path)


def test_progress_counts_all_parts(folder, file):
    told = []
    path = file("a.csv", OUTPUTS + "a,,m,model,a vase,\na,m,j,judge,,1\nb,,m,model,x,\n")
    take(folder, path, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_the_outcome_as_plain_values(folder, file):
    path = file("a.csv", BAD)
    document = take(folder, path, partial=True).to_dict()
    assert json.loads(json.dumps(document)) == document
    assert document["schema"] == SCHEMA
    assert document["input"] == {
        "files": [{"path": str(path), "sha256": document["input"]["files"][0]["sha256"], "rows": 3}]
    }
    assert (document["rows"], document["rejected"], document["written"]) == (3, 2, True)
    assert (document["added"], document["corrected"], document["unchanged"]) == (1, 0, 0)
    assert document["raters"] == [{"role": "human", "rater": "ann", "added": 1}]
    assert [problem["code"] for problem in document["rejects"]] == ["unknown_item", "blank_id", "bad_role"]
    assert [finding["code"] for finding in document["findings"]] == ["fields_absent"]


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no text are those of Linux")
def test_a_file_whose_name_is_no_text(folder, tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/n\xff.csv"))
    path.write_text("item,rater,role,the score\na,ann,human,3\n", encoding="utf-8")
    assert take(folder, path).added == 1
    log = next((folder.path / "annotations" / "human").glob("*.jsonl"))
    assert '/n\\\\xff.csv"' in log.read_text(encoding="utf-8")


def test_words_of_the_form_may_change_and_nothing_is_new_or_lost(folder, file):
    path = file("a.csv", OUTPUTS + "a,m,j,judge,,1\na,,m,model,a vase,\nb,m,j,judge,,0\nb,,m,model,unknown,\n")
    assert take(folder, path).added == 4
    spec = folder.path / "benchmark.yaml"
    changed = spec.read_text(encoding="utf-8").replace("kind: text", "kind: text, help: Look closely")
    assert "Look closely" in changed
    spec.write_text(changed, encoding="utf-8")
    again = opened(folder.path)
    done = take(again, path)
    assert (done.added, done.corrected, done.unchanged) == (0, 0, 4)
    outputs = opened(folder.path).outputs
    judged = opened(folder.path).standing.frame.filter(again.standing.frame["role"] == "judge")
    assert [outputs.model.get(of) for of in judged["of"]] == ["m", "m"]
