"""A replica is killed, cannot load, is out of memory; Ray's head goes away: one sentence, and the others go on."""

import os
import signal

import numpy as np
from service_helpers import LONG

import playground as pg
from playground.replicas import ReplicaSlot
from playground.service import Ended, Frame, Service, Waiting
from playground.trace import COLUMNS

RUN = LONG.replace(settings=LONG.settings.replace(max_new_tokens=32))
"""192 steps."""


def told(service, spec, at=None, do=None):
    """Runs a spec, and does something when `at` frames have come. Returns its frames, its sentences and its end."""
    frames, sentences, end = [], [], None
    run = service.runs.start()
    for event in service.run(spec, run):
        frames += [event.frame] if isinstance(event, Frame) else []
        sentences += [event.sentence] if isinstance(event, Waiting) else []
        end = event
        if isinstance(event, Frame) and len(frames) == at:
            do()
    return frames, sentences, end


def kill_the_one_that_computes(slot, monkeypatch):
    """Returns what kills the replica that computes the latest run."""
    made = []
    monkeypatch.setattr(slot, "run", lambda *given: made.append(ReplicaSlot.run(slot, *given)) or made[-1])
    return lambda: os.kill(made[-1].process, signal.SIGKILL)


def test_a_run_whose_replica_is_killed_goes_on_elsewhere_with_no_frame_lost_or_twice(slot, endless_model, monkeypatch):
    expected = pg.record(endless_model, RUN)
    frames, sentences, end = told(Service(slot), RUN, 20, kill_the_one_that_computes(slot, monkeypatch))
    assert [(frame.block, frame.step) for frame in frames] == [
        *zip(expected.columns["block"], expected.columns["step"], strict=True)
    ]
    for name in ("input_ids", "sampled_ids", "accepted"):
        assert np.array_equal([getattr(frame, name) for frame in frames], expected.columns[name]), name
    assert isinstance(end, Ended)
    for name, column in expected.columns.items():
        assert COLUMNS[name].measured or np.array_equal(column, end.trace.columns[name]), name
    (sentence,) = sentences
    assert "The replica that computed this run was lost after" in sentence and "on another one" in sentence
    assert end.notice.startswith("A replica was lost on the way") and "all of them came out the same" in end.notice
