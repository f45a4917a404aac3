"""The museum example: two models describe 12 objects, and people and judges compare that with references.

Everything is MADE UP: objects, references, names, outputs and raters. Four regions and three types of object
give 12 strata with one object each. Models answer five text fields; a person or judge says for each of them
whether the output matches the reference (1) or not (0).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from accord.examples.pictures.museum import museum_object
from accord.examples.raters import moments, submission

FIELDS: tuple[str, ...] = ("title", "culture", "period", "origin", "creator")
REGIONS: tuple[str, ...] = ("East Asia", "South Asia", "Europe", "Africa")
TYPES: tuple[str, ...] = ("vessel", "coin", "plate")
MODELS: tuple[str, ...] = ("model-a", "model-b")
GROUPS: tuple[tuple[str, str], ...] = (("ann", "bob"), ("bob", "cleo"), ("ann", "cleo"))
"""The two people of each group; a group has one object of each region."""

UNKNOWN = "unknown"
_SEED = 53


@dataclass(frozen=True)
class _Object:
    """References, and the outputs of both models; None for an output that cannot be read.

    An output opens with how far it matches the reference: "+" it does, "-" it does not, "~" raters may differ.
    Where there is no reference, "unknown" is what a judge accepts.
    """

    description: str
    look: tuple[str, str, str, str]  # shape, ornament, and their colours
    references: tuple[str | None, ...]
    a: tuple[str, ...] | None
    b: tuple[str, ...] | None


@dataclass(frozen=True)
class Reader:
    """How often a rater takes a match for none, none for a match, and an open case for a match."""

    missed: float
    lenient: float
    open: float


# By region, then type.
_OBJECTS: tuple[_Object, ...] = (
    _Object(
        "Tall white bottle with a blue peony scroll on its body",
        ("bottle", "scroll", "#eef1f4", "#2d4f9e"),
        (
            "Bottle vase with peony scroll || Blue-and-white peony vase",
            "China || Chinese",
            "Qing dynasty || 1662-1722",
            "Jingdezhen || Jiangxi",
            "Lin family kiln || Lin kiln",
        ),
        ("+Blue-and-white vase with peonies", "+Chinese", "+Qing, about 1700", "+Jingdezhen", "+Lin kiln"),
        ("+Peony bottle vase", "+China", "-Ming dynasty, 15th century", "~Southern China", "-Court kiln of Nanjing"),
    ),
    _Object(
        "Round bronze coin with a square hole and four marks",
        ("coin", "hole", "#b08a4e", "#6b4f26"),
        (
            "Cash coin of the Long Peace || Coin with a square hole",
            "Korea || Korean",
            "Joseon dynasty || 17th century",
            "Gaeseong || Kaesong",
            None,
        ),
        ("+Round coin with square hole", "-Chinese", "~17th or 18th century", "-Beijing", "+unknown"),
        ("-Bronze mirror", "+Joseon Korea", "+1600s", "~Korean peninsula", "-Royal mint at Seoul"),
    ),
    _Object(
        "Porcelain dish with a crane beside a pine",
        ("plate", "crane", "#eef0ea", "#33435a"),
        (
            "Dish with crane and pine || Crane dish",
            "Japan || Japanese",
            "Edo period || 18th century",
            "Arita || Hizen province",
            "Tanabe Genroku || Tanabe workshop",
        ),
        ("+Dish with a crane under a pine", "+Japan", "+Edo period", "+Arita, Japan", "+Tanabe workshop"),
        ("~Plate with a heron", "+Japanese", "-Meiji period, about 1890", "-Kyoto", "+Tanabe Genroku"),
    ),
    _Object(
        "Brass water pot with ring handles and engraved petals",
        ("pot", "petals", "#c79a45", "#8a6420"),
        (
            "Water pot with lotus petals || Lota",
            "Mughal || Indian",
            "17th century || Mughal period",
            "Lahore || Punjab",
            None,
        ),
        ("+Lota with lotus petals", "+Mughal India", "+17th century", "-Jaipur, Rajasthan", "+unknown"),
        ("+Brass water pot", "~Islamic", "~about 1690 to 1750", "+Punjab", "-Workshop of Karim Das"),
    ),
    _Object(
        "Gold coin with a standing archer",
        ("coin", "archer", "#e3b84a", "#8a6414"),
        (
            "Gold coin of an archer king || Archer dinar",
            "Gupta || Indian",
            "4th-5th century || Gupta period",
            None,
            "Ujvara mint || Royal mint of Ujvara",
        ),
        ("+Archer coin", "+Gupta", "+5th century", "+unknown", "-unknown"),
        ("~Gold coin of a king", "-Kushan", "-2nd century", "-Bactria", "+Ujvara mint"),
    ),
    _Object(
        "Dark metal tray with three rows of silver vines",
        ("tray", "vines", "#34343a", "#c9cdd4"),
        (
            "Inlaid tray with silver vines || Bidri tray",
            "Deccan || Indian",
            "18th century || about 1750",
            "Bidar || Karnataka",
            "Master Yusuf of Bidar || Yusuf",
        ),
        ("+Bidri tray with vines", "+Deccani", "~late 1700s", "+Bidar", "-unknown"),
        None,
    ),
    _Object(
        "Pale cup with two handles and a stag",
        ("cup", "stag", "#e6dcc0", "#6b4a2f"),
        (
            "Two-handled cup with hunting scene || Loving cup with a stag",
            "England || English || British",
            "about 1760 || Georgian",
            "Burslem || Staffordshire",
            "Josiah Hartwell || Hartwell pottery",
        ),
        ("+Loving cup with a stag hunt", "+English", "+18th century", "+Staffordshire", "~Hartwell family"),
        ("-Tea jar with flowers", "~Dutch or English", "-about 1850", "-Delft", "-unknown"),
    ),
    _Object(
        "Silver coin with a cross and four dots",
        ("coin", "cross", "#c3c6ca", "#63676d"),
        (
            "Silver denier with a cross || Denier",
            "France || French",
            "12th century || 1137-1180",
            "Provins || Champagne",
            None,
        ),
        ("+Denier with a cross", "+French", "+1100s", "~Northern France", "+unknown"),
        ("-Silver button", "-English", "-14th century", "-London", "-Moneyer William"),
    ),
    _Object(
        "Painted dish with a sailing ship",
        ("plate", "ship", "#f0e3c0", "#2f5aa0"),
        (
            "Dish with a ship || Maiolica ship dish",
            "Italy || Italian",
            "about 1530 || 16th century || Renaissance",
            "Urbino || Marche",
            "Baldo of Urbino || circle of Baldo",
        ),
        ("+Maiolica dish with a ship", "+Italian", "+Renaissance, 1500s", "+Urbino", "+Baldo of Urbino"),
        ("+Plate with a sailing ship", "-Spanish", "+early 16th century", "-Valencia", "~Urbino workshop"),
    ),
    _Object(
        "Dark clay pot with two incised bands",
        ("bowl", "bands", "#4a3530", "#a88d78"),
        (
            "Beer pot with incised bands || Ukhamba",
            "Zulu",
            "early 20th century || about 1910",
            "Thukela valley || KwaZulu-Natal",
            "Nomvula Khesa || Khesa family",
        ),
        ("+Beer pot with incised bands", "+Zulu", "+about 1900-1920", "~South Africa", "+Khesa family potters"),
        ("~Clay pot", "-Kongo", "-18th century", "-Kinshasa", "-unknown"),
    ),
    _Object(
        "Bronze coin with a disc over a crescent",
        ("coin", "crescent", "#a9763f", "#5b3a17"),
        (
            "Bronze coin with crescent and disc || Coin of King Ousal",
            "Aksum || Aksumite",
            "5th century || 400-450",
            "Aksum || Tigray",
            None,
        ),
        None,
        ("+Coin with a crescent", "+Aksumite", "+5th century", "+Tigray, Ethiopia", "-Mint of King Ousal"),
    ),
    _Object(
        "Wooden tray with four carved faces",
        ("tray", "faces", "#9a6a3c", "#5a371a"),
        (
            "Carved divination tray || Opon Ifa",
            "Yoruba",
            "19th century || before 1890",
            "Oyo || Nigeria",
            None,
        ),
        ("+Carved wooden tray", "~West African", "+1800s", "+Nigeria", "+unknown"),
        ("-Shield with faces", "+Yoruba", "~about 1900", "-Kumasi, Ghana", "-Workshop of Adeku"),
    ),
)

_PEOPLE: dict[str, Reader] = {
    "ann": Reader(missed=0.02, lenient=0.03, open=0.65),
    "bob": Reader(missed=0.06, lenient=0.02, open=0.35),
    "cleo": Reader(missed=0.04, lenient=0.06, open=0.85),
}
_JUDGES: dict[str, Reader] = {
    "judge-1": Reader(missed=0.04, lenient=0.06, open=0.6),
    "judge-2": Reader(missed=0.02, lenient=0.13, open=0.9),
    "judge-3": Reader(missed=0.13, lenient=0.02, open=0.2),
}
PEOPLE: tuple[str, ...] = tuple(_PEOPLE)
JUDGES: tuple[str, ...] = tuple(_JUDGES)


def items() -> list[dict[str, object]]:
    """12 rows: id, image, region, type, description, and the five references.

    Alternatives of a reference are joined by " || "; it is None where nothing is known (five creators, one origin).
    """
    rows: list[dict[str, object]] = []
    for at, thing in enumerate(_OBJECTS):
        row: dict[str, object] = {
            "id": _name(at),
            "image": _path(at),
            "region": REGIONS[at // len(TYPES)],
            "type": TYPES[at % len(TYPES)],
            "description": thing.description,
        }
        rows.append(row | dict(zip(FIELDS, thing.references, strict=True)))
    return rows


def pictures() -> Iterator[tuple[str, bytes]]:
    """Path as in `items`, and PNG bytes, of every object."""
    for at, thing in enumerate(_OBJECTS):
        yield _path(at), museum_object(*thing.look)


def submissions() -> list[dict[str, object]]:
    """134 rows, by rater, then time: 24 outputs, two of them invalid, 44 forms of people and 66 of judges.

    Models answer the fields of `FIELDS` with text. People and judges answer "title_match" and so on with 0 or 1
    for each valid output (`of` names the model); people leave a field blank (None) that has no reference.
    """
    rows = [row for at, model in enumerate(MODELS) for row in _outputs(model, np.random.default_rng([_SEED, 0, at]))]
    for at, person in enumerate(PEOPLE):
        rng = np.random.default_rng([_SEED, 1, at])
        asked = [number for number in range(len(_OBJECTS)) if person in GROUPS[_group(number)]]
        rows += _judgements(rng, person, "human", asked, f"2025-03-{5 + at:02d}T09:30", _PEOPLE[person])
    for at, judge in enumerate(JUDGES):
        rng = np.random.default_rng([_SEED, 2, at])
        asked = list(range(len(_OBJECTS)))
        rows += _judgements(rng, judge, "judge", asked, f"2025-03-04T{10 + 2 * at}:00", _JUDGES[judge])
    return rows


def _outputs(model: str, rng: np.random.Generator) -> Iterator[dict[str, object]]:
    times = moments(rng, f"2025-03-03T{9 + MODELS.index(model):02d}:00", len(_OBJECTS))
    for number, at in enumerate(times):
        output = _output(number, model)
        if output is None:
            yield submission(_name(number), model, "model", at, {}, state="invalid", reason="unreadable")
            continue
        texts = [text[1:] for text in output]
        yield submission(_name(number), model, "model", at, dict(zip(FIELDS, texts, strict=True)))


def _judgements(
    rng: np.random.Generator, rater: str, role: str, asked: list[int], first: str, reader: Reader
) -> Iterator[dict[str, object]]:
    outputs = readable_outputs(asked)
    times = moments(rng, first, len(outputs))
    for at, (item, model, scores) in zip(times, judged(rng, reader, outputs, blank=role == "human"), strict=True):
        yield submission(item, rater, role, at, scores, of=model)


def readable_outputs(asked: Iterable[int] = range(len(_OBJECTS))) -> list[tuple[int, str]]:
    """The outputs that can be read: number of the object, from 0, and model. asked: the objects."""
    return [(number, model) for number in asked for model in MODELS if _output(number, model) is not None]


def judged(
    rng: np.random.Generator, reader: Reader, outputs: Iterable[tuple[int, str]], *, blank: bool
) -> Iterator[tuple[str, str, dict[str, int | None]]]:
    """What a reader says of outputs: id of the object, model, scores. blank: where there is no reference."""
    for number, model in outputs:
        yield _name(number), model, _scores(rng, reader, number, model, blank=blank)


def _scores(rng: np.random.Generator, reader: Reader, number: int, model: str, *, blank: bool) -> dict[str, int | None]:
    """One form; without a reference a person leaves the field blank, a judge accepts only "unknown"."""
    scores: dict[str, int | None] = {}
    output = _output(number, model) or ()
    for field, reference, marked in zip(FIELDS, _OBJECTS[number].references, output, strict=True):
        mark, text = marked[0], marked[1:]
        chance = {"+": 1 - reader.missed, "-": reader.lenient, "~": reader.open}[mark]
        score = int(rng.random() < chance)
        if reference is None:
            scores[f"{field}_match"] = None if blank else int(text == UNKNOWN)
        else:
            scores[f"{field}_match"] = score
    return scores


def _output(number: int, model: str) -> tuple[str, ...] | None:
    thing = _OBJECTS[number]
    return thing.a if model == MODELS[0] else thing.b


def _group(number: int) -> int:
    """A Latin square over regions and types: every group has each region once and each type at least once."""
    region, kind = divmod(number, len(TYPES))
    return (region + kind) % len(GROUPS)


def _name(number: int) -> str:
    return f"obj-{number + 1:02d}"


def _path(number: int) -> str:
    return f"images/{_name(number)}.png"
