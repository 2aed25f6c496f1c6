"""How many heaps the threads of a process have, as glibc itself counts them."""

import os
import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="it is glibc that has several heaps")

COUNT = """
import ctypes, sys, threading
from playground.service.heap import share_heap
if sys.argv[1] == "shared":
    share_heap()
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fdopen.restype = ctypes.c_void_p
together = threading.Barrier(7)

def allocate():
    libc.malloc(ctypes.c_size_t(100_000))
    together.wait()
    together.wait()

for _ in range(6):
    threading.Thread(target=allocate, daemon=True).start()
together.wait()
out = libc.fdopen(1, b"w")
libc.malloc_info(0, ctypes.c_void_p(out))
libc.fflush(ctypes.c_void_p(out))
together.wait()
"""


@pytest.mark.parametrize(
    ("way", "chosen", "heaps"), [("shared", {}, 1), ("not shared", {}, 7), ("shared", {"MALLOC_ARENA_MAX": "3"}, 3)]
)
def test_threads_share_a_heap_unless_the_operator_has_chosen(way, chosen, heaps):
    environment = {name: value for name, value in os.environ.items() if name != "MALLOC_ARENA_MAX"} | chosen
    found = subprocess.run([sys.executable, "-c", COUNT, way], env=environment, capture_output=True, check=True)
    assert found.stdout.count(b"<heap nr=") == heaps
