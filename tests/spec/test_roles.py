"""Roles of raters: stored in submissions and files, so their names must not change."""

from __future__ import annotations

from typing import get_args

import pytest

from accord.errors import UsageError
from accord.spec.roles import ROLES, Role, roles_named


def test_names_and_their_order_are_fixed() -> None:
    assert ROLES == get_args(Role) == ("human", "judge", "model")


def test_a_name_that_is_no_role_is_refused_with_those_there_are():
    with pytest.raises(UsageError, match="no role boss, robot; roles: human, judge, model"):
        roles_named(["boss", "human", "robot"])
