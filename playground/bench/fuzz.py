"""Damages traces, and what other programs wrote about runs, and reads each file in every way: `bench --fuzz`.

A damaged file must open or be refused in one sentence. A defect is any other error, a control character that would
reach a terminal, or a file that opens only in Python or only on the page. The seed and a file's number alone decide the
file.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import shutil
import subprocess
import time
import traceback
import unicodedata
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from safetensors.numpy import load

from playground.assets import ASSETS
from playground.bench.fuzz_streams import stream
from playground.bench.page import synthetic
from playground.commands.terminal import replay
from playground.errors import PlaygroundError, TraceError
from playground.importing import streams
from playground.trace import MAX_MIB, Trace, metrics

READER = Path(__file__).with_name("read_traces.js")
BATCH = 1000
"""How many files one node process reads."""
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


@dataclass
class Verdict:
    """What became of a file in Python: opened, refused (`sentence`), or a defect (`fault`)."""

    opened: bool = False
    sentence: str = ""
    fault: str = ""
    told: str = ""
    """What a file of another program tells: its text, and the block and the step of each frame, as JSON."""


def read(packed: bytes) -> Verdict:
    """Reads a file in every way that Python has."""
    if packed[:2] != streams.GZIP:
        return _read_foreign(packed)
    try:
        trace = Trace.from_bytes(packed, "x.trace")
    except TraceError as error:
        return Verdict(sentence=str(error), fault=_unseen(str(error)))
    except Exception:
        return Verdict(fault=traceback.format_exc())
    try:
        trace.to_pandas()
        _ = trace.blocks, trace.tokens_per_forward, [trace.frame(row) for row in range(len(trace))]
        for figure in (metrics.accepted_share, metrics.revisions, metrics.changed, metrics.lock_steps):
            figure(trace)
        Trace.from_bytes(trace.to_bytes())
        terminal = io.StringIO()
        replay(trace, Console(file=terminal, width=80), range(len(trace))[-1:], 0)
        return Verdict(opened=True, fault=_unseen(terminal.getvalue()))
    except Exception:
        return Verdict(opened=True, fault=traceback.format_exc())


def _read_foreign(raw: bytes) -> Verdict:
    """Reads what another program wrote, and the trace that it makes."""
    try:
        trace = streams.parse(raw, "x.trace")
    except TraceError as error:
        return Verdict(sentence=str(error), fault=_unseen(str(error)))
    except Exception:
        return Verdict(fault=traceback.format_exc())
    try:
        again = Trace.from_bytes(trace.to_bytes())
        told = [again.text, *(again.columns[name].tolist() for name in ("block", "step"))]
        return Verdict(opened=True, told=json.dumps(told))
    except Exception:
        return Verdict(opened=True, fault=traceback.format_exc())


def _unseen(text: str) -> str:
    """Says which control character is in a text that goes to a terminal; "" if none is."""
    found = sorted({f"U+{ord(c):04X}" for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs")})
    return f"control characters: {', '.join(found)}" if found else ""


def read_in_page(files: list[bytes], look: bool = True) -> list[dict[str, Any]]:
    """Reads files with the page's reader in node: for each, was it `opened` (in how many `seconds`), and if not, with
    which `sentence`? If it is a defect, which `fault`? What did it tell, if another program wrote it?

    Args:
        look: have all figures of the panels computed too?

    Raises:
        PlaygroundError: there is no node.
    """
    node = shutil.which("node")
    if node is None:
        raise PlaygroundError("Reading traces as the page does needs node; get it with `apt-get install nodejs`.")
    sent = b"".join(len(packed).to_bytes(4, "little") + packed for packed in files)
    done = subprocess.run(
        [node, READER, ASSETS / "js", "look" if look else ""], input=sent, capture_output=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@dataclass
class Report:
    """What `fuzz` found. `defects`: number of the file -> what is wrong."""

    files: int = 0
    opened: int = 0
    slowest_s: float = 0.0
    """The longest that Python took to open or refuse a file and to show it."""
    seconds: float = 0.0
    defects: dict[int, str] = field(default_factory=dict)


def fuzz(
    count: int, seed: int, page: int | None = None, tell: Callable[[Report], None] = lambda report: None
) -> Report:
    """Reads the files 0 to `count` - 1 of a seed.

    Args:
        page: how many of them the page's reader reads too; by default all.
        tell: is told now and then how far it is.

    Raises:
        PlaygroundError: there is no node.
    """
    report, begun = Report(), time.perf_counter()
    for start in range(0, count, BATCH):
        numbers = range(start, min(start + BATCH, count))
        files = [mutant(seed, number) for number in numbers]
        verdicts = []
        for number, packed in zip(numbers, files, strict=True):
            before = time.perf_counter()
            verdicts.append(verdict := read(packed))
            report.slowest_s = max(report.slowest_s, time.perf_counter() - before)
            report.opened += verdict.opened
            if verdict.fault:
                report.defects[number] = verdict.fault
        paged = files[: max(0, (count if page is None else page) - start)]
        for number, verdict, seen in zip(numbers, verdicts, read_in_page(paged) if paged else [], strict=False):
            if seen["fault"]:
                report.defects[number] = f"in the page: {seen['fault']}"
            elif seen["opened"] != verdict.opened:
                report.defects[number] = f"Python: {verdict.sentence or 'opened'}; page: {seen['sentence'] or 'opened'}"
            elif verdict.told and json.loads(verdict.told) != seen["told"]:
                report.defects[number] = f"Python: {verdict.told[:500]}; page: {json.dumps(seen['told'])[:500]}"
        report.files, report.seconds = numbers[-1] + 1, time.perf_counter() - begun
        tell(report)
    return report
