"""Runs the parts of an examination within a time, each with a limit of its own. One that hangs or crashes costs itself.

What is found stands in `results.jsonl` at once, so an examination that is cut off has lost nothing.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from playground.plugins.card.gpu.child import write
from playground.plugins.card.gpu.host import Examined
from playground.plugins.card.gpu.parts import GPU_ONLY, PARTS

CHILD = "playground.plugins.card.gpu.child"
RESULTS, LOG = "results.jsonl", "log.txt"
LEAST_SECONDS = 10.0
"""With less time left, no part is begun."""
STARTUP_SECONDS = 60.0
"""For what a process imports before its first part."""
AGAIN_SECONDS = 100.0
"""For a process that takes over after a part was cut off: it loads and compiles once more."""


def examine(examined: Examined, folder: Path, budget: float, only: Collection[str] = ()) -> Iterator[dict[str, Any]]:
    """Yields each line of the results when it is there.

    Args:
        budget: seconds for all of it.
        only: names of parts; none of them means all.
    """
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / RESULTS
    results.unlink(missing_ok=True)
    until, begun = time.monotonic() + budget, set[str]()
    left = [name for name in only or PARTS if not (examined.rehearse and name in GPU_ONLY)]
    while left and until - time.monotonic() > LEAST_SECONDS:
        process, neighbours = next(groupby(left, key=lambda name: PARTS[name].process))
        mine = [*neighbours]
        spare = STARTUP_SECONDS + (AGAIN_SECONDS if process in begun else 0)
        begun.add(process)
        tried = yield from _lines(mine, examined, folder, until, spare)
        left = [name for name in left if name not in tried]
    for name in left:
        yield _line(results, name, state="skipped", why="too little time was left")


def _lines(
    names: Sequence[str], examined: Examined, folder: Path, until: float, spare: float
) -> Iterator[dict[str, Any]]:
    """Runs one process and yields its lines. Returns the parts that it has tried."""
    results = folder / RESULTS
    results.touch()
    command = [sys.executable, "-m", CHILD, str(results), json.dumps(asdict(examined)), *names]
    tried, ends, why = list[str](), time.monotonic() + spare, ""
    with (folder / LOG).open("ab") as log, results.open(encoding="utf-8") as stream:
        stream.seek(0, os.SEEK_END)
        child = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        try:
            while True:
                alive, rest = child.poll() is None, stream.tell()
                for line in iter(stream.readline, ""):
                    if not line.endswith("\n"):
                        stream.seek(rest)
                        break
                    rest, entry = stream.tell(), json.loads(line)
                    if entry.get("state") == "begun":
                        tried.append(entry["part"])
                        ends = time.monotonic() + PARTS[entry["part"]].seconds + (spare if len(tried) == 1 else 0)
                    yield entry
                if not alive:
                    why = f"its process ended with code {child.returncode}" if child.returncode else ""
                    break
                if time.monotonic() > min(ends, until):
                    why = "it took too long" if ends < until else "the time was up"
                    break
                time.sleep(0.1)
        finally:
            _end(child)
    tried = tried or [names[0]]
    if why:
        yield _line(results, tried[-1], state="ended", why=why)
    return tried


def _line(results: Path, part: str, **values: Any) -> dict[str, Any]:
    write(results, part, **values)
    return {"part": part, **values}


def _end(child: subprocess.Popen) -> None:
    """Ends a process and all that it has started, such as a compiler's."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
