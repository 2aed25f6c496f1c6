"""What strangers do to a public server, on the real one: each of these once took it down, or got in."""

import json
import os
import socket
from urllib.parse import urlsplit

import httpx
import pytest
from asking import LONG, spec, taken
from door_helpers import FEW
from gradio_client import Client
from gradio_client.exceptions import AppError
from serving import loaded, served

from playground.engine.batch import Batch
from playground.service import EngineSlot, Service
from playground.service.limits import Limits

pytestmark = pytest.mark.slow

OFFERED = ("run", "write", "stream", "stop", "explain_step", "compare", "check", "examples", "trace")
LIMITS = Limits(grace_seconds=1, prompt_characters=1000, body_bytes=20_000)


def test_a_visitor_who_asks_for_too_much_is_told_so_and_others_are_not_held_up(server, service, http):
    client = Client(server[1], verbose=False)
    with pytest.raises(AppError, match="may take 125,000 passes; a run may take at most 31,875 here"):
        client.predict(prompt="x", seed=1, max_denoising_steps=1000, max_new_tokens=2000, api_name="/write")
    refused = http.post("/gradio_api/call/run", json={"data": ["x" * 1_000_000]})
    assert refused.status_code == 413 and "at most 20,000 bytes" in refused.json()["detail"]


def test_a_question_about_a_prompt_is_answered_whatever_it_holds_and_refused_if_it_is_no_text(server, service, http):
    nothing = {"kind": None, "judged": "", "unread": [], "unknown": [], "sentence": "", "offers": []}
    for text in ("", "<script>alert(1)</script>", "\ud800", "\u202e" * 1000, "\x00\n" * 500):
        sent = json.dumps({"argument": text})  # as ASCII, because half of a character cannot be sent otherwise
        assert http.post("/page/about_prompt", content=sent).json() == nothing, text
    story = http.post("/page/about_prompt", json={"argument": "Write a story about a dragon."}).json()
    assert story == nothing | {"kind": "story", "judged": "python"}, "of another model nothing is said"
    for wrong in ("x" * 1001, None, ["a"], {"a": 1}):
        refused = http.post("/page/about_prompt", json={"argument": wrong})
        sentence = "The function takes one text, its argument, of at most 1,000 characters."
        assert (refused.status_code, refused.json()["detail"]) == (404, sentence)


def test_nothing_is_uploaded_and_a_large_body_is_refused_before_it_has_come(server, service, http, log):
    files = [("files", (f"{number}.txt", b"hello")) for number in range(3)]
    assert http.post("/gradio_api/upload", files=files).status_code == 404
    host, port = urlsplit(server[1]).hostname, urlsplit(server[1]).port
    for path in ("gradio_api/upload", "gradio_api/queue/join", "page/own_text", "tape/stop"):
        with socket.create_connection((host, port), timeout=30) as raw:
            head = f"POST /{path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 300000000\r\n\r\n"
            raw.sendall(head.encode())
            status = raw.recv(4096).split()[1]
            assert status in (b"404", b"413"), status


def test_events_without_a_name_cannot_be_called_and_nothing_ends_in_a_traceback(server, service, http, log):
    offered = {number: fn.api_name for number, fn in server[0].blocks.fns.items() if fn.fn is not None}
    assert sorted(offered.values()) == sorted(OFFERED)
    for number in {*range(-2, 30)} - offered.keys():
        body = {"fn_index": number, "session_hash": "odd", "data": []}
        assert http.post("/gradio_api/queue/join", json=body).status_code == 404
    for name in ("postprocess", "__init__", "about_prompt/", "../tape", "%2e%2e"):
        assert http.post(f"/page/{name}", json={"argument": "x"}).status_code in (307, 404)


@pytest.mark.parametrize("path", ["queue/data?session_hash=unknown", "call/v2/write/unknown"])
def test_whoever_listens_to_what_is_not_there_is_told_so_without_a_word_in_the_log(server, service, http, log, path):
    answer = http.get(f"/gradio_api/{path}")
    assert answer.status_code == 200 and "404: Not Found" in answer.text


@pytest.mark.parametrize("public", [True, False])
def test_no_stranger_changes_the_model(tmp_path, public):
    slot = loaded(EngineSlot(str(tmp_path)))
    with served(Service(slot, LIMITS), public=public) as (_, address):
        with httpx.stream("GET", f"{address}model", timeout=60) as stream:
            status = json.loads(next(line for line in stream.iter_lines() if line).removeprefix("data: "))
        assert status["state"] == "failed" and status.get("way_out", False) is not public
        pressed = httpx.post(f"{address}page/use_embedded", json={"argument": ""}, timeout=60)
        assert pressed.status_code == (404 if public else 200)
        assert (slot.name == str(tmp_path)) is public
        assert slot.wait(60)


def test_where_a_request_comes_from_is_not_taken_from_the_request(server, service, http):
    assert os.environ["FORWARDED_ALLOW_IPS"] == ""
    http.headers["X-Forwarded-For"] = "203.0.113.9"
    keys = taken(http, spec(settings=LONG))
    assert service.tapes.find(keys["tape"]).owner.address == "127.0.0.1"


def test_no_site_but_the_page_itself_can_use_the_server(server, service, http):
    form = {"Origin": "https://evil.example", "Content-Type": "text/plain"}
    assert http.post("/gradio_api/queue/join", content="{}", headers=form).status_code == 403
    config = http.get("/config", headers={"Origin": "https://evil.example"})
    assert config.status_code == 200 and not any(name.startswith("access-control") for name in config.headers)
    assert http.get("/", headers={"Host": "evil.example"}).status_code == 421


def test_no_line_of_the_log_holds_what_somebody_wrote(server, service, capfd, caplog, monkeypatch):
    def broken(batch):
        raise RuntimeError("out of memory")

    client = Client(server[1], verbose=False)
    with pytest.raises(AppError, match="1,000"):
        client.predict(prompt="my secret " * 101, seed=1, **FEW, api_name="/write")
    with monkeypatch.context() as patch:
        patch.setattr(Batch, "step", broken)
        with pytest.raises(AppError, match="The run failed"):
            client.predict(prompt="my secret", seed=1, **FEW, api_name="/write")
    client.predict(prompt="my secret", seed=1, **FEW, api_name="/write")
    assert "a denoising step failed" in caplog.text
    assert "my secret" not in caplog.text + "".join(capfd.readouterr())
