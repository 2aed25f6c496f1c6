"""Who asks must also listen: nothing is computed for a connection that is not there, whatever door it came through."""

import json

import httpx
import pytest
from asking import LONG, SHORT, events, spec
from door_helpers import STEERED
from service_helpers import wait_until

from playground.server.guard import listeners
from playground.service.limits import Limits

pytestmark = pytest.mark.slow

LIMITS = Limits(grace_seconds=1, runs=2, visitor_runs=2, visitor_waiting=2, address_runs=64)
CALLS = {
    "write": ("call/v2/write", {"prompt": "hello", **LONG}),
    "run": ("call/run", {"data": [json.dumps({"specs": [spec(settings=LONG)]})]}),
    "gaps": ("call/v2/write", {"prompt": "hello", **STEERED}),
}


def refusal(http, path, event):
    """The error that a call ends with, for who listens to it too late."""
    with http.stream("GET", f"/gradio_api/{path}/{event}") as stream:
        return next(json.loads(each["data"]) for each in events(stream.iter_lines()) if each.get("event") == "error")


def test_for_calls_to_which_nobody_listens_nothing_is_computed(server, service, steps):
    called = []
    for _ in range(4):
        with httpx.Client(base_url=server[1], timeout=60) as stranger:  # each with a cookie of its own
            stranger.get("/")
            answers = [stranger.post(f"/gradio_api/{path}", json=body) for path, body in CALLS.values()]
            called += [answer.json()["event_id"] for answer in answers]
    queue = server[0].blocks._queue
    wait_until(lambda: not any(event in queue.event_ids_to_events for event in called))
    assert not steps and not service.tapes.live() and len(service.turns) == 0


@pytest.mark.parametrize("name", CALLS)
def test_a_call_ends_when_its_listener_goes(name, server, service, http, steps):
    path, body = CALLS[name]
    called = http.post(f"/gradio_api/{path}", json=body).json()["event_id"]
    with http.stream("GET", f"/gradio_api/{path}/{called}"):
        wait_until(lambda: steps)
        (tape,) = service.tapes.live()
    wait_until(lambda: not service.tapes.live() and len(service.turns) == 0)
    assert not any(run.packed and run.trace().finish_reason == "max-new-tokens" for run in tape.runs)


def test_a_session_is_listened_to_by_its_name(server, service, http, steps):
    (number,) = [number for number, fn in server[0].blocks.fns.items() if fn.api_name == "run"]
    body = {"fn_index": number, "data": [json.dumps({"specs": [spec(settings=SHORT)]})]}
    unheard = http.post("/gradio_api/queue/join", json=body | {"session_hash": "nobody"}).json()["event_id"]
    http.post("/gradio_api/queue/join", json=body | {"session_hash": "somebody"})
    with http.stream("GET", "/gradio_api/queue/data?session_hash=somebody") as stream:
        text = "".join(stream.iter_text())
    assert '"end"' in text
    of_one = SHORT["max_denoising_steps"] * SHORT["max_new_tokens"] // 16  # a canvas has 16 positions
    assert len(steps) == of_one
    wait_until(lambda: unheard not in server[0].blocks._queue.event_ids_to_events)
    assert len(steps) == of_one


def test_what_nobody_fetches_is_not_kept_and_what_somebody_fetches_late_is_a_sentence(
    server, service, http, monkeypatch
):
    path, body = CALLS["write"]
    queue = server[0].blocks._queue
    called = http.post(f"/gradio_api/{path}", json=body).json()["event_id"]
    wait_until(lambda: called not in queue.event_ids_to_events)
    assert "nobody had listened to it for 1 seconds" in refusal(http, path, called)["error"]
    monkeypatch.setattr(listeners, "KEPT_SECONDS", 0.1)
    called = http.post(f"/gradio_api/{path}", json=body).json()["event_id"]
    assert called in queue.pending_messages_per_session
    wait_until(lambda: called not in queue.pending_messages_per_session)
    assert called not in queue.pending_event_ids_session


def test_an_address_makes_only_so_many_calls_without_listening(server, service, http, monkeypatch):
    monkeypatch.setattr(listeners, "MOST_UNHEARD", 3)
    path, body = CALLS["write"]
    answers = [http.post(f"/gradio_api/{path}", json=body) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[-1].json()["detail"].startswith("Your network has made as many calls as it may")
    called = answers[0].json()["event_id"]
    with http.stream("GET", f"/gradio_api/{path}/{called}"):
        assert http.post(f"/gradio_api/{path}", json=body).status_code == 200, "one is listened to"
    wait_until(lambda: not service.tapes.live() and len(service.turns) == 0)


def test_a_session_that_was_listened_to_once_has_no_more_calls_unheard_than_another(server, service, http, monkeypatch):
    (number,) = [number for number, fn in server[0].blocks.fns.items() if fn.api_name == "examples"]
    body = {"fn_index": number, "data": [], "session_hash": "once"}
    http.post("/gradio_api/queue/join", json=body)
    assert "process_completed" in http.get("/gradio_api/queue/data?session_hash=once").text
    monkeypatch.setattr(listeners, "MOST_UNHEARD", 1)
    queue = server[0].blocks._queue
    first = http.post("/gradio_api/queue/join", json=body).json()["event_id"]
    wait_until(lambda: any(job and any(event._id == first for event in job) for job in queue.active_jobs))
    assert http.post("/gradio_api/queue/join", json=body).status_code == 429
