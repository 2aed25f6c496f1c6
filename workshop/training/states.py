"""States of a training run, as folders of small files, and checkpoints to begin with.

A folder has an index in JSON and pieces in safetensors. A new state has pieces of other names than the one before, and
its index takes the place of that one's at once: whoever reads finds a whole state, whenever the writer was killed.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor
from transformers import AutoTokenizer, DiffusionGemmaForBlockDiffusion, PreTrainedTokenizerFast

from playground.errors import PlaygroundError
from playground.plugins.small_world.words import NEW_WORDS, WORDS
from workshop.training.architecture import trained_parameters

INDEX = "state.json"
PIECE_BYTES = 14_000_000
"""The most that the tensors of a piece take; a larger tensor has a piece of its own."""

_HEADER = {"shape", "step", "seconds", "pieces"}


def write_state(folder: Path, header: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> None:
    """Writes a state to `folder`, in place of the one that it may hold.

    Args:
        header: all that is no tensor, ready for JSON.
    """
    folder.mkdir(parents=True, exist_ok=True)
    before = list(folder.glob("*-*.safetensors"))
    number = 1 + max((int(path.name.partition("-")[0]) for path in before), default=0)
    pieces: list[dict[str, Tensor]] = [{}]
    for name, tensor in tensors.items():
        if pieces[-1] and tensor.nbytes + sum(held.nbytes for held in pieces[-1].values()) > PIECE_BYTES:
            pieces.append({})
        pieces[-1][name] = tensor.detach().contiguous()
    names = [f"{number}-{place}.safetensors" for place in range(len(pieces))]
    for name, piece in zip(names, pieces, strict=True):
        save_file(piece, folder / name)
    fresh = folder / f"{INDEX}.tmp"
    fresh.write_text(json.dumps({**header, "pieces": names}), encoding="utf-8")
    os.replace(fresh, folder / INDEX)
    for path in before:
        path.unlink()


def read_header(folder: Path) -> dict[str, Any]:
    """Reads all of a state that is no tensor.

    Raises:
        PlaygroundError: there is none, or it is damaged.
    """
    try:
        header = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        if not isinstance(header, dict) or not header.keys() >= _HEADER:
            raise ValueError
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PlaygroundError(f"{folder} holds no state of a training run.") from error
    except (OSError, ValueError) as error:
        raise PlaygroundError(f"{folder} is damaged, or not a state of a training run.") from error
    return header


def read_state(folder: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Reads what `write_state` wrote: the header, and the tensors, on the CPU.

    Raises:
        PlaygroundError: there is none, or it is damaged.
    """
    header = read_header(folder)
    try:
        pieces = [load_file(folder / name) for name in header["pieces"]]
    except (OSError, SafetensorError, TypeError) as error:
        raise PlaygroundError(f"{folder} is damaged, or not a state of a training run.") from error
    return header, {name: tensor for piece in pieces for name, tensor in piece.items()}


@torch.no_grad()
def adopt(folder: Path, model: DiffusionGemmaForBlockDiffusion, tokenizer: PreTrainedTokenizerFast, seed: int) -> None:
    """Gives a model the weights of a checkpoint. Tokens that it does not know start near those that it knows.

    Raises:
        PlaygroundError: the checkpoint cannot be read or has another shape.
    """
    try:
        checkpoint = DiffusionGemmaForBlockDiffusion.from_pretrained(folder, dtype=torch.float32)
        known = AutoTokenizer.from_pretrained(folder).get_vocab()
    except (OSError, ValueError) as error:
        raise PlaygroundError(f"The checkpoint in {folder} cannot be read.") from error
    ids = tokenizer.get_vocab()
    shared = [(ours, known[token]) for token, ours in ids.items() if token in known]
    ours, theirs = map(list, zip(*shared, strict=True))
    adopted = trained_parameters(checkpoint)
    for name, weight in trained_parameters(model).items():
        source = adopted[name]
        if "embed_tokens" in name and source.shape[1:] == weight.shape[1:]:
            weight[ours] = source[theirs]
            _place_new_tokens(weight, ids, known, seed)
        elif source.shape == weight.shape:
            weight.copy_(source)
        else:
            raise PlaygroundError(f"The checkpoint in {folder} has a different shape.")


def _place_new_tokens(embedding: Tensor, ids: Mapping[str, int], known: Mapping[str, int], seed: int) -> None:
    """Draws the embeddings of unknown tokens with the mean and the spread of the known ones.

    A word of a story follows the known words for the same fact.
    """
    around = {f" {word}": [f" {old}" for old in WORDS[fact]] for fact in WORDS for word in NEW_WORDS[fact]}
    all_known = sorted(known.keys() & ids.keys())
    generator = torch.Generator().manual_seed(seed)
    for token, index in sorted(ids.items(), key=lambda item: item[1]):
        if token not in known:
            old = embedding[[ids[like] for like in around.get(token, all_known) if like in known]]
            drawn = torch.randn(embedding.shape[1], generator=generator).to(embedding.device)
            embedding[index] = old.mean(dim=0) + old.std(dim=0) * drawn
