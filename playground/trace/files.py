"""Reads the runs of a file: a trace, or what a plugin reads."""

from __future__ import annotations

from os import PathLike

from playground.errors import TraceError
from playground.inputs import checked_path
from playground.plugin_loading import plugins
from playground.trace.columns import MAX_MIB
from playground.trace.trace import Trace

GZIP = b"\x1f\x8b"
"""How a trace begins."""


def read_runs(path: str | PathLike[str], max_mib: int = MAX_MIB) -> list[Trace]:
    """Reads a file that holds runs.

    Args:
        max_mib: the most that a trace may unpack to.

    Raises:
        TraceError: the file cannot be read, or as `runs_in`.
    """
    path = checked_path(path, TraceError)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise TraceError(f"{path} cannot be read: {error.strerror}.") from error
    return runs_in(raw, path.name, max_mib)


def read_run(path: str | PathLike[str], max_mib: int = MAX_MIB) -> Trace:
    """Reads a file that holds one run.

    Raises:
        TraceError: it holds several, or as `read_runs`.
    """
    first, *more = read_runs(path, max_mib)
    if more:
        name = checked_path(path, TraceError).name
        raise TraceError(f"{name} holds {1 + len(more)} runs, and only one can be read here; make a trace of each.")
    return first


def runs_in(raw: bytes, name: str, max_mib: int = MAX_MIB) -> list[Trace]:
    """Reads the runs in the bytes of a file, in the order in which they begin.

    Args:
        name: of the file, for messages.

    Raises:
        TraceError: as `Trace.from_bytes`, or what the first of the plugins' readers says if none of them reads it.
    """
    readers = [] if raw[:2] == GZIP else [reader for readers in plugins().each("readers") for reader in readers]
    refusals = []
    for read in readers:
        try:
            return [*read(raw, name)]
        except TraceError as refusal:
            refusals.append(refusal)
    if refusals:
        raise refusals[0]
    return [Trace.from_bytes(raw, name, max_mib)]
