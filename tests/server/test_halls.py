"""Halls over HTTP, on the real server; and what a run tells those in a hall."""

import asyncio
import itertools
import json
from contextlib import aclosing

import httpx
import pytest
from anyio.from_thread import start_blocking_portal
from page_helpers import PacedSlot, wait_until
from route_server import KNOWN, served

from playground.server.halls import HallRoutes
from playground.service import Service
from playground.service.hall import ENDED
from playground.service.halls import UNKNOWN
from playground.service.limits import Limits
from playground.service.turns import Visitor
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings

SHORT = {"max_denoising_steps": 3, "max_new_tokens": 16}
LONG = {"max_denoising_steps": 96, "max_new_tokens": 192, "confidence_threshold": 0.0}
ANNA = Visitor("anna", "1.2.3.4")


async def until(condition):
    while not condition():
        await asyncio.sleep(0.01)


@pytest.fixture(scope="module")
def slot(endless_folder):
    slot = PacedSlot(str(endless_folder))
    slot.load()
    return slot


def begun(service, settings=SHORT, visitor=ANNA):
    """The tape of a run that somebody has asked for."""
    return service.start([RunSpec(prompt=Prompt(text="hello"), seed=3, settings=SamplerSettings(**settings))], visitor)


@pytest.mark.parametrize("shown", [True, False])
def test_a_run_goes_on_for_those_in_a_hall_when_its_page_has_gone_and_ends_when_nobody_is_left(slot, shown):
    service = Service(slot, Limits(grace_seconds=1))
    tape = begun(service, LONG)

    async def watch():
        with tape.reading():
            await until(lambda: len(tape.after(-1)) > 3)
        if not shown:
            return
        hall = service.halls.open(ANNA)
        hall.show(run=tape.runs[0].name, tape=tape)
        async with aclosing(hall.followed()) as news:
            so_far = len(tape.after(-1))
            async for _ in news:
                if len(tape.after(-1)) > so_far + 3:
                    break

    with start_blocking_portal() as portal:  # another test may have left an event loop in this thread
        portal.call(watch)
    wait_until(lambda: tape.over)
    *_, refused, over = (message.content for message in tape.after(-1))
    assert refused["kind"] == "refused" and "nobody had" in refused["sentence"] and over["kind"] == "over"
    assert len(service.turns) == 0


@pytest.fixture
def service(slot):
    return Service(slot, Limits(body_bytes=20_000))


def serve(service, auth=None):
    routes = HallRoutes(service).routes()
    return served(routes, service.limits, auth)


def follow(address, token, path="/hall/watch"):
    """What somebody who watches gets, message by message."""
    with httpx.stream("GET", address + path, headers={"Hall-Token": token}, timeout=30) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def test_a_hall_over_http_from_its_opening_to_its_end(service):
    with serve(service) as address, httpx.Client(base_url=address, timeout=30) as http:
        hall = http.post("/hall", json={}).json()
        watching = follow(address, hall["watch"])
        assert next(watching) == {"kind": "hall", "run": "", "place": 0, "example": ""}
        tape = begun(service)
        run = tape.runs[0].name

        def control(path, **values):
            return http.post(f"/hall{path}", json={"control": hall["control"], **values})

        assert control("/show", run=run).status_code == 200
        assert next(watching) == {"kind": "hall", "run": run, "place": 0, "example": ""}
        first = list(itertools.islice(watching, 6))
        assert [message["kind"] for message in first] == ["start", *["frame"] * 3, "end", "over"]
        assert first == [message.content for message in tape.after(-1)]
        # A run of which no messages are left is told again, for a presenter who comes back to it.
        tape.drop()
        assert control("/show", run=run).status_code == 200
        assert next(watching)["kind"] == "hall"
        again = list(itertools.islice(watching, 6))
        assert again[0]["label"] == "RECORDED" and again[0]["header"]["spec"]["seed"] == 3
        assert [frame["sampled_ids"] for frame in again[1:-2]] == [frame["sampled_ids"] for frame in first[1:-2]]
        assert again[-2]["text"] == first[-2]["text"]
        lead = dict(run=run, moment=2, playing=False, speed=2, live=False, position=1)
        control("/lead", lead=lead)
        assert next(watching) == {"kind": "lead", "lead": lead}
        attending = follow(address, hall["control"], "/hall/attend")
        assert next(attending) == {"kind": "watching", "count": 1}
        control("/end")
        assert next(watching) == {"kind": "closed", "sentence": ENDED}
        attending.close()
        for path, values in [("/show", {"run": run}), ("/lead", {"lead": None}), ("/end", {})]:
            refused = control(path, **values)
            assert (refused.status_code, refused.json()["detail"]) == (404, UNKNOWN)
        second = http.post("/hall", json={}).json()["control"]
        for wrong, sentence in [
            ({"control": second, "run": "made up"}, "A hall can only show a run that this server has, or an example."),
            ({"control": second, "example": "../x"}, "A hall can only show a run that this server has, or an example."),
            ({"control": [second]}, UNKNOWN),
        ]:
            assert http.post("/hall/show", json=wrong).json()["detail"] == sentence
        for content, sentence in [("[]", "The request must be a JSON object."), ("{", "The request is not JSON.")]:
            assert http.post("/hall/show", content=content).json()["detail"] == sentence
        assert http.post("/hall/show", content="x" * 20_001).status_code == 413
        assert http.get("/hall/watch", headers={"Hall-Token": second}).json()["detail"] == UNKNOWN
        assert http.post("/hall", json={}, headers={"Origin": "https://evil.example"}).status_code == 403


def test_where_one_must_log_in_halls_ask_for_it_too(service):
    with serve(service, auth={"anna": "secret"}) as address:
        assert httpx.post(f"{address}/hall", json={}).status_code == 401
        assert httpx.get(f"{address}/hall/watch", cookies={"access-token-mine": "made up"}).status_code == 401
        assert httpx.post(f"{address}/hall", json={}, cookies=KNOWN).json()["watch"]
