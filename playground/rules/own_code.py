"""Calls code of a user's own: whatever it raises is its fault, and one sentence. Only Ctrl-C is the person's."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from playground.errors import PlaygroundError

LONGEST = 300
"""The most characters of an error in such code that are shown."""


@contextmanager
def own_code(subject: str, failure: type[PlaygroundError]) -> Iterator[None]:
    """Turns what the code raises into one sentence, `SystemExit` and its kin too: they would end more than this code.

    Raises:
        PlaygroundError: of the kind `failure`; one of that kind is left as it is.
        KeyboardInterrupt: the person pressed Ctrl-C.
    """
    with _ctrl_c() as pressed:
        try:
            yield
        except failure:
            raise
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and pressed.is_set():
                raise
            raise failure(f"{subject} fails with {_line(error)}.") from error


def _line(error: BaseException) -> str:
    """The kind of an error and its first line, without half characters."""
    try:
        lines = str(error).strip().splitlines()
    except BaseException:  # it is the user's code, too
        lines = []
    line = f"{type(error).__name__}{': ' + lines[0].rstrip('.') if lines else ''}".encode(errors="replace").decode()
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


@contextmanager
def _ctrl_c() -> Iterator[threading.Event]:
    """What is set once the person has pressed Ctrl-C. Only the main thread hears of it."""
    pressed, before = threading.Event(), signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield pressed
        return

    def press(number: int, frame: FrameType | None) -> None:
        pressed.set()
        before(number, frame)

    signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
