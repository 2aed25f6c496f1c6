"""Reads what other programs write about their steps: Unsloth's stream of events, and llama.cpp's visual lines.

Both write the text of a block as it stands. Its positions are words, not tokens, and do not stay in their places.
A log may hold several runs, one after another or side by side, and may break off within its last line.
`assets/page/plugins/importing/frames.ts` reads the same for the page; the cases in `tests/plugins/importing/foreign`
keep both equal.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playground.errors import TraceError
from playground.plugins.importing.foreign import from_canvases
from playground.trace import Trace
from playground.trace.strict_json import read_json, whole

UNSLOTH = "a stream of diffusion frames, as Unsloth sends them"
LLAMA = "llama.cpp's visual server"
CUT_OFF = " (the last line was cut off and is left out)"
"""Follows the source of a run at which the file broke off."""
MOST_BYTES = 64 << 20
"""The largest file that is read."""
MOST_BLOCK = 999_999_999
"""The largest number of a block."""
END = "end"
"""What a line is that ends a run."""
_LLAMA_ENDS = {"READY", "ERR", "DONE"}
"""The words that begin such lines: the program starts, has failed, or has written a text."""
_DONE = re.compile(r"data:[ \t\r]*\[DONE\][ \t\r]*")
_PIECE = re.compile(r"\s*\S+|\s+")
"""A word with the space before it. `assets/page/plugins/importing/frames.ts` has the same rule."""


@dataclass(frozen=True)
class _Frame:
    """A step, as its line tells it."""

    stream: str
    """The id of the answer that it belongs to; "" if it has none."""
    block: Any
    step: Any
    text: Any

    def comes_after(self, before: _Frame) -> bool:
        """Can it be a step of the run of `before`? Its block goes on, or another one begins."""
        if self.block != before.block:
            return bool(self.block > before.block)
        if type(self.step) is not int or type(before.step) is not int:
            return True
        return self.step > before.step or self.step == before.step > 1  # some write a step twice


@dataclass
class _Run:
    frames: list[_Frame] = field(default_factory=list)
    cut: bool = False
    """Was a line after its last step cut off?"""

    @property
    def canvases(self) -> list[tuple[int, list[str]]]:
        """The block of each step, from 1, and the words of its text."""
        first = min(self.frames[0].block, 1)  # some count from 0
        return [(frame.block + 1 - first, _PIECE.findall(frame.text)) for frame in self.frames]


def parse(raw: bytes, name: str) -> list[Trace]:
    """Makes traces of the runs in the bytes of such a file, in the order in which they begin.

    Lines of other kinds are skipped. A last line that was cut off is left out, and the source of its run says so.

    Raises:
        TraceError: the file is not text, too large, damaged, or holds no step.
    """
    if len(raw) > MOST_BYTES:
        raise TraceError(f"{name} has {len(raw):,} bytes; at most {MOST_BYTES:,} are read.")
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(raw)  # half of a character may stand at the end
    except UnicodeDecodeError as error:
        raise TraceError(f"{name} is neither a trace nor text in UTF-8.") from error
    lines = text.replace("\r\n", "\n").split("\n")
    for source, read in ((UNSLOTH, _unsloth), (LLAMA, _llama)):
        runs = _runs(lines, read, name)
        if runs:
            return from_canvases([(source + CUT_OFF * run.cut, run.canvases) for run in runs], name)
    raise TraceError(
        f"{name} is not a trace, and holds no step that Unsloth's stream or llama.cpp's visual server tells."
    )


def _runs(lines: list[str], read: Callable[[str, bool], _Frame | str], name: str) -> list[_Run]:
    """The runs of a file, in the order in which they begin.

    Args:
        read: makes a frame, END or "" of a line, which may be the last one after a step; a ValueError says that it
            cannot be read.
    """
    runs: list[_Run] = []
    streams: dict[str, _Run] = {}  # the run that each one tells
    stream = ""  # the one that was read last
    final = max((number for number, line in enumerate(lines, 1) if line.strip(" \t\r")), default=0)
    for number, line in enumerate(lines, 1):
        last = number == final and bool(runs)
        try:
            event = read(line, last)
        except ValueError as error:
            if last:
                streams.get(stream, runs[-1]).cut = True
                break
            raise TraceError(f"{name} is damaged: line {number} cannot be read as JSON.") from error
        if event == END:
            streams.pop(stream, None)
        if not isinstance(event, _Frame):
            continue
        if type(event.block) is not int or not isinstance(event.text, str):
            raise TraceError(f"{name} is damaged: the frame in line {number} lacks its block or its text.")
        if abs(event.block) > MOST_BLOCK:
            raise TraceError(f"{name} is damaged: the block of line {number} is not a number below a billion.")
        stream = event.stream
        if stream not in streams or not event.comes_after(streams[stream].frames[-1]):
            streams[stream] = _Run()
            runs.append(streams[stream])
        streams[stream].frames.append(event)
    return runs


def _unsloth(line: str, last: bool) -> _Frame | str:
    """`data: {"type": "diffusion_frame", "id", "block", "step", "total", "text", ...}`. Blocks count from 0 or 1."""
    if not line.startswith("data:"):
        return ""
    if _DONE.fullmatch(line):
        return END
    frame = read_json(line[5:]) if last or "diffusion_frame" in line else None
    if not isinstance(frame, dict) or frame.get("type") != "diffusion_frame":
        return ""
    stream = frame.get("id")
    block, step = whole(frame.get("block")), whole(frame.get("step"))
    return _Frame(stream if isinstance(stream, str) else "", block, step, frame.get("text"))


def _llama(line: str, last: bool) -> _Frame | str:
    """`F <block> <step> <total> <json>` for a step, where the JSON is its text. Blocks count from 0 or 1."""
    parts = line.split(" ", 4)
    if parts[0] in _LLAMA_ENDS:
        return END
    if len(parts) == 5 and parts[0] == "F" and all(part.isascii() and part.isdigit() for part in parts[1:4]):
        block, step = (whole(float(part)) for part in parts[1:3])  # of any number of digits
        return _Frame("", block, step, read_json(parts[4]))
    if last and parts[0] == "F":
        raise ValueError("the line ends too early")
    return ""
