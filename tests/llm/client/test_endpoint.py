import pytest

from accord.errors import UsageError
from accord.llm.client.endpoint import Endpoint, endpoint_of
from accord.llm.client.secret import Secret
from accord.spec.machine import Machine

JUDGE = Machine(name="judge a", role="judge")
KEY = "sk-canary-0123"


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("http://h:8000", "http://h:8000/v1/chat/completions"),
        ("http://h:8000/", "http://h:8000/v1/chat/completions"),
        ("http://h/v1", "http://h/v1/chat/completions"),
        ("http://h/v1//", "http://h/v1/chat/completions"),
        ("https://h/v1/chat/completions", "https://h/v1/chat/completions"),
        ("https://h/v1/chat/completions/", "https://h/v1/chat/completions"),
        ("https://h/any/chat/completions", "https://h/any/chat/completions"),
        ("https://h/api", "https://h/api/v1/chat/completions"),
        ("https://h/v1beta/openai/", "https://h/v1beta/openai/chat/completions"),
        (
            "https://h/openai/deployments/d?api-version=1",
            "https://h/openai/deployments/d/chat/completions?api-version=1",
        ),
        ("http://[::1]:8000", "http://[::1]:8000/v1/chat/completions"),
        (" http://h/v1#part ", "http://h/v1/chat/completions"),
    ],
)
def test_addresses(base: str, url: str) -> None:
    endpoint = endpoint_of(JUDGE, {"JUDGE_A_BASE_URL": base})
    assert endpoint.url == endpoint.address == url
    assert endpoint.key is None and endpoint.key_name is None and endpoint.authorization == {}


@pytest.mark.parametrize(
    "base", ["ftp://h", "h:8000", "http://", "http:///v1", "http://h:99999", "http://a b", "http://[x"]
)
def test_bad_addresses_are_refused_by_the_name_of_the_variable(base: str) -> None:
    with pytest.raises(UsageError, match="JUDGE_A_BASE_URL: must be an address") as caught:
        endpoint_of(JUDGE, {"JUDGE_A_BASE_URL": base.replace("//", f"//u:{KEY}@", 1)})
    assert KEY not in str(caught.value)


def test_where_it_is_asked_without_a_variable_of_its_own() -> None:
    common = {"OPENAI_BASE_URL": "http://common", "OPENAI_API_KEY": KEY}
    assert endpoint_of(JUDGE, common).url == "http://common/v1/chat/completions"
    assert endpoint_of(JUDGE, {**common, "JUDGE_A_BASE_URL": " "}).url == "http://common/v1/chat/completions"
    for name in ("OPENAI_API_KEY", "JUDGE_A_API_KEY"):
        endpoint = endpoint_of(JUDGE, {name: KEY})
        assert (endpoint.url, endpoint.key_name) == ("https://api.openai.com/v1/chat/completions", name)


def test_nothing_set_names_what_to_set() -> None:
    with pytest.raises(UsageError) as caught:
        endpoint_of(JUDGE, {"JUDGE_A_API_KEY": "", "OPENAI_API_KEY": ""})
    for name in ("JUDGE_A_BASE_URL", "OPENAI_BASE_URL", "JUDGE_A_API_KEY", "OPENAI_API_KEY"):
        assert name in str(caught.value)


def test_models() -> None:
    where = {"JUDGE_A_BASE_URL": "http://h"}
    named = Machine(name="judge a", role="judge", model="m-1")
    assert endpoint_of(JUDGE, where).model == "judge a"
    assert endpoint_of(named, where).model == "m-1"
    assert endpoint_of(named, {**where, "JUDGE_A_MODEL": "m-2"}).model == "m-2"
    assert endpoint_of(named, {**where, "JUDGE_A_MODEL": ""}).model == "m-1"


@pytest.mark.parametrize(
    ("environment", "sent"),
    [
        ({"OPENAI_API_KEY": KEY}, True),
        ({"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://h"}, True),
        ({"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://h", "JUDGE_A_BASE_URL": "http://h:80/a"}, True),
        ({"OPENAI_API_KEY": KEY, "JUDGE_A_BASE_URL": "https://api.openai.com/v1"}, True),
        ({"OPENAI_API_KEY": KEY, "JUDGE_A_BASE_URL": "http://h"}, False),
        ({"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://h", "JUDGE_A_BASE_URL": "http://h:81"}, False),
        ({"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "https://h", "JUDGE_A_BASE_URL": "http://h:443"}, False),
        (
            {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://h", "JUDGE_A_BASE_URL": "https://api.openai.com/v1"},
            False,
        ),
        ({"OPENAI_API_KEY": KEY, "JUDGE_A_API_KEY": ""}, False),
        ({"OPENAI_API_KEY": "sk-other-0123", "JUDGE_A_API_KEY": KEY, "JUDGE_A_BASE_URL": "http://h"}, True),
    ],
)
def test_a_key_goes_to_its_own_service_only(environment: dict[str, str], sent: bool) -> None:
    endpoint = endpoint_of(JUDGE, environment)
    assert endpoint.authorization == ({"Authorization": f"Bearer {KEY}"} if sent else {})
    assert (endpoint.key_name is not None) == sent


@pytest.mark.parametrize("key", [f"{KEY}\n", f" {KEY}", f"{KEY}\r\nX: y", f"{KEY}é", f"{KEY}\u200b"])
def test_a_key_that_no_header_can_hold_is_refused_unseen(key: str) -> None:
    with pytest.raises(UsageError, match="JUDGE_A_API_KEY: a key has no white space") as caught:
        endpoint_of(JUDGE, {"JUDGE_A_BASE_URL": "http://h", "JUDGE_A_API_KEY": key})
    assert KEY not in str(caught.value)


def test_a_password_in_the_address_is_sent_and_never_shown() -> None:
    endpoint = endpoint_of(
        JUDGE, {"JUDGE_A_BASE_URL": "https://me:c%40nary-0123@h:1/v1?token=canary-4567&api-version=2"}
    )
    assert endpoint.address == "https://h:1/v1/chat/completions?token=canary-4567&api-version=2"
    assert endpoint.shown == "https://h:1/v1/chat/completions"
    assert endpoint.authorization == {"Authorization": "Basic bWU6Y0BuYXJ5LTAxMjM="}
    assert "nary" not in repr(endpoint)
    hidden = endpoint.hide_in("c@nary-0123 c%40nary-0123 canary-4567 Basic bWU6Y0BuYXJ5LTAxMjM= api-version=2")
    assert hidden == "[key] [key] [key] Basic [key]= api-version=2"


def test_a_password_and_a_key_cannot_both_be_sent() -> None:
    with pytest.raises(
        UsageError, match="JUDGE_A_BASE_URL holds a user or password and JUDGE_A_API_KEY a key"
    ) as caught:
        endpoint_of(JUDGE, {"JUDGE_A_BASE_URL": "http://u:canary@h", "JUDGE_A_API_KEY": KEY})
    assert "canary" not in str(caught.value)


def test_azure_wants_its_key_in_another_header() -> None:
    endpoint = Endpoint("https://x.openai.azure.com/openai/v1/chat/completions", "m", Secret(KEY), "K")
    assert endpoint.authorization == {"api-key": KEY}


def test_it_hides_its_key() -> None:
    endpoint = Endpoint("http://h/v1/chat/completions", "m", Secret(KEY), "K")
    assert endpoint.hide_in(f"a {KEY} b") == "a [key] b"
    assert KEY not in repr(endpoint)
