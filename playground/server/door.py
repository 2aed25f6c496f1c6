"""Door: a way in for other programs, which a plugin adds to the server of the page."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from starlette.routing import BaseRoute


class Door:
    """Its routes check who may use them: behind a login, a door has a key of its own.

    A subclass sets `prefix` and `routes`.
    """

    prefix: str
    """How the paths of its routes begin, such as `/v1/`."""
    routes: Sequence[BaseRoute]

    def refusal(self, status: int, sentence: str) -> Any:
        """What its clients get as JSON when the guard refuses a request for it."""
        return {"detail": sentence, "error": sentence}

    def running(self) -> AbstractAsyncContextManager[None]:
        """It is used from here to the end of the block."""
        return nullcontext()
