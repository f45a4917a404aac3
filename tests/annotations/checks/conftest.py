"""A folder to build up, for the tests of checks."""

from __future__ import annotations

import pytest
from built_folder import Built


@pytest.fixture
def built(tmp_path):
    return Built(tmp_path)
