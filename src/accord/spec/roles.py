"""Roles of raters: a person, a machine that judges outputs, a machine whose outputs are judged or scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from accord.errors import UsageError

Role = Literal["human", "judge", "model"]
ROLES: tuple[Role, ...] = get_args(Role)


def roles_named(names: Sequence[str]) -> tuple[Role, ...]:
    """The roles that are named, each once, in their order. Raises UsageError for a name that is none.

    >>> roles_named(["judge", "human", "judge"])
    ('human', 'judge')
    """
    unknown = [name for name in names if name not in ROLES]
    if unknown:
        raise UsageError(f"no role {', '.join(unknown)}; roles: {', '.join(ROLES)}")
    return tuple(role for role in ROLES if role in names)
