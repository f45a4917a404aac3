"""Just enough of Thrift's compact protocol to look at a Parquet footer without trusting it.

Source: the Thrift compact protocol specification.
"""

from __future__ import annotations

from typing import Any

Struct = dict[int, Any]

STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(13)
DEPTH = 32


class ThriftError(ValueError):
    """The bytes are not a Thrift struct."""


def read_struct(data: bytes, start: int, end: int) -> tuple[Struct, int]:
    """The struct at `start`, as field id -> value, and the offset behind it; nothing is read from `end` on.

    Integers, booleans and bytes are as expected, lists and sets are lists, structs are nested. Every element
    takes a byte at least, so time and memory are bounded by the bytes. Raises ThriftError.
    """
    reader = _Reader(data, start, end)
    return reader.struct(0), reader.at


class _Reader:
    def __init__(self, data: bytes, start: int, end: int) -> None:
        self.data = data
        self.at = start
        self.end = end

    def byte(self) -> int:
        if self.at >= self.end:
            raise ThriftError("the data ends too soon")
        self.at += 1
        return self.data[self.at - 1]

    def varint(self) -> int:
        value = 0
        for shift in range(0, 70, 7):
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise ThriftError("a number has more than 10 bytes")

    def zigzag(self) -> int:
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def take(self, length: int) -> bytes:
        if length > self.end - self.at:
            raise ThriftError("the data ends too soon")
        self.at += length
        return self.data[self.at - length : self.at]

    def struct(self, depth: int) -> Struct:
        if depth > DEPTH:
            raise ThriftError("structs are nested too deeply")
        found: Struct = {}
        field = 0
        while (head := self.byte()) != STOP:
            kind = head & 0x0F
            field = field + (head >> 4) if head >> 4 else self.zigzag()
            found[field] = kind == TRUE if kind in (TRUE, FALSE) else self.value(kind, depth)
        return found

    def value(self, kind: int, depth: int) -> Any:
        if kind in (TRUE, FALSE):  # inside a list a boolean takes a byte of its own
            return self.byte() == TRUE
        if kind == BYTE:
            return self.byte()
        if kind in (I16, I32, I64):
            return self.zigzag()
        if kind == DOUBLE:
            return self.take(8)
        if kind == BINARY:
            return self.take(self.varint())
        if kind in (LIST, SET):
            return self.elements(depth)
        if kind == STRUCT:
            return self.struct(depth + 1)
        raise ThriftError(f"type {kind} is not used in Parquet")

    def elements(self, depth: int) -> list[Any]:
        head = self.byte()
        count = head >> 4 if head >> 4 != 0x0F else self.varint()
        if count > self.end - self.at:
            raise ThriftError("a list is longer than the data")
        if depth > DEPTH:
            raise ThriftError("lists are nested too deeply")
        return [self.value(head & 0x0F, depth + 1) for _ in range(count)]
