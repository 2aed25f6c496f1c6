"""Measuring this machine for the page: once, by whom it may be, and not beside a run."""

import pytest
from service_helpers import wait_until
from starlette.applications import Starlette
from starlette.testclient import TestClient

from playground.engine import speed
from playground.plugins.card import rates, routes
from playground.plugins.card.machine import MachineSpeed
from playground.rules.cost import Machine
from playground.service import EngineSlot, Service
from playground.service.turns import NOBODY


@pytest.fixture
def service(random_slot, monkeypatch):
    monkeypatch.setattr(speed, "SECONDS", 0.02)
    return Service(random_slot)


def test_it_is_measured_when_asked_for(service, monkeypatch):
    machine = MachineSpeed(service)
    assert machine.answer("") == {"machine": None, "may": True, "refused": ""}
    first = machine.answer("measure")
    assert first["refused"] == "" and first["machine"]["bytesPerS"] > 1e8 and "CPU" in first["machine"]["name"]
    slow = Machine(name="busy", bytes_per_s=1, flops_per_s=2)
    monkeypatch.setattr(rates, "measure_machine", lambda *_: slow)
    assert machine.answer("") == first, "only when it is asked for"
    assert machine.answer("measure")["machine"] == {"name": "busy", "bytesPerS": 1, "flopsPerS": 2}


def test_it_is_refused_while_the_model_loads_or_a_run_goes_on(service):
    assert "still loading" in MachineSpeed(Service(EngineSlot())).answer("measure")["refused"]
    service.turns.take(NOBODY)
    assert "A run is going on" in MachineSpeed(service).answer("measure")["refused"]


def test_the_operators_option_measures_it_and_strangers_see_the_result_else_it_waits_to_be_asked_for(service):
    def machine(options, public):
        (route,) = routes(service, options, public)
        assert (route.path, route.methods) == ("/page/machine", {"POST"}) and not route.anyone
        client = TestClient(Starlette(routes=[route]))
        client.app.auth = None
        return lambda argument: client.post("/page/machine", json={"argument": argument}).json()

    assert machine({}, False)("") == {"machine": None, "may": True, "refused": ""}
    ask = machine({"measure_machine": True}, True)
    wait_until(lambda: ask("")["machine"])
    answer = ask("measure")
    assert answer["machine"]["flopsPerS"] > 1e8 and "Only the operator" in answer["refused"] and not answer["may"]
