"""People who press Generate at the same time: through the real Gradio app over HTTP, and in Chromium."""

import threading
from contextlib import ExitStack

import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError
from page_helpers import READY, finish, label, shown, start, text, wait_until
from serving import loaded, served

import playground as pg
from playground.doors.told import step
from playground.engine.batch import Batch
from playground.limits import Limits
from playground.prompt import Prompt
from playground.recording import Recorder
from playground.service import EngineSlot, Service, Started
from playground.service.turns import Visitor
from playground.spec import RunSpec

pytest_plugins = "page_fixtures"
pytestmark = pytest.mark.slow

KNOBS = dict(
    max_denoising_steps=6, entropy_bound=0.3, t_max=0.8, t_min=0.4, stability_threshold=1, confidence_threshold=0.005,
    max_new_tokens=128,
)  # fmt: skip
LONG = RunSpec(prompt=Prompt(text="hello"), settings=pg.SamplerSettings(max_denoising_steps=96, max_new_tokens=192))


@pytest.fixture
def serve():
    with ExitStack() as pages:

        def serve(service):
            loaded(service.slot)
            return pages.enter_context(served(service))[1]

        yield serve


def alone(model, prompt, knobs, seed):
    recorder = Recorder(model, prompt, pg.SamplerSettings(**knobs), seed)
    return [step(frame, recorder.header, recorder.token_texts, "") for frame in recorder]


def test_requests_at_the_same_time_give_what_each_gives_alone(serve, embedded_model, monkeypatch):
    service, everybody_came, sizes, once = Service(EngineSlot(max_rows=3)), threading.Event(), set(), Batch.step

    def held(batch):
        everybody_came.wait(60)
        sizes.add(len(batch))
        return once(batch)

    monkeypatch.setattr(Batch, "step", held)
    address = serve(service)
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
        person.submit(prompt=prompt, seed=seed, **knobs, api_name="/stream")
        for person, (prompt, knobs, seed) in zip(people, asked, strict=True)
    ]
    wait_until(lambda: len(service.turns) == 5)
    everybody_came.set()
    waited = 0
    for job, (prompt, knobs, seed) in zip(jobs, asked, strict=True):
        job.result(120)
        messages = job.outputs()
        frames = [{**message, "run": ""} for message in messages if message["kind"] == "frame"]
        assert frames == alone(embedded_model, prompt, knobs, seed)
        assert messages[-1]["kind"] == "end"
        waited += any(message["kind"] == "waiting" for message in messages)
    assert waited == 2 and max(sizes) == 3, "five came at once, three were served together"


def test_a_full_queue_is_refused_and_a_place_comes_free(serve, endless_folder):
    service = Service(EngineSlot(str(endless_folder), max_rows=1), Limits(waiting=1))
    client = Client(serve(service), verbose=False)
    running, waiting = service.run(LONG), service.run(LONG)
    next(running), next(waiting)
    with pytest.raises(AppError, match=r"The queue is full \(1 waiting\): try again"):
        client.predict(prompt="hello", seed=3, **KNOBS, api_name="/write")
    waiting.close()
    running.close()
    short = {**KNOBS, "max_new_tokens": 16}
    assert client.predict(prompt="hello", seed=3, **short, api_name="/write")["finish_reason"] == "max-new-tokens"


def test_gradio_holds_no_generation_back_however_many_the_service_takes(random_folder):
    service = Service(EngineSlot(str(random_folder), max_rows=64), Limits(waiting=36))
    with served(service) as (page, _):
        (generate,) = [function for function in page.blocks.fns.values() if function.api_name == "generate"]
        assert generate.concurrency_limit is None
        assert len(page.blocks._queue.active_jobs) > 100 and page.blocks.limiter.total_tokens > 100


# In Chromium.


def test_the_page_shows_the_place_in_the_queue_and_then_the_run(serve, visit, endless_folder, endless_model):
    service = Service(EngineSlot(str(endless_folder), max_rows=1))
    page = visit(serve(service))
    page.wait_for_selector(READY)
    first, second = (service.run(LONG, service.runs.start(Visitor(name))) for name in ("first", "second"))
    assert isinstance(next(first), Started) and next(second).place == 1
    start(page, length=16, max_denoising_steps=2)
    page.wait_for_function("document.querySelector('#waiting-text').textContent.includes('2nd in the queue')")
    assert label(page) == "RECORDED", "what was shown stays until the run begins"
    second.close()
    page.wait_for_function("document.querySelector('#waiting-text').textContent.includes('1st in the queue')")
    first.close()
    finish(page)
    settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16)
    expected = pg.record(endless_model, "hello", settings, seed=7)
    assert [frame["sampled_ids"] for frame in shown(page)["frames"]] == expected.columns["sampled_ids"].tolist()
    assert text(page, "#waiting-text") == ""
