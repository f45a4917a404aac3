"""accord agree DIR: the options of a folder, and that those of tables are refused for it and the other way round."""

from __future__ import annotations

import pytest

SPEC = """
name: small
version: 1.2.0
items: {slices: [kind], cluster: place}
fields:
  ok: {kind: binary}
  mood: {kind: choice, labels: [calm, busy], abstain: [unclear]}
  note: {kind: text}
policies: {intervals: {replicates: 20, seed: 5}, limited_support: 3}
"""
ITEMS = [{"id": f"i{at}", "kind": "photo" if at % 2 else "drawn", "place": f"p{at // 2}"} for at in range(12)]


def row(item, rater, role, ok, mood, passing=""):
    return {"item": item, "rater": rater, "role": role, "pass": passing, "ok": ok, "mood": mood, "note": "n"}


@pytest.fixture
def folder(make_folder):
    rows = []
    for at in range(12):
        moods = ("calm", "busy" if at % 3 else "calm", "unclear" if at == 5 else "calm")
        rows.append(row(f"i{at}", "ann", "human", str(at % 2), moods[0]))
        rows.append(row(f"i{at}", "bob", "human", str(at % 2 if at else 1), moods[1]))
        rows.append(row(f"i{at}", "gpt", "judge", str(at % 4 == 1), moods[2]))
        rows[-1]["ok"] = "1" if at % 4 == 1 else "0"
        if at < 6:
            rows.append(row(f"i{at}", "cleo", "human", str(at % 2), moods[1], "adjudication"))
    return make_folder(SPEC, ITEMS, rows)


def names(document, part):
    return {row[part] for row in document["estimates"]}


def test_fields_slices_cluster_and_settings_come_from_the_benchmark(result, folder):
    document = result(folder)
    assert names(document, "field") == {"ok", "mood"}
    assert names(document, "slice") == {"all", "kind=photo", "kind=drawn"}
    settings = document["settings"]
    assert (settings["cluster"], settings["replicates"], settings["seed"]) == ("place", 20, 5)
    assert (settings["min_support"], settings["roles"]) == (3, ["human"])
    assert settings["benchmark"]["version"] == "1.2.0"
    assert document["input"]["files"][0]["path"] == "items.jsonl"
    assert document["data"] == {"items": 12, "ratings": 24, "raters": 2}


def test_an_option_wins_over_the_benchmark(result, folder):
    settings = result(folder, "--replicates", 10, "--seed", 1)["settings"]
    assert (settings["replicates"], settings["seed"]) == (10, 1)


def test_role_says_whose_answers(result, folder):
    assert result(folder, "--role", "judge")["data"] == {"items": 12, "ratings": 12, "raters": 1}
    both = result(folder, "--role", "judge", "--role", "human")
    assert (both["data"]["raters"], both["settings"]["roles"]) == (3, ["human", "judge"])
    rows = [row for row in both["non_response"] if row["field"] == "mood" and row["rater"] == "gpt"]
    assert [(row["asked"], row["abstained"]) for row in rows] == [(12, {"unclear": 1})]


def test_field_says_which_fields(result, folder):
    assert names(result(folder, "--field", "mood"), "field") == {"mood"}


def test_pass_says_which_pass(result, folder):
    later = result(folder, "--pass", "adjudication")
    assert (later["data"]["ratings"], later["data"]["raters"]) == (6, 1)
    both = result(folder, "--pass", "first", "--pass", "adjudication", "--pairs")
    assert "ann|cleo (adjudication)" in names(both, "pair")


def test_between_two_roles(result, folder):
    document = result(folder, "--between", "human,judge")
    assert {"human|judge", "human|human"} <= names(document, "pair")
    turned = result(folder, "--between", "judge,human")
    assert "judge|human" in names(turned, "pair")


def test_no_slices_leaves_out_those_of_the_benchmark(result, folder):
    assert names(result(folder, "--no-slices"), "slice") == {"all"}
    assert names(result(folder, "--no-slices", "--by", "place"), "slice") >= {"all", "place=p3"}


def test_more_slices_by_columns_of_the_items(result, folder):
    assert "place=p3" in names(result(folder, "--by", "place"), "slice")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--role", "person"), "roles: human, judge, model"),
        (("--role", "model"), "no submission by model counts; there are human 30, judge 12"),
        (("--field", "okay"), "fields: ok, mood, note"),
        (("--field", "note"), "no field that can be compared"),
        (("--by", "colour"), "no such column"),
        (("--between", "human,model"), "no submission by model"),
        (("--between", "human,gpt"), "name two roles, or raters on both sides"),
        (("--item", "id", "--binary", "ok"), "--item, --binary: for tables only"),
        (("--measure", "alfa"), "not known"),
    ],
)
def test_what_cannot_be_asked_is_said(refused, folder, options, message):
    assert message in refused(folder, *options)


def test_options_of_folders_are_refused_for_tables(refused, good):
    assert "--role, --pass" in refused(
        good, "--item", "item", "--rating", "score=1..5", "--role", "judge", "--pass", "x"
    )


def test_no_folder_and_two_folders(refused, folder, tmp_path):
    assert "benchmark.yaml" in refused(tmp_path)
    assert "not two folders" in refused(folder, folder)


@pytest.mark.parametrize("name", ["benchmark.yaml", "items.jsonl", "annotations/human/new.csv", "assignments/a.csv"])
def test_no_csv_is_written_over_the_benchmark(refused, folder, name):
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert "the benchmark needs this file" in refused(folder, "--csv", folder / name)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
