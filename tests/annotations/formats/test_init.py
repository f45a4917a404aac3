"""The table of formats."""

from __future__ import annotations

import pytest

from accord.annotations.exchange.format import Format
from accord.annotations.formats import FORMATS
from accord.annotations.tables.write import WRITERS


def test_every_format_is_known_by_its_name():
    assert {"long", "wide"} <= set(FORMATS)
    assert {type(kind) for kind in FORMATS.values()} <= set(Format.__subclasses__())


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_says_what_it_is(name):
    kind = FORMATS[name]
    assert kind.name == name
    assert type(kind).__doc__
    assert set(kind.suffixes) <= set(WRITERS)
