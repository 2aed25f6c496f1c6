"""People who press Generate at the same time: through the real Gradio app over HTTP, and in Chromium."""

import itertools
import json
import threading

import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError
from page_helpers import PacedSlot, finish, shown, start, text, wait_until

import playground as pg
from playground.bench.page import free_port
from playground.engine.batch import Batch
from playground.engine.passes import Shapes
from playground.recording import Recorder
from playground.settings import all_knobs
from playground.trace.wire import WireEncoder
from playground.ui.engine_slot import EngineSlot
from playground.ui.handlers import Handlers
from playground.ui.interface import build

pytest_plugins = "page_fixtures"

KNOBS = {name: knob.default for name, knob in all_knobs().items()} | dict(
    max_denoising_steps=6, entropy_bound=0.3, t_max=0.8, t_min=0.4, stability_threshold=1, confidence_threshold=0.005,
    max_new_tokens=128,
)  # fmt: skip
LONG = {**KNOBS, "max_denoising_steps": 96, "max_new_tokens": 192, "entropy_bound": 0.01}
TEXT_ALONE = ("", False, "")


@pytest.fixture
def serve():
    pages = []

    def serve(slot):
        slot.start()
        assert slot.wait(60)
        pages.append(build(slot))
        return pages[-1].launch("127.0.0.1", free_port(), block=False, quiet=True)

    yield serve
    for page in pages:
        page.blocks.close()


def steps(messages):
    """The frames among wire messages, without what differs from run to run."""
    return [{**m, "run": "", "seconds": 0} for m in messages if m["kind"] == "frame"]


def alone(model, prompt, knobs, seed):
    recorder, wire = Recorder(model, prompt, pg.SamplerSettings(**knobs), seed), WireEncoder("")
    wire.start(recorder.header, "LIVE", recorder.token_texts)
    return steps(json.loads(wire.frame(frame)) for frame in recorder)


def test_requests_at_the_same_time_give_what_each_gives_alone(serve, embedded_model, monkeypatch):
    slot, everybody_came, sizes, step = EngineSlot(max_rows=3), threading.Event(), set(), Batch.step

    def held(batch):
        everybody_came.wait(60)
        sizes.add(len(batch))
        return step(batch)

    monkeypatch.setattr(Batch, "step", held)
    address = serve(slot)
    people = [Client(address, verbose=False) for _ in range(5)]
    stories = [("a cat", 0.1), ("a ball", 0.5), ("a fox", 1.0), ("a dog", 0.1), ("rain", 3.0)]
    asked = [
        (
            f"Write a story about Lily and {what}.",
            {**KNOBS, "max_denoising_steps": 3 + seed, "entropy_bound": bound},
            seed,
        )
        for seed, (what, bound) in enumerate(stories)
    ]
    jobs = [
        person.submit(prompt=prompt, seed=seed, **knobs, api_name="/generate")
        for person, (prompt, knobs, seed) in zip(people, asked, strict=True)
    ]
    wait_until(lambda: len(slot.turns._queue) == 5)
    everybody_came.set()
    waited = 0
    for job, (prompt, knobs, seed) in zip(jobs, asked, strict=True):
        job.result(120)
        messages = [json.loads(message) for message in job.outputs()]
        frames = steps(messages)
        for place, frame in enumerate(alone(embedded_model, prompt, knobs, seed)):
            got = frames[place] | {"seq": frame["seq"]}  # waiting messages count too
            assert got == frame
        assert messages[-1]["kind"] == "end"
        waited += any(message["kind"] == "waiting" for message in messages)
    assert waited == 2 and max(sizes) == 3, "five came at once, three were served together"


def ask(handlers, seed, knobs=LONG, run=""):
    return handlers.generate("hello", seed, *knobs.values(), *TEXT_ALONE, run)


@pytest.fixture(scope="module")
def one_row(endless_folder):
    slot = EngineSlot(str(endless_folder), max_rows=1)
    slot.load()
    return slot


@pytest.fixture
def handlers(one_row, monkeypatch):
    monkeypatch.setattr("playground.ui.handlers.WAIT_SECONDS", 0.01)
    return Handlers(one_row)


def sentence(run):
    return json.loads(next(run)).get("sentence")


def test_who_waits_is_told_the_place_and_moves_up(handlers):
    first, second, third = ask(handlers, 1), ask(handlers, 2), ask(handlers, 3)
    kinds = [json.loads(message)["kind"] for message in itertools.islice(first, 2)]
    assert kinds == ["start", "frame"]
    assert sentence(second) == "You are 1st in the queue; the server runs 1 at a time."
    assert sentence(third) == "You are 2nd in the queue; the server runs 1 at a time."
    first.close()
    assert json.loads(next(second))["kind"] == "start"
    wait_until(lambda: sentence(third) == "You are 1st in the queue; the server runs 1 at a time.")
    second.close()
    assert json.loads(next(third))["kind"] == "start"
    third.close()


def test_who_stops_or_leaves_while_waiting_gives_up_the_place(handlers):
    first, second, third, fourth = (ask(handlers, seed, run=f"run {seed}") for seed in range(4))
    next(first), next(second), next(third), next(fourth)
    second.close()
    handlers.stop("run 2")
    assert [json.loads(message)["kind"] for message in third] == ["refused"]
    wait_until(lambda: "1st" in sentence(fourth))
    first.close()
    assert json.loads(next(fourth))["kind"] == "start"
    fourth.close()


def test_a_prompt_that_is_refused_need_not_wait_for_its_turn(handlers):
    first = ask(handlers, 1)
    next(first)
    bad = handlers.generate("x" * 1000, 3, *LONG.values(), *TEXT_ALONE, "")
    assert "tokens long" in sentence(bad)
    first.close()


def test_a_full_queue_is_refused_and_a_place_comes_free(serve, one_row, monkeypatch):
    monkeypatch.setattr("playground.ui.handlers.MOST_WAITING", 1)
    handlers = Handlers(one_row)
    monkeypatch.setattr("playground.ui.handlers.WAIT_SECONDS", 0.01)
    running, waiting = ask(handlers, 1), ask(handlers, 2)
    next(running), next(waiting)
    client = Client(serve(one_row), verbose=False)
    with pytest.raises(AppError, match="1 people are already waiting: try again"):
        client.predict(prompt="hello", seed=3, **KNOBS, api_name="/generate")
    waiting.close()
    running.close()
    short = {**KNOBS, "max_new_tokens": 16}
    assert json.loads(client.predict(prompt="hello", seed=3, **short, api_name="/generate"))["kind"] == "end"


def test_a_failing_pass_ends_the_runs_and_the_server_goes_on(one_row, monkeypatch):
    handlers = Handlers(one_row)
    run = ask(handlers, 1, run="mine")
    [next(run) for _ in range(3)]
    with monkeypatch.context() as patch:
        patch.setattr(Batch, "step", lambda self: 1 / 0)
        with pytest.raises(Exception, match="The run failed"):
            list(run)
    assert handlers.trace("mine")["packed"], "the steps that arrived are kept"
    short = {**KNOBS, "max_new_tokens": 16}
    assert json.loads(list(ask(handlers, 2, short))[-1])["kind"] == "end"


# Compiled passes; dynamo's "eager" backend stands for inductor, which wants a compiler.


def compiling(monkeypatch, backend):
    def fitting(model, rows, context=4096):
        return Shapes(rows=rows, context=96, backend=backend)

    monkeypatch.setattr(Shapes, "fitting", fitting)


def test_passes_are_compiled_before_the_first_run_with_progress(random_folder, monkeypatch):
    compiling(monkeypatch, "eager")
    told, slot = [], EngineSlot(str(random_folder), max_rows=1)
    monkeypatch.setattr(slot, "_tell", told.append)
    slot.load()
    compiled = [str(progress) for progress in told if progress.unit == "per cent"]
    assert compiled[0] == "Compiling the denoiser for 1 row. 0 %" and compiled[-1].endswith("100 %")
    end = json.loads(list(ask(Handlers(slot), 2, {**KNOBS, "max_new_tokens": 32}, "mine"))[-1])
    assert end["kind"] == "end"
    too_long = list(itertools.islice(ask(Handlers(slot), 2, {**KNOBS, "max_new_tokens": 192}), 2))
    assert "passes are compiled for at most 96" in json.loads(too_long[-1])["sentence"]


@pytest.mark.parametrize("how", ["fails", "not wanted"])
def test_where_compiling_fails_or_is_not_wanted_runs_are_eager(random_folder, random_model, monkeypatch, how):
    def broken(*_):
        raise RuntimeError("no compiler")

    compiling(monkeypatch, "eager")
    monkeypatch.setattr("playground.engine.passes.warm_up", broken)
    slot = EngineSlot(str(random_folder), eager=how == "not wanted")
    slot.load()
    knobs = {**KNOBS, "max_new_tokens": 192}
    assert steps(map(json.loads, ask(Handlers(slot), 2, knobs))) == alone(random_model, "hello", knobs, 2)


# In Chromium.


def test_the_page_shows_the_place_in_the_queue_and_then_the_run(serve, visit, endless_folder, endless_model):
    address = serve(PacedSlot(str(endless_folder), max_rows=1))
    first, second, third = visit(address), visit(address), visit(address)
    for page in (first, second, third):
        page.wait_for_selector("#model-status[data-state=ready]")
    start(first, length=192, max_denoising_steps=96)
    first.wait_for_function("playground.player.recording.live && playground.player.recording.frames.length > 1")
    start(second, length=16, max_denoising_steps=3)
    second.wait_for_function("document.querySelector('#waiting-text').textContent.includes('1st in the queue')")
    start(third, length=16, max_denoising_steps=2)
    third.wait_for_function("document.querySelector('#waiting-text').textContent.includes('2nd in the queue')")
    assert text(third, ".tdp-label") == "RECORDED", "what was shown stays until the run begins"
    second.click("#stop")
    third.wait_for_function("document.querySelector('#waiting-text').textContent.includes('1st in the queue')")
    first.click("#stop")
    finish(third)
    settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16)
    expected = pg.record(endless_model, "hello", settings, seed=7)
    assert [frame["sampled_ids"] for frame in shown(third)["frames"]] == expected.columns["sampled_ids"].tolist()
    assert text(third, "#waiting-text") == ""
