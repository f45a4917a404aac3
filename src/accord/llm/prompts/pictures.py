"""Pictures as data URLs: upright, scaled down, without what cameras write beside them."""

from __future__ import annotations

import base64
import hashlib
import io
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from PIL import Image

from accord.annotations.contents.picture_files import Picture, read_pictures
from accord.annotations.workbooks.pictures import FIX, opaque, upright
from accord.errors import InputError
from accord.findings import Finding
from accord.spec.field import shown

QUALITY = 85
MOST_HELD = 64 << 20
"""Letters of URLs that are kept for other prompts about the same items."""
OUTSIDE = "the path leads out of the folder by a link"


@dataclass(frozen=True, slots=True)
class Sent:
    """A picture as it is sent. sha256: of its bytes; width, height: in pixels; stored: what its file holds, upright."""

    url: str
    sha256: str
    width: int
    height: int
    stored: tuple[int, int]


class Pictures:
    """The pictures of a folder, at most `longest` pixels long, made once as long as there is room for them.

    What is transparent becomes white, as in workbooks, so that machines see what people see; such a picture is a PNG,
    any other a JPEG. The same file gives the same bytes, by the same version of Pillow. May be used by several threads.
    """

    def __init__(self, folder: Path, longest: int, room: int = MOST_HELD) -> None:
        self._folder, self._longest, self._room = folder, longest, room
        self._held: OrderedDict[str, Sent] = OrderedDict()
        self._taken = 0
        self._lock = Lock()

    def of(self, item: str, names: Sequence[str]) -> list[Sent]:
        """The pictures of an item. Raises InputError for all that are not there (`picture_missing`), or cannot be read
        or lead out of the folder (`bad_picture`).
        """
        where = f"item {shown(item)}"
        if not names:
            raise InputError([Finding("picture_missing", "error", where, "no picture is named")])
        found = [self._get(name) for name in names]
        problems = [
            Finding(
                "picture_missing" if it.code == "picture_missing" else "bad_picture", "error", where, it.detail, it.fix
            )
            for it in found
            if isinstance(it, Picture)
        ]
        if problems:
            raise InputError(problems)
        return [it for it in found if isinstance(it, Sent)]

    def _get(self, name: str) -> Sent | Picture:
        with self._lock:
            held = self._held.get(name)
            if held is not None:
                self._held.move_to_end(name)
                return held
        made = self._made(name)
        if isinstance(made, Sent):
            self._hold(name, made)
        return made

    def _hold(self, name: str, made: Sent) -> None:
        with self._lock:
            if name in self._held:
                return
            self._held[name] = made
            self._taken += len(made.url)
            while self._taken > self._room and len(self._held) > 1:
                self._taken -= len(self._held.popitem(last=False)[1].url)

    def _made(self, name: str) -> Sent | Picture:
        picture = read_pictures(self._folder, [name])[name]
        if picture.code is not None:
            return picture
        path = self._folder / name
        if not path.resolve().is_relative_to(self._folder.resolve()):
            return Picture(code="picture_outside_folder", detail=f"{name!r}: {OUTSIDE}", fix="put the picture there")
        assert picture.shown is not None
        try:
            return _sent(upright(path, self._longest), picture.shown)
        except Exception as error:
            # Pillow raises many kinds of errors where a file is damaged, and warnings for bombs.
            detail = f"{name!r} cannot be read: {str(error) or type(error).__name__}"
            return Picture(code="picture_unreadable", detail=detail, fix=FIX)


def _sent(image: Image.Image, stored: tuple[int, int]) -> Sent:
    stream = io.BytesIO()
    # Many pictures that could be transparent are so nowhere; a photo as PNG would be several times as large.
    if image.mode == "RGBA" and image.getchannel("A").histogram()[255] < image.width * image.height:
        kind = "png"
        opaque(image).save(stream, "PNG", optimize=True)
    else:
        kind = "jpeg"
        opaque(image).save(stream, "JPEG", quality=QUALITY, optimize=True)
    data = stream.getvalue()
    url = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    width, height = image.size
    return Sent(url, hashlib.sha256(data).hexdigest(), width, height, stored)
