"""What the tests of checkpoints share."""

import shutil

import pytest


@pytest.fixture
def folder(random_folder, tmp_path):
    """A copy of the checkpoint with random weights, to be changed."""
    return shutil.copytree(random_folder, tmp_path / "copy")
