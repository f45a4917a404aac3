import pytest

from accord.llm.client.problem import Problem
from accord.llm.client.verdict import verdict_of


@pytest.mark.parametrize(
    ("status", "code", "text", "action", "reason"),
    [
        (429, "", "", "retry", "rate_limited"),
        (408, "", "", "retry", "timeout"),
        (409, "", "", "retry", "server_error"),
        (425, "", "", "retry", "server_error"),
        *[(status, "", "", "retry", "server_error") for status in (500, 501, 502, 503, 504, 529, 599, 200)],
        (400, "", "", "give_up", "bad_request"),
        (422, "", "", "give_up", "bad_request"),
        (418, "", "", "give_up", "bad_request"),
        (413, "", "", "give_up", "too_large"),
        (400, "context_length_exceeded", "", "give_up", "too_large"),
        (400, "", "This model's maximum context length is 4096 tokens", "give_up", "too_large"),
        (401, "invalid_api_key", "", "stop", "bad_key"),
        (403, "", "", "stop", "bad_key"),
        (404, "", "", "stop", "not_found"),
        (404, "", "404 page not found", "stop", "not_found"),
        (405, "", "", "stop", "not_found"),
        (308, "", "", "stop", "not_found"),
        (404, "model_not_found", "", "stop", "unknown_model"),
        (404, "", "The model `x` does not exist", "stop", "unknown_model"),
        (400, "invalid_request_error", "Model Not Exist", "stop", "unknown_model"),
        (402, "", "", "stop", "no_credit"),
        (429, "insufficient_quota", "", "stop", "no_credit"),
        (429, "", "You exceeded your current quota, please check your plan", "retry", "rate_limited"),
        (400, "", "Your credit balance is too low", "stop", "no_credit"),
        (400, "content_filter", "", "filtered", "content_filter"),
        (400, "content_policy_violation", "", "filtered", "content_filter"),
        (400, "data_inspection_failed", "", "filtered", "content_filter"),
    ],
)
def test_by_status_and_code(status: int, code: str, text: str, action: str, reason: str) -> None:
    verdict = verdict_of(Problem(status, code, text=text))
    assert (verdict.action, verdict.reason) == (action, reason)


def test_a_moderated_prompt_is_no_bad_key() -> None:
    assert verdict_of(Problem(403, flagged=True)).action == "filtered"


@pytest.mark.parametrize("text", ["unknown model", "insufficient credit"])
def test_an_echoed_prompt_cannot_end_the_run(text: str) -> None:
    assert verdict_of(Problem(400, text=text)).action == "stop"
    assert verdict_of(Problem(400, text=f"{text} {'prompt ' * 60}")).action == "give_up"
