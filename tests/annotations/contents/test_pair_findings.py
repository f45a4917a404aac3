"""How two raters are named."""

from __future__ import annotations

import pytest
from built_folder import Built

from accord.annotations.contents.pair_findings import more_pairs, pair_logs, pair_names


def test_names_and_logs_of_two(tmp_path):
    built = Built(tmp_path)
    built.items("a")
    for rater, role in (("bob", "human"), ("ann", "human"), ("m", "model")):
        built.say(rater, "a", {"q": "1"}, role=role)
    contents = built.contents()
    pair = contents.raters.index(("human", "bob")), contents.raters.index(("model", "m"))
    assert pair_names(contents, pair) == "human bob and model m"
    assert pair_logs(contents, pair) == f"{built.log('bob')} and {built.log('m', 'model')}"


@pytest.mark.parametrize(("count", "said"), [(1, "1 more pair"), (1200, "1,200 more pairs")])
def test_the_rest_is_counted(count, said):
    assert more_pairs(count) == f"and {said} of raters like these"
