"""Roles of raters: stored in submissions and files, so their names must not change."""

from __future__ import annotations

from typing import get_args

from accord.spec.roles import ROLES, Role


def test_names_and_their_order_are_fixed() -> None:
    assert ROLES == get_args(Role) == ("human", "judge", "model")
