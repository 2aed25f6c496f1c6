"""A replica is killed, or Ray's head goes away: one sentence, and the runs go on. The page goes: so does Ray."""

import os
import signal
import subprocess
import sys

import numpy as np
import psutil
import pytest
from service_helpers import LONG, SHORT, assert_same_columns, happened, wait_until

import playground as pg
from playground.plugins.replicas.replica_slot import ReplicaSlot
from playground.service import Ended, Frame, Service, Waiting

RUN = LONG.replace(settings=LONG.settings.replace(max_new_tokens=128))
"""768 steps: it is not over when its reader has seen some of them."""


def watched(service, spec, at=None, do=None):
    """Runs a spec, and does something when `at` frames have come. Returns its frames, its sentences and its end."""
    frames, sentences, end = [], [], None
    for event in happened(service.start([spec])):
        frames += [event.frame] if isinstance(event, Frame) else []
        sentences += [event.sentence] if isinstance(event, Waiting) else []
        end = event
        if isinstance(event, Frame) and len(frames) == at:
            do()
    return frames, sentences, end


def test_a_run_whose_replica_is_killed_goes_on_elsewhere_with_no_frame_lost_or_twice(slot, endless_model, monkeypatch):
    expected, made = pg.record(endless_model, RUN), []
    monkeypatch.setattr(slot, "prepare", lambda run, spec: made.append(run) or ReplicaSlot.prepare(slot, run, spec))
    frames, sentences, end = watched(Service(slot), RUN, 20, lambda: os.kill(made[-1].process, signal.SIGKILL))
    assert len(frames) == len(expected)
    for name in ("block", "step", "input_ids", "sampled_ids", "accepted"):
        assert np.array_equal([frame.figure(name) for frame in frames], expected.columns[name]), name
    assert isinstance(end, Ended)
    assert_same_columns(end.trace, expected)
    (sentence,) = sentences
    assert sentence.startswith("The process that computed this run was lost after")
    assert end.notice.startswith("A process was lost on the way") and "all of them came out the same" in end.notice


@pytest.mark.thorough
def test_when_rays_head_goes_away_the_page_stays_and_runs_go_on_when_it_is_back(start, endless_folder, endless_model):
    slot = start(endless_folder, replicas=1)
    (head,) = [one for one in psutil.Process(slot._link._bridge.pid).children() if one.name() == "gcs_server"]
    expected = pg.record(endless_model, RUN)
    frames, sentences, end = watched(Service(slot), RUN, 20, head.kill)
    assert isinstance(end, Ended), end
    assert [frame.step for frame in frames] == expected.columns["step"].tolist()
    assert len(sentences) <= 1
    wait_until(lambda: slot.status()["state"] == "ready", 300)
    *_, end = watched(Service(slot), SHORT)
    assert isinstance(end, Ended)


@pytest.mark.thorough
def test_a_page_that_is_killed_leaves_nothing_of_ray_behind(endless_folder):
    code = (
        "import sys, time; from playground.plugins.replicas.replica_slot import Fleet, ReplicaSlot;"
        "slot = ReplicaSlot(Fleet(replicas=1), sys.argv[1], max_rows=1, moment_bytes=0); slot.start();"
        "[time.sleep(0.1) for _ in iter(lambda: slot.running, 1)]; print('up', flush=True); time.sleep(600)"
    )
    page = subprocess.Popen([sys.executable, "-c", code, str(endless_folder)], stdout=subprocess.PIPE)
    assert page.stdout.readline() == b"up\n"
    started = psutil.Process(page.pid).children(recursive=True)
    page.kill()
    page.wait()
    _, alive = psutil.wait_procs(started, 60)
    assert not alive
