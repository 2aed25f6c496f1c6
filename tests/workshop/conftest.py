"""What the tests of training share: the tokenizer, a few puzzles, a model and batches."""

import pytest
from training_helpers import TINY

from workshop.training.architecture import build_config, build_model
from workshop.training.data import BatchMaker
from workshop.training.mixture import Mixture
from workshop.training.tokenizer import build_tokenizer
from workshop.world.puzzles import PuzzleBanks


@pytest.fixture(scope="session")
def world_tokenizer():
    return build_tokenizer()


@pytest.fixture(scope="session")
def few_puzzles(tmp_path_factory):
    """Board size -> puzzles, as in `PuzzleBanks`."""
    return PuzzleBanks(5, 0, tmp_path_factory.mktemp("banks"))


@pytest.fixture(scope="session")
def tiny_model(world_tokenizer):
    """Random weights."""
    return build_model(build_config(TINY, world_tokenizer), seed=0).eval()


@pytest.fixture
def maker(world_tokenizer, few_puzzles):
    """Makes a `BatchMaker`; what is given changes it."""

    def make(**changes):
        given = {"rows": 16, "seed": 4, "canvas_length": 128, "mixture": Mixture(), **changes}
        return BatchMaker(world_tokenizer, few_puzzles, **given)

    return make
