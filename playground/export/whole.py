"""Puts files and folders in place whole, or not at all."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playground.errors import ExportError


@contextmanager
def writing(out: Path) -> Iterator[Path]:
    """Gives a path of the same name in a new folder; whatever was written there is then moved beside `out`.

    A folder takes the place of the one that had its name. If anything fails, nothing is left, and what had those names
    before is unchanged.

    Raises:
        ExportError: a file or folder cannot be written.
    """
    try:
        with tempfile.TemporaryDirectory(dir=out.absolute().parent, prefix=".export-") as folder:
            yield Path(folder) / out.name
            written = sorted(Path(folder).iterdir())
            for path in written:
                place = out.with_name(path.name)
                if path.is_file() and place.is_dir():  # found before any file is put in place
                    raise ExportError(f"{place} cannot be written: it is a folder.")
            for path in written:
                place = out.with_name(path.name)
                if path.is_dir() and place.exists():
                    place.replace(Path(folder) / ".old")
                path.replace(place)
    except OSError as error:
        raise ExportError(f"{out} cannot be written: {error.strerror}.") from error
