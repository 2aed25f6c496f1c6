"""What strangers do to a public server, on the real one: each of these once took it down, or got in."""

import json
import os
import socket
from urllib.parse import urlsplit

import httpx
import pytest
from asking import kinds, read, reading, spec, taken
from gradio_client import Client
from gradio_client.exceptions import AppError
from page_helpers import PacedSlot, wait_until
from serving import loaded, served

from playground.engine.batch import Batch
from playground.service import EngineSlot, Service
from playground.service.limits import Limits
from workshop.bench.strangers import ATTACKER

pytestmark = pytest.mark.slow

OFFERED = ("run", "write", "stream", "stop", "explain_step", "compare", "check", "examples", "trace")
FEW = {"max_denoising_steps": 2, "max_new_tokens": 16}
LONG = {"max_denoising_steps": 96, "max_new_tokens": 192, "confidence_threshold": 0.0}
LIMITS = Limits(
    grace_seconds=1,
    runs=2,
    visitor_runs=1,
    visitor_waiting=2,
    address_runs=8,
    prompt_characters=1000,
    body_bytes=20_000,
)


@pytest.fixture(scope="module")
def slot(endless_folder):
    slot = PacedSlot(str(endless_folder))
    slot.rows = LIMITS.runs
    return loaded(slot)


@pytest.fixture(scope="module")
def server(slot):
    with served(Service(slot, LIMITS)) as (page, address):
        yield page, address


@pytest.fixture
def service(server):
    page, _ = server
    yield page._service
    wait_until(lambda: len(page._service.turns) == 0)


def event(server, name="run"):
    (number,) = [number for number, fn in server[0].blocks.fns.items() if fn.api_name == name]
    return number


def ask(http, settings, **request):
    """The answer to a request for a run to which nobody listens."""
    request = {"specs": [spec(settings=settings)], **request}
    return http.post("/gradio_api/call/run", json={"data": [json.dumps(request)]})


@pytest.mark.thorough
def test_runs_to_which_nobody_listens_take_no_pass_and_hold_up_nobody(server, service, http, monkeypatch):
    passes, step = [], Batch.step

    def counted(batch):
        frames = step(batch)
        passes.append(len(frames))
        return frames

    monkeypatch.setattr(Batch, "step", counted)
    elsewhere = httpx.HTTPTransport(local_address=ATTACKER)
    with httpx.Client(base_url=server[1], timeout=60, transport=elsewhere) as attacker:
        for _ in range(60):
            assert ask(attacker, LONG).status_code in (200, 429, 503)
        assert len(service.turns) <= LIMITS.visitor_runs + LIMITS.visitor_waiting
        assert kinds(read(http, taken(http, spec(settings=FEW))["tape"])) == ["start", "frame", "frame", "end", "over"]
    wait_until(lambda: len(service.turns) == 0)
    assert sum(passes) == 2, "of the honest run alone"
    assert len(service.tapes) <= LIMITS.runs_kept + 1


@pytest.mark.thorough
def test_a_reader_that_takes_in_nothing_is_dropped_and_costs_nobody_else_anything(server, service, http, monkeypatch):
    monkeypatch.setattr("playground.server.guard.connections.SILENT_SECONDS", 0.2)
    monkeypatch.setattr(service.slot, "step_seconds", 0)
    monkeypatch.setattr(service.slot, "quick_steps", 2000)  # more than the run has
    keys = taken(http, spec(settings=LONG))
    tape = service.tapes.find(keys["tape"])
    host, port = urlsplit(server[1]).hostname, urlsplit(server[1]).port
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.connect((host, port))
        raw.sendall(f"GET /tape HTTP/1.1\r\nHost: {host}:{port}\r\nTape-Key: {keys['tape']}\r\n\r\n".encode())
        wait_until(lambda: tape.readers == 1)
        assert kinds(read(http, keys["tape"]))[-1] == "over", "the others get all of it"
        wait_until(lambda: tape.readers == 0)


def test_a_visitor_who_asks_for_too_much_is_told_so_and_others_are_not_held_up(server, service, http):
    client = Client(server[1], verbose=False)
    for change, sentence in [
        (
            {"max_denoising_steps": 1000, "max_new_tokens": 2000},
            "may take 125,000 passes; a run may take at most 31,875 here",
        ),
        ({"max_new_tokens": 200_000}, "may write 200,000 tokens; a run may write at most 100,000 here"),
    ]:
        with pytest.raises(AppError, match=sentence):
            client.predict(prompt="x", seed=1, **change, api_name="/write")
    with pytest.raises(AppError, match=r"The prompt has 1,001 characters; it may have at most 1,000 here"):
        client.predict(prompt="x" * 1001, seed=1, **FEW, api_name="/write")
    refused = ask(http, FEW, picture="x" * 1_000_000)
    assert refused.status_code == 413 and "at most 20,000 bytes" in refused.json()["detail"]


def test_a_question_about_a_prompt_is_answered_whatever_it_holds_and_refused_if_it_is_too_long(server, service, http):
    nothing = {"kind": None, "judged": "", "unread": [], "unknown": [], "sentence": "", "offers": []}
    for text in ("", "<script>alert(1)</script>", "{{ 7 * 7 }}", "\ud800", "\u202e" * 1000, "1" * 1000, "\x00\n" * 500):
        sent = json.dumps({"argument": text})  # as ASCII, because half of a character cannot be sent otherwise
        answer = http.post("/page/about_prompt", content=sent).json()
        assert answer == nothing, text
    story = http.post("/page/about_prompt", json={"argument": "Write a story about a dragon."}).json()
    assert story == nothing | {"kind": "story", "judged": "python"}, "of another model nothing is said"
    long = http.post("/page/about_prompt", json={"argument": "x" * 1001})
    assert long.status_code == 404 and "at most 1,000 characters" in long.text


def test_names_that_somebody_makes_up_neither_stop_nor_forget_a_run(server, service, http):
    keys = taken(http, spec(settings=LONG))
    with reading(http, keys["tape"]):
        for number in range(100):
            assert http.post("/tape/stop", json={"control": f"made up {number}"}).status_code == 404
            assert http.get("/trace", headers={"Run-Name": f"made up {number}"}).status_code == 404
        assert not service.tapes.find(keys["tape"]).over
        assert http.post("/tape/stop", json={"control": keys["control"]}).status_code == 200
    messages = read(http, keys["tape"])
    assert messages[-2][1]["finish_reason"] == "stopped"
    assert http.get("/trace", headers={"Run-Name": keys["runs"][0]}).status_code == 200


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
    offered = {number for number, fn in server[0].blocks.fns.items() if fn.fn is not None}
    assert offered == {event(server, name) for name in OFFERED}
    for number in {*range(-2, 30)} - offered:
        body = {"fn_index": number, "session_hash": "odd", "data": []}
        assert http.post("/gradio_api/queue/join", json=body).status_code == 404
    for name in ("postprocess", "about_prompt/", "../tape", "%2e%2e"):
        assert http.post(f"/page/{name}", json={"argument": "x"}).status_code in (307, 404)
    for argument, status in (("a", 200), (["a"], 404), ({"a": 1}, 404), (None, 404), ("a" * 1001, 404)):
        assert http.post("/page/about_prompt", json={"argument": argument}).status_code == status, argument


@pytest.mark.parametrize("path", ["queue/data?session_hash=unknown", "call/write/unknown", "call/v2/write/unknown"])
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
    address = server[1].rstrip("/")
    form = {"Origin": "https://evil.example", "Content-Type": "text/plain"}
    assert http.post("/gradio_api/queue/join", content="{}", headers=form).status_code == 403
    config = http.get("/config", headers={"Origin": "https://evil.example"})
    assert config.status_code == 200 and not any(name.startswith("access-control") for name in config.headers)
    assert http.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert http.get("/", headers={"Host": "evil.example", "Origin": address}).status_code == 421
    page = http.get("/")
    assert (
        page.headers["X-Content-Type-Options"] == "nosniff"
        and "frame-ancestors 'self'" in page.headers["Content-Security-Policy"]
    )


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
