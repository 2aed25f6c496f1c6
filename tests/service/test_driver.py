"""Runs that share passes: each gets what it would get alone, whatever the others do."""

import errno
import gc
import threading
import weakref
from unittest.mock import Mock

import pytest
import torch
from service_helpers import frames, joined, wait_until

import playground as pg
from playground.engine.batch import Batch
from playground.engine.row import Row
from playground.errors import EngineError
from playground.service.driver import Driver
from playground.service.faults import failure

SETTINGS = [
    pg.SamplerSettings(max_denoising_steps=steps, entropy_bound=bound, max_new_tokens=length)
    for steps, bound, length in [(6, 0.1, 48), (3, 5.0, 32), (9, 1.0, 16), (4, 0.5, 64), (5, 2.0, 48), (7, 0.2, 32)]
]


class Spied(Batch):
    """A batch that tells how many rows each pass had, waits at a gate, and fails at a pass that it is told."""

    def __init__(self, model):
        super().__init__(model)
        self.sizes, self.gate, self.fails_at, self.error, self.held = [], threading.Event(), None, RuntimeError(), []
        self.gate.set()

    def step(self):
        self.gate.wait(30)
        if len(self.sizes) == self.fails_at:
            large = torch.zeros(1 << 20)
            self.held.append(weakref.ref(large))
            raise self.error
        self.sizes.append(len(self))
        return super().step()


class Interrupted(BaseException):
    """Such as what ends an interpreter."""


@pytest.fixture
def batches():
    return []


@pytest.fixture
def driver(random_model, batches):
    def batch():
        batches.append(Spied(random_model))
        return batches[-1]

    return Driver(batch)


def row(model, number):
    return Row.of(model, "hello you"[: number + 2], SETTINGS[number], seed=number)


def ids(frames):
    return [(frame.block, frame.step, frame.sampled_ids.tolist(), frame.argmax_ids.tolist()) for frame in frames]


def alone(model, number):
    return ids(pg.denoise(model, "hello you"[: number + 2], SETTINGS[number], seed=number))


@pytest.mark.parametrize("room", [2, 6])
def test_who_comes_is_seated_at_the_next_step_with_room_and_runs_are_what_they_are_alone(random_model, room):
    batch = Spied(random_model)
    driver = Driver(lambda: batch, rows=room)
    batch.gate.clear()
    requests = [joined(driver, run=row(random_model, number)) for number in range(6)]
    batch.gate.set()
    for number, rows in enumerate(requests):
        seen = []
        while not seen or not seen[-1].finish_reason:
            seen += [frame for _, frame in rows.next(30)]
        assert ids(seen) == alone(random_model, number)
    assert max(batch.sizes) == room
    wait_until(lambda: len(batch) == 0)


def test_an_idle_server_keeps_no_rows_cache(driver, batches, random_model, monkeypatch):
    caches, join = [], batches[0].join

    def joined(*given):
        number = join(*given)
        caches.append(weakref.ref(batches[0]._rows[number].cache))
        return number

    monkeypatch.setattr(batches[0], "join", joined)
    for number in (0, 2):
        list(frames(driver, row(random_model, number)))
    wait_until(lambda: len(caches) == 2 and all(cache() is None for cache in caches))


def test_a_failed_pass_ends_its_rows_frees_what_it_held_and_the_next_row_gets_a_new_batch(random_model):
    batches = [Spied(random_model), None, Spied(random_model)]
    batches[0].fails_at, batches[0].error = 1, torch.OutOfMemoryError("CUDA out of memory.")
    held = batches[0].held

    def batch():
        if (made := batches.pop(0)) is None:
            raise MemoryError
        return made

    driver = Driver(batch)
    failed = joined(driver, run=row(random_model, 0))
    gc.disable()
    try:
        failed.next(30)
        assert "not enough memory" in str(failed.next(30)[0][1])
        wait_until(lambda: driver._batch is None)
        assert held[0]() is None
    finally:
        gc.enable()
    with pytest.raises(EngineError, match="not enough memory"):
        list(frames(driver, row(random_model, 1)))
    second = frames(driver, row(random_model, 3))
    seen = [next(second)]
    failed.close()
    assert ids([*seen, *second]) == alone(random_model, 3)


@pytest.mark.parametrize("error", [torch.AcceleratorError("CUDA error: an illegal memory access"), Interrupted()])
def test_who_runs_and_who_comes_later_is_told_that_nothing_can_be_computed(random_model, error):
    ended, batch = [], Spied(random_model)
    batch.fails_at, batch.error = 2, error
    driver = Driver(lambda: batch, broken=lambda: ended.append(True))
    readers = [joined(driver, run=row(random_model, 0)), joined(driver, run=row(random_model, 3))]
    for rows in readers:
        news = []
        while not news or not isinstance(news[-1], EngineError):
            news += [found for _, found in rows.next(30)]
        assert "nothing more until it is started again" in str(news[-1])
    wait_until(lambda: ended == [True])
    with pytest.raises(EngineError, match="nothing more"):
        list(frames(driver, row(random_model, 0)))


def test_a_device_that_fails_as_a_row_joins_computes_nothing_more_either(driver, random_model, monkeypatch):
    monkeypatch.setattr(Spied, "join", Mock(side_effect=torch.AcceleratorError("CUDA error")))
    with pytest.raises(EngineError, match="nothing more until it is started again"):
        list(frames(driver, row(random_model, 0)))


def test_what_a_step_brings_the_rows_of_a_request_comes_at_once_and_one_may_leave(driver, batches, random_model):
    together = joined(driver, first=row(random_model, 0), second=row(random_model, 3))
    first, second = together.next(30)
    assert (first[0], second[0]) == ("first", "second") and batches[0].sizes[0] == 2
    together.leave("second")
    seen = [first[1]]
    while not seen[-1].finish_reason:
        seen += [frame for name, frame in together.next(30) if name == "first"]
    assert ids(seen) == alone(random_model, 0)
    assert together.next(0.01) == []
    wait_until(lambda: len(batches[0]) == 0)


def test_who_leaves_before_having_joined_never_joins(driver, batches, random_model):
    batches[0].gate.clear()
    going = joined(driver, run=row(random_model, 0))
    wait_until(lambda: not driver._joining)  # its pass waits at the gate
    early, both = (
        joined(driver, run=row(random_model, 1)),
        joined(driver, one=row(random_model, 2), two=row(random_model, 3)),
    )
    early.close()
    both.leave("two")
    batches[0].gate.set()
    wait_until(lambda: not driver._seated)
    assert max(batches[0].sizes) == 2
    assert early.next(0.01) == [] and {name for name, _ in both.next(1)} == {"one"}
    going.close()


@pytest.mark.parametrize(
    ("error", "kind", "sentence"),
    [
        (pg.SettingError("too long for what was compiled"), pg.SettingError, "too long"),
        (RuntimeError("out of memory"), EngineError, r"The run failed \(RuntimeError\)"),
    ],
    ids=["refused", "failed"],
)
def test_a_row_that_cannot_join_is_told_so_alone(driver, random_model, monkeypatch, error, kind, sentence):
    join = Spied.join

    def picky(self, row, origin=None):
        if row.settings is SETTINGS[1]:
            raise error
        return join(self, row)

    monkeypatch.setattr(Spied, "join", picky)
    second = frames(driver, row(random_model, 0))
    seen = [next(second)]
    with pytest.raises(kind, match=sentence):
        list(frames(driver, row(random_model, 1)))
    assert ids([*seen, *second]) == alone(random_model, 0)


def test_too_little_memory_and_a_full_disk_are_told_in_words():
    for error in (MemoryError(), torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB.")):
        failed = failure(error)
        assert str(failed).startswith("The run failed (there was not enough memory;") and failed.__cause__ is error
        assert "so far are kept" in str(failed) and "CUDA" not in str(failed) and failure(failed) is failed
    full = failure(OSError(errno.ENOSPC, "No space left on device"))
    assert str(full) == "The run failed (the server's disk is full); its steps so far are kept."
    assert "(OSError)" in str(failure(OSError(errno.EIO, "a compiled pass")))
