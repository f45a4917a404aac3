"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: how long an example takes says more about the machine than about the code. Where tests run
# unattended they try the same examples each time.
settings.register_profile("here", deadline=None)
settings.register_profile("unattended", deadline=None, derandomize=True)
settings.load_profile("unattended" if os.environ.get("CI") else "here")

CHECKOUT = Path(__file__).resolve().parents[1]


def absent(what: str) -> None:
    """Skip with one line, or fail where ACCORD_REQUIRE=1 says that nothing may be absent."""
    if os.environ.get("ACCORD_REQUIRE") == "1":
        pytest.fail(f"{what} is absent and ACCORD_REQUIRE=1", pytrace=False)
    pytest.skip(f"{what} is absent")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of public data that is not part of the repository."""
    folder = Path(os.environ.get("ACCORD_SHARED", CHECKOUT.parent / "shared"))
    if not (folder / "DESIGN.md").is_file():
        pytest.skip(f"public data not found at {folder} (set ACCORD_SHARED)")
    return folder
