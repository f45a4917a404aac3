"""Two data sets that accord makes itself, for `accord demo`, the docs and tests. Neither holds real records.

`museum_table` is rebuilt from published tables (see `accord.examples.museum`), `simulate_scenes` is made up
by a random generator (see `accord.examples.scenes`). Numbers computed from them show how accord works; they
say nothing about any real rater, model, object or place beyond the published figures themselves.
"""

from accord.examples.museum import PUBLISHED, museum_table
from accord.examples.scenes import DOMAINS, NONE, Scenes, simulate_scenes

__all__ = ["DOMAINS", "NONE", "PUBLISHED", "Scenes", "museum_table", "simulate_scenes"]
