"""What one request came to: a completion, or a failure and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accord.llm.client.advice import place_of
from accord.llm.client.answer import NoCompletion, completion_of
from accord.llm.client.problem import Problem, problem_of
from accord.llm.client.transport import Answer, Broken
from accord.llm.client.verdict import Action, verdict_of
from accord.llm.completion import Completion


@dataclass(frozen=True, slots=True)
class Failure:
    """action: what follows; reason: its code; text: what happened, without secrets; problem: what the service says,
    None where it says nothing; connected: whether there was a connection.
    """

    action: Action
    reason: str
    text: str
    problem: Problem | None = None
    connected: bool = True


def outcome_of(
    got: Answer | Broken, hide: Callable[[str], str], format: str, tries: int, seconds: float
) -> Completion | Failure:
    """Read what came back. What a filter holds back is a completion without content, whatever its status."""
    if isinstance(got, Broken):
        action: Action = "stop" if got.reason == "bad_certificate" else "retry"
        return Failure(action, got.reason, hide(got.text), connected=got.connected)
    if 200 <= got.status < 300:
        try:
            return completion_of(got.body, hide, format, tries, seconds)
        except NoCompletion as why:
            problem, reason = why.problem, why.reason
        if reason != "server_error":
            return Failure("retry", reason, problem.text or "the answer is empty", problem)
    else:
        problem = problem_of(got.status, got.body, hide)
    verdict = verdict_of(problem)
    if verdict.action == "filtered":
        return Completion(
            None,
            refusal=problem.text or None,
            finish_reason=verdict.reason,
            format=format,
            tries=tries,
            seconds=seconds,
        )
    return Failure(verdict.action, verdict.reason, hide(_told(got, problem)), problem)


def _told(answer: Answer, problem: Problem) -> str:
    where = answer.headers.get("Location", "") if 300 <= answer.status < 400 else ""
    moved = f" (it redirects to {place_of(where)})" if where else ""
    words = problem.text or problem.code
    return f"status {answer.status}{moved}{': ' + words if words else ''}"
