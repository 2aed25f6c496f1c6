"""A page of the random model, for tests that call it over HTTP."""

import httpx
import pytest
from serving import served

from playground.service import Service


@pytest.fixture(scope="session")
def slot(random_slot):
    return random_slot


@pytest.fixture(scope="session")
def address(slot):
    with served(Service(slot)) as (_, address):
        yield address


@pytest.fixture
def http(server):
    """Someone with a cookie of their own."""
    with httpx.Client(base_url=server[1], timeout=60) as http:
        http.get("/")
        yield http


@pytest.fixture
def log(capfd):
    """Nothing may go wrong on the server: no traceback in what it prints."""
    yield
    printed = "".join(capfd.readouterr())
    assert "Traceback" not in printed and "ASGI" not in printed, printed
