"""Gives the memory that a server has freed back to the system, so that it stops growing once its stores are full."""

from __future__ import annotations

import ctypes
import platform
import threading
import time

PAUSE_SECONDS = 10.0


def give_back_freed(pause: float = PAUSE_SECONDS) -> None:
    """Starts a thread that does so every `pause` seconds. With another C library than glibc it does nothing.

    glibc gives back only what lies at the end of a heap, and threads have up to eight heaps for each core. Between what
    is kept there, such as moments of runs, lies what passes and messages needed for a while. Giving back 100 MB takes a
    few milliseconds.
    """
    if platform.libc_ver()[0] != "glibc":
        return
    trim = ctypes.CDLL(None).malloc_trim

    def repeat() -> None:
        while True:
            time.sleep(pause)
            trim(0)

    threading.Thread(target=repeat, name="freed", daemon=True).start()
