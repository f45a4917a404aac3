import pytest

from accord.llm.prompts.prompt import Prompt
from accord.llm.replies.read import Read
from accord.llm.seat import Question, is_asked_again
from accord.llm.units import Unit

ONE = {"state": "answered", "value": "1"}


def question(most: int | None = 10, seed: int | None = 4) -> Question:
    return Question(Unit("x"), Prompt([], (), {}, "", 0), 0, most, seed)


@pytest.mark.parametrize("reason", ["truncated", "truncated_in_reasoning"])
def test_what_was_cut_off_gets_twice_the_room(reason: str) -> None:
    again = question().again(Read("invalid", reason, None, {}, ()))
    assert (again.attempt, again.most, again.seed) == (1, 20, 5)
    assert question(most=None).again(Read("invalid", reason, None, {}, ())).most is None


def test_other_replies_get_another_seed_only() -> None:
    again = question().again(Read("invalid", "unreadable", None, {}, ()))
    assert (again.attempt, again.most, again.seed) == (1, 10, 5)
    assert question(seed=None).again(Read("invalid", "unreadable", None, {}, ())).seed is None


@pytest.mark.parametrize(
    ("read", "again"),
    [
        (Read("invalid", "truncated", None, {}, ()), True),
        (Read("invalid", "content_filter", None, {}, ()), False),
        (Read("invalid", "refused", None, {}, ()), False),
        (Read("answered", None, None, {"a": ONE}, ()), False),
        (Read("answered", None, None, {"a": ONE, "comment": {"state": "missing"}}, ()), False),
        (Read("answered", None, None, {"a": ONE, "b": {"state": "missing"}}, ()), True),
        (Read("answered", None, None, {"a": ONE, "b": {"state": "off_label", "raw": "x"}}, ()), False),
    ],
)
def test_what_is_asked_again(read: Read, again: bool) -> None:
    assert is_asked_again(read, {"comment"}) is again
