"""Roles of raters: a person, a machine that judges outputs, a machine whose outputs are judged or scored."""

from __future__ import annotations

from typing import Literal, get_args

Role = Literal["human", "judge", "model"]
ROLES: tuple[Role, ...] = get_args(Role)
