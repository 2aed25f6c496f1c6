"""Two replicas on Ray Serve, which most tests share. `make test-serve` has ray; other tests do without."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from service_helpers import wait_until

from playground.plugins.replicas.fleet import Fleet
from playground.plugins.replicas.replica_slot import ReplicaSlot

HERE = Path(__file__).parent
ALONE = ("test_replica.py", "test_replica_slot.py")
START_SECONDS = 600


def pytest_collection_modifyitems(items):
    if find_spec("ray") is None:
        for item in items:
            if HERE in item.path.parents and item.path.name not in ALONE:
                item.add_marker(pytest.mark.skip(reason="ray is not installed: `make test-serve` has it"))


@pytest.fixture(scope="session")
def start(request):
    """Starts replicas; they are taken down at the end, whatever happened."""

    def start(folder, replicas=2):
        slot = ReplicaSlot(Fleet(replicas=replicas), str(folder), max_rows=2, moment_bytes=0)
        request.addfinalizer(slot.close)
        slot.start()
        wait_until(lambda: slot.status()["sentence"].startswith(f"{replicas} replica"), START_SECONDS)
        return slot

    return start


@pytest.fixture(scope="session")
def replicas(start, endless_folder):
    return start(endless_folder)


@pytest.fixture
def slot(replicas):
    """Both are there again, whatever the test before did to one of them."""
    wait_until(lambda: replicas.status()["sentence"].startswith("2 replicas"), START_SECONDS)
    return replicas
