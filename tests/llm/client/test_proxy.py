import pytest

from accord.errors import UsageError
from accord.llm.client.proxy import proxy_for


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http", "https", "all", "no"):
        monkeypatch.delenv(f"{name}_proxy", raising=False)
        monkeypatch.delenv(f"{name.upper()}_PROXY", raising=False)


def test_none_without_a_variable() -> None:
    assert proxy_for("https://h/v1") is None


def test_the_one_for_the_scheme_or_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://safe:1")
    monkeypatch.setenv("ALL_PROXY", "any:2")
    assert proxy_for("https://h/v1") == "http://safe:1"
    assert proxy_for("http://h/v1") == "http://any:2"


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "127.9.9.9", "a.localhost", "in.lab"]
)
def test_this_machine_and_excepted_hosts_are_asked_directly(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("http_proxy", "http://p:1")
    monkeypatch.setenv("no_proxy", "in.lab")
    assert proxy_for(f"http://{host}/v1") is None
    assert proxy_for("http://out.lab/v1") == "http://p:1"


def test_other_proxies_are_refused_without_their_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://u:canary@p:1")
    with pytest.raises(UsageError, match="all_proxy: only http:// and https:// proxies") as caught:
        proxy_for("http://h/v1")
    assert "canary" not in str(caught.value)
