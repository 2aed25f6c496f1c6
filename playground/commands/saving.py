"""Saves what a command has made, so that a full disk costs no run."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playground.errors import TraceError

if TYPE_CHECKING:
    from playground.trace import Trace


def save(trace: Trace, path: Path) -> None:
    """Saves a trace to `path` or, where that fails, into the folder for temporary files.

    Raises:
        TraceError: it is not at `path`; the sentence says where it is instead.
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
