import asyncio
import json
import time

import pytest
from asked_folders import good, judged, lines
from chat_server import Answer

from accord.annotations.log.lock import writer_lock
from accord.errors import UsageError
from accord.verbs.ask import ask, run_apart
from accord.verbs.ask_wish import Wish
from accord.verbs.opened import opened


def test_raters_of_one_endpoint_share_its_bound(make_folder, chat_server) -> None:
    folder = judged(make_folder, 20, *(f"name: {name}, role: judge, concurrency: 4" for name in "abc"))
    arrivals = []

    def reply(call):
        arrivals.append(time.monotonic())
        return Answer(body=good(call), delay=0.05)

    server = chat_server(reply)
    asked = ask(opened(folder), Wish("judge"), {"OPENAI_BASE_URL": server.url})
    assert (asked.outstanding, asked.failed, asked.stopped) == (0, False, False)
    assert asked.record["concurrency"] == 4
    assert len(lines(folder)) == 60
    # An answer takes 50 ms: five that arrive within less were under way at once.
    assert all(later - first >= 0.04 for first, later in zip(arrivals, arrivals[4:], strict=False))


def test_raters_of_two_endpoints_have_a_bound_each(make_folder, chat_server) -> None:
    folder = judged(make_folder, 2, "name: a, role: judge, concurrency: 4", "name: b, role: judge, concurrency: 3")
    urls = {f"{name}_BASE_URL": chat_server(good).url for name in "AB"}
    assert ask(opened(folder), Wish("judge"), urls).record["concurrency"] == 7


def test_it_holds_the_lock_of_the_folder(make_folder, chat_server) -> None:
    folder = judged(make_folder, 1)
    server = chat_server(good)
    with writer_lock(folder), pytest.raises(UsageError, match="another accord"):
        ask(opened(folder), Wish("judge"), {"J_BASE_URL": server.url})
    assert server.calls == []
    assert not (folder / "runs").exists()


def test_it_tells_how_far_it_is(make_folder, chat_server) -> None:
    folder = judged(make_folder, 3)
    told = []
    ask(
        opened(folder),
        Wish("judge"),
        {"J_BASE_URL": chat_server(good).url},
        lambda seats, seconds: told.append((seats[0].done, len(seats[0].units))),
    )
    assert told[0] == (0, 3)
    assert told[-1] == (3, 3)


def test_a_run_that_fails_leaves_a_record(make_folder, chat_server, monkeypatch) -> None:
    folder = judged(make_folder, 1)

    def full(self, line: str) -> None:
        raise OSError(28, "No space left on device", str(self.path))

    monkeypatch.setattr("accord.annotations.log.writer.LogWriter.append", full)
    with pytest.raises(OSError, match="No space"):
        ask(opened(folder), Wish("judge"), {"J_BASE_URL": chat_server(good).url})
    (path,) = (folder / "runs").iterdir()
    record = json.loads(path.read_text(encoding="utf-8"))
    assert (record["status"], record["raters"][0]["units"]["outstanding"]) == ("failed", 1)


def test_it_works_where_a_loop_is_running(make_folder, chat_server) -> None:
    folder = judged(make_folder, 2)
    url = chat_server(good).url

    async def notebook() -> int:
        return ask(opened(folder), Wish("judge"), {"J_BASE_URL": url}).outstanding

    assert asyncio.run(notebook()) == 0
    assert len(lines(folder)) == 2


def test_what_is_run_apart_raises_here() -> None:
    async def fail() -> None:
        raise UsageError("no")

    async def within() -> None:
        run_apart(fail())

    with pytest.raises(UsageError):
        run_apart(fail())
    with pytest.raises(UsageError):
        asyncio.run(within())


def test_raters_with_nothing_to_ask_need_no_endpoint(make_folder, chat_server) -> None:
    folder = judged(make_folder, 2)
    assert ask(opened(folder), Wish("judge"), {"J_BASE_URL": chat_server(good).url}).outstanding == 0
    done = ask(opened(folder), Wish("judge"), {})
    assert (done.path, done.failed) == (None, False)
    assert len(list((folder / "runs").iterdir())) == 1


def test_all_endpoints_that_are_not_known_are_told(make_folder) -> None:
    folder = judged(make_folder, 1, *(f"name: {name}, role: judge" for name in "abc"))
    with pytest.raises(UsageError) as caught:
        ask(opened(folder), Wish("judge"), {"B_BASE_URL": "http://127.0.0.1:9"})
    assert "A_BASE_URL" in str(caught.value)
    assert "C_BASE_URL" in str(caught.value)
    assert not (folder / "runs").exists()
