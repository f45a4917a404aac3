"""The package of examples exports its two data sets and says that they are not real."""

from __future__ import annotations

import accord.examples


def test_every_exported_name_exists() -> None:
    assert sorted(accord.examples.__all__) == [
        "DOMAINS",
        "NONE",
        "PUBLISHED",
        "Scenes",
        "museum_table",
        "simulate_scenes",
    ]
    for name in accord.examples.__all__:
        assert hasattr(accord.examples, name)
