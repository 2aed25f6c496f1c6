"""What strangers do with the page's "Look inside", on a real public server."""

import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlsplit

import httpx
import pytest
from asking import LONG, kinds, read, spec, taken
from service_helpers import wait_until
from serving import loaded, served

from playground.engine.batch import Batch
from playground.server import computing
from playground.service import EngineSlot, Service
from playground.service.limits import Limits

pytestmark = pytest.mark.slow

FEW = {"max_denoising_steps": 2, "max_new_tokens": 16}


@pytest.fixture(scope="module")
def server(endless_folder):
    slot = loaded(EngineSlot(str(endless_folder), max_rows=2))
    with served(Service(slot, Limits(runs=2, visitor_runs=1, visitor_waiting=2))) as (page, address):
        yield page, address


@pytest.fixture
def service(server):
    service = server[0]._service
    yield service
    wait_until(lambda: len(service.turns) == 0)


def look(**changes):
    """The body of a request to look inside the last step of a run of many steps."""
    question = {"spec": spec(settings=LONG), "block": 12, "step": 90, "position": 1, "run": ""} | changes
    return {"argument": json.dumps(question)}


@pytest.fixture
def gate(monkeypatch):
    """Passes that are taken, each of which waits for the gate."""
    passes, opened, step = [], threading.Event(), Batch.step

    def waiting(batch):
        passes.append(batch)
        assert opened.wait(60)
        return step(batch)

    monkeypatch.setattr(Batch, "step", waiting)
    yield passes, opened
    opened.set()


def test_a_hundred_looks_inside_take_one_turn_and_the_others_are_refused_at_once(server, service, http, gate, log):
    passes, opened = gate
    post = partial(http.post, "/page/look_inside", json=look(block=1, step=1))
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(post)
        wait_until(lambda: len(passes) == 1)
        refused = [post().json()["refused"] for _ in range(100)]
        assert set(refused) == {"You have as many runs going as you may (1): wait for one to end, or stop it."}
        with httpx.Client(base_url=server[1], timeout=60) as browser:
            browser.get("/")
            assert len(service.turns) == 1 and len(passes) == 1, "there is room for others"
            keys = taken(browser, spec(settings=FEW))
            opened.set()
            assert kinds(read(browser, keys["tape"]))[-2:] == ["end", "over"]
        assert "refused" not in first.result().json()


def test_a_look_inside_whose_reader_goes_ends_at_its_next_pass(server, service, http, gate, log, monkeypatch):
    passes, opened = gate
    notice, noticed = computing._notice, threading.Event()

    async def notices(request, left):
        await notice(request, left)
        noticed.set()

    monkeypatch.setattr(computing, "_notice", notices)
    body = json.dumps(look()).encode()
    host, port = urlsplit(server[1]).hostname, urlsplit(server[1]).port
    with socket.create_connection((host, port), timeout=30) as raw:
        head = f"POST /page/look_inside HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: {len(body)}\r\n\r\n"
        raw.sendall(head.encode() + body)
        wait_until(lambda: len(passes) == 1)
        assert len(service.turns) == 1
    taken = len(passes)
    assert noticed.wait(60)
    opened.set()
    wait_until(lambda: len(service.turns) == 0)
    assert len(passes) == taken, "of more than a thousand"
