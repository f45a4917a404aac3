import base64
import html
import json
import re
from urllib.parse import quote, quote_plus

import pytest

from accord.llm.client.secret import Secret

KEY = "sk-canary/0123+456 789\"<é>'"


def test_it_does_not_show_itself() -> None:
    key = Secret(KEY)
    assert key.reveal() == KEY
    for shown in (repr(key), str(key), f"{key}", f"{key!r:>20}", repr([key]), repr({"key": key})):
        assert "canary" not in shown


@pytest.mark.parametrize(
    "spelling",
    [
        KEY,
        quote(KEY),
        quote(KEY, safe=""),
        re.sub("%..", lambda escape: escape[0].lower(), quote(KEY, safe="")),
        quote_plus(KEY),
        json.dumps(KEY),
        json.dumps(KEY, ensure_ascii=False),
        json.dumps(KEY).replace("/", "\\/"),
        html.escape(KEY),
        repr(KEY),
        base64.b64encode(KEY.encode()).decode(),
        base64.urlsafe_b64encode(KEY.encode()).decode(),
        base64.b64encode(f":{KEY}".encode()).decode(),
        base64.b64encode(f"Bearer {KEY}".encode()).decode(),
    ],
)
def test_every_spelling_is_hidden(spelling: str) -> None:
    hidden = Secret(KEY).hide_in(f"<{spelling}> and again {spelling}.")
    assert "canary" not in hidden and spelling not in hidden
    assert hidden.startswith("<") and hidden.count("[key]") == 2


def test_other_text_stays() -> None:
    assert Secret(KEY).hide_in("sk-other and \n text") == "sk-other and \n text"


def test_a_placeholder_is_hidden_only_as_a_token() -> None:
    key = Secret("EMPTY")
    assert key.hide_in("the list is EMPTY") == "the list is EMPTY"
    assert key.hide_in("sent: 'Bearer EMPTY'") == "sent: '[key]'"


def test_equal_secrets_are_equal() -> None:
    assert Secret("a") == Secret("a") != Secret("b")
    assert Secret("a") != "a"
    assert len({Secret("a"), Secret("a")}) == 1
