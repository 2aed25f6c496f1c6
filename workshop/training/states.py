"""Reads the files that a training run writes, and checkpoints, to go on from them or to measure them."""

import json
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor
from transformers import AutoTokenizer, DiffusionGemmaForBlockDiffusion, PreTrainedTokenizerFast

from playground.errors import PlaygroundError
from playground.plugins.small_world.words import NEW_WORDS, WORDS
from workshop.training.architecture import trained_parameters

_HELD = {"shape", "step", "active_seconds", "average"}
"""What a checkpoint and a snapshot both hold."""


def read_state(path: Path, device: torch.device) -> dict[str, Any]:
    """Reads a checkpoint or a snapshot.

    Raises:
        PlaygroundError: the file is damaged, or no such file.
    """
    try:
        state = torch.load(path, map_location=device, weights_only=True)
    except (EOFError, RuntimeError, ValueError, pickle.UnpicklingError):
        state = None
    if not isinstance(state, dict) or not state.keys() >= _HELD:
        raise PlaygroundError(f"{path} is damaged, or not a file of a training run.")
    return state


def read_exported(path: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Reads what `Run.export_state` wrote: what it says, and the averaged weights.

    Raises:
        PlaygroundError: the file cannot be read, or holds no exported state.
    """
    try:
        with safe_open(path, framework="pt") as file:
            state = json.loads((file.metadata() or {}).get("state", "null"))
            weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - not a mapping
    except (OSError, SafetensorError, ValueError) as error:
        raise PlaygroundError(f"{path} is not a readable exported state.") from error
    if not isinstance(state, dict) or not isinstance(state.get("identity"), dict):
        raise PlaygroundError(f"{path} holds weights but no exported state.")
    return state, weights


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
