"""Saves traces, so that no run is lost to a full disk."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from playground.errors import TraceError
from playground.trace.columns import MAX_MIB

if TYPE_CHECKING:
    from playground.trace import Trace


def save(trace: Trace, path: Path) -> None:
    """Saves a trace to `path` or, if that fails, to the folder for temporary files.

    If it is larger than what opens without being asked for, it is said how to open it.

    Raises:
        TraceError: the trace is not at `path`; the sentence says where it is instead.
    """
    try:
        trace.save(path)
    except OSError as error:
        refused = f"{path} cannot be written ({error.strerror})"
        try:
            instead = Path(tempfile.mkdtemp(prefix="playground-")) / "run.trace"
            trace.save(instead)
        except OSError as again:
            folder = tempfile.gettempdir()
            raise TraceError(f"{refused}, nor can {folder} ({again.strerror}): the run is not saved.") from again
        raise TraceError(f"{refused}; the run is saved as {instead} instead.") from error
    with path.open("rb") as file:
        file.seek(-4, os.SEEK_END)
        size = int.from_bytes(file.read(), "little")  # gzip ends with the size of what was packed
    if size > MAX_MIB << 20:
        mib = (size >> 20) + 1
        click.echo(f"{path} unpacks to {mib:,} MiB; `show` and `serve` open it with --max-mib {mib}.", err=True)
