"""Measures what it costs to open the largest trace that a laptop's limits allow."""

from __future__ import annotations

import time
import tracemalloc

from playground.service.limits import Limits
from playground.trace import Trace
from playground.trace.columns import COLUMNS
from workshop.bench import Parts
from workshop.bench.page import synthetic
from workshop.bench.reading import PageReader

POSITIONS, STEPS = 256, 96
MOST = Limits().run_positions


def opening() -> dict[str, float]:
    """Takes the best of three times in Python and one in node. numpy reports its memory to tracemalloc."""
    packed = largest()
    with PageReader(look=False) as page:
        seconds_in_page = page.read(packed).seconds
    seconds = []
    for _ in range(3):
        begun = time.perf_counter()
        trace = Trace.from_bytes(packed)
        seconds.append(time.perf_counter() - begun)
    held = sum(column.nbytes for column in trace.columns.values())
    del trace
    tracemalloc.start()
    Trace.from_bytes(packed)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return {
        "trace_mib": held / 2**20,
        "trace_open_s": min(seconds),
        "trace_open_peak_mib": peak / 2**20,
        "trace_open_page_s": seconds_in_page,
    }


def largest() -> bytes:
    """Makes a run of as many positions as the limits allow, with every column; what `synthetic` lacks is a copy of
    another of its kind."""
    blocks = MOST // (POSITIONS * STEPS)
    trace = synthetic(POSITIONS, steps=STEPS, blocks=blocks)
    kinds = {(COLUMNS[name].dtype, COLUMNS[name].shape): column for name, column in trace.columns.items()}
    for name in COLUMNS.keys() - trace.columns.keys():
        column = COLUMNS[name]
        copied = kinds[column.dtype, column.shape]
        trace.columns[name] = copied.clip(column.least, column.most).astype(copied.dtype)
    return trace.to_bytes()


PARTS: Parts = {
    opening: {
        "trace_mib": "size of the largest trace that the limits of a laptop allow, unpacked",
        "trace_open_s": "Python opens it and checks all of it",
        "trace_open_peak_mib": "the memory that this takes at its peak",
        "trace_open_page_s": "the page's reader in node opens it and checks all of it",
    },
}
