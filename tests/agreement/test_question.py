"""What is asked of ratings."""

from __future__ import annotations

import dataclasses

import pytest

from accord.agreement.question import Question
from accord.agreement.settings import Settings


def test_nothing_in_particular_is_the_defaults_of_every_field() -> None:
    question = Question()
    assert (question.measures, question.ious, question.memberships, question.differences) == ((), (), (), ())
    assert (question.pairs, question.between, question.leave_one_out) == (False, None, False)
    assert question.settings == Settings()


def test_a_question_does_not_change_while_it_is_answered() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Question().pairs = True  # type: ignore[misc]
