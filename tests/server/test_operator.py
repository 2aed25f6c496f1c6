"""What the operator's tools ask: is the server up and ready, and its figures."""

from unittest.mock import Mock, call

import httpx
import pytest
from starlette.testclient import TestClient
from terminated import terminated

from playground.server import interface
from playground.server.guard import Policy
from playground.server.guard.answers import refuse
from playground.server.guard.visitors import ErrorCounter
from playground.server.operator import app, operate
from playground.service import EngineSlot, Service
from workshop.bench.page import free_port


def test_it_is_up_at_once_ready_with_the_model_and_not_while_it_is_being_shut_down(random_slot):
    with TestClient(app(Service(EngineSlot()))) as client:
        assert (client.get("/healthz").status_code, client.get("/readyz").status_code) == (200, 503)
        assert client.get("/readyz").text == "not ready\n"
    service = Service(random_slot)
    with TestClient(app(service)) as client:
        assert (client.get("/readyz").status_code, client.get("/readyz").text) == (200, "ready\n")
        service.close()
        assert client.get("/readyz").status_code == 503 and client.get("/healthz").status_code == 200


def test_the_figures_are_what_prometheus_reads_and_count_refused_requests(random_slot):
    service = Service(random_slot)
    TestClient(ErrorCounter(refuse(429, "Too many."), service.account)).get("/")
    port = free_port()
    server = operate(service, "127.0.0.1", port, Policy(hosts=("ours.org",)))
    with pytest.raises(OSError):
        operate(service, "127.0.0.1", port, Policy())
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", follow_redirects=True, timeout=60)
    names = ("ours.org", f"localhost:{port}", "evil.example", "evil.example@127.0.0.1")
    asked = [httpx.get(f"http://127.0.0.1:{port}/readyz", headers={"Host": name}, timeout=60) for name in names]
    server.should_exit = True
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert [one.status_code for one in asked] == [200, 200, 421, 421]
    lines = answer.text.splitlines()
    assert 'playground_refused_requests_total{status="429"} 1.0' in lines
    assert 'playground_holders{state="ready"} 1.0' in lines and "playground_queue_length 0.0" in lines


def test_a_page_that_is_asked_to_end_ends_when_its_runs_have_and_says_so(monkeypatch):
    blocks = Mock(**{"launch.return_value": (None, "", None), "block_thread.side_effect": interface.Terminated})
    service = Mock(limits=Service(EngineSlot()).limits, turns=Mock(most=1))
    monkeypatch.setattr(interface, "terminable", service.terminable)
    monkeypatch.setattr(interface, "drain", blocks.drain)
    with pytest.raises(interface.Terminated):
        interface.Page(blocks, service, [], Policy(), [], []).launch("127.0.0.1", 1)
    assert blocks.mock_calls[-2:] == [call.drain(service), call.close(verbose=False)]


@pytest.mark.thorough
def test_a_server_that_gets_sigterm_lets_its_run_end_and_then_goes():
    gone = terminated()
    assert (gone.status, gone.seconds < 30) == (0, True), gone
    assert gone.end["kind"] == "end" and gone.end["passes"] > 10
    assert f"run={gone.end['run'][:6]} outcome={gone.end['finish_reason']}" in gone.said and "secret" not in gone.said
