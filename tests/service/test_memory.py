"""What a process of its own holds after it has freed memory that lies between what it keeps."""

import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries do as they do")

HOLES = """
import ctypes, sys, time
import psutil
from playground.service.memory import give_back_freed

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
pieces = [ctypes.c_void_p(libc.malloc(ctypes.c_size_t(100_000))) for _ in range(2_000)]
for piece in pieces:
    ctypes.memset(piece, 1, 100_000)
for piece in pieces[::2]:
    libc.free(piece)
megabytes = lambda: psutil.Process().memory_info().rss / 1e6
full = megabytes()
if sys.argv[1] == "given back":
    give_back_freed(0.01)
    while megabytes() > full - 80:
        time.sleep(0.01)
print(full - megabytes())
"""


@pytest.mark.parametrize(("way", "least", "most"), [("given back", 80, 150), ("held", -5, 5)])
def test_what_is_freed_between_what_is_kept_is_given_back(way, least, most):
    process = subprocess.run([sys.executable, "-c", HOLES, way], capture_output=True, check=True, text=True, timeout=60)
    assert least <= float(process.stdout) <= most
