"""Pictures for a workbook: upright, small, opaque, nothing but the picture, the same bytes twice, no exception."""

from __future__ import annotations

import io
import random
import struct
import tracemalloc
import zlib

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from accord.annotations.workbooks.pictures import BUDGET, STEPS, fit_pictures

RED, GREEN, BLUE, WHITE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0)


def fit(folder, name, budget=BUDGET):
    """The only picture, decoded, and its JPEG; nothing may be found wrong."""
    fitted, findings = fit_pictures(folder, [name], budget)
    assert findings == []
    found = fitted[name]
    shown = Image.open(io.BytesIO(found.data))
    assert (shown.format, shown.size) == ("JPEG", (found.width, found.height))
    return shown, found.data


def refused(folder, name):
    """The code of the only finding; there is no picture."""
    fitted, findings = fit_pictures(folder, [name])
    assert fitted == {}
    [finding] = findings
    assert (finding.severity, finding.where) == ("warning", name)
    assert repr(name) in finding.message
    assert finding.fix
    return finding.code


def noise(width, height, seed=0, channels=3):
    shape = (height, width, channels) if channels > 1 else (height, width)
    return Image.fromarray(np.random.default_rng(seed).integers(0, 256, shape, dtype=np.uint8))


def halves(size, left, right, mode="RGB"):
    picture = Image.new(mode, size, right)
    picture.paste(left, (0, 0, size[0] // 2, size[1]))
    return picture


def near(pixel, colour, by=12):
    """JPEG keeps colours only about."""
    pixel = (pixel,) * 3 if isinstance(pixel, int) else pixel
    return all(abs(one - other) <= by for one, other in zip(pixel, colour, strict=True))


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height, depth, kind, rows, *more):
    """A PNG by hand: kind 0 grey, 2 colour; rows of samples without their filter bytes."""
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    return b"".join((b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", head), *more, chunk(b"IDAT", data), chunk(b"IEND", b"")))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize(
    ("orientation", "size", "red", "blue"),
    [
        (1, (64, 32), (16, 16), (48, 16)),
        (2, (64, 32), (48, 16), (16, 16)),
        (3, (64, 32), (48, 16), (16, 16)),
        (5, (32, 64), (16, 16), (16, 48)),
        (6, (32, 64), (16, 16), (16, 48)),
        (7, (32, 64), (16, 48), (16, 16)),
        (8, (32, 64), (16, 48), (16, 16)),
    ],
)
def test_turned_as_exif_says(tmp_path, kind, orientation, size, red, blue):
    exif = Image.Exif()
    exif[0x0112] = orientation
    halves((64, 32), RED, BLUE).save(tmp_path / "a", kind, exif=exif)
    shown, _ = fit(tmp_path, "a")
    assert shown.size == size
    assert near(shown.getpixel(red), RED) and near(shown.getpixel(blue), BLUE)


def test_the_published_case_of_a_turned_picture(shared):
    shown, _ = fit(shared / "cases" / "files", "box04_exif6.jpg")
    assert shown.size == (40, 60)


def test_odd_exif_data_do_not_cost_a_picture(tmp_path):
    """A text declared as a number: reading the orientation works, writing the data anew does not."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Maker"
    data = exif.tobytes()
    order = ">" if data[6:8] == b"MM" else "<"
    at = data.index(struct.pack(f"{order}H", 0x010F)) + 2
    odd = data[:at] + struct.pack(f"{order}HI", 11, 1) + data[at + 6 :]
    noise(20, 10).save(tmp_path / "a.jpg", exif=odd)
    assert fit(tmp_path, "a.jpg")[0].size == (10, 20)


def test_nothing_but_the_picture_is_kept(tmp_path):
    exif = Image.Exif()
    exif[0x010F] = "SECRET-CAMERA"
    exif.get_ifd(0x8825)[1] = "N"
    noise(30, 20).save(tmp_path / "a.jpg", exif=exif, comment=b"SECRET-WORDS", icc_profile=b"SECRET-PROFILE")
    shown, data = fit(tmp_path, "a.jpg")
    assert b"SECRET" not in data
    assert not shown.getexif() and not {"exif", "icc_profile", "comment"} & set(shown.info)


@pytest.mark.parametrize("mode", ["RGBA", "LA"])
def test_what_is_transparent_is_white(tmp_path, mode):
    halves((64, 32), (0, 0, 0, 0), (0, 0, 0, 255), "RGBA").convert(mode).save(tmp_path / "a.png")
    shown, _ = fit(tmp_path, "a.png")
    assert near(shown.getpixel((16, 16)), WHITE) and near(shown.getpixel((48, 16)), BLACK)


def test_a_palette_with_a_transparent_colour(tmp_path):
    picture = halves((64, 32), 0, 1, "P")
    picture.putpalette([*GREEN, *BLACK])
    picture.save(tmp_path / "a.png", transparency=0)
    picture.putalpha(halves((64, 32), 0, 255, "L"))
    assert picture.mode == "PA"
    picture.save(tmp_path / "a.tif")
    for name in ("a.png", "a.tif"):
        shown, _ = fit(tmp_path, name)
        assert near(shown.getpixel((16, 16)), WHITE) and near(shown.getpixel((48, 16)), BLACK), name


def test_half_transparent_is_half_white(tmp_path):
    Image.new("RGBA", (32, 32), (0, 0, 0, 128)).save(tmp_path / "a.png")
    assert near(fit(tmp_path, "a.png")[0].getpixel((16, 16)), (127, 127, 127))


def test_scaling_leaves_no_dark_edge_beside_what_is_transparent(tmp_path):
    halves((1602, 800), (255, 255, 255, 255), (0, 0, 0, 0), "RGBA").save(tmp_path / "a.png")
    shown, _ = fit(tmp_path, "a.png")
    assert min(low for low, _ in shown.getextrema()) > 250


@pytest.mark.parametrize(("depth", "kind"), [(16, 0), (16, 2), (1, 0)])
def test_a_colour_declared_as_transparent_is_white(tmp_path, depth, kind):
    width, samples = 16, 3 if kind == 2 else 1
    ones = b"\xff" * (width * samples * depth // 8)
    key = struct.pack(f">{samples}H", *[0] * samples)
    data = png(width, 32, depth, kind, [bytes(len(ones))] * 16 + [ones] * 16, chunk(b"tRNS", key))
    (tmp_path / "a.png").write_bytes(data)
    shown, _ = fit(tmp_path, "a.png")
    assert near(shown.getpixel((8, 8)), WHITE) and near(shown.getpixel((8, 24)), WHITE)


def test_cmyk(tmp_path):
    halves((64, 32), RED, BLUE).convert("CMYK").save(tmp_path / "a.jpg", quality=95)
    shown, _ = fit(tmp_path, "a.jpg")
    assert shown.mode == "RGB"
    assert near(shown.getpixel((16, 16)), RED, 40) and near(shown.getpixel((48, 16)), BLUE, 40)


@pytest.mark.parametrize("name", ["a.png", "a.tif"])
def test_16_bits_keep_their_greys(tmp_path, name):
    ramp = np.repeat(np.linspace(0, 65_535, 256).astype(np.uint16)[None, :], 64, axis=0)
    Image.fromarray(ramp).save(tmp_path / name)
    shown, _ = fit(tmp_path, name)
    assert shown.mode == "L"
    assert [shown.getpixel((x, 32)) for x in (0, 128, 255)] == pytest.approx([0, 128, 255], abs=4)


def test_16_bits_with_a_transparent_grey(tmp_path):
    ramp = np.repeat(np.linspace(0, 65_535, 256).astype(np.uint16)[None, :], 64, axis=0)
    ramp[:, :32] = 1000
    Image.fromarray(ramp).save(tmp_path / "a.png", transparency=1000)
    shown, _ = fit(tmp_path, "a.png")
    assert [shown.getpixel((x, 32)) for x in (16, 128, 250)] == pytest.approx([255, 128, 250], abs=6)


@pytest.mark.parametrize(
    ("values", "greys"),
    [
        ([[0.0, 0.5, 1.0]], [0, 128, 255]),
        ([[0.0, 128.0, 255.0]], [0, 128, 255]),
        ([[-7.0, 5e6, 1e7]], [0, 128, 255]),
        ([[np.nan, np.inf, -np.inf]], [0, 0, 0]),
    ],
)
def test_floats(tmp_path, values, greys):
    wide = np.kron(np.array(values, dtype=np.float32), np.ones((16, 16), dtype=np.float32))
    Image.fromarray(wide).save(tmp_path / "a.tif")
    shown, _ = fit(tmp_path, "a.tif")
    assert [shown.getpixel((x, 8)) for x in (8, 24, 40)] == pytest.approx(greys, abs=4)


@pytest.mark.parametrize("mode", ["1", "L", "P", "YCbCr", "LAB", "I"])
def test_any_other_mode(tmp_path, mode):
    Image.new(mode, (33, 21)).save(tmp_path / "a", "TIFF")
    shown, _ = fit(tmp_path, "a")
    assert (shown.size, shown.mode in ("L", "RGB")) == ((33, 21), True)


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_the_first_frame_of_an_animation(tmp_path, kind):
    frames = [Image.new("RGB", (32, 32), colour) for colour in (GREEN, RED, BLUE)]
    frames[0].save(tmp_path / "a", kind, save_all=True, append_images=frames[1:], lossless=True)
    assert near(fit(tmp_path, "a")[0].getpixel((16, 16)), GREEN)


@pytest.mark.parametrize(
    ("size", "fitted"),
    [
        ((1, 1), (1, 1)),
        ((300, 200), (300, 200)),
        ((800, 800), (800, 800)),
        ((5000, 3), (800, 1)),
        ((3, 5000), (1, 800)),
        ((2000, 1500), (800, 600)),
        ((801, 400), (800, 400)),
    ],
)
@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_scaled_down_and_never_up(tmp_path, size, fitted, kind):
    Image.new("RGB", size, GREEN).save(tmp_path / "a", kind)
    assert fit(tmp_path, "a")[0].size == fitted


def test_a_small_decoding_of_a_large_jpeg_shows_the_same(tmp_path):
    halves((4800, 1000), RED, BLUE).save(tmp_path / "a.jpg")
    shown, _ = fit(tmp_path, "a.jpg")
    assert shown.size == (800, 167)
    assert near(shown.getpixel((380, 80)), RED) and near(shown.getpixel((420, 80)), BLUE)


def test_bombs_are_refused_before_they_are_unpacked(tmp_path):
    (tmp_path / "wide.png").write_bytes(png(50_000, 50_000, 8, 2, []))
    (tmp_path / "deep.png").write_bytes(png(300, 300, 8, 0, [bytes(50_000_000)]))
    text = PngImagePlugin.PngInfo()
    text.add_text("a", "x" * (2 << 20), zip=True)
    noise(10, 10).save(tmp_path / "text.png", pnginfo=text)
    tracemalloc.start()
    assert refused(tmp_path, "wide.png") == "picture_too_large"
    fit(tmp_path, "deep.png")  # more rows than its size says are not unpacked
    assert refused(tmp_path, "text.png") == "picture_unreadable"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def test_damaged_files_are_findings(tmp_path):
    stream = io.BytesIO()
    noise(400, 300).save(stream, "JPEG")
    whole = stream.getvalue()
    (tmp_path / "cut.jpg").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "words.jpg").write_text("hello")
    (tmp_path / "empty.png").touch()
    (tmp_path / "short.png").write_bytes(png(500, 500, 8, 2, [b"\0" * 9]))
    (tmp_path / "pointer.png").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    for name in ("cut.jpg", "words.jpg", "empty.png", "short.png", "pointer.png"):
        assert refused(tmp_path, name) == "picture_unreadable", name


def test_a_path_to_nowhere_or_out_is_a_finding(tmp_path):
    assert refused(tmp_path, "missing.png") == "picture_missing"
    assert refused(tmp_path, "../x.png") == "picture_outside_folder"
    assert refused(tmp_path, "/etc/x.png") == "picture_outside_folder"


def test_the_others_go_on(tmp_path):
    noise(30, 20).save(tmp_path / "a.png")
    (tmp_path / "b.png").write_text("no picture")
    fitted, findings = fit_pictures(tmp_path, ["b.png", "a.png", "c.png", "a.png"])
    assert list(fitted) == ["a.png"]
    assert [finding.where for finding in findings] == ["b.png", "c.png"]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "TIFF"])
def test_changed_bytes_never_raise(tmp_path, kind):
    stream = io.BytesIO()
    noise(60, 40).save(stream, kind)
    whole = stream.getvalue()
    rng = random.Random(kind)
    names = []
    for number in range(60):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 20)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        names.append(f"{number}.bin")
        (tmp_path / names[-1]).write_bytes(data[: rng.choice([len(data), rng.randrange(len(data))])])
    fitted, findings = fit_pictures(tmp_path, names)
    assert {*fitted, *(finding.where for finding in findings)} == set(names)


def test_every_picture_gets_its_share_of_the_budget(tmp_path):
    """Noise is the worst: 75 such pictures would be 30 MB at 800 pixels."""
    names = [f"{number}.jpg" for number in range(4)]
    for number, name in enumerate(names):
        noise(2000, 1500, number).resize((2000, 1500)).save(tmp_path / name, quality=60)
    share = BUDGET // 75
    fitted, findings = fit_pictures(tmp_path, names, 4 * share)
    assert findings == []
    for found in fitted.values():
        assert len(found.data) <= share
        assert 240 <= found.width < 800
    [alone] = fit_pictures(tmp_path, names[:1], 4 * share)[0].values()
    assert alone.width > fitted[names[0]].width


def test_75_pictures_stay_under_their_budget(tmp_path):
    """One file under 75 names, each of which gets a 75th."""
    noise(640, 480).save(tmp_path / "0.jpg", quality=60)
    names = [f"{number}.jpg" for number in range(75)]
    for name in names[1:]:
        (tmp_path / name).hardlink_to(tmp_path / "0.jpg")
    budget = 3_000_000
    fitted, findings = fit_pictures(tmp_path, names, budget)
    assert (len(fitted), findings) == (75, [])
    assert len({found.data for found in fitted.values()}) == 1
    assert budget / 3 < sum(len(found.data) for found in fitted.values()) < budget


def test_the_last_step_is_taken_as_it_is(tmp_path):
    noise(400, 300).save(tmp_path / "a.png")
    shown, data = fit(tmp_path, "a.png", budget=1)
    assert max(shown.size) == STEPS[-1][0]
    assert len(data) > 1
    noise(40, 30).save(tmp_path / "small.png")
    assert fit(tmp_path, "small.png", budget=1)[0].size == (40, 30)


def test_the_same_bytes_twice(tmp_path):
    noise(1200, 900).save(tmp_path / "a.jpg")
    noise(64, 48, channels=4).save(tmp_path / "b.png")
    names = ["a.jpg", "b.png"]
    assert fit_pictures(tmp_path, names) == fit_pictures(tmp_path, names)


def test_no_pictures(tmp_path):
    assert fit_pictures(tmp_path, []) == ({}, [])
