from accord.llm.client.dialect import PLAIN
from accord.llm.client.lane import Lane

SENT = frozenset({"temperature", "seed", "max_tokens", "json_schema"})


def test_a_pause_is_never_shortened() -> None:
    lane = Lane()
    lane.pause(5)
    lane.pause(3)
    assert (lane.resume_at, lane.pauses) == (5, 1)
    lane.pause(8)
    assert (lane.resume_at, lane.pauses) == (8, 2)


def test_a_model_has_one_track() -> None:
    lane = Lane()
    assert lane.track("a") is lane.track("a") is not lane.track("b")


def test_what_was_refused_is_remembered_once_the_request_worked() -> None:
    track = Lane().track("m")
    for _ in range(2):
        track.learn(PLAIN.without("json_schema").without("seed"), frozenset({"temperature", "json_object"}))
    assert track.dialect.left_out == {"json_schema", "seed"}
    assert sorted(track.notes) == [
        "replies are not asked for as json_schema: the endpoint does not know it",
        "seed is not sent: the endpoint refuses it",
    ]


def test_what_has_worked_is_not_unlearnt_for_one_odd_request() -> None:
    track = Lane().track("m")
    track.learn(PLAIN, SENT)
    track.learn(PLAIN.without("json_schema").without("top_p"), frozenset({"temperature", "json_object"}))
    assert track.dialect.left_out == {"top_p"}


def test_a_renamed_key_is_noted() -> None:
    track = Lane().track("m")
    track.learn(PLAIN.without("max_tokens"), frozenset())
    assert track.notes == ["max_tokens is sent as max_completion_tokens: the endpoint asks for that"]
