"""Halls over HTTP, on the real server; and what a run tells those in a hall."""

import asyncio
import itertools
import json
from contextlib import aclosing, contextmanager

import httpx
import pytest
from asking import kinds, read, spec, taken
from page_holds import LAST_OF_LILY
from route_server import served
from service_helpers import PacedSlot, run, wait_until
from serving import served as page_of

from playground.plugins.hall import page_part, routes
from playground.plugins.hall.errors import HallError
from playground.plugins.hall.hall import ENDED, NO_SEAT, Lane
from playground.plugins.hall.hall_routes import ELSEWHERE, LANES, NO_LESSON
from playground.plugins.hall.halls import ASKS, UNKNOWN, Halls
from playground.plugins.hall.halls import CLOSED as ENDED_WITH_SERVER
from playground.plugins.hall.halls import WRONG as WRONG_CODE
from playground.plugins.hall.question import CLOSED, NONE, NOTHING_ASKED, WRONG, Question
from playground.plugins.learn.library import library_of
from playground.service import Service
from playground.service.limits import Limits
from playground.service.turns import Visitor
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings

SHORT = {"max_denoising_steps": 3, "max_new_tokens": 16}
LONG = {"max_denoising_steps": 96, "max_new_tokens": 192, "confidence_threshold": 0.0}
ANNA = Visitor("anna", "1.2.3.4")
HIDES = "What the presenter's page hides must be some of decision, length, before, colours, panels."


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


def test_a_run_goes_on_for_those_in_a_hall_when_its_page_has_gone_and_ends_when_nobody_is_left(slot):
    service = Service(slot, Limits(grace_seconds=1))
    halls = Halls(service.limits)
    tape = begun(service, LONG)

    async def watch():
        with tape.reading():
            await until(lambda: len(tape.after(-1)) > 3)
        hall = halls.open(ANNA)
        hall.show(Lane(tape.runs[0].name, tape))
        async with aclosing(hall.followed()) as news:
            so_far = len(tape.after(-1))
            async for _ in news:
                if len(tape.after(-1)) > so_far + 3:
                    break

    run(watch)
    wait_until(lambda: tape.over)
    *_, refused, over = (message.content for message in tape.after(-1))
    assert refused["kind"] == "refused" and "nobody had" in refused["sentence"] and over["kind"] == "over"
    assert len(service.turns) == 0


@pytest.fixture
def service(slot):
    return Service(slot, Limits(added={"address_seats": 2}))


def serve(service, auth=None):
    return served(routes(service, {}), service.limits, auth)


@contextmanager
def opened(service):
    """The address of a server, a client of it, and a hall; and what says something to it as its presenter."""
    with serve(service) as address, httpx.Client(base_url=address, timeout=30) as http:
        hall = http.post("/hall", json={}).json()
        yield (
            address,
            http,
            hall,
            lambda path, **said: http.post(f"/hall{path}", json={"control": hall["control"], **said}),
        )


def follow(address, token, path="/hall/watch"):
    """What somebody who watches gets, message by message."""
    with httpx.stream("GET", address + path, headers={"Hall-Token": token}, timeout=30) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def test_a_hall_over_http_from_its_opening_to_its_end(service):
    with opened(service) as (address, http, hall, control):
        watching = follow(address, hall["watch"])
        assert next(watching)["kind"] == "seat"
        assert next(watching) == {"kind": "hall", "lanes": [], "hidden": []}
        tape = begun(service)
        run = tape.runs[0].name

        def show(*lanes, hidden=()):
            return control("/show", lanes=lanes, hidden=hidden)

        assert show({"run": run}).json() == {"shown": 1}
        lane = {"run": run, "example": "", "lesson": "", "anew": True}
        assert next(watching) == {"kind": "hall", "lanes": [lane], "hidden": []}
        first = list(itertools.islice(watching, 6))
        assert [message["kind"] for message in first] == ["start", *["frame"] * 3, "end", "over"]
        assert first == [message.content for message in tape.after(-1)]
        assert show({"example": "lily", "lesson": ""}, hidden=["length"]).json() == {"shown": 1}
        assert next(watching)["hidden"] == ["length"]
        beside = [{"run": run}, {"example": "masked", "lesson": "10-three-ways"}, {"run": "made up"}, {"run": run}]
        assert show(*beside).json() == {"shown": 2}, "those before the first that this server does not have"
        assert [lane["lesson"] for lane in next(watching)["lanes"]] == ["", "10-three-ways"]
        assert list(itertools.islice(watching, 6)) == first, "for a presenter who comes back to it"
        lead = dict(run=run, moment=2, by="passes", playing=False, speed=2, live=False, position=1, layer="sampled")
        control("/lead", lead=lead)
        assert next(watching) == {"kind": "lead", "lead": lead}
        attending = follow(address, hall["control"], "/hall/attend")
        assert next(attending) == {"kind": "watching", "count": 1, "votes": 0}
        code = control("/code", on=True).json()["code"]
        assert next(attending) == {"kind": "code", "code": code}
        attending.close()
        token = {"Hall-Token": hall["watch"]}
        for sent, sentence in (({}, ASKS), ({"Hall-Seat": "made up"}, ASKS), ({"Hall-Code": "x"}, WRONG_CODE)):
            refused = http.get("/hall/watch", headers=token | sent)
            assert (refused.status_code, refused.json()["detail"]) == (403, sentence)
        with http.stream("GET", "/hall/watch", headers=token | {"Hall-Code": code}) as stream:
            assert '"kind":"seat"' in next(stream.iter_lines())
            full = http.get("/hall/watch", headers=token | {"Hall-Code": code})
            assert (full.status_code, full.json()["detail"][:12]) == (429, "Your network")
        assert control("/code", on=False).json() == {"code": ""}
        assert http.post("/hall/code", json={"control": hall["watch"], "on": True}).json()["detail"] == UNKNOWN
        control("/end")
        assert next(watching) == {"kind": "closed", "sentence": ENDED}
        for refused in (show({"run": run}), control("/lead", lead=None), control("/end")):
            assert (refused.status_code, refused.json()["detail"]) == (404, UNKNOWN)
        assert http.get("/hall/watch", headers=token).json()["detail"] == UNKNOWN
        second = http.post("/hall", json={}).json()["control"]
        for wrong, sentence in [
            ({"lanes": [{"example": "../x"}]}, ELSEWHERE),
            ({"lanes": [{"run": "made up"}, {"run": run}]}, ELSEWHERE),
            *[({"lanes": lanes}, LANES) for lanes in (None, [], ["lily"], [{"run": run}] * 5)],
            *[({"lanes": [{"run": run}], "hidden": hidden}, HIDES) for hidden in (None, "length", ["all"])],
            ({"control": [second]}, UNKNOWN),
        ]:
            wrong = {"control": second, "hidden": []} | wrong
            assert http.post("/hall/show", json=wrong).json()["detail"] == sentence
        assert http.post("/hall/show", content="[]").json()["detail"] == "The request must be a JSON object."
        assert http.get("/hall/watch", headers={"Hall-Token": second}).json()["detail"] == UNKNOWN


def test_the_halls_of_a_server_are_counted_and_end_with_it(service):
    def watchers():
        return service.account.registry.get_sample_value("playground_watchers")

    routes(service, {})  # a page that was built before
    with serve(service) as address:
        watching = follow(address, httpx.post(f"{address}/hall", json={}, timeout=60).json()["watch"])
        assert [next(watching)["kind"] for _ in range(2)] == ["seat", "hall"]
        assert watchers() == 1
        service.close()
        assert next(watching) == {"kind": "closed", "sentence": ENDED_WITH_SERVER}
        wait_until(lambda: watchers() == 0)


def test_a_page_without_a_server_only_says_that_it_has_no_halls(service):
    there, alone = page_part(service), page_part(None)
    assert there.share and there.remembers and there.kinds == alone.kinds == ("watch",)
    assert not alone.share and not alone.remembers


@pytest.mark.slow
def test_behind_a_login_a_run_is_shown_by_whoever_made_it_and_then_others_read_it(slot):
    logins = [("anna", "one"), ("ben", "two")]
    with page_of(Service(slot), auth=logins) as (_, address):
        anna, ben = (httpx.Client(base_url=address, timeout=60) for _ in logins)
        for client, (name, password) in zip((anna, ben), logins, strict=True):
            assert client.post("login", data={"username": name, "password": password}).status_code == 200
        keys = taken(anna, spec(settings=LONG))
        headers = {"Tape-Key": keys["tape"]}
        assert kinds(read(anna, keys["tape"], most=2)) == ["start", "frame"]
        assert ben.get("tape", headers=headers).status_code == 404
        for client, status in ((ben, 404), (anna, 200)):
            control = client.post("hall", json={}).json()["control"]
            shown = {"control": control, "lanes": [{"run": keys["runs"][0]}], "hidden": []}
            assert client.post("hall/show", json=shown).status_code == status
        assert kinds(read(ben, keys["tape"], most=2)) == ["start", "frame"]
        for client in (anna, ben):
            client.close()


def test_a_lesson_s_question_reaches_those_who_watch_without_its_answer_and_is_answered_when_it_is_closed(service):
    with opened(service) as (address, http, hall, control):
        watching = follow(address, hall["watch"])
        seat = next(watching)["seat"]
        assert next(watching)["kind"] == "hall"

        def vote(vote, seat=seat):
            answer = http.post("/hall/vote", json={"watch": hall["watch"], "seat": seat, "vote": vote})
            return answer.json().get("detail")

        assert vote(20) == NONE
        assert control("/close").json()["detail"] == NONE
        for lesson in ("no lesson", ["01-noise"]):
            assert control("/ask", lesson=lesson, part=1).json()["detail"] == NO_LESSON
        name = next(iter(library_of({}).files))
        for part in (0, 99, "1"):
            assert control("/ask", lesson=name, part=part).json()["detail"] == NOTHING_ASKED
        assert control("/ask", lesson=name, part=1).status_code == 200
        question = next(watching)
        assert (question["kind"], question["stage"], question["votes"]) == ("question", "open", [])
        prediction = question["prediction"]
        assert prediction["form"] == "guess" and not {"answer", "near", "because"} & prediction.keys()
        low, high = prediction["from"], prediction["to"]
        for wrong in (low - 1, high + 1, "20", True):
            assert vote(wrong) == WRONG
        assert vote(20, "made up") == vote(20, 7) == NO_SEAT
        assert [vote(low), vote(high), vote(20)] == [None] * 3, "the last one counts"
        attending = follow(address, hall["control"], "/hall/attend")
        assert next(attending) == {"kind": "watching", "count": 1, "votes": 1}
        assert next(attending) == question, "a presenter who comes back gets what is asked, and no answers either"
        attending.close()
        assert control("/close").status_code == 200
        closed = next(watching)
        assert (closed["stage"], closed["votes"]) == ("closed", [20]) and "answer" not in closed["prediction"]
        assert vote(30) == CLOSED
        assert control("/answer").status_code == 200
        assert next(watching)["prediction"]["answer"] == LAST_OF_LILY
        control("/show", lanes=[{"example": "masked", "lesson": "10-three-ways"}], hidden=["decision"])
        told = next(watching)
        assert (told["kind"], told["hidden"]) == ("hall", ["decision"])
        control("/ask", lesson="")
        assert next(watching) == {"kind": "question", "stage": "none"}


def test_the_choices_of_an_open_question_do_not_say_which_is_right():
    options = [{"text": ["yes"], "right": True}, {"text": ["no"], "right": False}]
    prediction = {"kind": "predict", "form": "choose", "ask": ["?"], "because": ["so"], "options": options}
    question = Question("01-x", 1, prediction)
    assert '"right"' not in question.message and "because" not in question.message
    for wrong in (-1, 2, 0.5):
        with pytest.raises(HallError, match=WRONG):
            question.vote("seat", wrong)
    question.vote("seat", 1)
    question.stage = "answered"
    assert '"right":true' in question.message and '"votes":[1]' in question.message
