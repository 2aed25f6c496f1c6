"""A spec goes in, events come out: turns, waiting, stopping, failing. Without Gradio."""

import itertools
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from page_helpers import wait_until
from service_helpers import LONG, SHORT, assert_same_columns, kinds
from serving import loaded

import playground as pg
from playground.engine.batch import Batch
from playground.errors import LimitError, ModelError
from playground.limits import Limits
from playground.prompt import Prompt
from playground.service import Ended, EngineSlot, Frame, Refused, Service, Started, Waiting

GRADIO = """
import sys
from playground.prompt import Prompt
from playground.service import Ended, EngineSlot, Service
from playground.settings import SamplerSettings
from playground.spec import RunSpec

slot = EngineSlot(sys.argv[1])
slot.load()
settings = SamplerSettings(max_denoising_steps=2, max_new_tokens=16)
*_, last = Service(slot).run(RunSpec(prompt=Prompt(text="hello"), settings=settings))
assert isinstance(last, Ended) and last.trace.nfe, last
sys.exit(any(name.partition(".")[0] in ("gradio", "gradio_client") for name in sys.modules))
"""


@pytest.fixture
def service(one_row, no_delay):
    return Service(one_row)


@pytest.mark.thorough
def test_a_run_costs_no_gradio(random_folder):
    done = subprocess.run([sys.executable, "-c", GRADIO, random_folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_run_starts_gives_the_engines_frames_and_ends_with_its_trace(service, endless_model):
    expected = pg.record(endless_model, SHORT)
    started, *frames, ended = service.run(SHORT)
    assert isinstance(started, Started) and started.header.prompt_ids == expected.header.prompt_ids
    assert started.token_texts([5, 6]) == endless_model.token_texts([5, 6])
    assert kinds(frames) == [Frame] * len(expected) and isinstance(ended, Ended)
    for number, event in enumerate(frames):
        assert np.array_equal(event.frame.sampled_ids, expected.columns["sampled_ids"][number])
    assert_same_columns(ended.trace, expected)


@pytest.mark.parametrize(
    ("spec", "error", "sentence"),
    [
        (SHORT.replace(prompt=Prompt(text="x" * 1000)), pg.PromptError, "tokens long"),
        (SHORT.replace(model="someone/else"), pg.SpecError, "This run is meant for the model 'someone/else'"),
        (SHORT.replace(start=(1, 2)), pg.SpecError, "The start has 2 tokens; this model's canvas has 16"),
    ],
    ids=["prompt", "model", "start"],
)
def test_what_does_not_suit_the_model_is_refused_and_need_not_wait_for_its_turn(service, spec, error, sentence):
    running = service.run(LONG)
    next(running)
    (event,) = service.run(spec)
    assert isinstance(event, Refused) and isinstance(event.cause, error) and sentence in event.sentence
    running.close()


# Waiting.


def test_who_waits_is_told_the_place_and_moves_up(service):
    first, second, third = (service.run(LONG) for _ in range(3))
    assert kinds(itertools.islice(first, 2)) == [Started, Frame]
    assert next(second) == Waiting("You are 1st in the queue; the server runs 1 at a time.", 1)
    assert next(third) == Waiting("You are 2nd in the queue; the server runs 1 at a time.", 2)
    first.close()
    assert isinstance(next(second), Started)
    wait_until(lambda: next(third).place == 1)
    second.close()
    assert isinstance(next(third), Started)
    third.close()


def test_who_stops_or_leaves_while_waiting_gives_up_the_place(service):
    runs = [service.runs.start() for _ in range(4)]
    first, second, third, fourth = (service.run(LONG, run) for run in runs)
    next(first), next(second), next(third), next(fourth)
    second.close()
    assert runs[1].ended and not runs[1].packed()
    runs[2].stop.set()
    assert list(third) == [Refused("Stopped before the first step.")]
    wait_until(lambda: next(fourth).place == 1)
    first.close()
    assert isinstance(next(fourth), Started)
    fourth.close()


def test_no_more_wait_than_may_and_a_place_comes_free(one_row, no_delay):
    service = Service(one_row, Limits(waiting=1))
    assert service.turns.most == 2
    running, waiting = service.run(LONG), service.run(LONG)
    next(running), next(waiting)
    (event,) = service.run(SHORT)
    assert event.sentence == "The queue is full (1 waiting): try again in a few minutes."
    assert isinstance(event.cause, LimitError)
    waiting.close()
    running.close()
    assert isinstance(list(service.run(SHORT))[-1], Ended)


def test_runs_wait_for_the_model_in_their_places(endless_folder, no_delay):
    slot = EngineSlot(str(endless_folder), max_rows=1)
    service = Service(slot, Limits(waiting=1))
    first, second = service.run(SHORT), service.run(SHORT)
    loading = Waiting("The model is still loading; the run starts when it is ready.")
    assert (next(first), next(second)) == (loading, loading)
    (refused,) = service.run(SHORT)
    assert isinstance(refused.cause, LimitError), "no more wait for the model than may wait at all"
    slot.load()
    assert next(second).place == 1
    assert kinds(first)[-1] is Ended
    assert kinds(second)[-1] is Ended


def test_a_run_that_is_stopped_while_the_model_loads_never_begins(endless_folder, no_delay):
    service = Service(EngineSlot(str(endless_folder)))
    run = service.runs.start()
    events = service.run(SHORT, run)
    assert isinstance(next(events), Waiting)
    run.stop.set()
    assert list(events) == [Refused("Stopped before the first step.")] and run.ended


def test_a_model_that_cannot_be_loaded_refuses_every_run_with_its_sentence(tmp_path):
    slot = loaded(EngineSlot(str(tmp_path)))
    (event,) = Service(slot).run(SHORT)
    assert event.sentence == slot.status()["sentence"] and isinstance(event.cause, ModelError)


# Stopping and failing.


def test_a_stopped_run_ends_after_its_step(service):
    run = service.runs.start()
    events = service.run(LONG, run)
    assert kinds(itertools.islice(events, 3)) == [Started, Frame, Frame]
    assert not run.ended
    run.stop.set()
    (end,) = events
    assert (len(end.trace), end.trace.finish_reason) == (2, "stopped")
    assert run.ended and run.packed() == end.trace.to_bytes()


def test_a_closed_run_keeps_its_frames_and_gives_up_its_turn(service):
    run = service.runs.start()
    events = service.run(LONG, run)
    assert kinds(itertools.islice(events, 4)) == [Started, Frame, Frame, Frame]
    events.close()
    trace = pg.Trace.from_bytes(run.packed())
    assert (len(trace), trace.finish_reason) == (3, "stopped") and run.ended
    assert kinds(itertools.islice(service.run(SHORT), 1)) == [Started]


def test_the_turn_is_over_before_the_end_is_read(service):
    first, second = service.run(SHORT), service.run(SHORT)
    assert isinstance(next(first), Started) and isinstance(next(second), Waiting)
    wait_until(lambda: isinstance(next(first), Ended))
    assert isinstance(next(second), Started)
    second.close()


def test_a_pass_that_fails_ends_the_run_keeps_its_frames_and_the_next_one_goes_well(endless_folder, monkeypatch):
    service = Service(loaded(EngineSlot(str(endless_folder))))
    run = service.runs.start()
    step, passes = Batch.step, itertools.count()

    def broken(batch):
        if len(batch) and next(passes) == 2:
            raise RuntimeError("CUDA error")
        return step(batch)

    with monkeypatch.context() as patch:
        patch.setattr(Batch, "step", broken)
        started, *frames, refused = service.run(LONG, run)
    assert isinstance(started, Started) and kinds(frames) == [Frame, Frame]
    sentence = "The run failed (RuntimeError); its steps so far are kept."
    assert isinstance(refused, Refused) and refused.sentence == sentence
    assert len(pg.Trace.from_bytes(run.packed())) == 2 and run.ended
    assert isinstance(list(service.run(SHORT))[-1], Ended)


def test_an_error_before_the_first_pass_is_told_and_gives_up_the_turn(service, one_row, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(one_row, "run", lambda *_: 1 / 0)
        (event,) = service.run(SHORT)
    assert "The run failed (ZeroDivisionError)" in event.sentence and isinstance(event.cause, ZeroDivisionError)
    assert isinstance(list(service.run(SHORT))[-1], Ended)


def test_no_pass_has_more_rows_than_turns_whoever_comes_and_goes(endless_folder, endless_model, no_delay, monkeypatch):
    sizes, step = [], Batch.step

    def spied(batch):
        sizes.append(len(batch))
        return step(batch)

    monkeypatch.setattr(Batch, "step", spied)
    service = Service(loaded(EngineSlot(str(endless_folder), max_rows=2)))

    def leaves(_):
        events = service.run(LONG)
        next(event for event in events if isinstance(event, Frame))
        events.close()

    def stays(seed):
        return list(service.run(SHORT.replace(seed=seed)))[-1].trace

    with ThreadPoolExecutor(8) as people:
        left = [people.submit(leaves, seed) for seed in range(4)]
        traces = [people.submit(stays, seed) for seed in range(4)]
        assert [one.result(60) for one in left] == [None] * 4
        for seed, trace in enumerate(traces):
            expected = pg.record(endless_model, SHORT.replace(seed=seed)).columns["sampled_ids"]
            assert np.array_equal(trace.result(60).columns["sampled_ids"], expected)
    assert max(sizes) == 2


# Limits.


def test_a_prompt_too_long_is_refused_before_it_is_read(one_row, monkeypatch):
    monkeypatch.setattr(one_row, "run", None)
    monkeypatch.setattr(one_row, "wait", None)
    limits = Limits(prompt_characters=10)
    for prompt in (Prompt(text="x" * 11), Prompt(text="x" * 5, system="y" * 6)):
        (event,) = Service(one_row, limits).run(SHORT.replace(prompt=prompt))
        assert event.sentence.startswith("The prompt has 11 characters; it may have at most 10 here")


def test_a_run_may_take_so_many_passes_and_no_more(one_row):
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=33)  # three canvases of 16
    just = Service(one_row, Limits(run_positions=9 * 16)).run(SHORT.replace(settings=settings))
    assert isinstance(list(just)[-1], Ended)
    (event,) = Service(one_row, Limits(run_positions=9 * 16 - 1)).run(SHORT.replace(settings=settings))
    assert event.sentence.startswith("This run may take 9 passes; a run may take at most 8 here.")
    (event,) = Service(one_row, Limits(run_tokens=32)).run(SHORT.replace(settings=settings))
    assert event.sentence == "This run may write 33 tokens; a run may write at most 32 here. Lower max_new_tokens."


def test_a_run_ends_when_its_time_is_over_and_keeps_its_frames(one_row):
    service = Service(one_row, Limits(run_seconds=0))
    run = service.runs.start()
    started, frame, refused = service.run(LONG, run)
    assert kinds([started, frame]) == [Started, Frame]
    assert refused.sentence.startswith("The run was ended after 0 seconds") and isinstance(refused.cause, LimitError)
    assert len(pg.Trace.from_bytes(run.packed())) == 1
    assert isinstance(list(Service(one_row, Limits(run_seconds=3600)).run(SHORT))[-1], Ended)


# Listeners.


def test_a_run_to_which_nobody_listens_never_begins_and_nobody_waits_for_it(one_row, monkeypatch):
    service = Service(one_row, Limits(grace_seconds=0))
    (event,) = service.run(LONG, service.runs.start(listeners="nobody"))
    assert event.sentence == "The run was ended because nobody had listened to it for 0 seconds."
    assert len(service.turns) == 0

    patient = Service(one_row, Limits(grace_seconds=60))
    with ThreadPoolExecutor(1) as people:
        unheard = patient.run(LONG, patient.runs.start(listeners="late"))
        first = people.submit(next, unheard)
        wait_until(lambda: len(patient.turns) == 1)
        events = patient.run(SHORT)
        assert isinstance(next(events), Started), "the other has no place before somebody listens to it"
        events.close()
        with patient.listeners.listening("late"):
            assert isinstance(first.result(30), Started)
            unheard.close()


def test_a_run_whose_listener_has_left_ends_within_a_step(one_row, no_delay):
    service = Service(one_row, Limits(grace_seconds=0))
    run = service.runs.start(listeners="page")
    events, behind = service.run(LONG, run), service.run(LONG, service.runs.start(listeners="behind"))
    with service.listeners.listening("behind"):
        with service.listeners.listening("page"):
            assert kinds(itertools.islice(events, 3)) == [Started, Frame, Frame]
            assert isinstance(next(behind), Waiting)
        (event,) = events
        assert "nobody had listened" in event.sentence and run.ended
        assert len(pg.Trace.from_bytes(run.packed())) == 2
        assert isinstance(next(behind), Started)
        behind.close()


def test_who_waits_and_is_no_longer_listened_to_gives_up_the_place(service, monkeypatch):
    running = service.run(LONG)
    next(running)
    service.limits = Limits(grace_seconds=0)
    run = service.runs.start(listeners="page")
    waiting = service.run(LONG, run)
    with service.listeners.listening("page"):
        assert isinstance(next(waiting), Waiting)
    (event,) = waiting
    assert "nobody had listened" in event.sentence and len(service.turns) == 1
    running.close()
