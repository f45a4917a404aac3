from accord.llm.client.errors import RequestFailed, RunStopped


def test_they_say_what_happened() -> None:
    failed, stopped = RequestFailed("timeout", 3, "no answer"), RunStopped("bad_key", "status 401")
    assert (failed.reason, failed.tries, failed.detail) == ("timeout", 3, "no answer")
    assert (stopped.reason, stopped.detail) == ("bad_key", "status 401")
    assert [str(failed), str(stopped)] == ["timeout: no answer", "bad_key: status 401"]
