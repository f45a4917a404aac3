"""Words of the made-up collection: names, places and times that no museum has."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Region:
    """cultures: noun and adjective of each; places: a place and the province around it; periods: a name and its years;
    makers: a workshop and how else it is called.
    """

    name: str
    cultures: tuple[tuple[str, str], ...]
    places: tuple[tuple[str, str], ...]
    periods: tuple[tuple[str, str], ...]
    makers: tuple[tuple[str, str], ...]


REGIONS: tuple[Region, ...] = (
    Region(
        "East Asia",
        (("China", "Chinese"), ("Korea", "Korean"), ("Japan", "Japanese")),
        (("Lanqiao", "Jiangnan"), ("Haewon", "Gyeongbuk"), ("Tsurumine", "Hizen"), ("白石镇", "江右")),
        (
            ("Early Qing", "1650-1700"),
            ("Middle Joseon", "17th century"),
            ("Late Edo", "1780-1850"),
            ("明末", "1600-1644"),
        ),
        (("Shen family kiln", "Shen kiln"), ("Tanabe Genroku", "Tanabe workshop"), ("松风堂", "Songfeng studio")),
    ),
    Region(
        "South Asia",
        (("Deccan", "Deccani"), ("Bengal", "Bengali"), ("Gujarat", "Gujarati")),
        (("Bidarpur", "Karnataka"), ("Chandnagar", "Lower Bengal"), ("Surajgarh", "Kutch"), ("सूरजगढ़", "कच्छ")),
        (("Mughal period", "17th century"), ("Sultanate", "1450-1520"), ("Company period", "1790-1850")),
        (
            ("Yusuf of Bidarpur", "Master Yusuf"),
            ("Das workshop", "Karim Das"),
            ("Royal mint of Surajgarh", "royal mint"),
        ),
    ),
    Region(
        "West Asia",
        (("Persia", "Persian"), ("Syria", "Syrian"), ("Anatolia", "Anatolian")),
        (("Kashmar", "Khorasan"), ("Raqim", "Upper Euphrates"), ("Iznova", "Bithynia"), ("قاشان", "أصفهان")),
        (("Safavid period", "16th-17th century"), ("Ayyubid period", "about 1200"), ("Ottoman period", "1550-1600")),
        (
            ("Ustad Mirza", "workshop of Mirza"),
            ("Potters of Iznova", "Iznova workshops"),
            ("Ibn Saleh", "Saleh family"),
        ),
    ),
    Region(
        "Europe",
        (("England", "English"), ("France", "French"), ("Italy", "Italian")),
        (("Burlam", "Staffordshire"), ("Saint-Élan", "Touraine"), ("Urbanetto", "Marche"), ("Köslingen", "Franconia")),
        (("Georgian", "1760-1790"), ("Renaissance", "about 1530"), ("Louis XV", "1730-1770")),
        (
            ("Hartwell pottery", "Josiah Hartwell"),
            ("Baldo of Urbanetto", "circle of Baldo"),
            ("Ateliers Périn", "Périn"),
        ),
    ),
    Region(
        "Africa",
        (("Yoruba", "Yoruba people"), ("Aksum", "Aksumite"), ("Zulu", "Zulu people")),
        (("Oyotunde", "Oyo"), ("Adulara", "Tigray"), ("Thukelani", "KwaZulu-Natal")),
        (("19th century", "before 1890"), ("5th century", "400-450"), ("Early 20th century", "about 1910")),
        (("Khesa family", "Nomvula Khesa"), ("Adeku workshop", "carver Adeku"), ("Mint of Ousal", "King Ousal")),
    ),
)


@dataclass(frozen=True)
class Kind:
    """A type of object. things: what it is and how else it is called; shapes: how it is drawn."""

    name: str
    things: tuple[tuple[str, str], ...]
    shapes: tuple[str, ...]


KINDS: tuple[Kind, ...] = (
    Kind(
        "vessel",
        (("Bottle", "Flask"), ("Water pot", "Jar"), ("Cup with handles", "Loving cup")),
        ("bottle", "pot", "cup"),
    ),
    Kind("coin", (("Silver coin", "Dirham"), ("Bronze coin", "Cash coin"), ("Gold coin", "Dinar")), ("coin",)),
    Kind("plate", (("Dish", "Plate"), ("Tray", "Salver"), ("Footed bowl", "Bowl")), ("plate", "tray", "bowl")),
)

ORNAMENTS: dict[str, str] = {
    "scroll": "peony scroll",
    "hole": "square hole",
    "crane": "crane",
    "petals": "lotus petals",
    "archer": "standing archer",
    "vines": "vines",
    "stag": "stag",
    "cross": "cross",
    "ship": "sailing ship",
    "bands": "incised bands",
    "crescent": "crescent",
    "faces": "carved faces",
}
"""What is drawn -> what it is called."""

COLOURS: tuple[tuple[str, str, str], ...] = (
    ("white", "#eef1f4", "#2d4f9e"),
    ("brown", "#9a6a3c", "#4a2d14"),
    ("dark", "#3a3a42", "#c9cdd4"),
    ("golden", "#dcae52", "#7a5512"),
    ("green", "#9fb9a0", "#2f5a3c"),
    ("pale", "#e6dcc0", "#6b4a2f"),
    ("silver", "#c3c6ca", "#55595f"),
    ("red", "#b5523b", "#f1e3c4"),
    ("blue", "#4a6fa5", "#eef1f4"),
    ("clay", "#c58b64", "#5b3a17"),
)
"""A colour in words, of the body, and of the ornament on it."""

ODD_OUTPUTS: tuple[str, ...] = (
    "=cmd|' /C calc'!A0",
    "-2+3 handles, perhaps a jug",
    "@SUM(1,1)",
    "+ a lid that is lost",
    "\tindented by a tab",
    "a plate 🍽️ with a line\nbreak in its name",
)
"""Texts of models that a sheet must not take for formulas."""

LONG = (
    "The object came into the collection in several pieces and was put together again twice. The first mending left "
    "dark lines along the old breaks; the second, two generations later, filled the gaps with a paler paste and "
    "covered them with paint, which has yellowed since. Under strong light three layers of glaze can be told apart, "
    "the lowest with fine bubbles, the uppermost with hairline cracks that follow the turning marks. A paper label on "
    "the underside gives an old number in brown ink and the first letters of a name that nobody has read with "
    "certainty. "
)
"""A description that fills its cell."""
