"""Blanks in slices, strata and clusters."""

from __future__ import annotations

from built_folder import Built, by_code, only

from accord.annotations.checks.blank_columns import blank_columns


def test_filled_columns_raise_nothing(tmp_path):
    built = Built(tmp_path, head="items: {slices: [kind, [kind, place]], strata: [place], cluster: object}")
    built.items({"id": "a", "kind": "x", "place": "p", "object": "1"})
    assert blank_columns(built.contents()) == []


def test_a_blank_slice_is_a_warning(tmp_path):
    built = Built(tmp_path, head="items: {slices: [[kind, place]]}")
    built.items(
        {"id": "a", "kind": "x", "place": "p"},
        {"id": "b", "kind": " ", "place": "p"},
        {"id": "c", "kind": None, "place": "p"},
    )
    finding = only(blank_columns(built.contents()))
    assert (finding.code, finding.severity, finding.count) == ("blank_slice", "warning", 2)
    assert finding.where == f"{tmp_path / 'items.jsonl'}:2, column kind"
    assert finding.message == "'kind' is blank, so the item is in none of its slices; also line 3"


def test_a_blank_stratum_or_cluster_is_an_error(tmp_path):
    built = Built(tmp_path, head="items: {slices: [kind], strata: [kind], cluster: object}")
    built.items({"id": "a", "kind": "", "object": "1"}, {"id": "b", "kind": "x", "object": ""})
    found = by_code(blank_columns(built.contents()))
    assert {code: (at.severity, at.where[-20:]) for code, at in found.items()} == {
        "blank_stratum": ("error", "jsonl:1, column kind"),
        "blank_cluster": ("error", "onl:2, column object"),
    }
    assert found["blank_stratum"].fix == "fill it in, with a value of its own for what is not known"
