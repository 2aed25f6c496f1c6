"""Damages traces: strategies of hypothesis, which shrinks what it finds."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st
from safetensors.numpy import load

from workshop.bench.page import synthetic

Draw = Callable[[st.SearchStrategy], Any]

TEXTS = (
    "", "x", "<b>${x}", "\x1b[2J\x1b]8;;http://x\x07", "[red]x[/red] [/]", "[link=a]", "\u202e\u2028\x9b31m", "\ud800",
    "x" * 5000,
)  # fmt: skip
NUMBERS = (
    0, 1, -1, 7, 0.5, -0.0, 1.0, 65_536, 65_537, 2**31, 2**33, 2**53 - 1, 2**53, -(2**53), 2**63, 10**400, 1e308,
    float("nan"), float("inf"),
)  # fmt: skip
HUGE = "a number beyond all numbers"
"""Written as one, which `json.dumps` does not."""
OTHERS = (None, True, [], {}, HUGE, [[]], ["x"], [-1], {"x": {}}, {"0": "a"})
NAMES = ("title", "00", "-1", "9999999999", "surprise", "__proto__", "toString", "\x1b[2J", "\ud800")
DTYPES = {
    "bool": "BOOL", "uint8": "U8", "int8": "I8", "int16": "I16", "int32": "I32", "uint32": "U32", "int64": "I64",
    "float16": "F16", "float32": "F32", "float64": "F64",
}  # fmt: skip
SHAPES = ((), (0,), (1,), (1, 1, 1, 1), (0, 6), (2**40, 0))
LIES = {
    "dtype": ("F64", "BF16", "F8_E4M3", "x", 1, {"I32": None}, ["F32"], None),
    "shape": (
        [], [6], [6, 6, 1], [6.0, 6.0], [2**62, 4], [2**53 - 1, 0], [2**53, 0], [2**54, 0], [-1], "6", {}, [True],
        [1] * 64, [1] * 65,
    ),
    "data_offsets": ([0, 8], [0, 0], [8, 0], [0.0, 8.0], [0, 2**53], [0, 2**60], [-8, 0], [0], None, {}),
    "surprise": (1, None, [{}]),
}  # fmt: skip
"""What an entry of the header of safetensors may say falsely, or beside what it should."""
FLOATS = (
    0.0, -0.0, 1.0, float(np.nextafter(np.float32(1), np.float32(2))), 1 + 2**-10, 1 + 2**-9, 2.0, -1.0, 1e4,
    float("nan"), float("inf"), -float("inf"),
)  # fmt: skip
DEPTHS = (90, 99, 100, 101, *range(195, 205), 250)


class File(bytes):
    """Shown by its length in reports of hypothesis."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    def __repr__(self) -> str:
        return f"<{len(self):,} bytes>"


@dataclass
class Parts:
    """The parts of a trace file: its columns, the JSON object beside them, and false entries of the header."""

    columns: dict[str, np.ndarray]
    meta: Any
    entries: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, packed: bytes) -> Parts:
        raw = gzip.decompress(packed)
        header = json.loads(raw[8 : 8 + int.from_bytes(raw[:8], "little")])
        columns = load(raw)  # in any order
        return cls({name: columns[name] for name in sorted(columns)}, json.loads(header["__metadata__"]["trace"]))

    def description(self) -> str:
        """The JSON object, as text."""
        return json.dumps(self.meta).replace(f'"{HUGE}"', "1e999")

    def raw(self, described: str | None = None, change: Callable[[str], str] = str) -> bytes:
        """Makes the bytes of the file before it is compressed.

        Args:
            described: replaces the text of the JSON object.
            change: is applied to the header's text.
        """
        header: dict[str, Any] = {"__metadata__": {"trace": self.description() if described is None else described}}
        blobs, end = [], 0
        for name, column in self.columns.items():
            blob = column.tobytes()
            entry = {
                "dtype": DTYPES[column.dtype.name],
                "shape": [*column.shape],
                "data_offsets": [end, end + len(blob)],
            }
            header[name] = entry | self.entries.get(name, {})
            end += len(blob)
            blobs.append(blob)
        head = change(json.dumps(header)).encode("utf-8", "surrogatepass")
        return b"".join([len(head).to_bytes(8, "little"), head, *blobs])

    def packed(self, described: str | None = None) -> bytes:
        """Makes the bytes of the file."""
        return compressed(self.raw(described))


def compressed(raw: bytes) -> bytes:
    return gzip.compress(raw, compresslevel=1, mtime=0)


@cache
def base() -> bytes:
    """A small run of two blocks with every column that there is."""
    trace = synthetic(6, steps=3, blocks=2)
    steps, length = trace.columns["entropy"].shape
    trace.columns["key"] = trace.columns["entropy"].copy()
    trace.columns["seconds"] = np.full(steps, 0.5, "float32")
    trace.columns["encoder_tokens"] = np.full(steps, length, "int32")
    return trace.to_bytes()


def seldom(draw: Draw, one_in: int) -> bool:
    """True once in so many draws; what is shrunk does without."""
    return draw(st.integers(1, one_in)) == one_in


@st.composite
def damaged_traces(draw: Draw) -> File:
    """A trace with a few things wrong: in its fields, columns, header, text or bytes."""
    parts = Parts.of(base())
    for change in draw(st.lists(st.sampled_from((_field, _column, _values, _entry)), max_size=3)):
        change(draw, parts)
    described, head = parts.description(), str
    if seldom(draw, 6):
        described = draw(st.sampled_from((doubled, _raw_half)))(draw, described)
    if seldom(draw, 6):
        change_head = draw(st.sampled_from((doubled, _raw_half)))

        def head(text: str) -> str:
            return change_head(draw, text)

    raw = parts.raw(described, head)
    if seldom(draw, 8):
        raw = _bytes(draw, raw)
    packed = compressed(raw)
    return File(_bytes(draw, packed) if seldom(draw, 10) else packed)


def _field(draw: Draw, parts: Parts) -> None:
    """Changes, drops, adds or renames a field of the JSON object, however deep."""
    tokens = seldom(draw, 5)  # there are many of them
    places = [(inside, key) for inside, key in _places(parts.meta) if tokens or inside is not parts.meta.get("tokens")]
    if not places:
        return
    inside, key = draw(st.sampled_from(places))
    change = draw(st.sampled_from(("replace", "replace", "replace", "drop", "add", "rename")))
    if change == "replace":
        inside[key] = deepcopy(draw(st.sampled_from(draw(st.sampled_from((TEXTS, NUMBERS, OTHERS))))))
    elif change == "drop":
        del inside[key]
    elif isinstance(inside, list):
        inside.insert(key, inside[key])
    else:
        inside[draw(st.sampled_from(NAMES))] = inside.pop(key) if change == "rename" else deepcopy(inside[key])


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in range(len(value)) if isinstance(value, list) else [*value] if isinstance(value, dict) else ():
        yield value, key
        yield from _places(value[key])


def _column(draw: Draw, parts: Parts) -> None:
    """Changes a column's type or shape, drops it, adds one, or takes the steps out of all."""
    name = draw(st.sampled_from([*parts.columns]))
    column = parts.columns[name]
    match draw(st.sampled_from(("drop", "add", "type", "shape", "shorter", "no steps"))):
        case "drop":
            del parts.columns[name]
            parts.columns.setdefault("step", np.zeros(0, "int32"))
        case "add":
            parts.columns[draw(st.sampled_from(NAMES))] = column
        case "type":
            with np.errstate(all="ignore"):
                parts.columns[name] = column.astype(draw(st.sampled_from([*DTYPES])))
        case "shape":
            shape = draw(st.sampled_from(SHAPES))
            parts.columns[name] = np.resize(column, shape) if column.size else column.reshape(-1)
        case "shorter":
            parts.columns[name] = column[: draw(st.integers(0, len(column)))] if column.ndim else column
        case "no steps":
            for other, values in parts.columns.items():
                parts.columns[other] = values[:0] if values.ndim else values


def _values(draw: Draw, parts: Parts) -> None:
    """Changes some values of a column."""
    name = draw(st.sampled_from([*parts.columns]))
    column = parts.columns[name].copy()
    if column.size:
        bits = column.reshape(-1).view("uint8")
        for at in draw(st.lists(st.integers(0, column.size - 1), min_size=1, max_size=4)):
            if seldom(draw, 3):
                bits[draw(st.integers(0, len(bits) - 1))] = draw(st.integers(0, 255))
            else:
                column.flat[at] = draw(st.sampled_from(FLOATS if column.dtype.kind == "f" else (0, 1, 2, 100)))
    parts.columns[name] = column


def _entry(draw: Draw, parts: Parts) -> None:
    """Lets the header of safetensors tell a lie about a column."""
    lie = draw(st.sampled_from([*LIES]))
    parts.entries.setdefault(draw(st.sampled_from([*parts.columns])), {})[lie] = draw(st.sampled_from(LIES[lie]))


def doubled(draw: Draw, text: str) -> str:
    """Writes a name of some JSON object twice, with another value at first."""
    places = [*re.finditer(r'(?<=[{ ])"[^"\\]+": ', text)]
    if not places:
        return text
    place = draw(st.sampled_from(places))
    value = json.dumps(draw(st.sampled_from((*NUMBERS[:6], *OTHERS[:4], "x"))))
    return f"{text[: place.start()]}{place[0]}{value}, {text[place.start() :]}"


def _raw_half(draw: Draw, text: str) -> str:
    """Writes half of a character somewhere in the text, as bytes or as an escape."""
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(st.sampled_from(("\ud800", "\\ud800", "\\udc00\\ud800"))) + text[at:]


def _bytes(draw: Draw, data: bytes) -> bytes:
    """Flips bytes, cuts the end off or adds one."""
    changed = bytearray(data)
    match draw(st.sampled_from(("flip", "flip", "cut", "add"))):
        case "flip":
            for at in draw(st.lists(st.integers(0, max(len(changed) - 1, 0)), min_size=1, max_size=8)):
                if changed:
                    changed[at] ^= 1 << draw(st.integers(0, 7))
        case "cut":
            del changed[draw(st.integers(0, len(changed))) :]
        case "add":
            changed += draw(st.sampled_from((b"more", bytes(8), data, compressed(b""))))
    return bytes(changed)
