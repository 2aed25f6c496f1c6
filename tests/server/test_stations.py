"""A run of the page takes the stations of docs/internals.md, in their order, with no thread or request besides."""

import json
import re
import threading
from pathlib import Path

import httpx
import pytest
from asking import spec
from serving import loaded, served

from playground.service import EngineSlot, Service

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
STATION = re.compile(r"^\d+\. .+: `([\w./-]+)`(?: `([\w.]+)`)?$", re.MULTILINE)
TEXT = (ROOT / "docs/internals.md").read_text("utf-8").split("## Stations")[1].split("\n## ")[0]
LISTS = [STATION.findall(part) for part in TEXT.split("From ")[1:]]
PASS = ("playground/engine/batch.py", "Batch.step")
STEPS = {"max_denoising_steps": 3, "max_new_tokens": 16, "confidence_threshold": 0.0}


class Walk:
    """What is called in `playground/` while a run is made: (file, function, thread) of each call, in order."""

    def __init__(self):
        self.calls, self.on = [], False

    def __call__(self, frame, event, _):
        if self.on and event == "call" and (file := frame.f_code.co_filename).startswith(f"{ROOT}/playground/"):
            self.calls.append((file[len(f"{ROOT}/") :], frame.f_code.co_qualname, threading.current_thread().name))

    def past(self, stations, at=0):
        """The threads in which these stations were passed one after the other, and the place of the last."""
        threads = []
        for station in stations:
            passed = [place for place, (*call, _) in enumerate(self.calls[at:], at) if tuple(call) == station]
            assert passed, f"{station} does not follow {self.calls[at - 1] if at else 'the request'}"
            at = passed[0] + 1
            threads.append(self.calls[at - 1][-1])
        return threads, at

    def count(self, station):
        return sum(tuple(call) == station for *call, _ in self.calls)


def test_a_run_passes_the_stations_of_the_server_in_their_order_and_threads(endless_folder, monkeypatch):
    walk = Walk()
    monkeypatch.setattr(EngineSlot, "start_after", lambda *_: None)  # its model is there, so no timer looks after it
    threading.setprofile(walk)  # of the threads that begin from here on: all of the server's
    try:
        with served(Service(loaded(EngineSlot(str(endless_folder))))) as (_, address):
            with httpx.Client(base_url=address, timeout=60) as http:
                http.get("/")
                walk.on = True
                with http.stream("POST", "tape", json={"specs": [spec(settings=STEPS)]}) as stream:
                    lines = [line.removeprefix("data: ") for line in stream.iter_lines() if line.startswith("data: ")]
            walk.on = False
    finally:
        threading.setprofile(None)
    kinds = [json.loads(line)["kind"] for line in lines]
    assert kinds == ["taken", "start", "frame", "frame", "frame", "end", "over"]
    assert len(LISTS[0]) <= 12 and len(LISTS[1]) <= 10, "as docs/internals.md says"
    assert len(LISTS[0]) <= 12 and len(LISTS[1]) <= 10
    to_pass, to_page = ([station for station in each if station[1]] for each in LISTS)
    threads, at = walk.past([*to_pass, PASS])
    loop, worker, job, batch = threads[0], threads[2], threads[6], threads[-1]
    assert len({loop, worker, job, batch}) == 4 and (job, batch) == ("job", "denoise")
    assert threads == [loop] * 2 + [worker] * 3 + [loop] + [job] * 2 + [batch] * 2
    threads, _ = walk.past(to_page, at)
    assert threads == [job] * 4 + [loop]
    assert {thread for *_, thread in walk.calls} == {loop, worker, job, batch}, "nobody else has a hand in it"
    for station in (*to_pass[2:5], ("playground/service/job.py", "Job._carry_out")):
        assert walk.count(station) == 1, f"once: {station}"
    assert walk.count(("playground/trace/wire.py", "WireEncoder.frame")) == kinds.count("frame")
    assert walk.count(("playground/service/tape.py", "Message.of")) == len(kinds) - 1, "each is encoded once"
