import dataclasses

import pytest

from accord.llm.completion import Completion


def test_what_is_not_known_is_none_and_no_zero() -> None:
    completion = Completion("x")
    assert [completion.input_tokens, completion.output_tokens, completion.model, completion.finish_reason] == [None] * 4


def test_it_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Completion("x").content = "y"  # type: ignore[misc]
