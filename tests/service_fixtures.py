"""Services that look often at what has changed, and whose runs end with the test."""

from dataclasses import replace

import pytest
from service_helpers import wait_until
from serving import loaded

from playground.service import EngineSlot, Service
from playground.service.limits import PRIVATE

PATIENT = replace(PRIVATE, grace_seconds=600)
"""A test that reads one tape after the other may leave some unread for long, on a busy machine."""


@pytest.fixture(scope="session")
def one_row(endless_folder):
    return loaded(EngineSlot(str(endless_folder), max_rows=1))


@pytest.fixture(scope="session")
def three_rows(endless_folder):
    return loaded(EngineSlot(str(endless_folder), max_rows=3))


@pytest.fixture
def serve(monkeypatch):
    """Makes the service of a slot."""
    monkeypatch.setattr("playground.service.job.WAIT_SECONDS", 0.01)
    services = []

    def serve(slot, limits=PATIENT):
        services.append(Service(slot, limits))
        return services[-1]

    yield serve
    for service in services:
        for tape in service.tapes.live():
            tape.stop()
        wait_until(lambda service=service: not service.tapes.live())
        assert len(service.turns) == 0


@pytest.fixture
def service(serve, three_rows):
    return serve(three_rows)
