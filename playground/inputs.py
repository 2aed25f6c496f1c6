"""What a caller gives that could be anything: a text, the path of a file, and values that pydantic has found wrong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground.errors import PlaygroundError

if TYPE_CHECKING:
    from pydantic import ValidationError


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


def fault(error: ValidationError, whole: str, values: Any) -> tuple[str, str]:
    """The value that is wrong first, and what is wrong with it, in one sentence.

    Args:
        whole: what the sentence calls all values together.
        values: all of them, as they came; None if they could not be read.
    """
    faults = [(_place(one["type"], one["loc"], values), one["msg"]) for one in error.errors(include_url=False)]
    first = faults[0][0]
    # A value that may have several types is wrong as each of them; it was meant as the one that fits longest.
    place, message = max((one for one in faults if one[0][: len(first)] == first), key=lambda one: len(one[0]))
    where = ".".join(place)
    return where, f"{where or whole}: {message.lower()}."


def _place(kind: str, path: tuple[int | str, ...], values: Any) -> list[str]:
    """The names that lead to a value that is wrong, or missing."""
    names = []
    for part in path:
        try:
            values = values[part]
        except (IndexError, KeyError, TypeError):
            continue  # the name of a type
        names.append(str(part))
    return [*names, str(path[-1])] if kind == "missing" else names
