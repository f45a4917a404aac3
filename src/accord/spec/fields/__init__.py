"""The kinds of fields: one file a kind, one line here."""

from accord.spec.field import Field as Field
from accord.spec.fields.binary import Binary as Binary
from accord.spec.fields.boxes import Boxes as Boxes
from accord.spec.fields.choice import Choice as Choice
from accord.spec.fields.labels import Labels as Labels
from accord.spec.fields.number import Number as Number
from accord.spec.fields.rating import Rating as Rating
from accord.spec.fields.text import Text as Text

KINDS: dict[str, type[Field]] = {
    field.kind: field for field in Field.__subclasses__() if field.__module__.startswith(__name__)
}
"""Every kind of field by its name: each is made known by its line above."""

COMPARED = tuple(kind for kind, field in KINDS.items() if field.measures_of() == kind)
"""The kinds that have measures of their own."""
