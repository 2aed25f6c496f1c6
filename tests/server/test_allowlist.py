"""What the guard lets in: which bodies, to which doors; and what Gradio answers the same to everybody."""

import asyncio
import json
from unittest.mock import AsyncMock

import pytest
from guarded_app import JOIN, OFFERED, behind, client
from service_helpers import run
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from playground.server.guard.allowlist import DEPTH, Allowlist
from playground.service.limits import Limits


def nested(depth):
    return [nested(depth - 1)] if depth else "x"


def test_what_is_let_in_is_made_anew_from_what_was_checked():
    sent = JOIN | {"event_data": {"x": 1}, "batched": True, "trigger_id": "1", "more": [1]}
    got = client().post("/gradio_api/queue/join", json=sent).json()["body"]
    assert got == JOIN | {"trigger_id": None}
    got = client().post("/gradio_api/call/generate", json={"data": [1, 2, 3, 4], "session_hash": "x"}).json()["body"]
    assert got == {"data": [1, 2, 3, 4]}, "who calls listens to the event, whatever session it names"
    for value in ("x", nested(DEPTH), {"x": [{"y": None}]}):
        sent = {"prompt": value}
        assert client().post("/gradio_api/call/v2/generate", json=sent).json()["body"] == sent
    cancel = {"session_hash": "mine", "event_id": "e1", "fn_index": 3}
    assert client().post("/gradio_api/cancel", json=cancel | {"x": 1}).json()["body"] == cancel


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("queue/join", []),
        ("queue/join", JOIN | {"fn_index": 4}),
        ("queue/join", JOIN | {"fn_index": 3.0}),
        ("queue/join", JOIN | {"session_hash": None}),
        ("queue/join", JOIN | {"session_hash": "x" * 65}),
        ("queue/join", JOIN | {"session_hash": "../x"}),
        ("queue/join", JOIN | {"data": []}),
        ("queue/join", JOIN | {"data": None}),
        ("queue/join", JOIN | {"data": [{"path": "/etc/passwd"}, 1, 2, 3]}),
        ("call/generate", {"data": [1]}),
        ("call/v2/generate", {"seed": 7}),
        ("call/v2/generate", {"prompt": "x", "nonsense": 1}),
        ("call/v2/generate", {"prompt": {"x": [{"path": "/etc/passwd"}]}}),
        ("call/v2/generate", {"prompt": nested(DEPTH + 1)}),
        ("call/load_example", {"data": [0]}),
        ("cancel", {"session_hash": "mine", "event_id": "../x", "fn_index": 3}),
        ("cancel", {"session_hash": "mine", "event_id": "e1", "fn_index": "3"}),
        ("cancel", {"event_id": "e1", "fn_index": 3}),
    ],
    ids=str,
)
def test_what_the_page_would_not_send_is_refused_with_a_sentence(path, body):
    refused = client().post(f"/gradio_api/{path}", json=body)
    assert refused.status_code in (400, 404) and refused.json()["detail"].endswith(".")


def test_nothing_else_takes_anything_and_what_nothing_here_uses_cannot_be_read():
    """`test_front.py` tries each route that Gradio has."""
    browser = client()
    for path in ("upload", "run/generate", "queue/join/x", "component_server"):
        assert browser.post(f"/gradio_api/{path}", json=JOIN).status_code == 404, path
    assert browser.post("/login", data={"username": "x"}).status_code == 404, "nobody is asked to log in here"
    for path in ("proxy=http://x.org", "file=http://x.org", "file=//x.org", "upload_progress?upload_id=x"):
        assert browser.get(f"/gradio_api/{path}").status_code == 404, path
    assert browser.put("/gradio_api/info").status_code == browser.get("/openapi.json").status_code == 404


def test_a_body_has_so_many_bytes_and_no_more_and_room_for_a_picture_where_one_can_be_seen():
    limits = Limits(body_bytes=1000, image_bytes=3000)

    def sent(size, sees=False, **options):
        body = json.dumps(JOIN | {"data": ["", 1, 2, 3]}).encode()
        body = body[:-1] + b" " * (size - len(body)) + b"}"
        return client(limits=limits, sees=sees).post("/gradio_api/queue/join", content=body, **options)

    assert sent(1000).status_code == 200
    refused = sent(1001)
    assert refused.status_code == 413 and refused.headers["Connection"] == "close"
    assert refused.json()["detail"] == "The request is too large: its body may have at most 1,000 bytes."
    assert sent(5000, sees=True).status_code == 200 and sent(5001, sees=True).status_code == 413


def test_a_body_that_does_not_say_how_large_it_is_is_read_only_so_far():
    read = []

    def endless():
        for number in range(100):
            read.append(number)
            yield b" " * 500

    refused = client(limits=Limits(body_bytes=1000)).post("/gradio_api/queue/join", content=endless())
    assert refused.status_code == 413
    lying = client().post("/gradio_api/queue/join", content=b"{}", headers={"Content-Length": "-1"})
    assert lying.status_code in (400, 413)


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr("playground.server.guard.allowlist.BODY_SECONDS", 0.01)
    send, scope = AsyncMock(), {"type": "http", "method": "POST", "path": "/own", "headers": []}
    run(lambda: Allowlist(None, Limits(), OFFERED, lambda: False)(scope, asyncio.Event().wait, send))
    start, body = (call.args[0] for call in send.call_args_list)
    assert start["status"] == 408 and b"was not complete within 0.01 seconds." in body["body"]


def test_an_error_of_our_own_is_neither_gradios_nor_taken_for_a_client_that_has_gone():
    app = behind([Route("/own", AsyncMock(side_effect=RuntimeError("ours")))])
    with pytest.raises(RuntimeError, match="ours"):
        TestClient(app, base_url="http://localhost").post("/own", content=b"{}")


def test_the_description_of_the_api_is_made_once_for_everybody_and_an_error_each_time():
    made = []

    def describe(request):
        made.append(request.url.query)
        return JSONResponse({"made": len(made)}, 500 if len(made) == 1 else 200)

    browser = TestClient(behind([Route("/gradio_api/info", describe)]), base_url="http://localhost")
    answers = [browser.get("/gradio_api/info", headers={"Accept-Encoding": "gzip"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [500, 200, 200, 200] and len(made) == 2
    assert answers[-1].json() == {"made": 2}
    browser.get("/gradio_api/info", headers={"Accept-Encoding": "gzip, br"})
    browser.get("/gradio_api/info?all_endpoints=true")
    assert made == ["", "", "", "all_endpoints=true"]
