from datetime import UTC, datetime

import pytest

from accord.llm.client.retry_after import wait_of

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "2"}, 2),
        ({"Retry-After": "0.5"}, 0.5),
        ({"retry-after": " 3. "}, 3),
        ({"RETRY-AFTER": "Sun, 01 Mar 2026 12:00:05 GMT"}, 5),
        ({"Retry-After": "Sun, 01 Mar 2026 13:00:05 +0100"}, 5),
        ({"Retry-After": "Sunday, 01-Mar-26 12:00:05 GMT"}, 5),
        ({"Retry-After": "Sun Mar  1 12:00:05 2026"}, 5),
        ({"Retry-After": "Sun, 01 Mar 2026 11:59:00 GMT"}, 0),
        ({"Retry-After-Ms": "1500"}, 1.5),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
        ({"retry-after-ms": "soon", "retry-after": "2"}, 2),
        ({"Retry-After": "86400"}, 86400),
        ({}, None),
        ({"Retry-After": ""}, None),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-1"}, None),
        ({"Retry-After": "NaN"}, None),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": "1e3"}, None),
        ({"Retry-After": "1_0"}, None),
        ({"Retry-After": "²"}, None),
        ({"Retry-After": "9" * 400}, None),
        ({"Retry-After": "Sun, 99 Mar 2026 12:00:05 GMT"}, None),
        ({"Retry-After": "Sun, 01 Mar 99999 12:00:05 GMT"}, None),
        ({"Retry-After": "Sun, " * 10_000}, None),
    ],
)
def test_all_forms(headers: dict[str, str], seconds: float | None) -> None:
    assert wait_of(headers, NOW) == seconds
