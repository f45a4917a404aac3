"""The base of measures: names, equality, the kinds they fit, numbers in names."""

from __future__ import annotations

from typing import Any

import pytest

import accord
from accord.agreement.measure import Measure, number_argument
from accord.agreement.measures import MEASURES
from accord.agreement.sums import Sums


class Named(Measure):
    """A measure that has a name and nothing else."""

    key = "named"
    kinds = frozenset({"binary"})

    def sums(self, panel: Any, multiplicity: Any) -> Sums:
        raise NotImplementedError

    @classmethod
    def forms(cls) -> dict[str, Measure]:
        return {"named": cls()}


class Other(Named):
    """Another class with the same name, and one with another."""

    @property
    def name(self) -> str:
        return "other"


def test_measures_are_equal_by_name() -> None:
    assert Named() == Named()
    assert hash(Named()) == hash(Named())
    assert Named() != Other()
    assert Named() != "named"
    assert len({Named(), Named(), Other()}) == 2


def test_what_a_measure_has_by_default() -> None:
    measure = Named()
    assert (measure.name, repr(measure), measure.shape, measure.share) == ("named", "named", "panel", False)
    assert measure.fits("binary")
    assert not measure.fits("rating")
    assert Named.read(("1",)) is None


def test_a_measure_must_say_what_it_sums() -> None:
    assert Measure.__abstractmethods__ == {"sums"}


def test_a_family_has_one_form_unless_it_says_more() -> None:
    assert super(Named, Named).forms() == {"named": Named()}


@pytest.mark.parametrize(("text", "number"), [("0.5", 0.5), ("iou=0.5", 0.5), ("2", 2.0), ("1e-3", 0.001)])
def test_numbers_in_names(text: str, number: float) -> None:
    assert number_argument(text, "instance_f1", "iou") == number


@pytest.mark.parametrize("text", ["", "half", "k=0.5", "iou=", "iou=iou=0.5"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(accord.UsageError) as refused:
        number_argument(text, "instance_f1", "iou")
    assert str(refused.value) == f"instance_f1({text}): iou must be a number"


@pytest.mark.parametrize("family", MEASURES.values(), ids=list(MEASURES))
def test_every_family_names_its_forms(family: type[Measure]) -> None:
    """A form is read back from its name; `exact` is the one second name."""
    for name, measure in family.forms().items():
        assert type(measure) is family
        assert measure.name == ("all_agree" if name == "exact" else name)
        assert measure.key == family.key
        assert measure.name.split("(")[0] == measure.key
        assert measure.shape in ("panel", "pair", "boxes")


@pytest.mark.parametrize("family", MEASURES.values(), ids=list(MEASURES))
def test_every_family_says_what_it_is(family: type[Measure]) -> None:
    said = family.__doc__ or ""
    parts = [said.find(part) for part in ("Formula\n", "Source\n", "Edge cases\n", "Worked example\n", ">>> ")]
    assert -1 not in parts
    assert parts == sorted(parts)
