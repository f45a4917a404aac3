import datetime as dt

import pytest

from accord.annotations.tables.xlsx.cells import cell_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, None),
        ("", None),
        (" ", " "),
        ("01", "01"),
        (1, "1"),
        (0, "0"),
        (1.0, "1"),
        (-2.0, "-2"),
        (0.1, "0.1"),
        (1e-12, "1e-12"),
        (1e20, "1e+20"),
        (True, "true"),
        (False, "false"),
        (dt.datetime(2026, 12, 10), "2026-12-10"),
        (dt.datetime(2026, 12, 10, 1, 2), "2026-12-10T01:02:00"),
        (dt.time(10, 12), "10:12:00"),
        (dt.timedelta(hours=27), "P1DT3H"),
        ("#N/A", "#N/A"),
    ],
)
def test_every_kind_of_value_has_its_text(value, text):
    assert cell_text(value) == text
