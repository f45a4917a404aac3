"""Pictures for a workbook: turned upright, scaled and encoded so that the file stays small enough to send."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageOps

from accord.annotations.contents.picture_files import FORMATS, read_pictures
from accord.findings import Finding

BUDGET = 9_000_000
"""Bytes of all pictures of a workbook."""
SIDES = (800, 640, 512, 400, 320, 240, 160, 96)
"""Pixels of the longest side, tried in turn."""
QUALITY = 85
FIX = "copy it anew from where it came"


@dataclass(frozen=True, slots=True)
class Fitted:
    """A picture as a JPEG, with its size in pixels."""

    data: bytes
    width: int
    height: int


def fit_pictures(folder: Path, names: Sequence[str], budget: int = BUDGET) -> tuple[dict[str, Fitted], list[Finding]]:
    """Pictures by their paths as the items name them, and a warning for each that cannot be shown.

    Each is turned as its EXIF orientation says, at most 800 pixels long, never enlarged, and as large as its share of
    the budget in bytes allows; nothing but the picture is kept, no place and no time where it was taken. The same
    files give the same bytes.
    """
    distinct = list(dict.fromkeys(names))
    share = budget // max(len(distinct), 1)
    fitted: dict[str, Fitted] = {}
    findings = []
    for name, picture in read_pictures(folder, distinct).items():
        if picture.code is not None:
            findings.append(Finding(picture.code, "warning", name, picture.detail, picture.fix))
            continue
        try:
            fitted[name] = _fitted(folder / name, share)
        except Exception as error:
            # Pillow raises many kinds of errors where a file is damaged, and warnings for bombs.
            message = f"{name!r} cannot be read: {error or type(error).__name__}"
            findings.append(Finding("picture_unreadable", "warning", name, message, FIX))
    return fitted, findings


def _fitted(path: Path, share: int) -> Fitted:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        with Image.open(path, formats=FORMATS) as image:
            # A JPEG can be decoded at a half, a quarter or an eighth of its size, which is much faster.
            image.draft(None, (2 * SIDES[0], 2 * SIDES[0]))
            whole = _opaque(ImageOps.exif_transpose(image))
        return _encoded(whole, share)


def _opaque(image: Image.Image) -> Image.Image:
    """In grey or colour of 8 bits; what is transparent is white."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        colours = image.convert("RGBA")
        ground = Image.new("RGBA", colours.size, "white")
        return Image.alpha_composite(ground, colours).convert("RGB")
    if image.mode in ("I", "I;16", "I;16B", "I;16L", "F"):
        return _eight_bits(image)
    return image if image.mode in ("L", "RGB") else image.convert("RGB")


def _eight_bits(image: Image.Image) -> Image.Image:
    """Grey values of more than 8 bits, the largest of the picture as white where they are not of 16 bits."""
    values = image.convert("F")
    extrema = values.getextrema()
    assert isinstance(extrema, tuple) and not isinstance(extrema[1], tuple)
    most = 65_535.0 if image.mode.startswith("I;16") else max(extrema[1], 1.0)
    return values.point(lambda value: value * (255.0 / most) + 0.0).convert("L")


def _encoded(image: Image.Image, share: int) -> Fitted:
    """The first of the sizes that fits its share of the bytes; the smallest as it is."""
    found = None
    for side in SIDES:
        scale = min(side / max(image.size), 1)
        if found is not None and scale == 1:
            continue
        size = (max(round(image.width * scale), 1), max(round(image.height * scale), 1))
        small = image if size == image.size else image.resize(size, Image.Resampling.LANCZOS)
        stream = io.BytesIO()
        small.save(stream, "JPEG", quality=QUALITY, optimize=True)
        found = Fitted(stream.getvalue(), *size)
        if len(found.data) <= share:
            break
    assert found is not None
    return found
