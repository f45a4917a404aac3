"""Slices that have the name of something else."""

from __future__ import annotations

from built_folder import Built

from accord.annotations.checks.slice_names import slice_names


def test_a_slice_with_the_name_of_a_field_or_of_a_part_of_results(tmp_path):
    built = Built(tmp_path, head="items:\n  slices:\n    - kind\n    - q\n    - [kind, class]")
    built.items({"id": "a", "kind": "x", "q": "y", "class": "z"})
    field, part = slice_names(built.contents())
    assert (field.code, field.severity) == ("slice_name", "error")
    assert field.where == f"{tmp_path / 'benchmark.yaml'}:6, items.slices.1"
    assert field.message == "the slice 'q' has the name of a field"
    assert field.fix == "rename the column of the items"
    assert part.where == f"{tmp_path / 'benchmark.yaml'}:7, items.slices.2"
    assert part.message == "the slice 'class' has the name of a part of results"


def test_other_names_raise_nothing(tmp_path):
    built = Built(tmp_path, head="items: {slices: [kind, [kind, place]], cluster: item}")
    built.items({"id": "a", "kind": "x", "place": "p", "item": "i"})
    assert slice_names(built.contents()) == []
