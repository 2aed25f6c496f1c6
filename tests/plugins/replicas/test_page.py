"""The page, in Chromium, in front of two replicas."""

import os
import signal

from page_helpers import READY, assert_same, finish, shown, start, text, wait_until

import playground as pg
from playground.plugins.replicas.replica_slot import ReplicaSlot

pytest_plugins = "page_fixtures"

SETTINGS = {"max_denoising_steps": 96, "entropy_bound": 0.01, "confidence_threshold": 0}


def test_a_run_goes_on_in_the_page_when_its_replica_is_killed(slot, serve, visit, endless_model, monkeypatch):
    made = []
    monkeypatch.setattr(slot, "prepare", lambda run, spec: made.append(run) or ReplicaSlot.prepare(slot, run, spec))
    page = visit(serve(slot))
    page.wait_for_selector(READY)
    start(page, length=32, **SETTINGS)
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 4")
    os.kill(made[-1].process, signal.SIGKILL)
    page.wait_for_function(
        "() => document.querySelector('#waiting-text').textContent.includes('another one computes it again')"
    )
    finish(page)
    assert "A process was lost on the way" in text(page, "#notice-text")
    settings = pg.SamplerSettings(max_new_tokens=32, **SETTINGS)
    assert_same(shown(page)["frames"], pg.record(endless_model, "hello", settings, seed=7))
    wait_until(lambda: slot.running == 2, 300)
