"""accord agree in ordinary use: what each option does, and the shape of what is printed and written."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys

import pytest
import typer.main

from accord.agreement.estimate import COLUMNS
from accord.cli.main import app

RATERS = ("ann", "bob", "cy", "di", "eve")
HEADER = "item,who,ok,colour,score,size,tags,place,kind,shop,at,valid"
TAGS = ["sun;rain", "sun", "none", "rain;sun", "fog"]
WORDS = ["low", "mid", "high"]


def row(item, place):
    """One rating; raters agree on most items."""
    noise = (item + 3 * place) % 7 == 0
    value = (item + noise) % 3
    cells = [
        f"i{item:02}",
        RATERS[place],
        (item + noise) % 2,
        ["red", "green", "blue"][value],
        value + 1,
        item * 1.5 + place * noise,
        TAGS[(item + noise) % 5],
        WORDS[value],
        "pq"[item % 2],
        f"shop{item // 2}",
        f"2026-03-01T12:00:{item:02}Z",
        "false" if item == 11 else "true",
    ]
    return ",".join(map(str, cells))


ROWS = [row(item, place) for item in range(12) for place in range(len(RATERS))]
TABLE = "\n".join([HEADER, *ROWS]) + "\n"
LONG = ("--item", "item", "--rater", "who")
FAST = ("--replicates", "20")
OK = (*LONG, *FAST, "--binary", "ok")


@pytest.fixture
def table(file):
    return file("table.csv", TABLE)


def only(document, measure, slice="all", pair=None):
    (found,) = [
        row for row in document["estimates"] if (row["measure"], row["slice"], row["pair"]) == (measure, slice, pair)
    ]
    return found


def measures(document):
    return list(dict.fromkeys(row["measure"] for row in document["estimates"]))


def slices(document):
    return list(dict.fromkeys(row["slice"] for row in document["estimates"]))


def codes(document):
    return [found["code"] for found in document["findings"]]


# What is printed


def test_json_is_one_document_with_all_its_parts(run, table):
    code, out, err = run("agree", table, *OK, "--json")
    document = json.loads(out)
    assert (code, err) == (0, "".join(f"{line}\n" for line in err.splitlines()))
    parts = "schema accord settings input estimates differences influence non_response findings"
    assert set(parts.split()) <= set(document)
    assert document["schema"] == "accord.agreement/1"
    (read,) = document["input"]["files"]
    assert (read["path"], read["rows"], len(read["sha256"])) == (str(table), 60, 64)
    for found in document["estimates"]:
        assert list(found) == [*COLUMNS, "where", "between", "details"]
        assert found["where"] == {}
        assert found["between"] is None
    for found in document["findings"]:
        assert list(found) == ["code", "severity", "where", "message", "fix", "count"]


def test_findings_go_to_standard_error_beside_json_unless_quiet(run, table, file):
    strange = file("strange.csv", TABLE.replace("i00,ann,1", "i00,ann,maybe"))
    code, out, err = run("agree", strange, *OK, "--json")
    assert code == 0
    assert "off_label" in err
    assert "off_label" in [found["code"] for found in json.loads(out)["findings"]]
    quiet = run("agree", strange, *OK, "--json", "--quiet")
    assert quiet == (0, out, "")


def test_text_goes_to_standard_output(run, table):
    code, out, err = run("agree", table, *OK, "--choice", "colour")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == ["12 items, 60 ratings by 5 raters (60 rows read)", "", "ok"]
    assert "colour" in lines
    assert lines[3].split()[:4] == ["measure", "value", "95", "%"]
    assert any(line.startswith("Intervals: 20 bootstrap replicates (multinomial, seed 0)") for line in lines)
    assert "\x1b" not in out


def test_csv_has_a_line_for_each_estimate(run, table, tmp_path):
    path = tmp_path / "out.csv"
    code, out, _ = run("agree", table, *OK, "--by", "kind", "--pairs", "--csv", path, "--json")
    document = json.loads(out)
    text = path.read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert code == 0
    assert text.splitlines()[0] == ",".join([*COLUMNS, "details"])
    assert "\r" not in text
    assert len(rows) == len(document["estimates"])
    for written, found in zip(rows, document["estimates"], strict=True):
        for column in COLUMNS:
            value = found[column]
            shown = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
            assert written[column] == shown
        assert json.loads(written["details"] or "{}") == found["details"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv", "table.csv"]


def test_a_formula_in_a_name_is_no_formula_in_the_csv(run, file, tmp_path):
    table = file("table.csv", TABLE.replace(",ann,", ",=cmd(),").replace(",bob,", ",@x,"))
    run("agree", table, *OK, "--pairs", "--csv", tmp_path / "out.csv")
    pairs = {row["pair"] for row in csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text(encoding="utf-8")))}
    assert "'=cmd()|@x" in pairs
    assert not any(pair.startswith(("=", "@", "+", "-")) for pair in pairs)


@pytest.mark.parametrize("name", ["[red]x[/red]", "[/]", ":smile:", "\u0634\u0627\U0001f642", "e\u0301", "{x}"])
def test_texts_of_the_data_are_shown_literally(run, file, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "300")
    text = TABLE.replace(",ok,", f",{name},").replace(",ann,", f",{name},").replace(",p,", f",{name},")
    table = file("table.csv", text)
    options = (*LONG, *FAST, "--binary", name, "--by", "kind", "--pairs", "--leave-one-out")
    code, out, err = run("agree", table, *options)
    assert (code, err) == (0, "")
    assert out.splitlines()[2] == name
    assert f"kind={name}" in out
    assert f"{name}|" in out or f"|{name}" in out


def test_an_undefined_number_is_null_with_a_reason(result, file):
    table = file("one.csv", "item,who,ok\na,ann,1\nb,bob,1\n")
    for found in result(table, *OK)["estimates"]:
        assert (found["value"], found["low"], found["high"]) == (None, None, None)
        assert found["reason"] in {"no_items", "no_pairable", "no_variation"}


def test_same_input_same_bytes_in_every_process(table):
    program = [sys.executable, "-m", "accord", "agree", str(table), *LONG, *FAST, "--labels", "tags", "--sep", ";"]
    options = ["--choice", "colour", "--by", "kind", "--pairs", "--leave-one-out", "--json"]
    seen = set()
    for seed, threads in (("1", "1"), ("2", "2")):
        environment = os.environ | {"PYTHONHASHSEED": seed, "POLARS_MAX_THREADS": threads, "OMP_NUM_THREADS": threads}
        done = subprocess.run([*program, *options], capture_output=True, check=True, env=environment)
        seen.add(done.stdout)
    assert len(seen) == 1


def test_the_order_of_lines_does_not_change_the_numbers(result, table, file):
    options = (*OK, "--by", "kind", "--pairs", "--cluster", "shop")
    turned = file("turned.csv", "\n".join([HEADER, *reversed(ROWS)]) + "\n")
    assert result(table, *options)["estimates"] == result(turned, *options)["estimates"]


def test_all_formats_of_one_table_give_the_same_numbers(result, table, file, tmp_path):
    import openpyxl
    import polars as pl

    frame = pl.read_csv(table)
    frame.write_parquet(tmp_path / "table.parquet")
    frame.write_ndjson(tmp_path / "table.jsonl")
    frame.write_csv(tmp_path / "table.tsv", separator="\t")
    book = openpyxl.Workbook()
    for cells in [frame.columns, *frame.rows()]:
        book.active.append(cells)
    book.save(tmp_path / "table.xlsx")
    options = (
        *OK,
        "--rating",
        "score=1..3",
        "--number",
        "size",
        "--labels",
        "tags",
        "--sep",
        ";",
        "--where",
        "valid=true",
    )
    expected = result(table, *options)["estimates"]
    for suffix in ("parquet", "jsonl", "tsv", "xlsx"):
        assert result(tmp_path / f"table.{suffix}", *options)["estimates"] == expected, suffix


# What each option does


def by_item(result, table):
    assert only(result(table, *OK), "all_agree")["items"] == 12
    two = result(table, "--item", "shop,kind", "--item", "item", *OK[2:])
    assert only(two, "all_agree")["items"] == 12
    assert only(result(table, "--item", "shop,kind", *OK[2:]), "all_agree")["items"] == 12


def by_rater(result, table):
    document = result(table, *OK)
    assert only(document, "all_agree")["raters"] == 5
    assert only(result(table, "--item", "item", *OK[4:]), "all_agree")["raters"] is None


def by_raters(result, table):
    wide = table.with_name("wide.csv")
    wide.write_text("image,ann,bob\na,1,1\nb,0,\nc,1,0\n", encoding="utf-8")
    options = ("--raters", "ann,bob", "--binary", "verdict", *FAST)
    for document in (result(wide, *options), result(wide, "--item", "image", *options)):
        found = only(document, "all_agree")
        assert (found["field"], found["value"], found["items"], found["ratings"]) == ("verdict", 0.5, 2, 4)
        assert only(document, "pairwise", pair="ann|bob")["value"] == 0.5


def by_where(result, table):
    assert only(result(table, *OK, "--where", "valid=true"), "all_agree")["items"] == 11
    both = result(table, *OK, "--where", "valid=true", "--where", "shop=shop5", "--where", "shop=shop0")
    assert only(both, "all_agree")["items"] == 3


def by_by(result, table):
    document = result(table, *OK, "--by", "kind", "--by", "kind,valid")
    assert slices(document) == [
        *("all", "kind=p", "kind=q", "kind=p,valid=true", "kind=q,valid=false", "kind=q,valid=true"),
    ]
    crossed = only(document, "all_agree", "kind=q,valid=true")
    assert crossed["where"] == {"kind": "q", "valid": "true"}
    assert crossed["items"] == 5
    assert document["settings"]["by"] == ["kind", "kind,valid"]


def by_cluster(result, table):
    plain, clustered = result(table, *OK), result(table, *OK, "--cluster", "shop")
    assert clustered["settings"]["cluster"] == "shop"
    one, other = only(plain, "fleiss"), only(clustered, "fleiss")
    assert one["value"] == other["value"]
    assert (one["low"], one["high"]) != (other["low"], other["high"])


def by_strata(result, table):
    document = result(table, *OK, "--strata", "kind")
    assert document["settings"]["strata"] == "kind"
    assert only(document, "fleiss")["value"] == only(result(table, *OK), "fleiss")["value"]


def by_time(result, table):
    again = table.with_name("again.csv")
    earlier = row(1, 0).replace("i01,ann,1", "i01,ann,0").replace("12:00:01Z", "11:00:00Z")
    again.write_text(f"{TABLE}{earlier}\n", encoding="utf-8")
    later_line, latest = result(again, *OK), result(again, *OK, "--time", "at")
    assert only(latest, "mean_pairwise") == only(result(table, *OK), "mean_pairwise")
    assert only(later_line, "mean_pairwise") != only(latest, "mean_pairwise")
    assert "repeats" in codes(latest)


def by_sheet(result, table):
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["nothing"])
    sheet = book.create_sheet("second")
    for line in TABLE.splitlines():
        sheet.append([int(cell) if cell.isdigit() else cell for cell in line.split(",")])
    path = table.with_name("book.xlsx")
    book.save(path)
    assert result(path, *OK, "--sheet", "second")["estimates"] == result(table, *OK)["estimates"]


def by_binary(result, table):
    assert measures(result(table, *OK))[0] == "all_agree"
    words = result(table, *LONG, *FAST, "--binary", "valid=false,true")
    assert only(words, "prevalence")["value"] == pytest.approx(11 / 12)
    turned = result(table, *LONG, *FAST, "--binary", "valid=true,false")
    assert only(turned, "prevalence")["value"] == pytest.approx(1 / 12)


def by_choice(result, table):
    seen = result(table, *LONG, *FAST, "--choice", "colour")
    assert only(seen, "gwet(ac1)")["details"]["q"] == 3
    declared = result(table, *LONG, *FAST, "--choice", 'colour=red,green,blue,"light, blue"')
    assert only(declared, "gwet(ac1)")["details"]["q"] == 4


def by_rating(result, table):
    numbers = result(table, *LONG, *FAST, "--rating", "score=1..3")
    words = result(table, *LONG, *FAST, "--rating", "place=low,mid,high")
    assert measures(numbers)[:3] == ["alpha(ordinal)", "all_agree", "within(1)"]
    assert only(numbers, "alpha(ordinal)")["value"] == only(words, "alpha(ordinal)")["value"]


def by_number(result, table):
    document = result(table, *LONG, *FAST, "--number", "size")
    assert measures(document) == ["alpha(interval)"]
    assert 0.9 < document["estimates"][0]["value"] < 1


def by_labels(result, table):
    arrays = table.with_name("arrays.jsonl")
    rows = [line.split(",") for line in ROWS]
    arrays.write_text(
        "".join(json.dumps({"item": cells[0], "who": cells[1], "tags": cells[6].split(";")}) + "\n" for cells in rows),
        encoding="utf-8",
    )
    seen = result(arrays, *LONG, *FAST, "--labels", "tags")
    assert measures(seen)[:2] == ["exact_set", "positive_label"]
    assert "class=fog" in slices(seen)
    declared = result(arrays, *LONG, *FAST, "--labels", "tags=sun,rain")
    assert "off_label" in codes(declared)


def by_sep(result, table):
    document = result(table, *LONG, *FAST, "--labels", "tags", "--sep", ";")
    assert "class=none" in slices(document)
    assert "off_label" in codes(result(table, *LONG, *FAST, "--labels", "tags"))


def by_none(result, table):
    document = result(table, *LONG, *FAST, "--labels", "tags", "--sep", ";", "--none", "none")
    assert "class=none" not in slices(document)
    assert "class=fog" in slices(document)


def boxes(table, *numbers):
    path = table.with_name("boxes.jsonl")
    drawn = [[{"label": "a", "box": list(box)}] for box in numbers]
    lines = [json.dumps({"item": "i", "who": who, "b": cell}) for who, cell in zip("xy", drawn, strict=True)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def by_boxes(result, table):
    path = boxes(table, [0, 0, 10, 10], [0, 0, 10, 8])
    document = result(path, *LONG, *FAST, "--boxes", "b", "--box-format", "xywh")
    assert only(document, "instance_f1(iou=0.5)")["value"] == 1
    declared = result(path, *LONG, *FAST, "--boxes", "b=a,c", "--box-format", "xywh")
    assert "class=c" in slices(declared)


def by_box_format(result, table):
    path = boxes(table, [10, 10, 20, 20], [10, 10, 20, 15])
    for form, value in (("xywh", 1), ("xyxy", 0), ("cxcywh", 1)):
        document = result(path, *LONG, *FAST, "--boxes", "b", "--box-format", form, "--iou", "0.6")
        assert only(document, "instance_f1(iou=0.6)")["value"] == value


def by_box_frame(result, table):
    path = boxes(table, [0, 0, 10, 10], [0, 0, 10, 11])
    options = (*LONG, *FAST, "--boxes", "b", "--box-format", "xywh")
    assert "box_leaves_picture" in codes(result(path, *options, "--box-frame", "10x10"))
    assert "box_leaves_picture" not in codes(result(path, *options, "--box-frame", "20x20.5"))


def by_bad_boxes(result, table):
    path = boxes(table, [0, 0, 10, 10], [0, 0, 10, 0])
    document = result(path, *LONG, *FAST, "--boxes", "b", "--box-format", "xywh", "--bad-boxes", "drop")
    assert only(document, "instance_f1(iou=0.5)")["value"] == 0
    assert "box_no_area" in codes(document)


def by_missing(result, table):
    document = result(table, *LONG, *FAST, "--choice", "colour", "--missing", "RED", "--missing", "zzz")
    assert sum(found["missing"] for found in document["non_response"]) > 0
    assert only(document, "gwet(ac1)")["details"]["q"] == 2


def by_abstain(result, table):
    document = result(table, *LONG, *FAST, "--choice", "colour", "--abstain", "red", "--abstain", "Green")
    assert {label for found in document["non_response"] for label in found["abstained"]} == {"red", "Green"}


def by_measure(result, table):
    document = result(table, *OK, "--measure", "gwet(ac1)", "--measure", "exact")
    assert measures(document) == ["gwet(ac1)", "all_agree"]


def by_iou(result, table):
    path = boxes(table, [0, 0, 10, 10], [0, 0, 10, 8])
    options = (*LONG, *FAST, "--boxes", "b", "--box-format", "xywh", "--iou", "0.5", "--iou", "0.9")
    document = result(path, *options)
    assert only(document, "instance_f1(iou=0.5)")["value"] == 1
    assert only(document, "instance_f1(iou=0.9)")["value"] == 0


def by_pairs(result, table):
    document = result(table, *OK, "--pairs")
    pairs = {found["pair"] for found in document["estimates"] if found["pair"]}
    assert len(pairs) == 10
    assert only(document, "cohen", pair="ann|bob")["between"] == ["ann", "bob"]
    assert not any(found["pair"] for found in result(table, *OK)["estimates"])


def by_between(result, table):
    document = result(table, *OK, "--between", "ann+bob,eve")
    pairs = [found["pair"] for found in document["estimates"] if found["measure"] == "mean_pairwise" and found["pair"]]
    assert pairs == ["ann+bob|eve", "ann+bob|ann+bob"]
    single = result(table, *OK, "--between", "ann,eve", "--pairs")
    across = only(single, "mean_pairwise", pair="ann|eve")["value"]
    assert across == only(single, "pairwise", pair="ann|eve")["value"]


def by_leave_one_out(result, table):
    document = result(table, *OK, "--leave-one-out", "--measure", "mean_pairwise")
    assert [found["rater"] for found in document["influence"]] == list(RATERS)
    value = only(document, "mean_pairwise")["value"]
    for found in document["influence"]:
        assert found["change"] == pytest.approx(found["value"] - value, abs=1e-9)


def by_replicates(result, table):
    assert result(table, *OK)["settings"]["replicates"] == 20
    document = result(table, *LONG, "--binary", "ok", "--replicates", "0")
    assert {(found["low"], found["high"]) for found in document["estimates"]} == {(None, None)}


def by_seed(result, table):
    one, other, again = (result(table, *OK, "--seed", seed) for seed in ("1", "2", "1"))
    assert one["settings"]["seed"] == 1
    assert one == again
    assert only(one, "fleiss")["value"] == only(other, "fleiss")["value"]
    assert only(one, "fleiss")["low"] != only(other, "fleiss")["low"]


def by_interval(result, table):
    one, other = (result(table, *OK[:-2], "--binary", "ok", "--interval", kind) for kind in ("percentile", "bca"))
    assert other["settings"]["interval"] == "bca"
    assert only(one, "fleiss")["value"] == only(other, "fleiss")["value"]


def by_level(result, table):
    narrow, wide = (only(result(table, *OK, "--level", level), "fleiss") for level in ("0.5", "0.99"))
    assert wide["low"] <= narrow["low"] <= narrow["high"] <= wide["high"]
    assert wide["low"] < narrow["low"]


def by_resample(result, table):
    one, other = (only(result(table, *OK, "--resample", kind), "fleiss") for kind in ("multinomial", "index"))
    assert one["value"] == other["value"]
    assert one["low"] != other["low"]


def by_order(result, table):
    turned = table.with_name("turned.csv")
    turned.write_text("\n".join([HEADER, *reversed(ROWS)]) + "\n", encoding="utf-8")
    options = (*OK, "--resample", "index", "--order")
    by_id = [only(result(path, *options, "id"), "fleiss") for path in (table, turned)]
    by_file = [only(result(path, *options, "file"), "fleiss") for path in (table, turned)]
    assert by_id[0] == by_id[1] == by_file[0]
    assert by_file[1]["value"] == by_file[0]["value"]
    assert by_file[1]["low"] != by_file[0]["low"] or by_file[1]["high"] != by_file[0]["high"]


def by_rater_pool(result, table):
    fixed, pool = only(result(table, *OK), "fleiss"), only(result(table, *OK, "--rater-pool"), "fleiss")
    assert fixed["value"] == pool["value"]
    assert pool["high"] - pool["low"] > fixed["high"] - fixed["low"]


def by_min_support(result, table):
    few, many = (only(result(table, *OK, "--min-support", least), "fleiss") for least in ("0", "100"))
    assert (few["limited_support"], many["limited_support"]) == (False, True)


def by_json(result, table):
    assert result(table, *OK)["schema"] == "accord.agreement/1"


def by_csv(result, table):
    path = table.with_name("out.csv")
    result(table, *OK, "--csv", path)
    assert path.read_text(encoding="utf-8").startswith("field,measure,")


def by_strict(result, table):
    assert [found for found in result(table, *OK, "--strict")["findings"] if found["severity"] != "info"] == []


def by_quiet(result, table):
    assert result(table, *OK, "--quiet")["estimates"] == result(table, *OK)["estimates"]


EFFECTS = {name.removeprefix("by_").replace("_", "-"): check for name, check in globals().items() if name[:3] == "by_"}


def options_of_agree():
    command = typer.main.get_command(app).commands["agree"]
    return {
        option.removeprefix("--") for parameter in command.params for option in parameter.opts if option[:2] == "--"
    }


# What they do is tested on a folder, in test_agree_options.py.
OF_FOLDERS = {"role", "field", "pass", "no-slices"}


@pytest.mark.parametrize("option", sorted(options_of_agree() - {"help"} - OF_FOLDERS))
def test_each_option_does_what_it_says(result, table, option):
    EFFECTS[option](result, table)


def test_no_effect_is_of_an_option_that_is_gone():
    assert set(EFFECTS) <= options_of_agree()


# What they do is tested on a folder, in test_agree_options.py.
OF_FOLDERS = {"role", "field", "pass", "no-slices"}


@pytest.mark.parametrize("option", sorted(options_of_agree() - {"help"} - OF_FOLDERS))
def test_each_option_is_explained(run, monkeypatch, option):
    monkeypatch.setenv("COLUMNS", "200")
    code, out, _ = run("agree", "--help")
    assert code == 0
    assert f"--{option} " in out.replace("\u2502", " ") + " "


# Files as raters, several files


def test_each_file_may_be_a_rater(result, file):
    ann, bob = file("ann.csv", "item,ok\na,1\nb,0\n"), file("bob.csv", "ok,item\n1,a\n1,b\n")
    document = result(ann, bob, "--item", "item", "--rater", "@file", "--binary", "ok", *FAST)
    assert only(document, "pairwise", pair="ann|bob")["value"] == 0.5
    assert [read["rows"] for read in document["input"]["files"]] == [2, 2]


def test_several_files_are_one_table(result, table, file):
    half = len(ROWS) // 2
    parts = [
        file(f"part{at}.csv", "\n".join([HEADER, *rows]) + "\n") for at, rows in enumerate((ROWS[:half], ROWS[half:]))
    ]
    assert result(*parts, *OK)["estimates"] == result(table, *OK)["estimates"]


@pytest.mark.parametrize("value", ["", " "])
def test_a_slice_or_condition_named_by_nothing_is_refused(refused, table, value):
    refused(table, *OK, "--by", value)


def test_column_names_with_commas_and_quotes_are_quoted(result, file):
    table = file("names.csv", '"a, b","the ""item""",who\n1,x,ann\n1,x,bob\n0,y,ann\n1,y,bob\n')
    document = result(table, "--item", '"the ""item"""', "--rater", "who", "--binary", "a, b", *FAST)
    assert only(document, "all_agree")["value"] == 0.5


def test_a_newline_in_a_column_name_can_be_given(result, file):
    table = file("names.csv", '"it\nem",who,ok\nx,ann,1\nx,bob,1\n')
    document = result(table, "--item", "it\nem", "--rater", "who", "--binary", "ok", *FAST)
    assert only(document, "all_agree")["value"] == 1


def test_a_very_long_value_is_no_internal_error(run, table):
    code, _, err = run("agree", table, *LONG, *FAST, "--choice", f"colour={'x' * 200_000},red")
    assert "internal error" not in err
    assert code in (0, 2)


def test_half_a_character_in_a_label_is_no_internal_error(run, file):
    """A lone surrogate can stand in JSON, and can be neither printed nor written."""
    table = file("half.csv", 'item,who,tags\na,ann,"[""\\ud800""]"\na,bob,"[""x""]"\n')
    for form in ("--json", "--quiet"):
        code, out, err = run("agree", table, *LONG, *FAST, "--labels", "tags", form)
        assert code in (0, 2)
        assert "internal error" not in err
        assert (out + err).encode("utf-8")
