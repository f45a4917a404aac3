"""States of items."""

from __future__ import annotations

import pytest
from built_folder import Built, only

from accord.annotations.checks.item_states import item_states

HEAD = "items: {state: state}"


@pytest.mark.parametrize("state", ["Invalid", "INVALID_OUTPUT", "ok", "true"])
def test_a_state_that_is_none(tmp_path, state):
    built = Built(tmp_path, head=HEAD)
    built.items({"id": "a", "state": ""}, {"id": "b", "state": state})
    finding = only(item_states(built.contents()))
    assert (finding.code, finding.severity) == ("item_state", "error")
    assert finding.where == f"{tmp_path / 'items.jsonl'}:2, column state"
    assert finding.message == f"the state {state!r} is not known, so the item counts as one that can be rated"
    assert finding.fix == "write invalid_output, or leave it blank"


def test_known_states_raise_nothing(tmp_path):
    built = Built(tmp_path, head=HEAD)
    built.items(
        {"id": "a", "state": "invalid_output"},
        {"id": "b", "state": " "},
        {"id": "c", "state": None},
        {"id": "d", "state": " invalid_output "},
    )
    assert item_states(built.contents()) == []


def test_items_without_a_column_of_states_raise_nothing(built):
    built.items({"id": "a", "state": "odd"})
    assert item_states(built.contents()) == []
