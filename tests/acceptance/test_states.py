"""The table of states: what each does to agreement, and where it is reported. Consensus and scoring come later.

Ten items, two people, all answers equal but one: what ann says of item i9 is put into each state in turn.
"""

from __future__ import annotations

import pytest

import accord

SPEC = """
name: states
version: 1.0.0
items: {state: state}
fields:
  out: {kind: text, reference: ref}
  ok: {kind: binary, matches: out, abstain: [cannot judge, not applicable], missing: [n/a]}
"""
ITEMS = [{"id": f"i{at}", "ref": "a vase"} for at in range(10)]
OUTPUTS = [{"item": f"i{at}", "rater": "model-a", "role": "model", "out": "vase"} for at in range(10)]


def forms(changed, rater="ann", role="human"):
    rows = []
    for at in range(10):
        for name in (rater, "bob"):
            row = {
                "item": f"i{at}",
                "of": "model-a",
                "rater": name,
                "role": role,
                "ok": str(at % 2),
                "state": "answered",
            }
            rows.append({"reason": None, **row, **(changed if (at, name) == (9, rater) else {})})
    return rows


@pytest.fixture
def result(make_folder):
    """The agreement of people when ann's answer about i9 is changed."""

    def of(changed, items=ITEMS, outputs=OUTPUTS, **options):
        folder = make_folder(SPEC, items, outputs, forms(changed))
        return accord.open(folder).agree(replicates=0, measures=["all_agree", "mean_pairwise"], **options)

    return of


def counted(result):
    """Items and ratings that count, and the share of items on which all agree."""
    estimate = result.get("ok", "all_agree")
    return estimate.items, estimate.ratings, estimate.value


def report(result, rater="ann"):
    """The row of a rater: asked, answered, missing, off label, abstentions by kind."""
    rows = [row for row in result.non_response if row.rater == rater]
    if not rows:
        return None
    (row,) = rows
    return row.asked, row.answered, row.missing, row.off_label, row.abstained


def found(result, code):
    return [(finding.severity, finding.count) for finding in result.findings if finding.code == code]


def test_answered_counts_and_is_not_reported(result):
    same = result({})
    assert counted(same) == (10, 20, 1.0)
    assert report(same) is None


def test_answered_differently_counts_as_a_disagreement(result):
    assert counted(result({"ok": "0"})) == (10, 20, 0.9)


@pytest.mark.parametrize("kind", ["cannot judge", "not applicable"])
def test_abstained_is_non_response_and_reported_by_rater_field_and_kind(result, kind):
    one = result({"ok": kind.upper()})
    assert counted(one) == (9, 18, 1.0)
    assert report(one) == (10, 9, 0, 0, {kind: 1})
    assert report(one, "bob") == (10, 10, 0, 0, {})
    assert found(one, "abstentions") == [("info", 1)]


@pytest.mark.parametrize("blank", [None, "", " ", "n/a"])
def test_missing_is_not_pairable_and_reported_as_completeness(result, blank):
    one = result({"ok": blank})
    assert counted(one) == (9, 18, 1.0)
    assert report(one) == (10, 9, 1, 0, {})
    assert found(one, "missing") == [("info", 1)]


def test_off_label_is_non_response_kept_raw_and_reported_with_its_place(result, tmp_path):
    one = result({"ok": "2"})
    assert counted(one) == (9, 18, 1.0)
    assert report(one) == (10, 9, 0, 1, {})
    (finding,) = [finding for finding in one.findings if finding.code == "off_label"]
    assert finding.count == 1
    assert "annotations/human/ann-" in finding.message.replace("\\", "/")
    assert "'2' is not allowed here" in finding.message
    log = next((tmp_path / "benchmark/annotations/human").glob("ann-*.jsonl"))
    assert '"ok":{"state":"off_label","raw":"2"}' in log.read_text(encoding="utf-8")


@pytest.mark.parametrize("answer", [None, "1"])
def test_not_asked_is_out_and_counted(make_folder, answer):
    """A person leaves an empty reference blank; an answer given all the same is out too."""
    items = [{"id": row["id"], "ref": None if row["id"] == "i9" else row["ref"]} for row in ITEMS]
    folder = make_folder(SPEC, items, OUTPUTS, forms({"ok": answer}))
    one = accord.open(folder).agree(replicates=0)
    assert counted(one) == (9, 18, 1.0)
    assert report(one) is None
    assert found(one, "not_asked") == [("info", 2)]


def test_an_empty_reference_is_asked_of_a_judge_and_compared_among_judges_only(make_folder):
    items = [{"id": row["id"], "ref": None if row["id"] == "i9" else row["ref"]} for row in ITEMS]
    judged = forms({"ok": "0"}, "judge-1", "judge")
    judged = [{**row, "rater": "judge-2" if row["rater"] == "bob" else row["rater"]} for row in judged]
    folder = accord.open(make_folder(SPEC, items, OUTPUTS, forms({}), judged))
    assert counted(folder.agree(roles="judge", replicates=0)) == (10, 20, 0.9)
    crossed = folder.agree(between=("human", "judge"), replicates=0)
    assert crossed.get("ok", "mean_pairwise", pair="human|judge").items == 9


def test_a_policy_lets_people_judge_empty_references(make_folder):
    spec = SPEC + "policies: {empty_reference: {human: judge}}\n"
    items = [{"id": row["id"], "ref": None if row["id"] == "i9" else row["ref"]} for row in ITEMS]
    one = accord.open(make_folder(spec, items, OUTPUTS, forms({"ok": "0"}))).agree(replicates=0)
    assert counted(one) == (10, 20, 0.9)
    assert found(one, "not_asked") == []


def test_invalid_is_out_with_its_reason_and_counted_by_rater(make_folder, tmp_path):
    rows = forms({"state": "invalid", "reason": "no JSON", "ok": None}, "judge-1", "judge")
    one = accord.open(make_folder(SPEC, ITEMS, OUTPUTS, rows)).agree(replicates=0)
    assert counted(one) == (9, 18, 1.0)
    (finding,) = [finding for finding in one.findings if finding.code == "invalid"]
    assert (finding.count, "judge-1 1" in finding.message) == (1, True)
    log = next((tmp_path / "benchmark/annotations/judge").glob("judge-1-*.jsonl"))
    assert '"state":"invalid","reason":"no JSON","answers":{}' in log.read_text(encoding="utf-8")


def test_invalid_output_of_an_item_is_out_of_every_denominator_and_counted(result):
    items = [{**row, "state": "invalid_output" if row["id"] == "i9" else ""} for row in ITEMS]
    one = result({}, items=items)
    assert counted(one) == (9, 18, 1.0)
    assert found(one, "invalid_output") == [("info", 1)]
    assert found(one, "about_invalid_output") == [("warning", 2)]


def test_invalid_output_of_a_model_is_out_of_every_denominator_and_counted(result):
    outputs = [{**row, "state": "invalid" if row["item"] == "i9" else "answered"} for row in OUTPUTS]
    one = result({"ok": "0"}, outputs=outputs)
    assert counted(one) == (9, 18, 1.0)
    assert found(one, "invalid_output") == [("info", 1)]


def test_unusable_is_out_counted_and_the_record_stays(result, tmp_path):
    one = result({"state": "unusable", "ok": None})
    assert counted(one) == (9, 18, 1.0)
    assert found(one, "unusable") == [("info", 1)]
    log = next((tmp_path / "benchmark/annotations/human").glob("ann-*.jsonl"))
    assert log.read_text(encoding="utf-8").count("\n") == 10


def test_failed_is_no_submission_so_the_item_has_one_rating(make_folder):
    rows = [row for row in forms({}) if (row["item"], row["rater"]) != ("i9", "ann")]
    one = accord.open(make_folder(SPEC, ITEMS, OUTPUTS, rows)).agree(replicates=0)
    assert counted(one) == (9, 18, 1.0)
    assert found(one, "single_rated") == [("info", 1)]


SETS = """
name: sets
version: 1.0.0
fields:
  tags: {kind: labels, labels: [a, b, c], none: nothing, abstain: [unclear], separator: ";"}
"""


def sets(make_folder, *pairs):
    items = [{"id": f"i{at}"} for at in range(len(pairs))]
    rows = [
        {"item": f"i{at}", "rater": name, "role": "human", "tags": cell}
        for at, pair in enumerate(pairs)
        for name, cell in zip(("ann", "bob"), pair, strict=True)
    ]
    return accord.open(make_folder(SETS, items, rows)).agree(replicates=0)


def test_an_empty_set_is_an_answer_and_a_set_emptied_of_abstentions_abstains(make_folder):
    one = sets(make_folder, ("a", "a"), ("nothing", "[]"), ("unclear", "a"), ("a;b", "a;unclear"))
    assert one.get("tags", "exact_set").items == 3
    assert one.get("tags", "exact_set").value == pytest.approx(2 / 3)
    # Two empty sets are a pair that jaccard leaves out: (1 + 1/2) / 2.
    assert one.get("tags", "jaccard").details["both_empty"] == 1
    assert one.get("tags", "jaccard").value == pytest.approx(0.75)
    assert one.get("tags", "positive_label").value == pytest.approx((2 + 2) / (2 + 3))
    assert report(one) == (4, 3, 0, 0, {"unclear": 1})
