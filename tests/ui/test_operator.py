"""What the operator's tools ask: is the server up and ready, and its figures."""

import signal
import subprocess
import sys
import time
from functools import partial

import httpx
import pytest
from gradio_client import Client
from page_helpers import wait_until
from starlette.testclient import TestClient

from playground.assets import ASSETS
from playground.bench.page import free_port
from playground.service import EngineSlot, Service
from playground.ui.guard.answers import refuse
from playground.ui.guard.counted import Counted
from playground.ui.operator import app, operate


def test_it_is_up_at_once_ready_with_the_model_and_not_while_it_is_being_shut_down(random_slot):
    with TestClient(app(Service(EngineSlot()))) as client:
        assert (client.get("/healthz").status_code, client.get("/readyz").status_code) == (200, 503)
        assert client.get("/readyz").text == "the model is not loaded\n"
    service = Service(random_slot)
    with TestClient(app(service)) as client:
        assert client.get("/readyz").status_code == 200
        service.close()
        assert client.get("/readyz").text == "shutting down\n" and client.get("/healthz").status_code == 200


def test_the_figures_are_what_prometheus_reads_and_count_refused_requests(random_slot):
    service = Service(random_slot)
    TestClient(Counted(refuse(429, "Too many."), service.account)).get("/")
    port = free_port()
    server = operate(service, "127.0.0.1", port)
    with pytest.raises(OSError):
        operate(service, "127.0.0.1", port)
    told = httpx.get(f"http://127.0.0.1:{port}/metrics", follow_redirects=True)
    server.should_exit = True
    assert told.headers["content-type"].startswith("text/plain; version=")
    lines = told.text.splitlines()
    assert 'playground_refused_requests_total{status="429"} 1.0' in lines
    assert 'playground_replicas{state="ready"} 1.0' in lines and "playground_queue_length 0.0" in lines


@pytest.mark.thorough
def test_a_server_that_gets_sigterm_lets_its_run_end_and_then_goes(tmp_path):
    port, own = free_port(), free_port()
    command = [sys.executable, "-m", "playground", "serve", "--port", str(port), "--metrics-port", str(own)]
    server = subprocess.Popen(command, cwd=ASSETS.parent, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        wait_until(partial(_ready, f"http://127.0.0.1:{own}/readyz"), 300)
        client = Client(f"http://127.0.0.1:{port}", verbose=False)
        settings = {"max_denoising_steps": 96, "max_new_tokens": 512, "confidence_threshold": 0.0}
        job = client.submit(prompt="Write a story about a secret cat.", seed=1, **settings, api_name="/stream")
        wait_until(lambda: len(job.outputs()) > 2)
        server.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        wait_until(lambda: not _ready(f"http://127.0.0.1:{own}/readyz"))
        *_, end = job.result(30) and job.outputs()
        assert end["kind"] == "end" and end["passes"] > 10
        _, said = server.communicate(timeout=30)
        assert (server.returncode, time.monotonic() - begun < 30) == (0, True), said
        assert f"run={end['run'][:6]} outcome={end['finish_reason']}" in said and "secret" not in said
    finally:
        server.kill()
        server.communicate()


def _ready(address):
    try:
        return httpx.get(address).status_code == 200
    except httpx.HTTPError:
        return False
