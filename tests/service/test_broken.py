"""A GPU that fails at whatever it is asked, and a driver whose thread ends: nobody waits, and a supervisor knows."""

import gc
import subprocess
import sys
import traceback
import weakref

import pytest
import torch
from page_helpers import wait_until
from service_helpers import frames, happened, joined
from starlette.testclient import TestClient

import playground as pg
from playground.engine.batch import Batch
from playground.engine.row import Row
from playground.errors import EngineError, ModelError
from playground.server.operator import app
from playground.service import EngineSlot, Refused, Service
from playground.service.draining import BROKEN
from playground.service.driver import Driver
from playground.service.runs import Run
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec

SETTINGS = pg.SamplerSettings(max_denoising_steps=4, confidence_threshold=0, max_new_tokens=32)
SPEC = RunSpec(prompt=Prompt(text="hello"), settings=SETTINGS)


class Interrupted(BaseException):
    """Such as what ends an interpreter."""


class Failing(Batch):
    """Raises at its third step, with a large tensor in the frame."""

    def __init__(self, model, error):
        super().__init__(model)
        self.error, self.steps, self.held = error, 0, []

    def step(self):
        self.steps += 1
        if self.steps == 3:
            large = torch.zeros(1 << 20)
            self.held.append(weakref.ref(large))
            raise self.error
        return super().step()


def row(model, text="hello"):
    return Row.of(model, text, SETTINGS)


@pytest.mark.parametrize("error", [torch.AcceleratorError("CUDA error: an illegal memory access"), Interrupted()])
def test_who_runs_and_who_comes_later_is_told_that_nothing_can_be_computed(random_model, error):
    ended = []
    driver = Driver(lambda: Failing(random_model, error), broken=lambda: ended.append(True))
    readers = [joined(driver, run=row(random_model)), joined(driver, run=row(random_model, "you"))]
    for rows in readers:
        news = []
        while not news or not isinstance(news[-1], EngineError):
            news += [found for _, found in rows.next(30)]
        assert "nothing more until it is started again" in str(news[-1])
    wait_until(lambda: ended == [True])
    with pytest.raises(EngineError, match="nothing more"):
        list(frames(driver, row(random_model)))


def test_what_a_failed_step_held_is_freed_before_the_next_one(random_model):
    batches = []

    def batch():
        batches.append(Failing(random_model, torch.OutOfMemoryError("CUDA out of memory.")))
        return batches[-1]

    driver = Driver(batch)
    gc.disable()
    try:
        with pytest.raises(EngineError, match="not enough memory"):
            list(frames(driver, row(random_model)))
        wait_until(lambda: driver._batch is None)
        (held,) = batches[0].held
        assert held() is None
    finally:
        gc.enable()


def test_no_more_runs_are_seated_than_there_is_room_for_and_the_others_follow(random_model):
    class Counting(Batch):
        most = 0

        def step(self):
            Counting.most = max(Counting.most, len(self))
            return super().step()

    driver = Driver(lambda: Counting(random_model), rows=2)
    alone = [frame.sampled_ids.tolist() for frame in frames(driver, row(random_model))]
    together = joined(driver, **{str(place): row(random_model) for place in range(5)})
    found = {str(place): [] for place in range(5)}
    while not all(len(ids) == len(alone) for ids in found.values()):
        for place, frame in together.next(30):
            found[place].append(frame.sampled_ids.tolist())
    assert Counting.most == 2 and all(ids == alone for ids in found.values())


def test_the_slot_fails_and_is_ready_no_more(random_folder, monkeypatch):
    ended = []
    slot = EngineSlot(str(random_folder), broken=lambda: ended.append(True))
    slot.load()
    service = Service(slot)

    def ready():
        with TestClient(app(service)) as client:
            return client.get("/readyz").status_code

    assert ready() == 200

    def dead(*_):
        raise torch.AcceleratorError("CUDA error: an illegal memory access was encountered")

    monkeypatch.setattr(Batch, "_pass", dead)
    *_, end = happened(service.start([SPEC]))
    assert isinstance(end, Refused) and "nothing more until it is started again" in end.sentence
    wait_until(lambda: ended == [True])
    assert ready() == 503
    status = slot.status()
    assert status["state"] == "failed" and status["way_out"] is False
    slot.use_embedded()
    assert slot.status()["state"] == "failed"


def test_every_refusal_is_an_error_of_its_own(tmp_path):
    slot = EngineSlot(str(tmp_path))
    slot.load()
    faults = []
    for _ in range(3):
        with pytest.raises(ModelError) as caught:
            slot.prepare(Run(), SPEC)
        faults.append(caught.value)
    assert len({id(fault) for fault in faults}) == 3
    assert len({len(traceback.extract_tb(fault.__traceback__)) for fault in faults}) == 1


@pytest.mark.thorough
@pytest.mark.slow
def test_the_process_ends_with_a_code_of_its_own(random_folder):
    script = f"""
import torch
from playground.engine.batch import Batch
from playground.service import EngineSlot, Service
from playground.service.draining import give_up
from playground.spec.run import RunSpec
from playground.spec.prompt import Prompt
from playground.spec.settings import SamplerSettings

def dead(*_):
    raise torch.AcceleratorError("CUDA error: unspecified launch failure")

Batch._pass = dead
slot = EngineSlot({str(random_folder)!r}, broken=give_up)
slot.load()
tape = Service(slot).start([RunSpec(prompt=Prompt(text="hello"), settings=SamplerSettings(max_new_tokens=16))])
print([str(event) for _, event in tape.events()], flush=True)
import time
time.sleep(60)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == BROKEN == 70, done.stderr
    assert "nothing more until it is started again" in done.stdout
