"""Street scenes rated by a pool of people, MADE UP by a random generator: no picture or person is real.

Only the shape follows a published benchmark: 11,534 images, of which 10,905 have two raters, 616 three and
13 four, so 23,710 first passes, one of which says that its image is unusable. Each first pass gives two 1-5
ratings (plausibility, naturalness), a set of violation classes and a box for each labelled instance. The
classes, names of raters, rates and every value are invented, and no published agreement figure is aimed at:
ratings agree moderately (ordinal alpha .5 to .75) and boxes too (instance F1 .6 to .8 at IoU .5).

How a scene comes about: an image has hidden qualities and a hidden set of classes with boxes, some in a
crowd of overlapping boxes, where matching is ambiguous. A rater sees the hidden qualities with a bias and
noise of their own, misses classes and boxes, mistakes a class for another one of its domain, sometimes
labels what is not there, and draws every box a little off. Raters are independent of each other given the
image.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from accord.errors import UsageError

DOMAINS: dict[str, tuple[str, ...]] = {
    "road": ("pothole", "faded_marking", "standing_water", "sunken_cover"),
    "footway": ("cracked_slab", "blocked_path", "broken_kerb", "missing_tactile_strip"),
    "waste": ("litter", "overflowing_bin", "dumped_furniture", "leaking_drum"),
    "signs": ("bent_sign", "covered_sign", "graffiti_on_sign", "wrong_arrow"),
    "works": ("loose_cone", "open_trench", "missing_barrier", "unmarked_detour"),
    "greenery": ("overgrown_hedge", "fallen_branch", "dead_tree", "broken_planter"),
}
"""Domain -> classes, commonest first. Every domain has the same number of classes."""

NONE = "none"
"""The label by which a rater says that there is no violation: the empty set of classes."""

RATERS: tuple[str, ...] = (
    "Ada", "Bram", "Chloe", "Dario", "Edda", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Liam",
    "Mei", "Nils", "Olga", "Pavel", "Quinn", "Rosa", "Samir", "Tilde", "Umar", "Vera", "Wim", "Yara",
)  # fmt: skip

CLASSES: tuple[str, ...] = tuple(label for labels in DOMAINS.values() for label in labels)

PUBLISHED_IMAGES = 11_534
_THREE_RATERS, _FOUR_RATERS = 616, 13
_FEWEST_IMAGES = 12
_GRID = 10_000  # boxes lie on a grid of four decimals
_SMALLEST_SIDE = 0.004

_DOMAIN_SHARE = np.array([0.30, 0.24, 0.20, 0.13, 0.08, 0.05])
_CLASS_SHARE = np.array([0.56, 0.32, 0.109, 0.011])  # within a domain; the last class is rare
_SHARE = np.outer(_DOMAIN_SHARE, _CLASS_SHARE).ravel()  # of each of CLASSES
_PER_DOMAIN = len(_CLASS_SHARE)
_PLAUSIBILITY_CUTS = np.array([-1.9, -1.15, -0.45, 0.75])
_NATURALNESS_CUTS = np.array([-1.85, -1.1, -0.4, 0.8])

_Ints = NDArray[np.int64]
_Floats = NDArray[np.float64]
_Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Scenes:
    """A simulated benchmark: what raters said first, and what is taken as true.

    `submissions`, one row a first pass, ordered by image, then rater: image, rater, kind ("photo" or
    "synthetic", the same for all rows of an image), state ("answered" or "unusable"), plausibility and
    naturalness ("1" to "5"), violations (JSON array of classes in the order of `DOMAINS`, `["none"]` for no
    violation), boxes (JSON array of `{"label": class, "box": [x, y, w, h]}`; left, top, width and height as
    shares of the picture, four decimals; one or more for each class of violations). All columns are
    strings. The four answers are null where the state is "unusable".

    `resolved`, one row an image, in the same order: image, plausibility and naturalness (integers, the lowest
    rating that an answered first pass gave), classes (the hidden true classes; an empty list: no violation).
    """

    submissions: pl.DataFrame
    resolved: pl.DataFrame


def simulate_scenes(seed: int = 0, images: int = PUBLISHED_IMAGES) -> Scenes:
    """Make up a benchmark; the same seed and size give the same values with the same numpy.

    Panel sizes keep the published proportions, with at least three images of three raters and two of four.
    One first pass, on an image with three raters or more, is unusable. Fewer than 12 images are a UsageError.

    >>> scenes = simulate_scenes(seed=1, images=50)
    >>> scenes.submissions.height, scenes.resolved.height  # 45 x 2 + 3 x 3 + 2 x 4
    (107, 50)
    """
    if images < _FEWEST_IMAGES:
        raise UsageError(f"images is {images}; at least {_FEWEST_IMAGES} are needed for every panel size")
    rng = np.random.default_rng(seed)
    panels = _panels(rng, images)
    truth = _truth(rng, images)
    synthetic = rng.random(images) < 0.5
    plausibility, naturalness = _ratings(rng, panels, synthetic)
    drawn = _drawn(rng, panels, truth)
    unusable = _unusable(rng, panels)
    return Scenes(
        _submissions(panels, synthetic, plausibility, naturalness, drawn, unusable),
        _resolved(panels, plausibility, naturalness, truth, unusable),
    )


@dataclass(frozen=True)
class _Panels:
    """Who rates what. `size` and `start` (first submission) by image; `image` and `rater` by submission."""

    size: _Ints
    start: _Ints
    image: _Ints
    rater: _Ints


@dataclass(frozen=True)
class _Boxes:
    """Labelled boxes, ordered by owner (image or submission), then label.

    `box` is centre x, centre y, width, height, in shares of the picture; `first` marks the first box of its
    label within the owner.
    """

    owner: _Ints
    label: _Ints
    first: _Bools
    box: _Floats


def _panels(rng: np.random.Generator, images: int) -> _Panels:
    four = max(2, round(images * _FOUR_RATERS / PUBLISHED_IMAGES))
    three = max(3, round(images * _THREE_RATERS / PUBLISHED_IMAGES))
    size = np.full(images, 2)
    size[:four] = 4
    size[four : four + three] = 3
    size = rng.permutation(size)
    # Gumbel keys draw raters without replacement in proportion to how much each one works.
    workload = rng.normal(0.0, 0.6, len(RATERS))
    order = np.argsort(-(workload + rng.gumbel(size=(images, len(RATERS)))), axis=1)[:, :4]
    chosen = np.arange(4) < size[:, None]
    ranked = np.sort(np.where(chosen, order, len(RATERS)), axis=1)
    start = np.cumsum(size) - size
    return _Panels(size, start, np.repeat(np.arange(images), size), ranked[chosen])


def _truth(rng: np.random.Generator, images: int) -> _Boxes:
    """The hidden classes of each image (about 40 % have none) and their true boxes."""
    count = rng.choice(4, size=images, p=[0.40, 0.41, 0.14, 0.05])
    order = np.argsort(-(np.log(_SHARE) + rng.gumbel(size=(images, len(CLASSES)))), axis=1)[:, :3]
    chosen = np.arange(3) < count[:, None]
    ranked = np.sort(np.where(chosen, order, len(CLASSES)), axis=1)
    image, label = np.repeat(np.arange(images), count), ranked[chosen]

    crowded = rng.random(len(label)) < 0.12
    instances = np.where(crowded, rng.integers(3, 8, len(label)), np.minimum(rng.geometric(0.7, len(label)), 4))
    group = np.repeat(np.arange(len(label)), instances)
    side = _sides(rng, len(label))[group] * rng.lognormal(0.0, 0.12, (len(group), 2))
    side = np.clip(side, 0.03, 0.5)
    # Boxes of a crowd lie within half a side of its middle, so that one box overlaps several others well.
    middle = rng.uniform(0.15, 0.85, (len(label), 2))[group] + rng.normal(0.0, 0.35, (len(group), 2)) * side
    centre = np.where(crowded[group, None], middle, rng.uniform(0.1, 0.9, (len(group), 2)))
    centre = np.clip(centre, side / 2, 1 - side / 2)
    return _Boxes(image[group], label[group], _starts(group), np.hstack([centre, side]))


def _ratings(rng: np.random.Generator, panels: _Panels, synthetic: _Bools) -> tuple[_Ints, _Ints]:
    """Both ratings, 1 to 5, of every submission. Photos look more natural than synthetic pictures."""
    images, submissions = len(panels.size), len(panels.image)
    quality = rng.normal(0.0, 1.0, images)
    plausible = 0.5 * quality + rng.normal(0.0, 0.87, images)
    natural = 0.4 * quality + rng.normal(0.0, 0.8, images) + np.where(synthetic, -0.35, 0.35)
    bias = rng.normal(0.0, 0.2, (2, len(RATERS)))[:, panels.rater]
    noise = rng.normal(0.0, 0.62, (2, submissions))
    seen = np.stack([plausible, natural])[:, panels.image] + bias + noise
    return (
        1 + np.searchsorted(_PLAUSIBILITY_CUTS, seen[0]),
        1 + np.searchsorted(_NATURALNESS_CUTS, seen[1]),
    )


def _drawn(rng: np.random.Generator, panels: _Panels, truth: _Boxes) -> _Boxes:
    """What every submission labels, with the boxes as its rater draws them: near the mark, not on it."""
    parts = _recognised(rng, panels, truth), _imagined(rng, panels)
    owner, label, box = (np.concatenate(column) for column in zip(*parts, strict=True))
    spread = rng.lognormal(np.log(0.08), 0.2, len(RATERS))[panels.rater[owner], None]
    shift = rng.normal(0.0, 1.0, (len(owner), 2)) * spread * box[:, 2:]
    stretch = np.exp(rng.normal(0.0, 1.3, (len(owner), 2)) * spread)
    box = np.hstack([box[:, :2] + shift, box[:, 2:] * stretch])
    order = np.lexsort((label, owner))
    owner, label = owner[order], label[order]
    return _Boxes(owner, label, _starts(owner * len(CLASSES) + label), box[order])


def _recognised(rng: np.random.Generator, panels: _Panels, truth: _Boxes) -> tuple[_Ints, _Ints, _Floats]:
    """Submission, label and true box of what raters find; a class found has its first box at least."""
    submission, source = _seen(panels, truth)
    first = truth.first[source]
    group = np.cumsum(first) - 1  # numbers the true classes as each submission meets them
    rater, true_label = panels.rater[submission[first]], truth.label[source[first]]
    found = rng.random(len(rater)) < rng.uniform(0.80, 0.97, len(RATERS))[rater]
    mistaken = rng.random(len(rater)) < 0.06
    sibling = true_label - true_label % _PER_DOMAIN + rng.choice(_PER_DOMAIN, size=len(rater), p=_CLASS_SHARE)
    label = np.where(mistaken, sibling, true_label)
    kept = found[group] & (first | (rng.random(len(source)) < 0.88))
    return submission[kept], label[group[kept]], truth.box[source[kept]]


def _imagined(rng: np.random.Generator, panels: _Panels) -> tuple[_Ints, _Ints, _Floats]:
    """Submission, label and box of what raters label although it is not there, in 5 % of submissions."""
    submission = np.flatnonzero(rng.random(len(panels.image)) < 0.05)
    label = rng.choice(len(CLASSES), size=len(submission), p=_SHARE)
    centre = rng.uniform(0.1, 0.9, (len(submission), 2))
    return submission, label, np.hstack([centre, _sides(rng, len(submission))])


def _sides(rng: np.random.Generator, boxes: int) -> _Floats:
    """Width and height of boxes, as shares of the picture."""
    return np.clip(rng.lognormal(np.log(0.14), 0.4, (boxes, 2)), 0.03, 0.5)


def _seen(panels: _Panels, truth: _Boxes) -> tuple[_Ints, _Ints]:
    """Every true box of the image of every submission: submission and position in `truth`."""
    boxes = np.bincount(truth.owner, minlength=len(panels.size))
    begin = (np.cumsum(boxes) - boxes)[panels.image]
    length = boxes[panels.image]
    submission = np.repeat(np.arange(len(panels.image)), length)
    within = np.arange(len(submission)) - np.repeat(np.cumsum(length) - length, length)
    return submission, begin[submission] + within


def _unusable(rng: np.random.Generator, panels: _Panels) -> int:
    """The one submission that calls its image unusable; two or more others of that image stay usable."""
    return int(rng.choice(np.flatnonzero(panels.size[panels.image] >= 3)))


def _submissions(
    panels: _Panels,
    synthetic: _Bools,
    plausibility: _Ints,
    naturalness: _Ints,
    drawn: _Boxes,
    unusable: int,
) -> pl.DataFrame:
    names = np.array(_image_names(len(panels.size)))
    violations, boxes = _labels_json(drawn, len(panels.image)), _boxes_json(drawn, len(panels.image))
    frame = pl.DataFrame(
        {
            "image": names[panels.image].tolist(),
            "rater": [RATERS[rater] for rater in panels.rater.tolist()],
            "kind": np.where(synthetic, "synthetic", "photo")[panels.image].tolist(),
            "state": "answered",
            "plausibility": plausibility.astype(str).tolist(),
            "naturalness": naturalness.astype(str).tolist(),
            "violations": violations,
            "boxes": boxes,
        }
    )
    here = pl.int_range(pl.len()) == unusable
    answers = ["plausibility", "naturalness", "violations", "boxes"]
    return frame.with_columns(
        pl.when(here).then(pl.lit("unusable")).otherwise("state").alias("state"),
        *(pl.when(~here).then(answer).alias(answer) for answer in answers),
    )


def _labels_json(drawn: _Boxes, submissions: int) -> list[str]:
    labels: list[list[str]] = [[] for _ in range(submissions)]
    for owner, label in zip(drawn.owner[drawn.first].tolist(), drawn.label[drawn.first].tolist(), strict=True):
        labels[owner].append(f'"{CLASSES[label]}"')
    return [f"[{', '.join(found)}]" if found else f'["{NONE}"]' for found in labels]


def _boxes_json(drawn: _Boxes, submissions: int) -> list[str]:
    least = round(_SMALLEST_SIDE * _GRID)
    low = np.rint((drawn.box[:, :2] - drawn.box[:, 2:] / 2) * _GRID)
    high = np.rint((drawn.box[:, :2] + drawn.box[:, 2:] / 2) * _GRID)
    low = np.clip(low, 0, _GRID - least)
    high = np.clip(high, low + least, _GRID)
    # Whole numbers over 10,000, so that the shortest decimal text of a value has four decimals at most.
    values = (np.hstack([low, high - low]) / _GRID).tolist()
    texts: list[list[str]] = [[] for _ in range(submissions)]
    for owner, label, box in zip(drawn.owner.tolist(), drawn.label.tolist(), values, strict=True):
        texts[owner].append(f'{{"label": "{CLASSES[label]}", "box": {box}}}')
    return [f"[{', '.join(found)}]" for found in texts]


def _resolved(panels: _Panels, plausibility: _Ints, naturalness: _Ints, truth: _Boxes, unusable: int) -> pl.DataFrame:
    # 5 is the highest rating, so the unusable submission cannot be the lowest of its image.
    usable = np.arange(len(panels.image)) != unusable
    classes: list[list[str]] = [[] for _ in range(len(panels.size))]
    for image, label in zip(truth.owner[truth.first].tolist(), truth.label[truth.first].tolist(), strict=True):
        classes[image].append(CLASSES[label])
    return pl.DataFrame(
        {
            "image": _image_names(len(panels.size)),
            "plausibility": np.minimum.reduceat(np.where(usable, plausibility, 5), panels.start),
            "naturalness": np.minimum.reduceat(np.where(usable, naturalness, 5), panels.start),
            "classes": classes,
        },
        schema_overrides={"classes": pl.List(pl.String)},
    )


def _image_names(images: int) -> list[str]:
    width = max(5, len(str(images)))
    return [f"scene-{number:0{width}d}" for number in range(1, images + 1)]


def _starts(group: _Ints) -> _Bools:
    """True where a run of equal values begins."""
    return np.concatenate([np.ones(min(1, len(group)), bool), group[1:] != group[:-1]])
