"""The kinds of fields: one file a kind, one line here."""

from accord.spec.field import Field
from accord.spec.fields.binary import Binary
from accord.spec.fields.boxes import Boxes
from accord.spec.fields.choice import Choice
from accord.spec.fields.labels import Labels
from accord.spec.fields.number import Number
from accord.spec.fields.rating import Rating

KINDS: dict[str, type[Field]] = {field.kind: field for field in (Binary, Choice, Rating, Number, Labels, Boxes)}
"""Every kind of field by its name."""

__all__ = ["KINDS", "Binary", "Boxes", "Choice", "Field", "Labels", "Number", "Rating"]
