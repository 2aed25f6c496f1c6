"""States: what is promised of their files."""

import json

import pytest
import torch

from playground.errors import PlaygroundError
from workshop.training import states
from workshop.training.states import INDEX, read_state, write_state

HEADER = {"shape": {}, "step": 1, "seconds": 2.5}
TENSORS = {f"t{number}": torch.full((25,), float(number)) for number in range(5)}


def test_a_state_comes_back_from_pieces_no_larger_than_allowed(tmp_path, monkeypatch):
    monkeypatch.setattr(states, "PIECE_BYTES", 200)  # two tensors of 100 bytes
    write_state(tmp_path, HEADER, {**TENSORS, "large": torch.zeros(100)})
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "1-0.safetensors", "1-1.safetensors", "1-2.safetensors", "1-3.safetensors", INDEX,
    ]  # fmt: skip
    header, tensors = read_state(tmp_path)
    assert header.items() >= HEADER.items()
    assert tensors.keys() == {*TENSORS, "large"}
    assert all(torch.equal(tensors[name], tensor) for name, tensor in TENSORS.items())
    write_state(tmp_path, {**HEADER, "step": 2}, {"only": torch.ones(1)})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2-0.safetensors", INDEX]
    assert read_state(tmp_path)[0]["step"] == 2


@pytest.mark.parametrize("name", ["save_file", "os.replace"])
def test_a_writer_that_is_stopped_leaves_the_state_before(tmp_path, monkeypatch, name):
    write_state(tmp_path, HEADER, TENSORS)
    with monkeypatch.context() as patched:
        patched.setattr(f"workshop.training.states.{name}", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            write_state(tmp_path, {**HEADER, "step": 2}, {"t0": torch.zeros(25)})
    header, tensors = read_state(tmp_path)
    assert header["step"] == 1 and torch.equal(tensors["t4"], TENSORS["t4"])
    write_state(tmp_path, {**HEADER, "step": 3}, TENSORS)
    assert read_state(tmp_path)[0]["step"] == 3 and len(list(tmp_path.glob("*.safetensors"))) == 1


def test_what_is_damaged_or_missing_is_named_in_one_sentence(tmp_path):
    damaged = rf"^{tmp_path} is damaged, or not a state of a training run\.$"
    for index in ("", "[]", "{}", "\xff", json.dumps({**HEADER, "pieces": 3})):
        write_state(tmp_path, HEADER, TENSORS)
        (tmp_path / INDEX).write_bytes(index.encode("latin-1"))
        with pytest.raises(PlaygroundError, match=damaged):
            read_state(tmp_path)
    for piece in (b"no tensors", None):
        write_state(tmp_path, HEADER, TENSORS)
        (path,) = tmp_path.glob("*-0.safetensors")
        path.unlink() if piece is None else path.write_bytes(piece)
        with pytest.raises(PlaygroundError, match=damaged):
            read_state(tmp_path)
    for place in (tmp_path / "nowhere", tmp_path / INDEX):
        with pytest.raises(PlaygroundError, match=rf"^{place} holds no state of a training run\.$"):
            read_state(place)
