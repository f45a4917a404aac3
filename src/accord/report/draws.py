"""How intervals were made, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accord.agreement.settings import Settings

NONE = "No intervals were asked for (replicates 0)."


@dataclass(frozen=True)
class Draws:
    """The words of an interval. how: replicates, resampling and seed; kind: which limits; drawn: what is random.

    >>> draws = Draws.of(Settings(), {"cluster": "object"})
    >>> draws.how, draws.kind, draws.drawn
    ('2,000 bootstrap replicates (multinomial, seed 0)', 'percentile', 'clusters (object)')
    """

    how: str
    kind: str
    drawn: str

    @classmethod
    def of(cls, settings: Settings, design: Mapping[str, object]) -> Draws:
        """Those of a result. design: its clusters and strata."""
        cluster, strata = design.get("cluster"), design.get("strata")
        drawn = f"clusters ({cluster})" if cluster else "items"
        within = f", within strata ({strata})" if strata else ""
        how = f"{settings.replicates:,} bootstrap replicates ({settings.resample}, seed {settings.seed})"
        return cls(how, {"percentile": "percentile", "bca": "BCa"}[settings.interval], f"{drawn}{within}")
