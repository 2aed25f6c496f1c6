import pytest


@pytest.fixture
def nothing_compiled():
    """Torch has compiled nothing yet: what an earlier test compiled would count."""
    import torch

    torch._dynamo.reset()


@pytest.fixture(autouse=True)
def _brief(monkeypatch):
    """Passes are compared over a few steps: nothing here is right at first and wrong later."""
    monkeypatch.setattr("playground.plugins.gpu.trial.STEPS", 4)
