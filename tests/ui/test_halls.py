"""Halls over HTTP, on the real server; and what a run tells those in a hall."""

import itertools
import json

import httpx
import pytest
from page_helpers import PacedSlot, wait_until
from playground.ui.handlers import Handlers
from route_server import KNOWN, served

from playground.limits import Limits
from playground.service import Service
from playground.service.hall import ENDED
from playground.service.halls import UNKNOWN
from playground.service.tape import Bell
from playground.settings import all_knobs
from playground.ui.halls import HallRoutes

KNOBS = {name: knob.default for name, knob in all_knobs().items()}
SHORT = KNOBS | {"max_denoising_steps": 3, "max_new_tokens": 16}
LONG = KNOBS | {"max_denoising_steps": 96, "max_new_tokens": 192, "confidence_threshold": 0.0}
REST = ("", False, "", "", "", "")


@pytest.fixture(scope="module")
def slot(endless_folder):
    slot = PacedSlot(str(endless_folder))
    slot.load()
    return slot


def told(tape):
    return [json.loads(message) for message in tape.messages]


def test_those_in_a_hall_hear_what_the_page_hears_but_cannot_stop_the_run(slot):
    handlers = Handlers(Service(slot))
    run = handlers.generate("hello", 3, *SHORT.values(), *REST)
    taken = json.loads(next(run))
    tape = handlers.service.runs.find(taken["run"]).tape
    heard = [json.loads(message) for message in run]
    first, *rest = told(tape)
    assert rest == heard and [message["kind"] for message in rest] == ["start", *["frame"] * 3, "end"]
    assert first == {**taken, "ticket": "", "control": ""} and taken["control"]
    assert handlers.service.runs.find(taken["run"]).tape is None, "it is kept only while the run goes on"


@pytest.mark.parametrize("shown", [True, False])
def test_a_run_goes_on_for_those_in_a_hall_when_its_page_has_gone_and_ends_when_nobody_is_left(slot, shown):
    service = Service(slot, Limits(grace_seconds=0))
    handlers = Handlers(service)
    stream = handlers.generate("hello", 3, *LONG.values(), *REST)
    taken, *_ = map(json.loads, itertools.islice(stream, 4))
    run = service.runs.find(taken["run"])
    tape, run.listeners = run.tape, "session"
    with service.listeners.listening("session"):
        tape.bells = frozenset([Bell()] if shown else [])
        stream.close()  # what Gradio does when the tab is closed
        if shown:
            so_far = len(tape.messages)
            wait_until(lambda: len(tape.messages) > so_far + 3)
    wait_until(lambda: run.ended and run.tape is None)
    assert told(tape)[-1]["kind"] == ("refused" if shown else "frame")
    assert len(service.turns) == 0


@pytest.fixture
def service(slot):
    return Service(slot, Limits(body_bytes=20_000))


def serve(service, auth=None):
    routes = HallRoutes(service).routes()
    posts = {route.path: "body_bytes" for route in routes if "POST" in route.methods}
    return served(routes, posts, service.limits, auth, service.listeners)


def follow(address, token, path="/hall/watch"):
    """What somebody who watches gets, message by message."""
    with httpx.stream("GET", address + path, headers={"Hall-Token": token}, timeout=30) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def test_a_hall_over_http_from_its_opening_to_its_end(service):
    with serve(service) as address, httpx.Client(base_url=address, timeout=30) as http:
        handlers = Handlers(service)
        hall = http.post("/hall", json={}).json()
        watching = follow(address, hall["watch"])
        assert next(watching) == {"kind": "hall", "run": "", "example": ""}
        stream = handlers.generate("hello", 3, *SHORT.values(), *REST)
        run = json.loads(next(stream))["run"]

        def control(path, **values):
            return http.post(f"/hall{path}", json={"control": hall["control"], **values})

        assert control("/show", run=run).status_code == 200
        first = [json.loads(message) for message in stream]
        heard = list(itertools.islice(watching, 2 + len(first)))
        assert [message["kind"] for message in heard] == ["hall", "taken", *(message["kind"] for message in first)]
        assert heard[2:] == first
        # A run that has ended is told again, for a presenter who comes back to it.
        assert control("/show", run=run).status_code == 200
        again = list(itertools.islice(watching, 2 + len(first)))
        assert again[2]["label"] == "RECORDED" and again[2]["header"]["seed"] == 3
        assert [frame["sampled_ids"] for frame in again[3:-1]] == [frame["sampled_ids"] for frame in first[1:-1]]
        assert again[-1]["text"] == first[-1]["text"]
        lead = dict(run=run, moment=2, playing=False, speed=2, live=False, position=1)
        control("/lead", lead=lead)
        assert next(watching) == {"kind": "lead", "lead": lead}
        attending = follow(address, hall["control"], "/hall/attend")
        assert next(attending) == {"kind": "watching", "count": 1}
        control("/end")
        assert next(watching) == {"kind": "over", "sentence": ENDED}
        attending.close()
        for path, values in [("/show", {"run": run}), ("/lead", {"lead": None}), ("/end", {})]:
            refused = control(path, **values)
            assert (refused.status_code, refused.json()["detail"]) == (404, UNKNOWN)
        other = http.post("/hall", json={}).json()["control"]
        for wrong, sentence in [
            ({"control": other, "run": "made up"}, "A hall can only show a run that this server has, or an example."),
            ({"control": other, "example": "../x"}, "A hall can only show a run that this server has, or an example."),
            ({"control": [other]}, UNKNOWN),
        ]:
            assert http.post("/hall/show", json=wrong).json()["detail"] == sentence
        for content, sentence in [("[]", "The request must be a JSON object."), ("{", "The request is not JSON.")]:
            assert http.post("/hall/show", content=content).json()["detail"] == sentence
        assert http.post("/hall/show", content="x" * 20_001).status_code == 413
        assert http.get("/hall/watch", headers={"Hall-Token": other}).json()["detail"] == UNKNOWN
        assert http.post("/hall", json={}, headers={"Origin": "https://evil.example"}).status_code == 403


def test_where_one_must_log_in_halls_ask_for_it_too(service):
    with serve(service, auth={"anna": "secret"}) as address:
        assert httpx.post(f"{address}/hall", json={}).status_code == 401
        assert httpx.get(f"{address}/hall/watch", cookies={"access-token-mine": "made up"}).status_code == 401
        assert httpx.post(f"{address}/hall", json={}, cookies=KNOWN).json()["watch"]
