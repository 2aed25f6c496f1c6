"""Damages traces, and what other programs wrote about runs, and reads each file in every way: `bench --fuzz`.

A damaged file must open or be refused in one sentence. A defect is any other error, a control character that would
reach a terminal, or a file that opens only in Python or only on the page. The seed and a file's number alone decide the
file.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import time
import traceback
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from playground.assets import ASSETS
from playground.commands.terminal import replay
from playground.errors import PlaygroundError, TraceError
from playground.importing import streams
from playground.trace import Trace, metrics
from workshop.bench.mutations import mutant

READER = Path(__file__).with_name("read_traces.js")
BATCH = 1000
"""How many files one node process reads."""


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
