"""What can be wrong with what is asked of a hall."""

from __future__ import annotations

from playground.errors import PlaygroundError


class HallError(PlaygroundError, ValueError):
    """There is no such hall, or what its presenter says is malformed."""


class CodeError(HallError):
    """The code that a hall's presenter asks for is missing or wrong."""

    status = 403
