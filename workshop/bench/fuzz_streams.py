"""Damages what other programs wrote about a run (`playground.importing.streams`), for `bench --fuzz`."""

from __future__ import annotations

import json
import random
from typing import Any

TEXTS = (
    "", " ", "One day", "One sunny day, Lily\nsaw a <b>cat</b> ${x}.", "It was 新しい 😀",
    "a\u2028b\u0085c\ufeffd\x1fe", "\x1b[2J\x1b]8;;http://x\x07", "\u202e", "\ud800", "x" * 3000, "word " * 700,
)  # fmt: skip
BLOCKS = (-1, 0, 1, 2, 3, -(2**60), 2**53, 10**9, 999_999_999, 10**400, True, None, "1", 1.0, 0.5, [], {})
OTHERS = (None, True, "", -1, 1e300, float("nan"), float("inf"), [], {"text": 1}, "\udfff")
JUNK = (
    "", ": comment", "event: x", "data: [DONE]", "data:", "data: {", "DONE", "ERR out of memory", 'C 0 "One"',
    "F 1 1 3", "F 1 1 3 ", "F x 1 3 ", "F 0 0 0 1", 'F ١ 1 3 "x"', 'F 9999999999 1 3 "x"', 'data: "diffusion_frame"',
    "\r", "data: " + "[" * 250 + '"diffusion_frame"' + "]" * 250,
    "data: " + "[" * 100_000 + "diffusion_frame", "\ufeff", "\0",
    'data: {"type": "diffusion_frame", "block": 1e0, "text": "x", "text": "y", "__proto__": {"block": 3}}',
)  # fmt: skip
BYTES = b'0123456789"{}[],:\\\nu dF\r'


def stream(draw: random.Random) -> bytes:
    """A file of one of the two kinds, of a few steps in a few blocks, with one or several things wrong with it."""
    unsloth = draw.random() < 0.5
    lines, block = [], draw.choice((0, 1))
    for _ in range(draw.randint(1, 3)):
        lines += [_frame(draw, unsloth, block, step) for step in range(1, draw.randint(2, 4))]
        block += 1
    for _ in range(draw.choice((0, 1, 1, 2))):
        lines.insert(draw.randrange(len(lines) + 1), draw.choice(JUNK))
    end = draw.choice(("\n", "\n\n", "\r\n", "\r"))
    raw = bytearray(end.join([*lines, ""]).encode("utf-8", "surrogatepass"))
    for _ in range(draw.choice((0, 0, 1, 3))):
        _damage(draw, raw)
    return bytes(raw)


def _frame(draw: random.Random, unsloth: bool, block: Any, step: int) -> str:
    """A line that tells a step; now and then with a value that it must not have."""
    text: Any = draw.choice(TEXTS[:6])
    if draw.random() < 0.08:
        text = draw.choice((*TEXTS, *OTHERS))
    if draw.random() < 0.05:
        block = draw.choice(BLOCKS)
    written = json.dumps(text, ensure_ascii=draw.random() < 0.5)
    if not unsloth:
        return f"F {block} {step} 3 {written}"
    frame: dict[str, Any] = {"type": "diffusion_frame", "block": block, "step": step, "total": 3, "text": text}
    if draw.random() < 0.05:
        frame[draw.choice(("more", "choices", "step", "block", "text"))] = draw.choice(OTHERS)
    if draw.random() < 0.03:
        del frame[draw.choice([*frame])]
    return f"data: {json.dumps(frame, ensure_ascii=draw.random() < 0.5)}"


def _damage(draw: random.Random, raw: bytearray) -> None:
    """Changes, cuts or repeats a few bytes."""
    at, length = draw.randrange(len(raw) + 1), draw.choice((1, 1, 2, 20))
    match draw.randrange(4):
        case 0:
            raw[at : at + length] = bytes(draw.choices(range(256), k=length))
        case 1:
            raw[at : at + length] = bytes(draw.choices(BYTES, k=length))
        case 2:
            del raw[at : at + length]
        case 3:
            raw[at:at] = raw[max(at - 40, 0) : at]
