import pytest

from accord.llm.client.dialect import PLAIN, refused_part
from accord.llm.client.problem import Problem

SENT = frozenset({"model", "messages", "temperature", "top_p", "seed", "max_tokens", "response_format", "json_schema"})


@pytest.mark.parametrize(
    ("left_out", "wanted", "format"),
    [
        ((), "json_schema", "json_schema"),
        (("json_schema",), "json_schema", "json_object_of_schema"),
        (("json_schema", "json_object_of_schema"), "json_schema", "json_object"),
        (("json_schema", "json_object_of_schema", "json_object"), "json_schema", "text"),
        (("json_object",), "json_schema", "json_schema"),
        (("json_object",), "json_object", "text"),
        (("json_schema",), "json_object", "json_object"),
        (("json_schema", "json_object"), "text", "text"),
        (("json_schema", "json_object"), "csv", "csv"),
    ],
)
def test_formats_fall_back_in_order(left_out: tuple[str, ...], wanted: str, format: str) -> None:
    dialect = PLAIN
    for part in left_out:
        dialect = dialect.without(part)
    assert dialect.format(wanted) == format


@pytest.mark.parametrize(
    ("code", "parameter", "text", "part"),
    [
        ("unsupported_parameter", "max_tokens", "'max_tokens' is not supported", "max_tokens"),
        ("unsupported_value", "temperature", "'temperature' does not support 0 with this model.", "temperature"),
        ("", "body.seed", "body.seed: Extra inputs are not permitted (extra_forbidden)", "seed"),
        ("", "", "property 'seed' is unsupported", "seed"),
        ("", "", 'Invalid JSON payload received. Unknown name "seed": Cannot find field.', "seed"),
        ("", "", "`temperature` and `top_p` cannot both be specified for this model.", "top_p"),
        ("", "", "Unrecognized request argument supplied: top_p", "top_p"),
        ("", "response_format", "'response_format' of type 'json_schema' is not supported", "json_schema"),
        ("", "", "response_format.type must be one of text, json_object", "json_schema"),
        ("", "", "failed to parse grammar", "json_schema"),
        ("", "", "guided decoding is not available", "json_schema"),
        # What the endpoint knows well and only does not like.
        ("", "max_tokens", "max_tokens is too large: 100000", None),
        ("", "", "'max_tokens' or 'max_completion_tokens' is too large: 1024", None),
        ("", "", "temperature must be at most 1", None),
        ("", "", "the image could not be read", None),
        ("unsupported_parameter", "reasoning_effort", "'reasoning_effort' is not supported; see temperature", None),
        ("", "", "unknown field my_seed_x", None),
    ],
)  # fmt: skip
def test_what_services_say(code: str, parameter: str, text: str, part: str | None) -> None:
    assert refused_part(Problem(400, code, parameter, text), SENT) == part


def test_only_what_was_sent_can_be_left_out() -> None:
    seed = Problem(400, parameter="seed", text="seed is not supported")
    format = Problem(400, parameter="response_format", text="unknown")
    assert refused_part(seed, SENT - {"seed"}) is None
    assert refused_part(format, SENT - {"json_schema"} | {"json_object"}) == "json_object"
    assert refused_part(format, SENT - {"json_schema"} | {"text"}) is None
