"""Options that cannot be carried out: what is said, with exit code 2; then --strict, --csv and the program itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import polars as pl
import pytest

LONG = ("--item", "item", "--rater", "rater")
SCORE = ("--rating", "score=1..5", "--replicates", "0")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((*LONG, *SCORE, "--measure", "alhpa(ordinal)"), "did you mean 'alpha(ordinal)'?"),
        ((*LONG, *SCORE, "--measure", "kohen"), "did you mean 'cohen'?"),
        ((*LONG, *SCORE, "--measure", "alpha(foo)"), "write it as one of alpha(nominal), alpha(ordinal)"),
        ((*LONG, *SCORE, "--measure", "jaccard"), "measure jaccard fits no field: it is for labels fields"),
        ((*LONG, "--boxes", "label"), "needs --box-format xywh|xyxy|cxcywh: it is never guessed"),
        ((*LONG, "--boxes", "label", "--box-format", "yolo"), "--box-format 'yolo' is none of xywh, xyxy, cxcywh"),
        ((*LONG, "--boxes", "label", "--box-format", "xywh", "--bad-boxes", "no"), "neither error nor drop"),
        ((*LONG, "--boxes", "label", "--box-format", "xywh", "--box-frame", "12"), "write width x height"),
        ((*LONG, "--boxes", "label", "--box-format", "xywh", "--iou", "2"), "must lie from 1e-06 to 1, not at 2"),
        ((*LONG, "--rating", "score"), "--rating 'score': declare the scale, COL=1..5 or COL=low,mid,high"),
        ((*LONG, "--rating", "score=5..1"), "rating 5..1: needs 2 to 1001 steps, the lower number first"),
        ((*LONG, "--binary", "score=1"), "--binary 'score=1': give two labels, negative first"),
        ((*LONG, "--number", "score=1"), "--number 'score=1': a number has no values to declare"),
        ((*LONG, *SCORE, "--choice", "score"), "column score is given as two fields"),
        (LONG, "no field is given"),
        (SCORE, "no item column is given"),
        ((*LONG, *SCORE, "--where", "label"), "--where 'label': write COL=VALUE"),
        ((*LONG, *SCORE, "--where", "label=q"), "where label: no row has 'q'; there are 'x', 'y', 'z'"),
        (("--item", "item", *SCORE, "--pairs"), "raters are anonymous"),
        (("--item", "item", *SCORE, "--leave-one-out"), "raters are anonymous"),
        ((*LONG, *SCORE, "--level", "2"), "level: 2.0 does not lie between 0 and 1"),
        ((*LONG, "--rating", "score=1..5", "--replicates", "5"), "replicates: 5 is neither 0 nor from 10"),
        ((*LONG, *SCORE, "--interval", "normal"), "interval: 'normal' is neither percentile nor bca"),
        ((*LONG, *SCORE, "--resample", "rows"), "resample: 'rows' is neither multinomial nor index"),
        ((*LONG, *SCORE, "--seed", "-1"), "seed: -1 is not a whole number from 0"),
        ((*LONG, *SCORE, "--between", "ann,cid"), "between: no rater is called 'cid'"),
        ((*LONG, *SCORE, "--between", "ann"), "--between 'ann': name two, A,B"),
        ((*LONG, *SCORE, "--rater-pool"), "needs at least 5 raters, not 2"),
        ((*LONG, *SCORE, "--sheet", "one"), "none of the files is a workbook"),
        ((*LONG, *SCORE, "--cluster", "rater"), "cluster rater: must be one value for all rows of an item"),
        (("--item", "item,item", "--rater", "rater", *SCORE), "item"),
        ((*LONG, *SCORE, "--by", ""), "by"),
        (("--raters", "score", "--choice", "x"), "raters: name at least two different columns"),
        (("--raters", "score,label", "--choice", "x", "--choice", "y"), "exactly one field is given"),
        (("--raters", "score,label", "--rater", "rater", "--choice", "x"), "either one rater column"),
    ],
)
def test_option_that_cannot_be_carried_out(refused, good, options, message):
    assert message in refused(good, *options)


def test_an_unknown_rater_is_answered_with_those_there_are(refused, good):
    assert "    raters: 'ann', 'bob'" in refused(good, *LONG, *SCORE, "--between", "ann,cid").splitlines()


def test_all_problems_of_options_at_once(refused, good):
    err = refused(good, *LONG, "--rating", "score", "--binary", "label=1")
    assert [text in err for text in ("--rating 'score'", "--binary 'label=1'")] == [True, True]
    err = refused(good, *LONG, *SCORE, "--level", "2", "--seed", "-1")
    assert [text in err for text in ("level: 2.0", "seed: -1")] == [True, True]


@pytest.mark.parametrize("options", [("--bogus",), ("--replicates", "many"), ("--iou", "half")])
def test_option_that_cannot_be_read(run, good, options):
    code, out, err = run("agree", good, *LONG, "--rating", "score=1..5", *options)
    assert (code, out) == (2, "")
    assert options[0] in err
    assert "Traceback" not in err


def test_measure_that_fits_some_fields_is_skipped_for_the_others(result, good):
    options = ("--choice", "label", "--measure", "alpha(ordinal)", "--measure", "alpha(nominal)")
    document = result(good, *LONG, *SCORE, *options)
    (found,) = [found for found in document["findings"] if found["code"] == "measure_skipped"]
    assert (found["severity"], found["where"]) == ("info", "field label")
    kept = {(row["field"], row["measure"]) for row in document["estimates"] if row["pair"] is None}
    assert kept == {("score", "alpha(ordinal)"), ("score", "alpha(nominal)"), ("label", "alpha(nominal)")}


# --strict and --csv


def test_strict_ends_with_1_and_still_prints_the_result(run, good, file):
    table = file("off.csv", good.read_text().replace("b,ann,5", "b,ann,7"))
    code, out, err = run("agree", table, *LONG, *SCORE, "--json", "--strict")
    assert code == 1
    assert json.loads(out)["estimates"]
    assert "--strict" in err
    assert f"{table}:4, column score: '7' is not allowed here" in err


def test_strict_passes_where_all_is_well(run, good):
    """What is only worth knowing (info) does not count."""
    code, _, err = run("agree", good, *LONG, *SCORE, "--json", "--strict")
    assert (code, err) == (0, "")
    code, _, _ = run("agree", good, "--raters", "score,label", "--choice", "x", "--replicates", "0", "--strict")
    assert code == 0


def test_csv_holds_the_estimates(result, good, tmp_path):
    document = result(good, *LONG, *SCORE, "--csv", tmp_path / "out.csv")
    written = pl.read_csv(tmp_path / "out.csv")
    assert written["measure"].to_list() == [row["measure"] for row in document["estimates"]]
    assert written["value"].to_list() == pytest.approx([row["value"] for row in document["estimates"]])


def test_csv_is_whole_or_not_there(refused, result, good, file, tmp_path):
    """A run that fails leaves the old file; a run that works replaces it; nothing else stays in the folder."""
    target = file("out.csv", "old")
    bad = file("bad.csv", "item,rater,score\n")
    before = set(tmp_path.iterdir())
    refused(bad, *LONG, *SCORE, "--csv", target)
    assert target.read_text() == "old"
    result(good, *LONG, *SCORE, "--csv", target)
    assert target.read_text().startswith("field,measure,slice,pair,value,low,high,reason,")
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", ["no/out.csv", "folder"])
def test_csv_that_cannot_be_written(refused, good, tmp_path, name):
    """A folder that is not there, a name that is a folder: the path as given is named and no part of it is left."""
    (tmp_path / "folder").mkdir()
    before = set(tmp_path.rglob("*"))
    err = refused(good, *LONG, *SCORE, "--csv", tmp_path / name)
    assert str(tmp_path / name) in err
    assert set(tmp_path.rglob("*")) == before


def test_csv_never_replaces_a_table_that_was_read(refused, good):
    before = good.read_text()
    assert str(good) in refused(good, *LONG, *SCORE, "--csv", good)
    assert good.read_text() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_csv_never_replaces_what_is_no_file(refused, good, tmp_path):
    """A named pipe, or a device such as /dev/stdout, would be gone for every program."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert str(pipe) in refused(good, *LONG, *SCORE, "--csv", pipe)
    assert pipe.is_fifo()


# The program itself


@pytest.mark.parametrize(
    ("name", "options", "code", "message"),
    [
        ("good.csv", (*LONG, *SCORE, "--json"), 0, ""),
        ("good.csv", (*LONG, "--rating", "scor=1..5"), 2, "the nearest name is 'score'"),
        ("no.csv", (*LONG, *SCORE), 2, "there is no such file"),
    ],
)
def test_as_a_process(good, name, options, code, message):
    command = [sys.executable, "-m", "accord", "agree", str(good.with_name(name)), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert bool(done.stdout) is (code == 0)
