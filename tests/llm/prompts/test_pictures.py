"""Pictures as they are sent: upright, scaled, bare, the same bytes each time, and only from inside the folder."""

from __future__ import annotations

import base64
import hashlib
import io
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from made_prompts import problems
from PIL import Image

from accord.errors import InputError
from accord.llm.prompts.pictures import Pictures


def saved(folder, name, size=(60, 40), mode="RGB", colour=(200, 30, 30), **options):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new(mode, size, colour).save(path, **options)
    return name


def opened(picture):
    head, _, data = picture.url.partition(",")
    raw = base64.b64decode(data, validate=True)
    assert hashlib.sha256(raw).hexdigest() == picture.sha256
    image = Image.open(io.BytesIO(raw))
    assert image.size == (picture.width, picture.height)
    assert head == f"data:image/{(image.format or '').lower()};base64"
    return image


def one(folder, name, longest=32):
    (picture,) = Pictures(folder, longest).of("item", [name])
    return picture


def refused(folder, *names):
    with pytest.raises(InputError) as caught:
        Pictures(folder, 32).of("obj-1", list(names))
    return caught.value


def test_scaled_by_the_longest_side_and_never_enlarged(tmp_path):
    wide, small = saved(tmp_path, "wide.png", (640, 320)), saved(tmp_path, "small.png", (8, 4))
    picture = one(tmp_path, wide)
    assert (picture.width, picture.height, picture.stored) == (32, 16, (640, 320))
    assert opened(picture).format == "JPEG"
    assert one(tmp_path, small).width == 8


def test_turned_upright_and_stripped_of_all_else(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6  # on its side: shown, the width is the height
    exif[0x010F] = "SECRET CAMERA"
    name = saved(tmp_path, "a.jpg", (60, 40), exif=exif, comment=b"SECRET COMMENT", icc_profile=b"SECRET PROFILE")
    picture = one(tmp_path, name)
    assert picture.stored == (40, 60)
    image = opened(picture)
    assert image.size == (21, 32)
    assert not image.getexif()
    assert b"SECRET" not in base64.b64decode(picture.url.partition(",")[2])


def test_what_is_transparent_is_white_in_a_png(tmp_path):
    name = saved(tmp_path, "a.png", mode="RGBA", colour=(0, 0, 0, 0))
    image = opened(one(tmp_path, name))
    assert (image.format, image.mode) == ("PNG", "RGB")
    assert np.asarray(image).min() == 255


def test_what_could_be_transparent_and_is_not_is_a_jpeg(tmp_path):
    assert opened(one(tmp_path, saved(tmp_path, "a.png", mode="RGBA", colour=(9, 9, 9, 255)))).format == "JPEG"


@pytest.mark.parametrize("mode", ["1", "L", "P", "I;16", "CMYK"])
def test_pictures_of_all_modes(tmp_path, mode):
    name = "a.tif" if mode in ("I;16", "CMYK") else "a.png"
    opened(one(tmp_path, saved(tmp_path, name, mode=mode, colour=0)))


def test_the_same_file_gives_the_same_bytes(tmp_path):
    rng = np.random.default_rng(0)
    Image.fromarray(rng.integers(0, 255, (50, 70, 3), np.uint8)).save(tmp_path / "a.png")
    assert one(tmp_path, "a.png").url == one(tmp_path, "a.png").url


def test_several_in_their_order(tmp_path):
    names = [saved(tmp_path, f"{number}.png", (number, 4)) for number in (5, 3, 9)]
    assert [picture.width for picture in Pictures(tmp_path, 32).of("item", names)] == [5, 3, 9]


def test_pictures_are_made_once_as_long_as_there_is_room(tmp_path):
    names = [saved(tmp_path, f"{number}.png") for number in range(3)]
    sizes = [len(picture.url) for picture in Pictures(tmp_path, 32).of("item", names)]
    pictures = Pictures(tmp_path, 32, room=sum(sizes[:2]))
    first = pictures.of("item", names[:2])
    assert [held is made for held, made in zip(pictures.of("item", names[:2]), first, strict=True)] == [True, True]
    pictures.of("item", [names[0]])  # so that the other one is the oldest
    pictures.of("item", [names[2]])
    again = pictures.of("item", names[:1])
    assert again[0] is first[0]
    assert pictures.of("item", names[1:2])[0] is not first[1]
    assert pictures._taken == sum(len(picture.url) for picture in pictures._held.values()) <= sum(sizes[:2])


def test_a_picture_larger_than_the_room_is_held_alone(tmp_path):
    pictures = Pictures(tmp_path, 32, room=1)
    for number in range(3):
        pictures.of("item", [saved(tmp_path, f"{number}.png")])
    assert list(pictures._held) == ["2.png"]


def test_several_threads(tmp_path):
    names = [saved(tmp_path, f"{number}.png", (40 + number, 40)) for number in range(8)]
    pictures = Pictures(tmp_path, 32, room=3000)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda name: pictures.of("item", [name])[0], names * 20))
    assert [picture.stored[0] for picture in found] == [40 + number for number in range(8)] * 20
    assert pictures._taken == sum(len(picture.url) for picture in pictures._held.values())


def test_all_problems_of_an_item_at_once(tmp_path):
    (tmp_path / "text.png").write_text("no picture")
    Image.new("RGB", (60, 40)).save(tmp_path / "cut.jpg")
    (tmp_path / "cut.jpg").write_bytes((tmp_path / "cut.jpg").read_bytes()[:-200])
    error = refused(tmp_path, "gone.png", saved(tmp_path, "good.png"), "text.png", "../out.png", "cut.jpg")
    codes = ["picture_missing", "bad_picture", "bad_picture", "bad_picture"]
    assert problems(error) == [(code, "item 'obj-1'") for code in codes]
    assert "'gone.png' is not there" in error.problems[0].message


def test_no_picture_is_named(tmp_path):
    assert problems(refused(tmp_path)) == [("picture_missing", "item 'obj-1'")]


@pytest.mark.parametrize("of_folder", [False, True])
def test_links_that_lead_out_are_not_followed(tmp_path, of_folder):
    inside = tmp_path / "inside"
    inside.mkdir()
    saved(tmp_path, "outside/a.png")
    if of_folder:
        (inside / "pictures").symlink_to(tmp_path / "outside")
    else:
        (inside / "pictures").mkdir()
        (inside / "pictures" / "a.png").symlink_to(tmp_path / "outside" / "a.png")
    error = refused(inside, "pictures/a.png")
    assert [code for code, _ in problems(error)] == ["bad_picture"]
    assert "leads out of the folder" in error.problems[0].message


def test_links_inside_are_followed(tmp_path):
    saved(tmp_path, "a.png")
    (tmp_path / "b.png").symlink_to(tmp_path / "a.png")
    assert one(tmp_path, "b.png").stored == (60, 40)


def test_a_picture_of_too_many_pixels(tmp_path, monkeypatch):
    name = saved(tmp_path, "a.png", (60, 40))
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)
    assert [code for code, _ in problems(refused(tmp_path, name))] == ["bad_picture"]


def test_a_file_that_fails_only_when_it_is_decoded(tmp_path, monkeypatch):
    name = saved(tmp_path, "a.png")

    def fail(path, longest):
        raise ZeroDivisionError

    monkeypatch.setattr("accord.llm.prompts.pictures.upright", fail)
    error = refused(tmp_path, name)
    assert [code for code, _ in problems(error)] == ["bad_picture"]
    assert "ZeroDivisionError" in error.problems[0].message
