"""One heap for all threads of a server, so that its memory stops growing once its stores are full."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress

ARENAS = "MALLOC_ARENA_MAX"
"""The variable with which an operator chooses. glibc reads it when a process starts."""
M_ARENA_MAX = -8
"""The same for a process that has started, as glibc's malloc.h numbers it."""


def share_heap() -> None:
    """Lets all threads of this process share one heap, and those of the processes that it starts.

    glibc gives threads up to eight heaps for each core. The runs of a server move from thread to thread, so what one
    run frees in a heap is seldom where the next one needs it, and the heaps grow for hundreds of runs. Call it before
    there are threads. It does nothing where the operator has chosen, or with another C library.
    """
    if ARENAS in os.environ:
        return
    os.environ[ARENAS] = "1"
    with suppress(AttributeError, TypeError):  # another C library, or Windows
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
