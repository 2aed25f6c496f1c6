"""Reads what other programs write about their steps: Unsloth's stream of events, and llama.cpp's visual lines.

Both write the text of a block as it stands. Its positions are words, not tokens, and do not stay in their places.
`assets/js/importing/frames.js` reads the same for the page; the cases in `tests/golden/foreign` keep both equal.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playground.errors import TraceError
from playground.importing.foreign import from_canvases
from playground.inputs import checked_path
from playground.trace import Trace
from playground.trace.columns import MAX_MIB
from playground.trace.strict_json import read_json, whole

UNSLOTH = "a stream of diffusion frames, as Unsloth sends them"
LLAMA = "llama.cpp's visual server"
GZIP = b"\x1f\x8b"
"""How a trace begins."""
MOST_BYTES = 64 << 20
"""The largest file that is read."""
MOST_BLOCK = 999_999_999
"""The largest number of a block."""
_PIECE = re.compile(r"\s*\S+|\s+")
"""A word with the space before it. `assets/js/importing/frames.js` has the same rule."""
Canvases = list[tuple[int, list[str]]]
"""The block of each step, from 1, and the words of its text."""


def read_run(path: Path, max_mib: int = MAX_MIB) -> Trace:
    """Reads a file that holds a run of either kind, or a trace.

    Args:
        max_mib: the most that a trace may unpack to.

    Raises:
        TraceError: as `parse` or `Trace.from_bytes`, or the file cannot be read.
    """
    try:
        raw = checked_path(path, TraceError).read_bytes()
    except OSError as error:
        raise TraceError(f"{path} cannot be read: {error.strerror}.") from error
    return Trace.from_bytes(raw, path.name, max_mib) if raw[:2] == GZIP else parse(raw, path.name)


def parse(raw: bytes, name: str) -> Trace:
    """Makes a trace of the bytes of such a file. Lines of other kinds are skipped.

    Raises:
        TraceError: the file is not text, too large, damaged, or holds no step.
    """
    if len(raw) > MOST_BYTES:
        raise TraceError(f"{name} has {len(raw):,} bytes; at most {MOST_BYTES:,} are read.")
    try:
        lines = raw.decode("utf-8").replace("\r\n", "\n").split("\n")
    except UnicodeDecodeError as error:
        raise TraceError(f"{name} is neither a trace nor text in UTF-8.") from error
    for source, canvases in ((UNSLOTH, _unsloth(lines, name)), (LLAMA, _llama(lines, name))):
        if canvases:
            return from_canvases(canvases, source, name)
    raise TraceError(
        f"{name} is not a trace, and holds no step that Unsloth's stream or llama.cpp's visual server tells."
    )


def _unsloth(lines: list[str], name: str) -> Canvases:
    """`data: {"type": "diffusion_frame", "block", "step", "total", "text", ...}`. Blocks count from 0 or 1."""
    frames: list[tuple[Any, Any, int]] = []
    for number, line in enumerate(lines, 1):
        if line.startswith("data:") and "diffusion_frame" in line:
            frame = _json(line[5:], name, number)
            if isinstance(frame, dict) and frame.get("type") == "diffusion_frame":
                frames.append((frame.get("block"), frame.get("text"), number))
    return _canvases(frames, name)


def _llama(lines: list[str], name: str) -> Canvases:
    """`F <block> <step> <total> <json>` for a step, where the JSON is its text. Blocks count from 0 or 1."""
    frames: list[tuple[Any, Any, int]] = []
    for number, line in enumerate(lines, 1):
        parts = line.split(" ", 4)
        if len(parts) == 5 and parts[0] == "F" and all(part.isascii() and part.isdigit() for part in parts[1:4]):
            frames.append((float(parts[1]), _json(parts[4], name, number), number))  # of any number of digits
    return _canvases(frames, name)


def _canvases(frames: list[tuple[Any, Any, int]], name: str) -> Canvases:
    """Checks the block, the text and the line of each step, as they are written."""
    canvases = []
    for number, text, line in frames:
        block = whole(number)
        if type(block) is not int or not isinstance(text, str):
            raise TraceError(f"{name} is damaged: the frame in line {line} lacks its block or its text.")
        if abs(block) > MOST_BLOCK:
            raise TraceError(f"{name} is damaged: the block of line {line} is not a number below a billion.")
        canvases.append((block, _PIECE.findall(text)))
    first = min(canvases[0][0], 1) if canvases else 1  # some count from 0
    return [(block + 1 - first, pieces) for block, pieces in canvases]


def _json(text: str, name: str, number: int) -> Any:
    try:
        return read_json(text)
    except ValueError as error:
        raise TraceError(f"{name} is damaged: line {number} cannot be read as JSON.") from error
