"""Made-up ratings and boxes of the sizes that the benchmark needs; the same seed gives the same arrays."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import pandas as pd

STEPS = 5
CLASSES = 10
STEP_SHARE = (0.12, 0.15, 0.18, 0.25, 0.30)
SLIPS = (-2, -1, 0, 1, 2)
SLIP_SHARE = (0.05, 0.15, 0.55, 0.18, 0.07)


def panel_sizes(images: int) -> np.ndarray:
    """(images,) raters an image: of 11,534 images 616 have three and 13 have four, the others two."""
    three, four = round(images * 616 / 11_534), round(images * 13 / 11_534)
    return np.repeat([2, 3, 4], [images - three - four, three, four])


def ragged_ratings(images: int, seed: int = 1) -> pd.DataFrame:
    """One row a rating on a scale 1..5, ids are strings: item_id, rater_id, rating; two to four raters an image."""
    rng = np.random.default_rng(seed)
    sizes = rng.permutation(panel_sizes(images))
    item = np.repeat(np.arange(images), sizes)
    rater = np.arange(len(item)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    rating = _with_slips(rng, _truth(rng, images)[item]).astype(np.int64)
    return pd.DataFrame(
        {
            "item_id": [f"image-{number:06d}" for number in item],
            "rater_id": [f"rater-{number}" for number in rater],
            "rating": rating,
        }
    )


def full_ratings(items: int, raters: int = 3, seed: int = 2) -> np.ndarray:
    """(items, raters) ratings on a scale 1..5 as int8, none missing."""
    rng = np.random.default_rng(seed)
    truth = _truth(rng, items)
    matrix = np.empty((items, raters), np.int8)
    for rater in range(raters):
        matrix[:, rater] = _with_slips(rng, truth)
    return matrix


def as_long(matrix: np.ndarray) -> pd.DataFrame:
    """The matrix as one row a rating, ids are integers; nothing is copied on the way into the frame."""
    items, raters = matrix.shape
    columns = {
        "item_id": np.repeat(np.arange(items), raters),
        "rater_id": np.tile(np.arange(raters), items),
        "rating": matrix.ravel().astype(np.int64),
    }
    return pd.DataFrame(columns, copy=False)


def _truth(rng: np.random.Generator, items: int) -> np.ndarray:
    return rng.choice(STEPS, items, p=STEP_SHARE).astype(np.int8)


def _with_slips(rng: np.random.Generator, truth: np.ndarray) -> np.ndarray:
    slips = rng.choice(np.array(SLIPS, np.int8), len(truth), p=SLIP_SHARE)
    return np.clip(truth + slips, 0, STEPS - 1) + 1


@dataclass(frozen=True)
class Drawn:
    """Boxes that two raters drew, ordered by image and rater.

    image, rater, label: (n,) codes; xyxy: (n, 4) corners in pixels. Images without a box are images all the same.
    """

    images: int
    image: np.ndarray
    rater: np.ndarray
    label: np.ndarray
    xyxy: np.ndarray


def drawn_boxes(images: int, seed: int = 4) -> Drawn:
    """About three instances an image; each rater misses some, mistakes some, and draws all a little off.

    One instance in ten has a near twin beside it, so that some matchings are ambiguous.
    """
    rng = np.random.default_rng(seed)
    image = np.repeat(np.arange(images), rng.poisson(2.75, images))
    twin = np.flatnonzero(rng.random(len(image)) < 0.1)
    label = rng.integers(0, CLASSES, len(image))
    corner = rng.uniform(0, (900, 700), (len(image), 2))
    side = rng.uniform(20, 300, (len(image), 2))
    image, label = np.append(image, image[twin]), np.append(label, label[twin])
    corner = np.vstack([corner, corner[twin] + 0.15 * side[twin]])
    side = np.vstack([side, side[twin]])
    parts = []
    for rater in range(2):
        kept = np.flatnonzero(rng.random(len(image)) < 0.9)
        mistaken = rng.random(len(kept)) < 0.05
        seen = np.where(mistaken, rng.integers(0, CLASSES, len(kept)), label[kept])
        start = corner[kept] + rng.normal(0, 0.12, (len(kept), 2)) * side[kept]
        xyxy = np.hstack([start, start + side[kept] * np.exp(rng.normal(0, 0.12, (len(kept), 2)))])
        parts.append((image[kept], np.full(len(kept), rater), seen, xyxy))
    image, rater, label, xyxy = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.lexsort((rater, image))
    return Drawn(images, image[order], rater[order], label[order], xyxy[order])


def as_json_cells(drawn: Drawn) -> pd.DataFrame:
    """One row a rater and image: item_id, rater_id, boxes; a cell holds a JSON array of label and corners."""
    cells: list[list[dict[str, object]]] = [[] for _ in range(2 * drawn.images)]
    form = (2 * drawn.image + drawn.rater).tolist()
    for at, label, corners in zip(form, drawn.label.tolist(), drawn.xyxy.tolist(), strict=True):
        cells[at].append({"label": f"class-{label}", "box": corners})
    return pd.DataFrame(
        {
            "item_id": [f"image-{number:06d}" for number in range(drawn.images) for _ in range(2)],
            "rater_id": ["rater-0", "rater-1"] * drawn.images,
            "boxes": [json.dumps(cell) for cell in cells],
        }
    )
