"""Loads a user's own measure: `sweep --check FILE.py`, a file with a function `check(text)` that says what is right.

The file runs like any other program of that user. Nothing from a browser, a link or a trace gets here.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

from playground.errors import CheckError, told

Check = Callable[[str], bool]
"""Is this text right?"""


def load_check(path: Path) -> Check:
    """Returns the function `check` of a file, which then raises a CheckError where the file's own fails.

    Raises:
        CheckError: the file is missing, fails, or has no such function.
    """
    spec = importlib.util.spec_from_file_location(f"playground_check_{path.stem}", path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise CheckError(f"{path.name} is not a readable Python file.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise CheckError(f"{path.name} fails with {told(error)}") from error
    own = getattr(module, "check", None)
    if not callable(own):
        raise CheckError(f"{path.name} has no function `check`; it must have one that takes a text and returns a bool.")

    def check(text: str) -> bool:
        try:
            found = own(text)
        except Exception as error:
            raise CheckError(f"`check` of {path.name} fails with {told(error)}") from error
        if not isinstance(found, bool):
            raise CheckError(f"`check` of {path.name} returns {found!r:.60}; it must return True or False.")
        return found

    return check
