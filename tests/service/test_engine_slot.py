"""The one model of a server: passes compiled before the first run, where they can be."""

import threading
from contextlib import suppress

import pytest
from service_helpers import happened

import playground as pg
from playground.engine import models
from playground.engine.loading.source import EMBEDDED_NAME
from playground.engine.passes import Shapes
from playground.prompt import Prompt
from playground.service import Ended, EngineSlot, Refused, Service
from playground.spec import RunSpec

SETTINGS = pg.SamplerSettings(max_denoising_steps=6, entropy_bound=0.3, max_new_tokens=32)
SPEC = RunSpec(prompt=Prompt(text="hello"), settings=SETTINGS, seed=2)
LONG = SPEC.replace(settings=SETTINGS.replace(max_new_tokens=192))


@pytest.fixture
def compiling(monkeypatch):
    """Dynamo's "eager" backend stands for inductor, which wants a compiler."""

    def fitting(model, rows, context=4096):
        return Shapes(rows=rows, context=96, backend="eager")

    monkeypatch.setattr(Shapes, "fitting", fitting)


@pytest.mark.slow
def test_passes_are_compiled_before_the_first_run_with_progress(compiling, random_folder, monkeypatch):
    told, slot = [], EngineSlot(str(random_folder), max_rows=1)
    monkeypatch.setattr(slot, "_tell", told.append)
    slot.load()
    compiled = [str(progress) for progress in told if progress.unit == "per cent"]
    assert compiled[0] == "Compiling the denoiser for 1 row. 0 %" and compiled[-1].endswith("100 %")
    *_, end = happened(Service(slot).start([SPEC]))
    assert isinstance(end, Ended) and end.trace.header.execution == "compiled"
    *_, refused = happened(Service(slot).start([LONG]))
    assert isinstance(refused, Refused) and "passes are compiled for at most 96" in refused.sentence


@pytest.mark.parametrize("how", ["fails", "not wanted"])
def test_where_compiling_fails_or_is_not_wanted_runs_are_eager(
    compiling, random_folder, random_model, monkeypatch, how
):
    def broken(*_):
        raise RuntimeError("no compiler")

    monkeypatch.setattr("playground.engine.warm_up.warm_up", broken)
    slot = EngineSlot(str(random_folder), eager=how == "not wanted")
    slot.load()
    *_, end = happened(Service(slot).start([LONG]))
    assert end.trace.header.execution == "eager"
    assert end.trace.token_ids == pg.record(random_model, LONG).token_ids


class Met(EngineSlot):
    """Two threads that press meet where each has seen that the model failed, if nothing keeps one of them back."""

    meeting = threading.Barrier(2, timeout=0.5)

    @property
    def name(self):
        name = self._name
        if threading.current_thread().name == "press":
            with suppress(threading.BrokenBarrierError):
                self.meeting.wait()
        return name

    @name.setter
    def name(self, name):
        self._name = name


def test_two_who_agree_to_the_embedded_model_at_once_load_it_once(tmp_path, monkeypatch):
    loads, load = [], models.load_model
    monkeypatch.setattr(models, "load_model", lambda name, **options: (loads.append(name), load(name, **options))[1])
    slot = Met(str(tmp_path / "missing"))
    slot.load()
    assert slot.status()["state"] == "failed"
    faults = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    presses = [threading.Thread(target=slot.use_embedded, name="press") for _ in "ab"]
    for press in presses:
        press.start()
    for press in presses:
        press.join()
    assert slot.wait(120) and slot.status()["state"] == "ready"
    assert loads[1:] == [EMBEDDED_NAME] and not faults
