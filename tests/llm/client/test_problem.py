import json
from typing import Any

import pytest

from accord.llm.client.problem import LONGEST, Problem, problem_in, problem_of


def of(status: int, document: Any) -> Problem:
    return problem_of(status, json.dumps(document).encode())


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ({"error": {"message": "no", "type": "T", "code": None, "param": None}}, Problem(400, "t", "", "no")),
        ({"error": "no"}, Problem(400, "", "", "no")),
        ({"message": "no", "code": "c"}, Problem(400, "c", "", "no")),
        ({"detail": "no"}, Problem(400, "", "", "no")),
        (
            [{"error": {"code": 400, "message": "no", "status": "INVALID_ARGUMENT"}}],
            Problem(400, "invalid_argument", "", "no"),
        ),
        (
            {"error": {"code": "content_filter", "innererror": {"code": "ResponsibleAIPolicyViolation"}}},
            Problem(400, "content_filter responsibleaipolicyviolation"),
        ),
        (
            {"error": {"message": "Provider error", "code": 400, "metadata": {"raw": "seed unsupported"}}},
            Problem(400, text="Provider error; seed unsupported"),
        ),
        (
            {"error": {"message": "flagged", "metadata": {"reasons": ["x"], "flagged_input": "text"}}},
            Problem(400, text="flagged", flagged=True),
        ),
        ({}, Problem(400)),
        ({"error": {}}, Problem(400)),
        ({"error": {"code": {"a": 1}, "message": ["x"], "param": 3, "innererror": 1, "metadata": "m"}}, Problem(400)),
        ("no", Problem(400, text="no")),
        ([], Problem(400, text="[]")),
        (None, Problem(400, text="None")),
    ],
)
def test_shapes(document: Any, problem: Problem) -> None:
    assert of(400, document) == problem


def test_pydantics_errors_name_their_place_and_not_the_request() -> None:
    loc = ["body", "response_format", "type"]
    one = {"detail": [{"type": "extra_forbidden", "loc": loc, "msg": "Extra inputs", "input": {"messages": "canary"}}]}
    assert of(422, one) == Problem(
        422, "", "body.response_format", "body.response_format.type: Extra inputs (extra_forbidden)"
    )
    two = {"detail": [{"type": "t", "loc": ["body", "a"], "msg": "m"}, {"loc": ["body", "b"], "msg": "n"}, "odd"]}
    assert of(422, two).parameter == ""
    assert "body.a: m (t); body.b: n" in of(422, two).text


def test_what_is_no_json_is_its_own_text() -> None:
    assert problem_of(502, b"<html>\xff") == Problem(502, text="<html>\ufffd")
    assert problem_of(502, b"") == Problem(502)


def test_a_status_in_the_body_holds_where_http_says_that_all_is_well() -> None:
    document = {"error": {"message": "no", "code": 429}}
    assert problem_in(200, document).status == 429
    assert problem_in(503, document).status == 503
    for code in (True, 200, 1113, "429"):
        assert problem_in(200, {"error": {"code": code}}).status == 200


def test_secrets_are_hidden_before_texts_are_cut() -> None:
    def hide(text: str) -> str:
        return text.replace("canary", "[key]")

    long = " " * (LONGEST - 3) + "canary"
    for body in (json.dumps({"error": {"message": long}}).encode(), json.dumps(long).encode(), long.encode()):
        text = problem_of(400, body, hide).text
        assert len(text) == LONGEST and text.endswith("[ke")
    coded = problem_of(400, b'{"error": {"code": "canary", "param": "canary"}}', hide)
    assert (coded.code, coded.parameter) == ("[key]", "[key]")
