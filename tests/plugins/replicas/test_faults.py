"""A replica is killed, cannot load, is out of memory; Ray's head goes away: one sentence, and the others go on."""

import os
import shutil
import signal
import subprocess
import sys

import numpy as np
import psutil
import pytest
from page_helpers import wait_until
from service_helpers import LONG, SHORT, happened

import playground as pg
from playground.plugins.replicas.fleet import Fleet
from playground.plugins.replicas.replica_slot import ReplicaSlot
from playground.rules.samplers.from_file import load
from playground.service import Ended, Frame, Refused, Service, Waiting
from playground.trace import COLUMNS

KILLER = """
import os
import signal

import playground as pg


class Killer(pg.Sampler):
    name = "killer"
    label = "Killer"
    explanation = pg.Explanation(order="entropy", cut="rank")
    rule = "Ends its process, as a computer without memory does."

    def accept(self, before, found):
        if before.step.max() > 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return before.settled
"""
"""A sampler of a user's own."""
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


def kill_the_one_that_computes(slot, monkeypatch):
    """Returns what kills the replica that computes the latest run."""
    made = []
    monkeypatch.setattr(slot, "prepare", lambda run, spec: made.append(run) or ReplicaSlot.prepare(slot, run, spec))
    return lambda: os.kill(made[-1].process, signal.SIGKILL)


def test_a_run_whose_replica_is_killed_goes_on_elsewhere_with_no_frame_lost_or_twice(slot, endless_model, monkeypatch):
    expected = pg.record(endless_model, RUN)
    frames, sentences, end = watched(Service(slot), RUN, 20, kill_the_one_that_computes(slot, monkeypatch))
    assert [(frame.block, frame.step) for frame in frames] == [
        *zip(expected.columns["block"], expected.columns["step"], strict=True)
    ]
    for name in ("input_ids", "sampled_ids", "accepted"):
        assert np.array_equal([getattr(frame, name) for frame in frames], expected.columns[name]), name
    assert isinstance(end, Ended)
    for name, column in expected.columns.items():
        assert COLUMNS[name].measured or np.array_equal(column, end.trace.columns[name]), name
    (sentence,) = sentences
    assert sentence.startswith("The process that computed this run was lost after")
    assert sentence.endswith("another one computes it again.")
    assert end.notice.startswith("A process was lost on the way") and "all of them came out the same" in end.notice


@pytest.mark.thorough
def test_what_ends_every_replica_that_computes_it_is_given_up_and_others_go_on(
    start, endless_folder, tmp_path, registered
):
    (tmp_path / "killer.py").write_text(KILLER)
    load(tmp_path / "killer.py")
    slot = start(endless_folder, samplers=[tmp_path / "killer.py"])
    service = Service(slot)
    frames, sentences, end = watched(service, RUN.replace(settings=RUN.settings.replace(sampler="killer")))
    assert isinstance(end, Refused) and len(frames) == 3
    assert end.sentence == "The run failed (4 replicas were lost, one after the other); its steps so far are kept."
    assert len(sentences) == 3
    *_, last = watched(service, SHORT)
    assert isinstance(last, Ended)


@pytest.mark.thorough
def test_a_replica_that_cannot_load_leaves_the_others_and_says_why(start, endless_folder, tmp_path, monkeypatch):
    folder = shutil.copytree(endless_folder, tmp_path / "checkpoint")
    slot = start(folder)
    kill = kill_the_one_that_computes(slot, monkeypatch)
    shutil.rmtree(folder)
    *_, end = watched(Service(slot), RUN, 3, kill)
    assert isinstance(end, Ended)
    wait_until(lambda: "missing: " in slot.status()["sentence"], 120)
    status = slot.status()
    assert status["state"] == "ready" and status["sentence"].startswith("1 of 2 replicas of the model ")
    assert "The others are missing: " in status["sentence"] and "give a local" in status["sentence"], status
    *_, end = watched(Service(slot), SHORT)
    assert isinstance(end, Ended)


@pytest.mark.thorough
def test_a_model_that_no_replica_can_load_refuses_runs_with_its_sentence(tmp_path, request):
    slot = ReplicaSlot(Fleet(replicas=1), str(tmp_path), max_rows=2, moment_bytes=0)
    request.addfinalizer(slot.close)
    slot.start()
    wait_until(lambda: slot.status()["state"] == "failed", 300)
    (event,) = happened(Service(slot).start([SHORT]))
    assert isinstance(event, Refused) and event.sentence == slot.status()["sentence"]
    assert event.sentence.startswith("No replica of the model ") and "config.json" in event.sentence


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
def test_closing_takes_down_all_that_was_started(start, endless_folder):
    slot = start(endless_folder, replicas=1)
    bridge = psutil.Process(slot._link._bridge.pid)
    started = [bridge, *bridge.children(recursive=True)]
    slot.close()
    _, alive = psutil.wait_procs(started, 20)
    assert not alive


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
