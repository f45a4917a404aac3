"""The formats of import and export: one file a format, one line here."""

from accord.annotations.exchange.format import Format
from accord.annotations.formats.long import Long as Long
from accord.annotations.formats.wide import Wide as Wide

FORMATS: dict[str, Format] = {
    kind.name: kind() for kind in Format.__subclasses__() if kind.__module__.startswith(__name__)
}
"""Every format by its name: each is made known by its line above."""
