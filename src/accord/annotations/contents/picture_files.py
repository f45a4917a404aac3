"""Pictures of items: whether each file is a whole picture, its stored size and how it is turned when it is shown."""

from __future__ import annotations

import os
import unicodedata
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from accord.annotations.tables.read import LFS_POINTER
from accord.spec.document import leads_out

FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF", "JPEG2000", "AVIF")
ORIENTATION = 0x0112
"""The EXIF tag: 1 is upright; 5 to 8 swap width and height when the picture is shown."""
UPRIGHT, FIRST_ON_SIDE = 1, 5
JPEG_END, TAIL = b"\xff\xd9", 1 << 12

Listings = dict[Path, dict[str, str]]
"""Folder -> name in one form of letters -> name."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a file holds. size: stored (width, height) in pixels, None where it is no picture.

    code: why it cannot be used, None where it can; detail: that in words; fix: what to do.
    """

    size: tuple[int, int] | None = None
    orientation: int = UPRIGHT
    code: str | None = None
    detail: str = ""
    fix: str | None = None

    @property
    def shown(self) -> tuple[int, int] | None:
        """The size on a screen, where the picture is turned as its EXIF orientation says."""
        if self.size is None or self.orientation < FIRST_ON_SIDE:
            return self.size
        return self.size[1], self.size[0]


def read_pictures(folder: Path, names: Iterable[str]) -> dict[str, Picture]:
    """Every picture by its path as the items name it. Only headers are read, and what is cheap to tell of the rest.

    A picture of more pixels than Pillow takes for harmless is refused.
    """
    listings: Listings = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        return {name: _picture(folder, name, listings) for name in dict.fromkeys(names)}


def _picture(folder: Path, name: str, listings: Listings) -> Picture:
    if leads_out(name):
        detail = f"{name!r} is not a path inside the folder"
        return Picture(code="picture_outside_folder", detail=detail, fix="put the picture into the folder")
    path = folder / name
    try:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "is not there"
            return Picture(code="picture_missing", detail=f"{name!r} {what}", fix=_nearest(path, listings))
        return _header(path)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        detail = f"{name!r} has more than {Image.MAX_IMAGE_PIXELS:,} pixels, too many to open safely"
        return Picture(code="picture_too_large", detail=detail, fix="scale it down")
    except UnidentifiedImageError:
        return _no_picture(path, name)
    except OSError as error:
        return _unreadable(name, error.strerror or str(error))
    # Pillow lets many kinds of errors through where a file is damaged.
    except Exception as error:
        return _unreadable(name, str(error) or type(error).__name__)


def _header(path: Path) -> Picture:
    with Image.open(path, formats=FORMATS) as image:
        size = image.size
        # Without this a PNG would be decoded in whole to look for EXIF data at its end.
        orientation = image.getexif().get(ORIENTATION, UPRIGHT) if "exif" in image.info else UPRIGHT
        if image.format not in ("JPEG", "MPO"):
            image.verify()
        elif not _has_end(path):
            image.load()
    known = isinstance(orientation, int) and UPRIGHT <= orientation <= 8
    return Picture(size, orientation if known else UPRIGHT)


def _has_end(path: Path) -> bool:
    """Whether a JPEG has its end mark where it mostly is, so that it need not be decoded to see that it is whole."""
    with path.open("rb") as stream:
        stream.seek(0, os.SEEK_END)
        stream.seek(-min(TAIL, stream.tell()), os.SEEK_END)
        return JPEG_END in stream.read()


def _unreadable(name: str, why: str) -> Picture:
    fix = "copy it anew from where it came"
    return Picture(code="picture_unreadable", detail=f"{name!r} cannot be read: {why}", fix=fix)


def _no_picture(path: Path, name: str) -> Picture:
    with path.open("rb") as stream:
        head = stream.read(len(LFS_POINTER))
    if head == LFS_POINTER:
        detail = f"{name!r} is a Git LFS pointer, not the picture"
        return Picture(code="picture_unreadable", detail=detail, fix="run: git lfs pull")
    what = f"is no picture of a known kind ({', '.join(FORMATS)})" if head else "is empty"
    fix = "save it as one of these" if head else "copy it anew from where it came"
    return Picture(code="picture_unreadable", detail=f"{name!r} {what}", fix=fix)


def _nearest(path: Path, listings: Listings) -> str:
    """What to do about a missing file: some systems take names as equal that differ by case or Unicode form."""
    folder = path.parent
    if folder not in listings:
        there = sorted(folder.iterdir(), reverse=True) if folder.is_dir() else []
        listings[folder] = {_form(other.name): other.name for other in there}
    near = listings[folder].get(_form(path.name))
    if near is not None and near != path.name:
        return f"there is {near!r}, which differs by case or Unicode form; write that name"
    return "put the file there, or correct the path"


def _form(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
