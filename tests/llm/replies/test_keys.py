from __future__ import annotations

from accord.llm.replies.decode import decoded
from accord.llm.replies.keys import Keys, same

KEYS = Keys(["title", "Overall Impression", "a_b", "ab"])


def test_find():
    assert [KEYS.find(key) for key in ("title", "TITLE ", "overall_impression", "overall-impression", "ti tle")] == [
        "title",
        "title",
        "Overall Impression",
        "Overall Impression",
        "title",
    ]
    # Two fields have this form, so only the letter counts.
    assert [KEYS.find(key) for key in ("a_b", "ab", "AB", "a b", "other", "")] == ["a_b", "ab", None, None, None, None]


def test_values_in_the_order_of_the_fields():
    keyed = KEYS.keyed({"why": 1, "overall impression": 2, "title": 3})
    assert list(keyed.values.items()) == [("title", 3), ("Overall Impression", 2)]
    assert (keyed.codes, keyed.doubled) == (("key_case", "unknown_key"), ())


def test_two_keys_for_one_field():
    assert KEYS.keyed({"title": 1, "Title": 1}).doubled == ()
    assert KEYS.keyed({"title": 1, "Title": 1}).codes == ("duplicate_key", "key_case")
    assert KEYS.keyed({"title": 1, "Title": True}).doubled == ("title",)
    assert KEYS.keyed(decoded('{"title": 1, "title": 2, "x": 1, "x": 2}', 0)[0]).doubled == ("title",)
    assert KEYS.keyed(decoded('{"title": 1, "title": 1}', 0)[0]).codes == ("duplicate_key",)


def test_same():
    assert same(1, 1.0)
    assert not same(1, True)
    assert not same(1, "1")
