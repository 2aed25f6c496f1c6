"""A service that tells what happens without delay."""

import pytest
from serving import loaded

from playground.service import EngineSlot, Service


@pytest.fixture(scope="session")
def one_row(endless_folder):
    return loaded(EngineSlot(str(endless_folder), max_rows=1))


@pytest.fixture(scope="session")
def three_rows(endless_folder):
    return loaded(EngineSlot(str(endless_folder), max_rows=3))


@pytest.fixture
def no_delay(monkeypatch):
    monkeypatch.setattr("playground.service.service.WAIT_SECONDS", 0.01)
    monkeypatch.setattr("playground.service.studies.NEWS_SECONDS", 0.01)


@pytest.fixture
def service(three_rows, no_delay):
    return Service(three_rows)
