"""Damages traces and what other programs wrote about runs. The seed and a file's number alone decide the file."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from safetensors.numpy import load

from playground.trace import MAX_MIB
from workshop.bench.fuzz_streams import stream
from workshop.bench.page import synthetic

FOREIGN = 0.2
"""The share of the files that another program might have written."""

TEXTS = (
    "",
    "\x1b[2J\x1b]8;;http://x\x07",
    "[red]x[/red] [/]",
    "\u202e\u2028\x9b31m",
    "\ud800",
    "x" * 5000,
    "<b>${x}",
    "[link=a]",
)
NUMBERS = (-1, 0, 1, 7, 65_536, 65_537, 2**31, 2**33, 2**63, 10**400, 0.5, -0.0, 1.0, 1e308, float("nan"), float("inf"))
HUGE = "a number beyond all numbers"
"""Written as one, which `json.dumps` does not."""
OTHERS = (HUGE, None, True, [], {}, [[]], ["x"], [-1], {"x": {}}, {"0": "a"})
DTYPES = ("bool", "uint8", "int8", "int16", "int32", "uint32", "int64", "float16", "float32", "float64")
SHAPES = ((), (0,), (1,), (1, 1, 1, 1), (0, 6), (2**40, 0))


@dataclass
class Parts:
    """The parts of a trace file: its columns, the JSON object beside them, and what to do to its bytes."""

    columns: dict[str, np.ndarray]
    meta: Any
    entries: dict[str, Any] = field(default_factory=dict)
    """False entries for some columns in the safetensors header."""

    @classmethod
    def of(cls, packed: bytes) -> Parts:
        raw = gzip.decompress(packed)
        header = json.loads(raw[8 : 8 + int.from_bytes(raw[:8], "little")])
        columns = load(raw)  # in any order
        return cls({name: columns[name] for name in sorted(columns)}, json.loads(header["__metadata__"]["trace"]))

    def packed(self, described: str | None = None) -> bytes:
        """Makes the bytes of the file. `described` replaces the text of the JSON object."""
        described = json.dumps(self.meta).replace(f'"{HUGE}"', "1e999") if described is None else described
        header: dict[str, Any] = {"__metadata__": {"trace": described}}
        blobs, end = [], 0
        for name, column in self.columns.items():
            blob = column.tobytes()
            entry = {
                "dtype": _NAMES[column.dtype.name],
                "shape": [*column.shape],
                "data_offsets": [end, end + len(blob)],
            }
            header[name] = entry | self.entries.get(name, {})
            end += len(blob)
            blobs.append(blob)
        head = json.dumps(header).encode()
        return gzip.compress(b"".join([len(head).to_bytes(8, "little"), head, *blobs]), compresslevel=1, mtime=0)


_NAMES = {
    "bool": "BOOL", "uint8": "U8", "int8": "I8", "int16": "I16", "int32": "I32", "uint32": "U32", "int64": "I64",
    "float16": "F16", "float32": "F32", "float64": "F64",
}  # fmt: skip


@cache
def base() -> bytes:
    """A small run of two blocks with every column that there is."""
    trace = synthetic(6, steps=3, blocks=2)
    steps, length = trace.columns["entropy"].shape
    trace.columns["key"] = trace.columns["entropy"].copy()
    trace.columns["seconds"] = np.full(steps, 0.5, "float32")
    trace.columns["encoder_tokens"] = np.full(steps, length, "int32")
    return trace.to_bytes()


def mutant(seed: int, number: int) -> bytes:
    """A damaged file, the same for the same two numbers."""
    draw = random.Random(f"{seed}/{number}")
    if draw.random() < FOREIGN:
        return stream(draw)
    if draw.random() < 0.02:
        return draw.choice(_whole_files())
    parts = Parts.of(base())
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        draw.choice((_field, _field, _field, _column, _values, _values, _entry))(draw, parts)
    packed = parts.packed()
    if draw.random() < 0.15:
        packed = gzip.compress(_bytes(draw, gzip.decompress(packed)), compresslevel=1, mtime=0)
    return _bytes(draw, packed) if draw.random() < 0.1 else packed


def _field(draw: random.Random, parts: Parts) -> None:
    """Changes, drops, adds or renames a field of the JSON object, however deep."""
    tokens = draw.random() < 0.2  # there are many of them
    places = [(inside, key) for inside, key in _places(parts.meta) if tokens or inside is not parts.meta.get("tokens")]
    if not places:
        return
    inside, key = draw.choice(places)
    change = draw.random()
    if change < 0.7:
        inside[key] = deepcopy(draw.choice(draw.choice((TEXTS, NUMBERS, OTHERS))))
    elif change < 0.85:
        del inside[key]
    elif isinstance(inside, list):
        inside.insert(key, inside[key])
    else:
        inside[draw.choice((*TEXTS[:5], "00", "-1", "9999999999", "title"))] = inside.pop(key)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in range(len(value)) if isinstance(value, list) else [*value] if isinstance(value, dict) else ():
        yield value, key
        yield from _places(value[key])


def _column(draw: random.Random, parts: Parts) -> None:
    """Changes a column's type or shape, drops it, adds one, or gives it another's values."""
    name = draw.choice([*parts.columns])
    column, change = parts.columns[name], draw.randrange(6)
    if change == 0:
        with np.errstate(all="ignore"):
            parts.columns[name] = column.astype(draw.choice(DTYPES))
    elif change == 1:
        shape = draw.choice(SHAPES)
        parts.columns[name] = np.resize(column, shape) if column.size else column.reshape(-1)
    elif change == 2:
        parts.columns[name] = column[: draw.randrange(len(column) + 1)] if column.ndim else column
    elif change == 3:
        del parts.columns[name]
        parts.columns.setdefault("step", np.zeros(0, "int32"))
    elif change == 4:
        parts.columns[draw.choice(("surprise", "__proto__", "toString", "\x1b[2J"))] = column
    else:
        for other in parts.columns:
            parts.columns[other] = parts.columns[other][:0] if parts.columns[other].ndim else parts.columns[other]


def _values(draw: random.Random, parts: Parts) -> None:
    """Changes some values of a column."""
    name = draw.choice([*parts.columns])
    column = parts.columns[name].copy()
    if column.size:
        bits = column.reshape(-1).view("uint8")
        for _ in range(draw.choice((1, 1, 4))):
            kind, at = draw.randrange(3), draw.randrange(column.size)
            if kind == 0:
                bits[draw.randrange(len(bits))] = draw.randrange(256)
            elif column.dtype.kind == "f":
                column.flat[at] = draw.choice((np.nan, np.inf, -np.inf, -1, -0.0, 1e4, 2))
            else:
                column.flat[at] = draw.choice((0, 1, 2, 100))
    parts.columns[name] = column


def _entry(draw: random.Random, parts: Parts) -> None:
    """Lets the safetensors header tell a lie about a column."""
    lies = {"dtype": ("F64", "BF16", "F8_E4M3", "x", 1), "shape": ([], [6], [6, 6, 1], [2**62, 4], [-1], "6", [1] * 70)}
    lie = draw.choice(("dtype", "shape", "data_offsets"))
    offsets = ([0, 8], [8, 0], [0, 2**60], [-8, 0], [0], None, [0, 0])
    parts.entries[draw.choice([*parts.columns])] = {lie: draw.choice(lies.get(lie, offsets))}


def _bytes(draw: random.Random, data: bytes) -> bytes:
    """Flips bytes, cuts the end off or adds one."""
    changed, change = bytearray(data), draw.randrange(4)
    if change < 2:
        for _ in range(draw.choice((1, 1, 8))):
            changed[draw.randrange(len(changed))] ^= 1 << draw.randrange(8)
    elif change == 2:
        del changed[draw.randrange(len(changed)) :]
    else:
        changed += data if draw.random() < 0.5 else b"more"
    return bytes(changed)


@cache
def _whole_files() -> tuple[bytes, ...]:
    """Files that are made to cost much, and some that are none."""
    whole = Parts.of(base())
    giant = Parts(whole.columns | {"surprise": np.zeros(MAX_MIB << 20, "uint8")}, whole.meta)
    wide = Parts({name: column[:0] for name, column in whole.columns.items()}, deepcopy(whole.meta))
    wide.meta["header"]["canvas_length"] = 2**33
    wide.meta["stop_reasons"] = []
    deep = whole.packed("[" * 100_000)
    nested = whole.packed(json.dumps(whole.meta | {"more": 0}).replace("0}", "[" * 300 + "]" * 300 + "}"))
    lists = whole.packed('{"format": [' + "[]," * 2_000_000 + "[]]}")
    return (
        giant.packed(),
        wide.packed(),
        deep,
        nested,
        lists,
        b"",
        b"\x1f\x8b",
        gzip.compress(bytes(100)),
        whole.packed("null"),
    )
