"""Reads runs in every way that there is: in Python, and with the page's reader in node.

A file must open or be refused in one sentence. A fault is any other error, or a control character that would reach a
terminal.
"""

from __future__ import annotations

import json
import subprocess
import traceback
import unicodedata
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from playground.commands.terminal import printable, thought_and_answer
from playground.errors import TraceError
from playground.trace import Trace, metrics
from playground.trace.files import GZIP, runs_in
from workshop.page.sources import node

SCRIPT = Path(__file__).with_name("read_runs.ts")


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What became of a file: it opened, was refused (`sentence`), or has a `fault`."""

    opened: bool = False
    sentence: str = ""
    fault: str = ""
    content: Any = None
    """What a file of another program holds: of each run its text, and the block and the step of each frame."""
    seconds: float = 0.0
    """How long the page's reader took to open it."""


def read(packed: bytes) -> Verdict:
    """Reads a file in every way that Python has."""
    foreign = packed[:2] != GZIP
    try:
        traces = runs_in(packed, "x.trace")
    except TraceError as error:
        return Verdict(sentence=str(error), fault=unseen(str(error)))
    except Exception:
        return Verdict(fault=traceback.format_exc())
    try:
        return _content(traces) if foreign else _every_view(*traces)
    except Exception:
        return Verdict(opened=True, fault=traceback.format_exc())


def _content(traces: list[Trace]) -> Verdict:
    again = [Trace.from_bytes(trace.to_bytes()) for trace in traces]
    columns = ("block", "step")
    return Verdict(
        opened=True, content=[[one.text, *(one.columns[name].tolist() for name in columns)] for one in again]
    )


def _every_view(trace: Trace) -> Verdict:
    trace.to_pandas()
    _ = trace.blocks, trace.tokens_per_forward, [trace.frame(row) for row in range(len(trace))]
    metrics.content(trace)
    Trace.from_bytes(trace.to_bytes())
    return Verdict(opened=True, fault=unseen(printable(thought_and_answer(trace))))


def unseen(text: str) -> str:
    """Says which control character is in a text that goes to a terminal; "" if none is."""
    signs = sorted({f"U+{ord(c):04X}" for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs")})
    return f"control characters: {', '.join(signs)}" if signs else ""


class PageReader:
    """The page's reader in a node of its own, for as many files as it is given. Close it, or use it as a context.

    Args:
        look: compute all figures of the panels too?
        script: a module of the page's that reads what is no trace.

    Raises:
        PlaygroundError: there is no node.
    """

    def __init__(self, look: bool = True, script: Path | None = None) -> None:
        command = [*node(), str(SCRIPT), "look" if look else "", str(script or "")]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def read(self, packed: bytes) -> Verdict:
        assert self._node.stdin and self._node.stdout
        self._node.stdin.write(b64encode(packed) + b"\n")
        self._node.stdin.flush()
        return Verdict(**json.loads(self._node.stdout.readline()))

    def close(self) -> None:
        self._node.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
