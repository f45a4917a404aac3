import pytest

from accord.llm.client.advice import advice_on, one_line, place_of
from accord.llm.client.endpoint import Endpoint
from accord.llm.client.secret import Secret
from accord.spec.machine import Machine

MACHINE = Machine(name="judge a", role="judge")
WITH_KEY = Endpoint("https://u:p@h/v1/chat/completions?key=q", "m-1", Secret("sk-canary"), "OPENAI_API_KEY")


@pytest.mark.parametrize(
    ("reason", "named"),
    [
        ("bad_key", "OPENAI_API_KEY"),
        ("unknown_model", "'m-1'; set JUDGE_A_MODEL"),
        ("not_found", "OPENAI_BASE_URL"),
        ("no_credit", "no credit"),
        ("bad_certificate", "https://h/v1/chat/completions"),
    ],
)
def test_it_names_what_to_look_at(reason: str, named: str) -> None:
    advice = advice_on(reason, WITH_KEY, MACHINE)
    assert named in advice and "https://h/v1/chat/completions" in advice
    assert "key=q" not in advice and "u:p" not in advice


def test_without_a_key_it_says_which_to_set() -> None:
    advice = advice_on("bad_key", Endpoint("http://h/x", "m", None, None), MACHINE)
    assert advice == "no key was sent to http://h/x; set JUDGE_A_API_KEY"


def test_the_place_of_a_redirect_is_shown_without_secrets() -> None:
    assert place_of("https://u:p@other/x?token=t#f") == "https://other/x"
    assert place_of("/v2/x?token=t") == "/v2/x"
    assert place_of("http://[bad") == "another address"


def test_one_line_is_bounded_and_obeys_nothing() -> None:
    assert one_line(" a\r\n\tb\x1b[31m ") == "a b\\x1b[31m"
    assert one_line("x" * 501) == "x" * 497 + "..."
    assert len(one_line("\x1b" * 400)) == 500
