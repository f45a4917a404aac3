"""What the objects of the made-up museum look like, in words and colours."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Motif:
    """An ornament. name, other: what it is called; short: as an attribute; chinese: as one, in Chinese."""

    name: str
    other: str
    short: str
    chinese: str


@dataclass(frozen=True)
class Shape:
    """A form of object. name, other: what it is called; about: its outline, for descriptions."""

    name: str
    other: str
    about: str
    chinese: str


MOTIFS: dict[str, Motif] = {
    "scroll": Motif("peony scroll", "trailing peonies", "Peony", "牡丹纹"),
    "hole": Motif("square hole", "a square opening", "Pierced", "方孔"),
    "crane": Motif("crane and pine", "a crane beside a tree", "Crane", "松鹤纹"),
    "petals": Motif("lotus petals", "a row of pointed petals", "Lotus", "莲瓣纹"),
    "archer": Motif("standing archer", "a man drawing a bow", "Archer", "射手"),
    "vines": Motif("rows of vines", "three winding vines", "Vine", "藤蔓纹"),
    "stag": Motif("leaping stag", "a deer with antlers", "Stag", "鹿纹"),
    "cross": Motif("cross and dots", "a cross between four dots", "Cross", "十字纹"),
    "ship": Motif("sailing ship", "a ship under sail", "Ship", "帆船纹"),
    "bands": Motif("notched bands", "two bands of notches", "Banded", "弦纹"),
    "crescent": Motif("crescent and disc", "a disc over a half-moon", "Crescent", "新月纹"),
    "faces": Motif("four faces", "masks on four sides", "Mask", "人面纹"),
}
"""Ornament of a picture -> its words."""

SHAPES: dict[str, dict[str, Shape]] = {
    "vessel": {
        "bottle": Shape("bottle", "vase", "with a narrow neck and a round body", "瓶"),
        "pot": Shape("jar", "storage pot", "with two ring handles", "罐"),
        "cup": Shape("cup", "goblet", "with a handle on each side and a foot", "杯"),
        "bowl": Shape("bowl", "basin", "with an open mouth and swelling sides", "碗"),
    },
    "coin": {"coin": Shape("coin", "piece of money", "with a beaded rim", "钱")},
    "plate": {
        "plate": Shape("dish", "plate", "with a broad rim", "盘"),
        "tray": Shape("tray", "salver", "with straight sides", "托盘"),
    },
}
"""Type -> shape of a picture -> its words."""

WARES: dict[str, dict[str, str]] = {
    "vessel": {
        "porcelain": "#eef1f4",
        "celadon": "#a9c3a5",
        "red earthenware": "#b5653c",
        "brass": "#c79a45",
        "lacquered wood": "#7d2a22",
    },
    "coin": {"gold": "#e3b84a", "silver": "#c3c6ca", "bronze": "#a9763f", "copper": "#b0643c"},
    "plate": {
        "porcelain": "#eceee8",
        "stoneware": "#8f9684",
        "glazed earthenware": "#d8b98a",
        "pewter": "#a5a9ac",
        "carved wood": "#9a6a3c",
    },
}
"""Type -> what it is made of -> the colour of that in a picture."""

INKS: dict[str, str] = {"blue": "#2d4f9e", "dark brown": "#4a2f1c", "green": "#2f6a3e", "black": "#2b2b2e"}
"""Colour of an ornament -> that colour in a picture."""

CONDITIONS: tuple[str, ...] = (
    "well preserved",
    "a chip at the rim",
    "a hairline crack, stable",
    "worn on the high points",
    "an old repair on one side",
    "the surface stained by burial",
    "a small piece is lost",
)

NOTES = (
    "It came to the museum with the estate of a collector who kept no lists, in a crate with eleven other pieces that "
    "have nothing to do with it. The first keeper wrote its number inside in red paint; a later one had the paint "
    "taken off, which left a pale spot. Under a lamp held to one side the marks of the tool can be followed all the "
    "way round, and in two places the maker has plainly started again. Nothing on the surface is signed or dated. The "
    "ornament was laid out with a few fine guide lines, some of which can still be seen, and then done in one go "
    "without much correction. It was cleaned twice, the second time with distilled water only, and has since been "
    "kept in a box of grey card; it may travel, but must not stand in direct light for longer than three months."
)
"""What the catalogue adds about a few objects: some 800 characters."""
