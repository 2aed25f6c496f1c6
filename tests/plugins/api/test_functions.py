"""The functions for programs, through the real server and Gradio's own client."""

import asyncio
import json
import threading
from contextlib import aclosing
from types import SimpleNamespace
from urllib.parse import quote_plus

import httpx
import pytest
from asking import LONG, SHORT, spec
from gradio_client import Client
from gradio_client.exceptions import AppError
from service_helpers import PacedSlot, assert_same_columns, run, wait_until
from serving import loaded, served

import playground as pg
from playground.engine.recording import Recorder, record
from playground.engine.steering import pins_of, start_of
from playground.plugins.api import filling
from playground.plugins.api.arguments import OTHER_ARGUMENTS, all_arguments
from playground.plugins.api.asking import read
from playground.plugins.api.functions import Api
from playground.plugins.api.runs import Runs, step_values
from playground.server.interface import RECORDED
from playground.service import Refused, Service
from playground.service.limits import Limits
from playground.service.turns import NOBODY, Visitor
from playground.spec.prompt import Prompt
from playground.spec.settings import all_knobs

pytestmark = pytest.mark.slow

STEPS = len(pg.Trace.load(RECORDED / "lily.trace"))


def test_where_no_length_comes_to_its_end_the_reason_is_raised():
    async def each():
        yield 0, Refused("The disk is full.")

    service = SimpleNamespace(start=lambda *_, **__: SimpleNamespace(each=each, stop=lambda: None))
    with pytest.raises(pg.PlaygroundError, match=r"The disk is full\."):
        run(lambda: filling._surest([], None, service, NOBODY))


@pytest.fixture(scope="module")
def address(random_slot):
    with served(Service(random_slot)) as (_, address):
        yield address


@pytest.fixture(scope="module")
def client(address):
    return Client(address, verbose=False)


def test_only_what_is_for_programs_is_offered_and_each_value_is_named_and_described(client, address):
    schema = httpx.get(f"{address}gradio_api/openapi.json", timeout=60).json()
    assert "/gradio_api/call/v2/write" in schema["paths"]
    offered = client.view_api(return_format="dict")["named_endpoints"]
    assert list(offered) == [
        "/run", "/write", "/stream", "/stop", "/explain_step", "/compare", "/check", "/examples", "/trace"
    ]  # fmt: skip
    for name, endpoint in offered.items():
        assert endpoint["description"], name
        for value in endpoint["parameters"]:
            assert value["python_type"]["description"].endswith("."), (name, value)
    taken = {value["parameter_name"]: value for value in offered["/write"]["parameters"]}
    assert not taken["prompt"]["parameter_has_default"]
    for name, knob in all_knobs().items():
        allowed, description = taken[name]["type"], taken[name]["python_type"]["description"]
        assert taken[name]["parameter_has_default"] and taken[name]["parameter_default"] is None
        assert knob.help in description, name
        if knob.choices:
            assert allowed["enum"] == list(knob.choices)
        else:
            assert (allowed["minimum"], allowed["maximum"]) == (knob.minimum, knob.maximum)
    (result,) = offered["/write"]["returns"]
    fields = ["text", "thought", "passes", "seconds", "finish_reason", "run", "link"]
    assert list(result["type"]["properties"]) == fields


def test_a_run_gives_the_text_and_what_it_took(client, random_model):
    result = client.predict(prompt="hello", seed=3, **SHORT, api_name="/write")
    expected = record(random_model, "hello", random_model.settings.replace(**SHORT), seed=3)
    came = (result["text"], result["passes"], result["finish_reason"])
    assert came == (expected.text, len(expected), expected.finish_reason)
    assert result["seconds"] > 0 and result["link"].startswith(client.src) and "seed%22%3A3" in result["link"]
    trace = pg.Trace.load(client.predict(run=result["run"], api_name="/trace"))
    assert_same_columns(trace, expected)
    explained = client.predict(run=result["run"], step=2, api_name="/explain_step")
    assert explained["accepted"] == expected.columns["accepted"][1].sum() and explained["steps"] == len(expected)
    rows = client.predict(runs=[result["run"], "lily"], api_name="/compare")
    assert [(row["run"], row["passes"]) for row in rows] == [(result["run"], len(expected)), ("lily", STEPS)]


def test_a_stream_tells_every_step_and_ends_with_the_result(client, random_model):
    job = client.submit(prompt="hello", seed=3, **SHORT, api_name="/stream")
    job.result(60)
    taken, *frames, end = job.outputs()
    recorder = Recorder(random_model, "hello", random_model.settings.replace(**SHORT), 3)
    steps = [step_values(frame, recorder.header, random_model.token_texts, taken["run"]) for frame in recorder]
    assert (taken["kind"], frames) == ("taken", steps)
    assert (end["kind"], end["run"], end["text"]) == ("end", taken["run"], recorder.trace().text)


def test_a_run_is_steered_by_pins_a_template_a_start_and_the_step_of_another_run(client, random_model):
    def write(**changes):
        result = client.predict(**{"prompt": "hello", "seed": 3, **SHORT} | changes, api_name="/write")
        return result, pg.Trace.load(client.predict(run=result["run"], api_name="/trace"))

    result, trace = write(pins=["2=e f", "9=a"], template="a____(4)b____")
    pins = pins_of(random_model, "e f", 2) | pins_of(random_model, "a", 9)
    pins |= pins_of(random_model, "a____(4)b____", whole=True)
    assert trace.header.spec["pins"] == {str(place): token for place, token in sorted(pins.items())}
    assert all(trace.token_ids[place] == token for place, token in pins.items() if place < len(trace.token_ids))
    assert quote_plus(',"pins":{') in result["link"]
    result, trace = write(start="hello", noise=0.25, noise_seed=5)
    spec = trace.header.spec
    assert (spec["noise"], spec["noise_seed"], spec["start"]) == (0.25, 5, [*start_of(random_model, "hello")])
    result, trace = write()
    settings = SHORT | {"entropy_bound": 2.0}
    branched, branch = write(prompt="", seed=None, branch=f"{result['run']}@1.2", **settings)
    expected = record(random_model, pg.branch(trace, 2, settings=random_model.settings.replace(**settings)))
    assert (branched["text"], branched["passes"]) == (expected.text, len(expected)) and branch.header.branch
    assert quote_plus(',"branch":{"parent":{"seed":3') in branched["link"]
    assert branch.header.seed == 3 and branch.header.spec["branch"]["step"] == 2


def test_of_the_lengths_that_a_gap_may_have_the_surest_is_run(client, random_model):
    settings = random_model.settings.replace(**SHORT)
    spec = pg.RunSpec(prompt=Prompt(text="hello"), settings=settings, seed=3)
    fillings = pg.fill(random_model, spec, "a____(2-4)b c")
    result = client.predict(prompt="hello", seed=3, template="a____(2-4)b c", **SHORT, api_name="/write")
    trace = pg.Trace.load(client.predict(run=result["run"], api_name="/trace"))
    assert trace.token_ids == fillings[0].trace.token_ids and result["text"] == fillings[0].trace.text
    assert len({filling.sureness for filling in fillings}) == 3, "or any would do"
    with pytest.raises(AppError, match="its lengths must be two numbers of tokens"):
        client.predict(prompt="hello", template="a____(4-2)b", **SHORT, api_name="/write")
    for _ in range(filling.MOST + 1):  # more often than may try at a time: each gives its place back
        with pytest.raises(AppError, match="has no token for"):
            client.predict(prompt="hello", template="🙂____(2-4)", **SHORT, api_name="/write")


def test_what_all_lengths_of_a_gap_have_in_common_is_tokenized_once(random_slot, monkeypatch):
    service = Service(random_slot)
    values = {"prompt": "you", "template": "hello____(2-4)b c", "start": "d", **SHORT}
    spec, completion, _ = read(values, Runs(service, RECORDED))
    texts, tokenizer = [], type(random_slot.model.tokenizer)
    encode = tokenizer.encode
    monkeypatch.setattr(tokenizer, "encode", lambda *asked, **how: texts.append(asked[1]) or encode(*asked, **how))
    taken = run(lambda: filling.surest(spec, completion, None, service, NOBODY))
    assert taken.template in {f"hello____({length})b c" for length in (2, 3, 4)}
    assert sorted(text for text in texts if text in ("hello", "b c", "d")) == ["b c", "d", "hello"]


def test_who_tries_lengths_leaves_threads_for_the_others(client, monkeypatch):
    monkeypatch.setattr(filling, "_free", threading.BoundedSemaphore(1))
    filling._free.acquire()
    with pytest.raises(AppError, match="Others are trying lengths of gaps"):
        client.predict(prompt="hello", template="a____(2-4)b", **SHORT, api_name="/write")
    assert client.predict(prompt="hello", template="a____(2)b", **SHORT, api_name="/write")["text"]
    filling._free.release()
    for _ in range(2):
        assert client.predict(prompt="hello", template="a____(2-3)b", **SHORT, api_name="/write")["text"]


def test_a_spec_is_a_run_as_one_value(client, random_model):
    spec = {"prompt": {"text": "hello"}, "settings": SHORT, "seed": 3, "pins": {"2": 7}}
    result = client.predict(prompt="", spec=spec, api_name="/write")
    expected = record(random_model, pg.RunSpec.from_dict(spec))
    assert (result["text"], result["passes"]) == (expected.text, len(expected))
    for values, sentence in [
        ({"spec": spec, "seed": 4}, "spec describes the whole run; leave out seed."),
        ({"spec": {"seed": 4}}, "This does not describe a run: it has no prompt."),
    ]:
        with pytest.raises(AppError) as refused:
            client.predict(**{"prompt": "", **values}, api_name="/write")
        assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("call", "values", "sentence"),
    [
        ("write", {"prompt": "x", "seed": -1}, "seed is -1; allowed is a whole number from 0"),
        ("write", {"prompt": "x", "max_new_tokens": 999}, "max_new_tokens is 999; this checkpoint takes at most"),
        ("explain_step", {"run": "lily", "step": STEPS + 1}, f"step is {STEPS + 1}; this run has steps 1 to {STEPS}"),
    ],
)
def test_an_error_is_one_sentence(client, call, values, sentence):
    with pytest.raises(AppError, match=f"^{sentence}"):
        client.predict(**values, api_name=f"/{call}")


def test_the_examples_of_the_api_page_run(client):
    for name, endpoint in client.view_api(return_format="dict")["named_endpoints"].items():
        values = {v["parameter_name"]: v["example_input"] for v in endpoint["parameters"]}
        assert all(value == (all_arguments() | OTHER_ARGUMENTS)[name].example for name, value in values.items())
        short = {"max_denoising_steps": 1, "max_new_tokens": 16} if name in ("/write", "/stream") else {}
        result = client.predict(**(values | short), api_name=name)
        assert result is False if name == "/stop" else result, name


def asked_by(visitor):
    """What Gradio hands over of a request, as far as it is used here."""
    return SimpleNamespace(
        request=SimpleNamespace(scope={"visitor": visitor}, headers={}, base_url="http://localhost/")
    )


def test_a_run_is_stopped_by_its_visitor_and_by_nobody_else(random_slot):
    api = Api(Service(random_slot, Limits()), RECORDED)
    anna, ben = asked_by(Visitor("anna")), asked_by(Visitor("ben"))
    values = {"prompt": "x", "confidence_threshold": 0.0, "max_new_tokens": 64}

    async def stopped():
        async with aclosing(api._stream(values, anna)) as stream:
            name = (await anext(stream))["run"]
            await anext(stream)
            assert not api.stop(name, ben) and not api.stop("made up", anna) and not api.stop(None, anna)
            assert api.stop(name, anna)
            *_, end = [news async for news in stream]
            return name, end

    name, end = run(stopped)
    assert end["finish_reason"] == "stopped" and end["passes"] < 30
    assert not api.stop(name, anna), "it is over"


def test_a_program_that_goes_away_ends_its_run(endless_folder):
    service = Service(loaded(PacedSlot(str(endless_folder))), Limits(grace_seconds=1))
    with served(service) as (_, address):
        job = Client(address, verbose=False).submit(prompt="x", **LONG, api_name="/stream")
        wait_until(lambda: len(job.outputs()) > 2)
        (tape,) = service.tapes.live()
        job.cancel()
        wait_until(lambda: tape.over)
    assert tape.runs[0].trace().finish_reason == "stopped"


def test_a_program_that_follows_too_slowly_is_told_that_something_was_dropped(random_slot):
    service = Service(random_slot, Limits(tape_bytes=1))  # of any two messages, the first is dropped

    async def follow():
        news = Api(service, RECORDED).run(json.dumps({"specs": [spec()]}), asked_by(NOBODY))
        keys = [await anext(news)]
        while service.tapes.live():
            await asyncio.sleep(0.01)
        return keys + [message async for message in news]

    first, last = run(follow)
    assert first["kind"] == "taken" and last == {"kind": "dropped"}
