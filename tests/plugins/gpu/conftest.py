import pytest


@pytest.fixture
def nothing_compiled():
    """Torch has compiled nothing yet: what an earlier test compiled would count."""
    import torch

    torch._dynamo.reset()
