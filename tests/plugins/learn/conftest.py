import pytest

from playground.assets import ASSETS
from playground.plugins.learn.things import Run
from playground.trace import Trace


@pytest.fixture(scope="module")
def lily():
    return Run("lily", Trace.load(ASSETS / "recorded" / "lily.trace"))
