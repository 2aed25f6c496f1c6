"""What is checked of a checkpoint once it is loaded: its tensors, its special tokens, and that it gives numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import torch

from playground.engine.families import Conditioning
from playground.engine.finite import remedy
from playground.engine.loading.stored import check_left_over
from playground.engine.rowwise import Prefixes
from playground.errors import ModelError

if TYPE_CHECKING:
    from playground.engine.models import Model

PROMPT = "Hello."


def check_tensors(title: str, report: Mapping[str, Collection[str]]) -> None:
    """Checks that the tensors of the files are those of the class.

    Args:
        report: what transformers says of loading them.

    Raises:
        ModelError: some are missing, or some are left over without which the others are not what they should be.
    """
    others = sorted(report["unexpected_keys"])
    if missing := sorted(report["missing_keys"]):
        instead = f"; it has {len(others):,} that its family does not know, {others[0]} first" if others else ""
        raise ModelError(f"{title} is incomplete: {len(missing):,} tensors are missing, {missing[0]} first{instead}.")
    check_left_over(others, title)


def check_ids(title: str, model: Model) -> None:
    """Checks the tokens that end a text, fill it up, or stand for what is not written yet.

    Raises:
        ModelError: one is no token of the checkpoint, or its way of writing lacks one.
    """
    mask = model.denoiser.mask_id
    if mask is None and model.denoiser.way.begins == "mask":
        raise ModelError(f"{title} cannot be used: its tokenizer names no mask token, which its texts begin from.")
    pad, masks = ([] if token is None else [token] for token in (model.pad_id, mask))
    for name, ids in {"eos_token_id": model.eos_ids, "pad_token_id": pad, "mask_token_id": masks}.items():
        for token in ids:
            if type(token) is not int or not 0 <= token < model.vocab_size:
                place = "tokenizer" if ids is masks else "generation_config.json, config.json or tokenizer"
                raise ModelError(
                    f"{title} is damaged: {name} is {token!r} in its {place}; "
                    f"allowed are token ids from 0 to {model.vocab_size - 1:,}."
                )


@torch.inference_mode()
def check_finite(title: str, model: Model) -> None:
    """Runs a pass over one canvas after a short prompt.

    Raises:
        ModelError: not all of its logits are finite numbers.
    """
    denoiser, device = model.denoiser, model.device
    denoiser.prepare()
    ids = [token for token in model.tokenizer(PROMPT)["input_ids"] if token < model.vocab_size] or [0]
    denoiser.read(cache := denoiser.cache(), torch.tensor([ids], device=device), {})
    places = torch.arange(model.canvas_length, device=device)[None]
    canvas = places % model.vocab_size
    if denoiser.way.begins == "mask":
        canvas = torch.full_like(canvas, model.tokens.mask)
    prefixes = Prefixes([cache], denoiser.layer_types)
    logits = denoiser.denoise(canvas, Conditioning(), prefixes, len(ids) + places)
    if not logits.isfinite().all():
        raise ModelError(
            f"{title} cannot be used in {model.precision}: after a short prompt its logits are not finite numbers; "
            f"{remedy(model)}."
        )
