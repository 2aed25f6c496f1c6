import pytest

from playground.assets import ASSETS
from playground.plugins.learn.library import Runs


@pytest.fixture(scope="module")
def lily():
    return Runs([], ASSETS / "recorded").find("lily")
