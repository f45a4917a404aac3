"""Pictures: what is not there, not whole, too large or turned; the rest has its stored size."""

from __future__ import annotations

import io
import zlib

import pytest
from PIL import Image

from accord.annotations.contents.picture_files import read_pictures


def save(path, kind="PNG", size=(30, 20), orientation=None, **options):
    picture = Image.effect_noise(size, 40).convert("RGB")
    exif = Image.Exif()
    if orientation is not None:
        exif[0x0112] = orientation
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, kind, exif=exif, **options)


def read(folder, name):
    return read_pictures(folder, [name])[name]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"])
def test_a_whole_picture_has_its_size(tmp_path, kind):
    save(tmp_path / "images" / "a", kind)
    picture = read(tmp_path, "images/a")
    assert (picture.size, picture.shown, picture.orientation, picture.code) == ((30, 20), (30, 20), 1, None)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize(("orientation", "shown"), [(3, (30, 20)), (6, (20, 30)), (8, (20, 30)), (9, (30, 20))])
def test_orientation_turns_what_is_shown(tmp_path, kind, orientation, shown):
    save(tmp_path / "a", kind, orientation=orientation)
    picture = read(tmp_path, "a")
    assert (picture.size, picture.shown) == ((30, 20), shown)
    assert picture.orientation == (orientation if orientation <= 8 else 1)


def test_the_published_case_of_a_turned_picture(shared):
    folder = shared / "cases" / "files"
    picture = read(folder, "box04_exif6.jpg")
    assert (picture.size, picture.shown, picture.orientation) == ((60, 40), (40, 60), 6)


@pytest.mark.parametrize(
    "name", ["/etc/a.png", "../a.png", "images/../../a.png", "C:\\a.png", "~/a.png", "https://x/a"]
)
def test_a_path_must_stay_inside(tmp_path, name):
    picture = read(tmp_path, name)
    assert (picture.code, picture.size) == ("picture_outside_folder", None)
    assert picture.detail == f"{name!r} is not a path inside the folder"


def test_what_is_not_there(tmp_path):
    (tmp_path / "images").mkdir()
    missing = read(tmp_path, "images/a.png")
    assert (missing.code, missing.fix) == ("picture_missing", "put the file there, or correct the path")
    assert read(tmp_path, "elsewhere/a.png").code == "picture_missing"
    assert read(tmp_path, "images").detail == "'images' is a folder"


@pytest.mark.parametrize(("there", "named"), [("A.PNG", "a.png"), ("caf\u00e9.png", "cafe\u0301.png")])
def test_a_name_in_other_letters_is_pointed_at(tmp_path, there, named):
    save(tmp_path / there)
    if (tmp_path / named).exists():
        pytest.skip("this file system takes both names as one")
    picture = read(tmp_path, named)
    assert picture.code == "picture_missing"
    assert picture.fix is not None and repr(there) in picture.fix


def test_a_name_that_no_system_takes_is_unreadable(tmp_path):
    assert read(tmp_path, "a" * 5000).code == "picture_unreadable"


def test_what_is_no_picture(tmp_path):
    (tmp_path / "a.png").write_text("not a picture")
    (tmp_path / "b.png").write_bytes(b"")
    (tmp_path / "c.png").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
    assert "is no picture of a known kind" in read(tmp_path, "a.png").detail
    assert read(tmp_path, "b.png").detail == "'b.png' is empty"
    assert read(tmp_path, "c.png").fix == "run: git lfs pull"
    assert {read(tmp_path, name).code for name in ("a.png", "b.png", "c.png")} == {"picture_unreadable"}


@pytest.mark.parametrize(("kind", "share"), [("PNG", 0.5), ("PNG", 0.98), ("JPEG", 0.5), ("JPEG", 0.98)])
def test_a_picture_that_was_cut_off_is_unreadable(tmp_path, kind, share):
    save(tmp_path / "a", kind, size=(300, 200))
    data = (tmp_path / "a").read_bytes()
    (tmp_path / "a").write_bytes(data[: int(len(data) * share)])
    assert read(tmp_path, "a").code == "picture_unreadable"


def test_a_jpeg_with_a_long_tail_is_whole(tmp_path):
    save(tmp_path / "a", "JPEG")
    (tmp_path / "a").write_bytes((tmp_path / "a").read_bytes() + b"\0" * 10_000)
    assert read(tmp_path, "a").code is None


def test_a_damaged_png_is_unreadable(tmp_path):
    save(tmp_path / "a.png", size=(300, 200))
    data = bytearray((tmp_path / "a.png").read_bytes())
    data[len(data) // 2] ^= 0xFF
    (tmp_path / "a.png").write_bytes(bytes(data))
    assert read(tmp_path, "a.png").code == "picture_unreadable"


def test_a_picture_with_too_many_pixels_is_refused_and_not_decoded(tmp_path):
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    for side in (10_000, 100_000):
        header = side.to_bytes(4, "big") * 2 + bytes([8, 0, 0, 0, 0])
        data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
        (tmp_path / "a.png").write_bytes(data)
        picture = read(tmp_path, "a.png")
        assert (picture.code, picture.fix) == ("picture_too_large", "scale it down")


def test_every_path_is_read_once_and_in_order(tmp_path, monkeypatch):
    save(tmp_path / "b.png")
    save(tmp_path / "a.png")
    opened = []
    first_open = Image.open
    monkeypatch.setattr(Image, "open", lambda path, **options: opened.append(path) or first_open(path, **options))
    assert list(read_pictures(tmp_path, ["b.png", "a.png", "b.png"])) == ["b.png", "a.png"]
    assert len(opened) == 2


@pytest.mark.parametrize(
    "data", [b"XX", b"", b"MM\0*\0\0\0\x08\xff\xff", b"MM\0*\0\0\0\x08\0\1\1\x12\0\x02\xff\xff\xff\xff\0\0\0\0"]
)
def test_exif_that_cannot_be_read_turns_nothing(tmp_path, data):
    stream = io.BytesIO()
    Image.new("RGB", (8, 8)).save(stream, "JPEG", exif=b"Exif\0\0" + data)
    (tmp_path / "a.jpg").write_bytes(stream.getvalue())
    picture = read(tmp_path, "a.jpg")
    assert (picture.code, picture.orientation) == (None, 1)
