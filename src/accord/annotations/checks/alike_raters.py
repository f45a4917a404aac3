"""Raters whose names look alike."""

from __future__ import annotations

import polars as pl

from accord.annotations.alike import alike_ids
from accord.annotations.contents.contents import Contents
from accord.findings import Finding
from accord.spec.roles import ROLES


def alike_raters(contents: Contents) -> list[Finding]:
    """A warning for each role with names that differ only by case, white space or Unicode form."""
    names = {role: [name for owner, name in contents.raters if owner == role] for role in ROLES}
    return [
        finding
        for role, group in names.items()
        for finding in alike_ids(pl.Series(group, dtype=pl.String), f"raters, role {role}")
    ]
