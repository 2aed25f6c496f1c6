"""What a server holds after many runs, and what a process gives back that lies between what it keeps."""

import gc
import platform
import subprocess
import sys
from collections import Counter

import pytest
from service_helpers import SHORT, happened, wait_until
from serving import loaded

from playground.engine.moment import Moment
from playground.service import Ended, EngineSlot, Service, Tape, moments
from playground.service.limits import Limits
from playground.service.runs import Run

OURS = ("playground", "torch")

HOLES = """
import ctypes, time
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
give_back_freed(0.01)
while megabytes() > full - 80:
    time.sleep(0.01)
"""


@pytest.fixture
def service(endless_folder, monkeypatch):
    monkeypatch.setattr(moments, "MOST_RUNS", 3)
    gc.freeze()  # what other tests have left takes seconds to look through
    yield Service(loaded(EngineSlot(str(endless_folder))), Limits(runs_kept=3))
    gc.unfreeze()


def held():
    """How many of each of our classes, and how many tensors, this process has begun to hold."""
    gc.collect()
    classes = Counter(type(each) for each in gc.get_objects())
    return Counter({kind: count for kind, count in classes.items() if str(kind.__module__).startswith(OURS)})


def test_twice_as_many_runs_leave_no_more_behind(service):
    def make(seeds):
        for seed in seeds:
            assert isinstance([*happened(service.start([SHORT.replace(seed=seed)]))][-1], Ended)

    make(range(6))
    full = held()
    assert min(full[Run], full[Tape], full[Moment]) >= 3
    make(range(6, 12))
    wait_until(lambda: held() <= full)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries do as they do")
def test_what_is_freed_between_what_is_kept_is_given_back():
    subprocess.run([sys.executable, "-c", HOLES], check=True, timeout=60)
