"""Pages that tests call over HTTP."""

import pytest
from service_helpers import PacedSlot, wait_until
from serving import loaded, served

from playground.service import Service
from playground.service.limits import Limits


@pytest.fixture(scope="module")
def server(endless_folder, request):
    """A page whose runs last, with the `LIMITS` and the `LOGINS` of the module; and its address."""
    limits = getattr(request.module, "LIMITS", Limits(grace_seconds=1))
    slot = loaded(PacedSlot(str(endless_folder), max_rows=limits.runs))
    with served(Service(slot, limits), auth=getattr(request.module, "LOGINS", None)) as (page, address):
        yield page, address


@pytest.fixture
def service(server):
    """That of the page. It has nothing to do when a test is over."""
    service = server[0]._service
    yield service
    wait_until(lambda: not service.tapes.live() and len(service.turns) == 0)
