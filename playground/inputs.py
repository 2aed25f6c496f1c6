"""What a caller of the Python API gives that could be anything: a text, and the path of a file."""

from __future__ import annotations

import os
from pathlib import Path

from playground.errors import PlaygroundError


def checked_text(name: str, value: object, failure: type[PlaygroundError]) -> str:
    """The value, if it is a text of whole characters.

    Args:
        name: what the sentence calls it.

    Raises:
        PlaygroundError: of the kind `failure`; it is none.
    """
    if not isinstance(value, str):
        raise failure(f"{name} is {value!r:.60}; it must be text.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        half = ord(value[error.start])
        raise failure(f"{name} holds U+{half:04X}, half of a character; only whole characters are allowed.") from error
    return value


def checked_path(path: object, failure: type[PlaygroundError]) -> Path:
    """The path, if a file can have it.

    Raises:
        PlaygroundError: of the kind `failure`; none can.
    """
    try:
        checked = Path(path)  # type: ignore[arg-type]
        if b"\0" in os.fsencode(checked):
            raise ValueError("a character that no name has")
    except (TypeError, ValueError) as error:
        raise failure(f"{path!r:.60} is not the path of a file; give one as text, or as a Path.") from error
    return checked
