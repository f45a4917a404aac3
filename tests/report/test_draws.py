import pytest

from accord.agreement.settings import Settings
from accord.report.draws import Draws


@pytest.mark.parametrize(
    ("design", "drawn"),
    [
        ({}, "items"),
        ({"cluster": "object"}, "clusters (object)"),
        ({"strata": "region"}, "items, within strata (region)"),
        ({"cluster": "object", "strata": "region"}, "clusters (object), within strata (region)"),
    ],
)
def test_what_is_random(design, drawn) -> None:
    assert Draws.of(Settings(), design).drawn == drawn


def test_how_it_was_drawn() -> None:
    draws = Draws.of(Settings(replicates=5000, seed=7, interval="bca", resample="index"), {})
    assert (draws.how, draws.kind) == ("5,000 bootstrap replicates (index, seed 7)", "BCa")
