"""ZeroGPU: runs through the `spaces` package as it behaves off Spaces, and everything that would be pickled there."""

import contextvars
import multiprocessing
import os
import pickle
import threading
from collections import Counter
from types import SimpleNamespace

import gradio as gr
import numpy as np
import pytest
import service_fixtures
from service_helpers import kinds, of_each
from serving import loaded

import playground as pg
from playground.plugins import zero
from playground.plugins.zero import lending
from playground.plugins.zero.lent import Lent
from playground.service import Ended, EngineSlot, Order, Refused, Started
from playground.service.streams import Streams
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec

SETTINGS = pg.SamplerSettings(max_denoising_steps=4, entropy_bound=1.0, max_new_tokens=40)
SPEC = RunSpec(prompt=Prompt(text="hello"), settings=SETTINGS, seed=3)
serve = service_fixtures.serve
ASKER = contextvars.ContextVar("asker", default="nobody")


@pytest.fixture
def calls(monkeypatch):
    """Calls of functions that are given a GPU: (what they got, who asks)."""
    import spaces

    calls, lend = [], spaces.GPU

    def spied(**options):
        def decorated(function):
            lent = lend(**options)(function)
            return lambda specs: calls.append((specs, ASKER.get())) or lent(specs)

        return decorated

    monkeypatch.setattr(spaces, "GPU", spied)
    return calls


@pytest.fixture
def zero_slot(random_folder, monkeypatch, calls):
    monkeypatch.setenv("SPACES_ZERO_GPU", "true")
    return loaded(EngineSlot(str(random_folder), max_rows=8, home=Lent()))


def test_all_that_crosses_between_the_processes_is_pickled_and_comes_back_the_same(random_model):
    requested = SPEC.replace(prompt=Prompt(text="hello", system="be", image=b"\x89PNG"), start=(1, 2))
    assert pickle.loads(pickle.dumps([requested])) == [requested]
    for frame in pg.denoise(random_model, SPEC):
        packed = pickle.dumps((0, frame))
        assert b"torch" not in packed, "a tensor would drag CUDA into the process of the page"
        _, again = pickle.loads(packed)
        for name, value in vars(frame).items():
            assert np.array_equal(getattr(again, name), value) and type(getattr(again, name)) is type(value), name
        assert len(packed) < 200 * random_model.canvas_length + 2000


def test_the_gpu_is_asked_for_by_the_length_of_the_runs():
    for seconds, steps, *lengths in (
        (15 + 7, 48, 256), (15 + 14, 48, 257), (15 + 22, 48, 256, 257), (15, 1, 1), (lending.SECONDS, 48, 100_000),
    ):  # fmt: skip
        settings = [pg.SamplerSettings(max_new_tokens=length, max_denoising_steps=steps) for length in lengths]
        assert lending.duration([SPEC.replace(settings=each) for each in settings]) == seconds


def test_a_zero_gpu_space_is_known_by_its_variable(monkeypatch):
    monkeypatch.delenv("SPACES_ZERO_GPU", raising=False)
    assert not zero.on_zero()
    for value, expected in (("0", False), ("true", True), ("1", True)):
        monkeypatch.setenv("SPACES_ZERO_GPU", value)
        assert zero.on_zero() is expected


@pytest.mark.parametrize("order", list(Order))
def test_a_request_is_one_call_with_all_of_its_specs_for_whoever_asks(zero_slot, serve, random_model, calls, order):
    assert zero_slot.wait(0) and zero_slot.rows == 1 and zero_slot.whole, "loaded before the page is launched"
    service = serve(zero_slot)
    specs = [SPEC.replace(seed=seed) for seed in range(3)]
    token = ASKER.set("anna")
    tape = service.start(specs, order=order)
    ASKER.reset(token)
    ends = {place: event.trace for place, event in tape.events() if isinstance(event, Ended)}
    ((computed, asker),) = calls
    assert [spec.seed for spec in computed] == [0, 1, 2] and asker == "anna", "its context has reached the call"
    for place, spec in enumerate(specs):
        expected = pg.record(random_model, spec).columns["sampled_ids"]
        assert np.array_equal(ends[place].columns["sampled_ids"], expected)


def test_that_a_run_is_left_reaches_the_process_that_computes_it(monkeypatch):
    """One that is forked, as there; what it yields comes through a pipe, one item at a time."""
    import spaces

    context = multiprocessing.get_context("fork")

    def forked(function):
        def work(specs, end):
            for item in function(specs):
                end.send(item)
                end.recv()
            end.send(None)

        def call(specs):
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(specs, theirs), daemon=True)
            process.start()
            while item := ours.recv():
                yield item
                ours.send(True)
            process.join()

        return call

    def steps(_, length):
        yield from (SimpleNamespace(finish_reason="length" if at == length else "") for at in range(1, length + 1))

    monkeypatch.setattr(spaces, "GPU", lambda **_: forked)
    monkeypatch.setattr("playground.engine.denoise.denoise", steps)
    begun, wanted, counts = [], {"a", "b", "c"}, Counter()
    lives = {name: SimpleNamespace(start=lambda name=name: begun.append(name)) for name in wanted}
    runs = {name: SimpleNamespace(row=SimpleNamespace(spec=4), live=lives[name]) for name in "abc"}
    compute = lending.lent(lambda: None)
    for _ in range(2):
        for ((place, _),) in compute(runs, wanted):
            counts[place] += 1
            if place == "b" and counts["b"] == 1:
                wanted.discard("b")
        wanted.add("b")
    assert counts == {"a": 8, "b": 1 + 4, "c": 8}, "and the next request is computed whole"
    assert begun == ["b", "c"] * 2


def test_what_is_wrong_with_a_prompt_is_said_by_the_process_of_the_page_and_nothing_is_looked_into(
    zero_slot, serve, calls
):
    events = of_each(serve(zero_slot).start([SPEC.replace(prompt=Prompt(text="x" * 1000)), SPEC]))
    assert kinds(events[0]) == [Refused] and "tokens long" in events[0][0].sentence
    assert isinstance(events[1][-1], Ended) and [len(specs) for specs, _ in calls] == [1]
    with pytest.raises(pg.ModelError, match="lent for each run cannot be looked into"):
        zero_slot.call(None, "looked into")


def test_refusals_of_zero_gpu_reach_the_reader_and_what_had_ended_stays(zero_slot, serve, monkeypatch):
    compute, sentence = zero_slot._compute, "You have exceeded your free ZeroGPU quota."

    def refused(recorders, wanted):
        for news in compute(recorders, wanted):
            yield news
            if news[0][1].finish_reason:
                raise gr.Error(sentence)

    monkeypatch.setattr(zero_slot, "_compute", refused)
    first, second = of_each(serve(zero_slot).start([SPEC, SPEC.replace(seed=4)]))
    assert isinstance(first[-1], Ended)
    assert kinds(second) == [Started, Refused] and second[-1].sentence == sentence


def test_whoever_has_left_has_nothing_more_computed(zero_slot):
    """The GPU's function ends at its next step once all whom it computes for have left."""
    closed = threading.Event()

    def compute(runs, wanted):
        try:
            for number in range(1000):
                yield [(place, number) for place in runs if place in wanted]
                requested.wait(10)
                requested.clear()
        finally:
            closed.set()

    requested = threading.Event()
    streams = Streams(compute)
    streams.join({1: "one", 2: "two"})
    assert streams.next(10) == [(1, 0), (2, 0)]
    streams.leave(1)
    requested.set()
    assert streams.next(10) == [(2, 1)] and not closed.is_set()
    assert streams.next(0.01) == []
    streams.close()
    requested.set()
    assert closed.wait(10)


@pytest.mark.parametrize(
    ("error", "sentence"), [(MemoryError(), "not enough memory"), (pg.SettingError("It is too hot."), "It is too hot")]
)
def test_an_error_keeps_its_sentence_and_ends_its_run_alone(zero_slot, serve, monkeypatch, error, sentence):
    computed = pg.denoise

    def failing(model, spec):
        for step, frame in enumerate(computed(model, spec)):
            if spec.seed == 0 and step == 2:
                raise error
            yield frame

    monkeypatch.setattr("playground.engine.denoise.denoise", failing)
    first, second = of_each(serve(zero_slot).start([SPEC.replace(seed=0), SPEC]))
    assert isinstance(first[-1], Refused) and sentence in first[-1].sentence, first
    assert isinstance(second[-1], Ended)


def test_weights_are_loaded_in_one_thread_and_the_header_has_its_device(random_folder, monkeypatch, calls):
    """`spaces` stands in for CUDA in the main thread alone, so other threads would ask what is not there."""
    monkeypatch.setenv("SPACES_ZERO_GPU", "true")
    monkeypatch.setenv("HF_DEACTIVATE_ASYNC_LOAD", "")
    slot = loaded(EngineSlot(str(random_folder), home=Lent()))
    assert os.environ["HF_DEACTIVATE_ASYNC_LOAD"] == "1"
    main = threading.current_thread()
    where = property(lambda model: "cpu" if threading.current_thread() is main else "stand-in")
    monkeypatch.setattr(type(slot.model), "device", where)
    found = []
    thread = threading.Thread(target=lambda: found.extend([slot.model.home, slot.about]))
    thread.start()
    thread.join()
    assert found[0] == "cpu" and "on cpu" in found[1]
