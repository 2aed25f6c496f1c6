"""Damages what other programs write about runs: strategies of hypothesis, which shrinks what it finds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from damage import DEPTHS, Draw, File, doubled, seldom
from hypothesis import strategies as st

TEXTS = (
    "One day", "", " ", "One sunny day, Lily\nsaw a <b>cat</b> ${x}.", "It was 新しい 😀",
    "a\u2028b\u0085c\ufeffd\x1fe", "\x1b[2J\x1b]8;;http://x\x07", "\u202e", "\ud800", "x" * 3000, "word " * 700,
)  # fmt: skip
BLOCKS = (
    0, 1, 2, 3, -1, -(2**60), 2**53 - 1, 2**53, 10**9, 999_999_999, 10**400, True, None, "1", 1.0, 0.5, -0.0, [], {},
)  # fmt: skip
OTHERS = (None, True, "", -1, 1e300, 2**53, float("nan"), float("inf"), [], {"text": 1}, "\udfff")
LINES = (
    "", ": comment", "event: x", "data: [DONE]", "data:", "data: {", "DONE", "ERR out of memory", 'C 0 "One"',
    "F 1 1 3", "F 1 1 3 ", "F x 1 3 ", "F 0 0 0 1", 'F ١ 1 3 "x"', 'F 9999999999 1 3 "x"', 'data: "diffusion_frame"',
    "\r", *(f'data: {"[" * depth}"diffusion_frame"{"]" * depth}' for depth in DEPTHS),
    "data: " + "[" * 100_000 + "diffusion_frame", "\ufeff", "\0",
    'data: {"type": "diffusion_frame", "block": 1e0, "text": "x", "text": "y", "__proto__": {"block": 3}}',
)  # fmt: skip
BYTES = b'0123456789"{}[],:\\\nu dF\r'


@st.composite
def damaged_streams(draw: Draw) -> File:
    """What one of two other programs writes about a run of a few blocks, with some things wrong with it."""
    as_events, first = draw(st.booleans()), draw(st.integers(0, 1))
    blocks = draw(st.lists(st.lists(_frames(), min_size=1, max_size=3), min_size=1, max_size=3))
    lines = [
        frame(as_events, block, step)
        for block, steps in enumerate(blocks, first)
        for step, frame in enumerate(steps, 1)
    ]
    for line in draw(st.lists(st.sampled_from(LINES), max_size=2)):
        lines.insert(draw(st.integers(0, len(lines))), line)
    end = draw(st.sampled_from(("\n", "\n\n", "\r\n", "\r")))
    raw = bytearray(end.join([*lines, ""]).encode("utf-8", "surrogatepass"))
    if seldom(draw, 3):
        for at in draw(st.lists(st.integers(0, len(raw)), min_size=1, max_size=3)):
            _damage(draw, raw, at)
    return File(raw)


@st.composite
def _frames(draw: Draw) -> Callable[[bool, int, int], str]:
    """Lines about a step of a block; now and then with a value that it must not have."""
    changed: dict[str, Any] = {"text": draw(st.sampled_from(TEXTS[:6]))}
    if seldom(draw, 12):
        changed["text"] = draw(st.sampled_from((*TEXTS, *OTHERS)))
    if seldom(draw, 20):
        changed["block"] = draw(st.sampled_from(BLOCKS))
    if seldom(draw, 20):
        changed[draw(st.sampled_from(("more", "choices", "step", "total")))] = draw(st.sampled_from(OTHERS))
    left_out = draw(st.sampled_from(("type", "block", "step", "total", "text"))) if seldom(draw, 30) else ""
    twice, ascii_only = seldom(draw, 30), draw(st.booleans())

    def line(as_events: bool, block: int, step: int) -> str:
        frame = {"type": "diffusion_frame", "block": block, "step": step, "total": 3} | changed
        if not as_events:
            return f"F {frame['block']} {step} 3 {json.dumps(frame['text'], ensure_ascii=ascii_only)}"
        written = json.dumps({name: frame[name] for name in frame if name != left_out}, ensure_ascii=ascii_only)
        return f"data: {doubled(draw, written) if twice else written}"

    return line


def _damage(draw: Draw, raw: bytearray, at: int) -> None:
    """Changes, cuts or repeats a few bytes."""
    length = draw(st.sampled_from((1, 2, 20)))
    match draw(st.sampled_from(("cut", "repeat", "write", "overwrite"))):
        case "cut":
            del raw[at : at + length]
        case "repeat":
            raw[at:at] = raw[max(at - 40, 0) : at]
        case "write":
            raw[at : at + length] = bytes(draw(st.lists(st.sampled_from(BYTES), min_size=length, max_size=length)))
        case "overwrite":
            raw[at : at + length] = draw(st.binary(min_size=length, max_size=length))
