"""Pictures for a workbook: turned upright, scaled and encoded so that the file stays small enough to send."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image

from accord.annotations.contents.picture_files import FORMATS, ORIENTATION, UPRIGHT, read_pictures
from accord.canonical import sha256_file
from accord.findings import Finding

BUDGET = 9_000_000
"""Bytes of all pictures of a workbook."""
STEPS = ((800, 85), (800, 70), (640, 70), (512, 70), (400, 70), (320, 70), (240, 70), (160, 60), (96, 50))
"""Pixels of the longest side and JPEG quality, tried in turn."""
LONGEST = STEPS[0][0]
FIX = "copy it anew from where it came"
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""EXIF orientation -> what turns the picture upright."""
FULL_SCALES = (1, 255, 65_535)
"""What white may be in pictures whose files do not say it."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A picture as a JPEG, with its size in pixels. file: SHA-256 of the file that it was made of."""

    data: bytes
    width: int
    height: int
    file: str = ""


def fit_pictures(folder: Path, names: Sequence[str], budget: int = BUDGET) -> tuple[dict[str, Fitted], list[Finding]]:
    """Pictures by their paths as the items name them, and a warning for each that cannot be shown.

    Each is turned as its EXIF orientation says, at most 800 pixels long, never enlarged, and as large as its share of
    the budget in bytes allows; one that is too large even at 96 pixels is taken so. What is transparent becomes white;
    of an animation the first frame is taken. Nothing but the picture is kept: no place and time where it was taken,
    no colour profile. The same files give the same bytes.
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
            small = opaque(upright(folder / name, LONGEST))
            fitted[name] = replace(_encoded(small, share), file=sha256_file(folder / name))
        except Exception as error:
            # Pillow raises many kinds of errors where a file is damaged, and warnings for bombs.
            message = f"{name!r} cannot be read: {str(error) or type(error).__name__}"
            findings.append(Finding("picture_unreadable", "warning", name, message, FIX))
    return fitted, findings


def upright(path: Path, longest: int) -> Image.Image:
    """A picture turned as its EXIF orientation says, as L, RGB or, where anything may be transparent, RGBA.

    longest: the most pixels of its longer side; it is never enlarged. Nothing but the picture is kept. Raises whatever
    Pillow does for a file that is damaged, and for one of too many pixels.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        with Image.open(path, formats=FORMATS) as image:
            # A JPEG can be decoded at a half, a quarter or an eighth of its size, which is much faster.
            image.draft(None, _size(image.size, 2 * longest))
            image.load()
            # As where the items' pictures are checked. ImageOps.exif_transpose would also write the EXIF data anew,
            # which fails where it is odd, although the picture is not.
            orientation = image.getexif().get(ORIENTATION, UPRIGHT) if "exif" in image.info else UPRIGHT
            whole = _eight_bits(image)
    # Scaled first: what follows takes memory by the pixel.
    small = whole.resize(_size(whole.size, longest), Image.Resampling.LANCZOS, reducing_gap=3.0)
    small.info = {}  # of what stands there, saving would keep some: the comment of a JPEG
    turn = TURNS.get(orientation)
    return small if turn is None else small.transpose(turn)


def _size(size: tuple[int, int], longest: int) -> tuple[int, int]:
    """A size with its longest side cut down to so many pixels, and no side below 1."""
    scale = min(longest / max(size), 1)
    return max(round(size[0] * scale), 1), max(round(size[1] * scale), 1)


def _eight_bits(image: Image.Image) -> Image.Image:
    """As L, RGB or, where anything may be transparent, RGBA."""
    if image.mode.startswith(("I", "F")):
        return _grey(image)
    if image.mode in ("LA", "La", "PA", "RGBA", "RGBa") or "transparency" in image.info:
        mode = "RGBA"
    else:
        mode = "L" if image.mode in ("1", "L") else "RGB"
    return image if image.mode == mode and "transparency" not in image.info else image.convert(mode)


def _grey(image: Image.Image) -> Image.Image:
    """From values of more than 8 bits; white is the most they can be, as far as their file or their largest tells."""
    values = np.asarray(image).astype(np.float32)
    np.nan_to_num(values, copy=False, nan=0.0, posinf=0.0, neginf=0.0)
    largest = float(values.max())
    known = (FULL_SCALES[-1],) if image.mode.startswith("I;16") else FULL_SCALES
    white = next((level for level in known if largest <= level), largest)
    transparent = image.info.get("transparency")
    if isinstance(transparent, int):
        values[values == transparent] = white
    values *= 255 / white
    return Image.fromarray(np.clip(values, 0, 255, out=values).astype(np.uint8))


def opaque(image: Image.Image) -> Image.Image:
    """What is transparent is white."""
    if image.mode != "RGBA":
        return image
    ground = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(ground, image).convert("RGB")


def _encoded(image: Image.Image, share: int) -> Fitted:
    """The first of the steps that fits its share of the bytes; the last as it is."""
    for longest, quality in STEPS:
        size = _size(image.size, longest)
        small = image if size == image.size else image.resize(size, Image.Resampling.LANCZOS)
        stream = io.BytesIO()
        small.save(stream, "JPEG", quality=quality, optimize=True)
        found = Fitted(stream.getvalue(), *size)
        if len(found.data) <= share:
            break
    return found
