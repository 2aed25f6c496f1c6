"""Loads a user's own measure: `sweep --check FILE.py`, a file with a function `check(text)` that says what is right.

The file runs like any other program of that user. Nothing from a browser, a link or a trace gets here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playground.errors import PlaygroundError
from playground.rules.own_code import own_code
from playground.rules.samplers.from_file import run_file


class CheckError(PlaygroundError):
    """A user's own measure of texts cannot be loaded, or fails."""


Check = Callable[[str], bool]
"""Is this text right?"""


def load_check(path: Path) -> Check:
    """Returns the function `check` of a file, which then raises a CheckError where the file's own fails.

    Raises:
        CheckError: the file is missing, fails, or has no such function.
    """
    function = getattr(run_file(path, "check", CheckError), "check", None)
    if not callable(function):
        raise CheckError(f"{path.name} has no function `check`; it must have one that takes a text and returns a bool.")

    def check(text: str) -> bool:
        with own_code(f"`check` of {path.name}", CheckError):
            right = function(text)
            if not isinstance(right, bool):
                raise CheckError(f"`check` of {path.name} returns {right!r:.60}; it must return True or False.")
            return right

    return check
