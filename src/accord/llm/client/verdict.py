"""What follows from an error: another try, none, or the end of the run for this rater."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from accord.llm.client.problem import Problem

Action = Literal["retry", "give_up", "stop", "filtered"]

FILTER = re.compile(r"content_filter|content_policy|responsibleaipolicy|data_inspection_failed|invalid_prompt")
NO_CREDIT = re.compile(r"insufficient_quota|insufficient_balance|insufficient_credits|billing_|credit_balance")
NO_CREDIT_TEXT = re.compile(r"credit balance is too low|insufficient (balance|credit)", re.IGNORECASE)
NO_MODEL = re.compile(r"model_not_found|model_not_exist|unknown_model|invalid_model|model_not_available")
MODEL_TEXT = re.compile(r"\bmodel\b.*\bnot (exist|found)|(unknown|no such) model", re.IGNORECASE)
TOO_LONG = re.compile(
    r"context_length|context (length|window|size)|maximum context|too (large|long)|exceeds? .{0,40}tokens",
    re.IGNORECASE,
)
LONGEST_STOP = 300
"""A longer text may be an echo of the prompt, which must not end a run whatever it says."""
RETRIED = {408: "timeout", 409: "server_error", 425: "server_error", 429: "rate_limited"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """action: what to do; reason: its code."""

    action: Action
    reason: str


def verdict_of(problem: Problem) -> Verdict:
    """What to do about an error by its status and what it says.

    429, 408, 409, 425 and all of 500 to 599 may pass: they are tried again. What depends on the key, the model, the
    address or the credit stays so for every request: nothing more is sent. Any other refusal is about this request.
    An error in an answer of status 200 that states no status is tried again.

    >>> verdict_of(Problem(503)), verdict_of(Problem(429, "insufficient_quota"))
    (Verdict(action='retry', reason='server_error'), Verdict(action='stop', reason='no_credit'))
    """
    status = problem.status
    text = problem.text if len(problem.text) <= LONGEST_STOP else ""
    if FILTER.search(problem.code) or (problem.flagged and status == 403):
        return Verdict("filtered", "content_filter")
    if status == 402 or NO_CREDIT.search(problem.code) or (status < 500 and NO_CREDIT_TEXT.search(text)):
        return Verdict("stop", "no_credit")
    if status in (401, 403):
        return Verdict("stop", "bad_key")
    if status in RETRIED:
        return Verdict("retry", RETRIED[status])
    if status < 300 or status >= 500:
        return Verdict("retry", "server_error")
    if NO_MODEL.search(problem.code) or (status in (400, 404) and MODEL_TEXT.search(text)):
        return Verdict("stop", "unknown_model")
    if status in (404, 405, 410) or 300 <= status < 400:
        return Verdict("stop", "not_found")
    if status == 413 or TOO_LONG.search(f"{problem.code} {problem.text}"):
        return Verdict("give_up", "too_large")
    return Verdict("give_up", "bad_request")
