from __future__ import annotations

import pytest

from accord.llm.replies.reasoning import without_reasoning
from accord.llm.replies.unreadable import Unreadable


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("<think>a</think>b", "b"),
        ("a</think>b", "b"),
        ("a<think>b</think>c<THINKING>d</THINKING>e", "ace"),
        # A tag inside a block is a word of it; what follows the last closing tag is the answer.
        ("<think>a <think> b</think> c</think>d", "d"),
        ("[THINK]a[/THINK]b", "b"),
        ("◁think▷a◁/think▷b", "b"),
        ("< Reasoning >a< / reasoning >b", "b"),
    ],
)
def test_blocks_are_left_out(text, rest):
    assert without_reasoning(text) == (rest, True)


@pytest.mark.parametrize("text", ["a", "", "<thinker>a</thinker>", "1 < 2 and think > 3"])
def test_other_text_is_kept(text):
    assert without_reasoning(text) == (text, False)


@pytest.mark.parametrize("text", ["<think>a", "a</think>b<think>c", "<think></think><reasoning>"])
def test_a_block_must_be_closed(text):
    with pytest.raises(Unreadable, match="unclosed_reasoning"):
        without_reasoning(text)
