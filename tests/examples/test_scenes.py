"""The simulated scenes have the published shape, are the same for the same seed, and agree moderately."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import combinations, permutations
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from accord.errors import UsageError
from accord.examples.scenes import CLASSES, DOMAINS, NONE, RATERS, Scenes, simulate_scenes

ANSWERS = ["plausibility", "naturalness", "violations", "boxes"]


@pytest.fixture(scope="module")
def scenes() -> Scenes:
    return simulate_scenes()


@pytest.fixture(scope="module")
def answered(scenes: Scenes) -> pl.DataFrame:
    return scenes.submissions.filter(pl.col("state") == "answered")


def test_counts_are_the_published_ones(scenes: Scenes) -> None:
    panels = Counter(scenes.submissions.group_by("image").len()["len"].to_list())
    assert panels == {2: 10_905, 3: 616, 4: 13}
    assert scenes.submissions.height == 23_710
    assert scenes.resolved.height == 11_534
    assert scenes.submissions.n_unique(["image", "rater"]) == 23_710


def test_one_submission_is_unusable_and_its_image_has_others(scenes: Scenes, answered: pl.DataFrame) -> None:
    unusable = scenes.submissions.filter(pl.col("state") == "unusable")
    assert unusable.height == 1
    assert unusable.select(ANSWERS).row(0) == (None,) * 4
    assert answered.null_count().sum_horizontal().item() == 0
    assert answered.filter(pl.col("image") == unusable["image"].item()).height >= 2


def test_rows_are_ordered_and_columns_are_strings(scenes: Scenes) -> None:
    submissions = scenes.submissions
    assert submissions.columns == ["image", "rater", "kind", "state", *ANSWERS]
    assert set(submissions.dtypes) == {pl.String}
    assert_frame_equal(submissions, submissions.sort("image", "rater"))
    assert scenes.resolved["image"].to_list() == submissions["image"].unique().sort().to_list()
    assert scenes.resolved.schema["classes"] == pl.List(pl.String)


def test_values_are_in_range(scenes: Scenes, answered: pl.DataFrame) -> None:
    kinds = scenes.submissions.group_by("image").agg(pl.col("kind").n_unique())
    assert set(scenes.submissions["kind"]) == {"photo", "synthetic"}
    assert kinds["kind"].max() == 1
    assert set(scenes.submissions["rater"]) == set(RATERS)
    for rating in ("plausibility", "naturalness"):
        assert set(answered[rating]) == {"1", "2", "3", "4", "5"}
        assert set(scenes.resolved[rating]) == {1, 2, 3, 4, 5}


def test_class_names(scenes: Scenes) -> None:
    assert len(set(CLASSES)) == len(CLASSES) == 24
    assert {len(labels) for labels in DOMAINS.values()} == {4}
    assert NONE not in CLASSES
    assert list(RATERS) == sorted(set(RATERS))


def test_boxes_lie_in_the_picture_and_carry_the_labels_of_the_submission(answered: pl.DataFrame) -> None:
    for violations, boxes in answered.select("violations", "boxes").iter_rows():
        drawn = json.loads(boxes)
        labels = {box["label"] for box in drawn}
        assert json.loads(violations) == ([label for label in CLASSES if label in labels] or [NONE])
        for x, y, width, height in (box["box"] for box in drawn):
            assert min(x, y) >= 0
            assert min(width, height) > 0
            assert max(x + width, y + height) <= 1
            assert all(value == round(value, 4) for value in (x, y, width, height))
    assert answered.filter((pl.col("violations") == f'["{NONE}"]') != (pl.col("boxes") == "[]")).height == 0


def test_resolved_ratings_are_the_lowest_answered_ones(scenes: Scenes, answered: pl.DataFrame) -> None:
    lowest = answered.group_by("image", maintain_order=True).agg(
        pl.col("plausibility", "naturalness").cast(pl.Int64).min()
    )
    assert_frame_equal(scenes.resolved.drop("classes"), lowest)


def test_some_classes_are_rare_and_many_images_have_none(scenes: Scenes) -> None:
    lists = scenes.resolved["classes"].to_list()
    positives = Counter(label for labels in lists for label in labels)
    assert set(positives) <= set(CLASSES)
    assert sum(positives[label] < 20 for label in CLASSES) >= 2
    assert positives["pothole"] > 1_000
    assert 0.35 < sum(not labels for labels in lists) / len(lists) < 0.45
    assert all(labels == [label for label in CLASSES if label in labels] for labels in lists)


def test_same_seed_same_bytes_and_another_seed_others() -> None:
    one, again, other = (simulate_scenes(seed, images=300) for seed in (7, 7, 8))
    assert one.submissions.write_csv() == again.submissions.write_csv()
    assert_frame_equal(one.resolved, again.resolved)
    assert not one.submissions.equals(other.submissions)


@pytest.mark.parametrize("images", [12, 13, 200, 1_000])
def test_other_sizes_keep_every_panel_size(images: int) -> None:
    scenes = simulate_scenes(seed=3, images=images)
    panels = Counter(scenes.submissions.group_by("image").len()["len"].to_list())
    assert panels.total() == images == scenes.resolved.height
    assert panels[3] == max(3, round(images * 616 / 11_534))
    assert panels[4] == 2
    assert (scenes.submissions["state"] == "unusable").sum() == 1


def test_too_few_images_are_refused() -> None:
    with pytest.raises(UsageError, match="images is 11; at least 12"):
        simulate_scenes(images=11)


@pytest.mark.parametrize("rating", ["plausibility", "naturalness"])
def test_ratings_agree_moderately(rating: str, answered: pl.DataFrame) -> None:
    panels = answered.group_by("image").agg(pl.col(rating).cast(pl.Int64))[rating].to_list()
    assert 0.5 < _ordinal_alpha(panels) < 0.75


def test_boxes_agree_moderately_and_some_matches_are_ambiguous(answered: pl.DataFrame) -> None:
    matched = total = ambiguous = 0
    for panel in _panels_of_boxes(answered.head(6_000)):
        for one, other in combinations(panel, 2):
            candidates = [[j for j, b in enumerate(other) if _same(a, b)] for a in one]
            matched += _most_pairs(candidates)
            total += len(one) + len(other)
            ambiguous += max((len(found) for found in candidates), default=0) > 1
    assert 0.6 < 2 * matched / total < 0.8
    assert ambiguous > 20


def _panels_of_boxes(answered: pl.DataFrame) -> list[list[Any]]:
    panels: dict[str, list[Any]] = defaultdict(list)
    for image, boxes in answered.select("image", "boxes").iter_rows():
        panels[image].append(json.loads(boxes))
    return list(panels.values())


def _same(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Same class and an IoU of .5 or more."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = a["box"], b["box"]
    width = min(ax + aw, bx + bw) - max(ax, bx)
    height = min(ay + ah, by + bh) - max(ay, by)
    shared = max(width, 0) * max(height, 0)
    return bool(a["label"] == b["label"]) and bool(shared >= 0.5 * (aw * ah + bw * bh - shared))


def _most_pairs(candidates: list[list[int]]) -> int:
    """The size of a maximum one-to-one matching, by augmenting paths."""
    owner: dict[int, int] = {}

    def place(row: int, seen: set[int]) -> bool:
        for column in candidates[row]:
            if column in seen:
                continue
            seen.add(column)
            if column not in owner or place(owner[column], seen):
                owner[column] = row
                return True
        return False

    return sum(place(row, set()) for row in range(len(candidates)))


def _ordinal_alpha(panels: list[list[int]]) -> float:
    """Krippendorff's alpha on a 1 to 5 scale, from its definition."""
    weight: dict[tuple[int, int], float] = defaultdict(float)
    for values in panels:
        if len(values) > 1:
            share = 1 / (len(values) - 1)
            for pair in permutations(values, 2):
                weight[pair] += share
    marginal = {c: sum(weight[c, k] for k in range(1, 6)) for c in range(1, 6)}
    n = sum(marginal.values())

    def distance(c: int, k: int) -> float:
        low, high = min(c, k), max(c, k)
        return (sum(marginal[g] for g in range(low, high + 1)) - (marginal[c] + marginal[k]) / 2) ** 2

    observed = sum(count * distance(*pair) for pair, count in weight.items())
    expected = sum(marginal[c] * marginal[k] * distance(c, k) for c in marginal for k in marginal)
    return 1 - (n - 1) * observed / expected
