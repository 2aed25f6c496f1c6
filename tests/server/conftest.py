"""A page of the random model, for tests that call it over HTTP."""

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
