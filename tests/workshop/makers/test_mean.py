"""The mean of checkpoints: the weights by their shares, and what cannot be mixed."""

import runpy

import pytest
import torch
from safetensors.torch import load_file, save_file

from playground.errors import PlaygroundError
from workshop.makers import mean
from workshop.makers.mean import write_mean


@pytest.fixture
def checkpoint(tmp_path):
    def checkpoint(name, values, dtype=torch.bfloat16):
        folder = tmp_path / name
        folder.mkdir()
        save_file({"weight": torch.tensor(values, dtype=dtype)}, folder / "model.safetensors")
        (folder / "config.json").write_text(name)
        return folder

    return checkpoint


def test_weights_count_by_their_shares_and_other_files_are_the_first_ones(tmp_path, checkpoint, monkeypatch):
    first, second = checkpoint("first", [0.0, 4.0]), checkpoint("second", [8.0, -4.0])
    given = ["mean", tmp_path / "out", first, "0.75", second, "0.25"]
    monkeypatch.setattr("sys.argv", [*map(str, given)])
    runpy.run_path(mean.__file__, run_name="__main__")
    weights = load_file(tmp_path / "out" / "model.safetensors")
    assert weights["weight"].tolist() == [2.0, 2.0] and weights["weight"].dtype == torch.bfloat16
    assert (tmp_path / "out" / "config.json").read_text() == "first"


def test_what_cannot_be_mixed_is_named_and_nothing_is_written(tmp_path, checkpoint):
    first, longer = checkpoint("first", [1.0]), checkpoint("longer", [1.0, 2.0])
    with pytest.raises(PlaygroundError, match=r"^The shares sum to 0\.9; they must sum to 1\.$"):
        write_mean(tmp_path / "out", {first: 0.5, longer: 0.4})
    with pytest.raises(
        PlaygroundError, match=r"^The weights in .*longer have other names or shapes than the first ones\.$"
    ):
        write_mean(tmp_path / "out", {first: 0.5, longer: 0.5})
    assert not (tmp_path / "out").exists()
