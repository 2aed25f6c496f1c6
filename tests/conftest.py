import os

# Before gradio or transformers is imported anywhere: tests call no one.
os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
os.environ["HF_HUB_OFFLINE"] = "1"

import pytest
import random_checkpoint
import torch

import playground as pg


@pytest.fixture(scope="session")
def random_folder(tmp_path_factory):
    """A checkpoint folder with random weights and hostile tokens; canvas 16."""
    return random_checkpoint.save(tmp_path_factory.mktemp("random") / "checkpoint", eos_ids=(1, 20))


@pytest.fixture(scope="session")
def random_model(random_folder):
    return pg.load_model(str(random_folder))


@pytest.fixture(scope="session")
def embedded_model():
    return pg.load_model()


@pytest.fixture(scope="module")
def one_thread():
    """Torch's threads wait by spinning: beside a browser on few cores a tiny model is many times slower with them."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
