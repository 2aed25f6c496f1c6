"""Runs that share passes: each gets what it would get alone, whatever the others do."""

import threading
import weakref
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
import torch
from page_helpers import wait_until
from service_helpers import frames, joined

import playground as pg
from playground.engine.batch import Batch
from playground.engine.row import Row
from playground.errors import EngineError
from playground.rules.samplers.from_file import load
from playground.service.driver import Driver
from playground.service.faults import failure
from playground.service.moments import Moments

SETTINGS = [
    pg.SamplerSettings(max_denoising_steps=steps, entropy_bound=bound, max_new_tokens=length)
    for steps, bound, length in [(6, 0.1, 48), (3, 5.0, 32), (9, 1.0, 16), (4, 0.5, 64), (5, 2.0, 48), (7, 0.2, 32)]
]


class Spied(Batch):
    """A batch that tells how many rows each pass had, waits at a gate, and fails at a pass that it is told."""

    def __init__(self, model):
        super().__init__(model)
        self.sizes, self.gate, self.fails_at = [], threading.Event(), None
        self.gate.set()

    def step(self):
        self.gate.wait(30)
        if len(self.sizes) == self.fails_at:
            raise RuntimeError("CUDA error")
        frames = super().step()
        self.sizes.append(len(frames))
        return frames


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


def apart(function):
    """What comes of it in a thread that holds nobody up if it never ends."""
    future = Future()

    def call():
        try:
            future.set_result(function())
        except Exception as error:
            future.set_exception(error)

    threading.Thread(target=call, daemon=True).start()
    return future


def test_who_comes_is_seated_at_the_next_step_and_runs_are_what_they_are_alone(driver, batches, random_model):
    batches[0].gate.clear()
    with ThreadPoolExecutor(6) as people:
        runs = [people.submit(lambda n=n: ids(frames(driver, row(random_model, n)))) for n in range(6)]
        wait_until(lambda: len(driver._joining) + len(driver._seated) == 6)
        batches[0].gate.set()
        got = [run.result(60) for run in runs]
    assert got == [alone(random_model, number) for number in range(6)]
    assert max(batches[0].sizes[:2]) == 6 and len(batches[0]) == 0


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


def test_who_goes_in_the_middle_makes_room_and_disturbs_nobody(driver, batches, random_model):
    first, second = frames(driver, row(random_model, 0)), frames(driver, row(random_model, 3))
    seen = [next(first), next(first)]
    next(second)
    second.close()
    seen += list(first)
    assert ids(seen) == alone(random_model, 0)
    wait_until(lambda: len(batches[0]) == 0)


def test_a_moment_that_cannot_be_kept_ends_the_runs_with_a_sentence_and_the_next_run_goes_well(random_model):
    class Unwell(Moments):
        def add(self, moment, frames):
            if moment.step == 2:
                raise ZeroDivisionError
            super().add(moment, frames)

    moments = Unwell(1 << 30)
    driver = Driver(lambda: Batch(random_model, keeps=True), moments)
    for run in [apart(lambda n=number: list(frames(driver, row(random_model, n)))) for number in range(2)]:
        with pytest.raises(EngineError, match=r"The run failed \(ZeroDivisionError\); its steps so far are kept"):
            run.result(30)
    moments.__class__ = Moments
    assert apart(lambda: ids(frames(driver, row(random_model, 2)))).result(30) == alone(random_model, 2)


@pytest.mark.thorough
def test_who_cannot_get_a_new_batch_is_told_so_and_the_next_one_can(random_model):
    batches = [Spied(random_model), None, Spied(random_model)]
    batches[0].fails_at = 1

    def batch():
        if (made := batches.pop(0)) is None:
            raise MemoryError
        return made

    driver = Driver(batch)
    for number, fault in enumerate(["RuntimeError", "not enough memory"]):
        with pytest.raises(EngineError, match=fault):
            apart(lambda n=number: list(frames(driver, row(random_model, n)))).result(30)
    assert apart(lambda: ids(frames(driver, row(random_model, 2)))).result(30) == alone(random_model, 2)


def test_who_leaves_a_batch_that_failed_takes_nobodys_place_in_the_next_one(driver, batches, random_model):
    batches[0].fails_at = 1
    failed = joined(driver, run=row(random_model, 0))
    failed.next(30)
    assert isinstance(failed.next(30)[0][1], EngineError)
    second = frames(driver, row(random_model, 3))
    seen = [next(second)]
    failed.close()
    assert ids([*seen, *apart(lambda: list(second)).result(30)]) == alone(random_model, 3)


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


@pytest.mark.usefixtures("registered")
def test_a_sampler_of_ones_own_that_fails_ends_its_own_runs_alone(driver, batches, random_model, tmp_path):
    """Whatever it raises is named by the rule itself, as `tests/engine/test_own_sampler_faults.py` has it."""
    path = tmp_path / "tiring.py"
    path.write_text(
        "import playground as pg\n"
        "class Tiring(pg.Sampler):\n"
        "    label, rule = 'Tiring', 'Keeps nothing, and fails at its third step.'\n"
        "    explanation = pg.Explanation(order='none', cut='draw')\n"
        "    def accept(self, before, found):\n"
        "        if (before.step < 3).all(): return before.settled\n"
        "        raise SystemExit\n"
    )
    load(path)
    settings = SETTINGS[0].replace(sampler="tiring", confidence_threshold=0)
    batches[0].gate.clear()
    with ThreadPoolExecutor(2) as people:
        good = people.submit(list, frames(driver, row(random_model, 0)))
        bad = people.submit(list, frames(driver, Row.of(random_model, "x", settings)))
        wait_until(lambda: len(driver._joining) + len(driver._seated) == 2)
        batches[0].gate.set()
        with pytest.raises(EngineError, match=r"The run failed \(tiring.py: the rule fails with SystemExit"):
            bad.result(30)
        assert ids(good.result(30)) == alone(random_model, 0)
    assert len(batches) == 1 and batches[0].sizes.count(2) == 2
    with pytest.raises(EngineError, match=r"tiring.py"):
        list(frames(driver, Row.of(random_model, "x", settings)))
    assert ids(frames(driver, row(random_model, 2))) == alone(random_model, 2), "others are served as before"
    with pytest.raises(pg.SamplerError, match=r"tiring.py"):
        pg.record(random_model, "x", settings)


@pytest.mark.parametrize(
    "error", [MemoryError(), torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB.")]
)
def test_too_little_memory_is_told_in_words(error):
    failed = failure(error)
    assert str(failed).startswith("The run failed (there was not enough memory;") and failed.__cause__ is error
    assert "so far are kept" in str(failed) and "CUDA" not in str(failed)


def test_a_full_disk_is_told_in_words():
    with pytest.raises(OSError) as caught, open("/dev/full", "w", encoding="utf-8") as disk:
        disk.write("a compiled pass")
    assert str(failure(caught.value)) == "The run failed (the server's disk is full); its steps so far are kept."
