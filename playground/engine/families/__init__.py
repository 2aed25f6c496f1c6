"""Families of models, one in each file. To add one, add its file, then its class to `_ALL`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine.families.base import PIECE, Compiler, Conditioning, Denoiser, described
from playground.engine.families.bd3lm import Bd3lm, Bd3lmQwen2
from playground.engine.families.diffusion_gemma import DiffusionGemma
from playground.engine.families.dream import Dream
from playground.engine.families.mdlm import Mdlm, MdlmQwen2
from playground.errors import ModelError

_ALL: tuple[type[Denoiser], ...] = (DiffusionGemma, Bd3lm, Mdlm, Bd3lmQwen2, MdlmQwen2, Dream)

FAMILIES: dict[str, type[Denoiser]] = {family.kind: family for family in _ALL}
"""The families by their kinds."""


def choose(config: Mapping[str, Any], place: str, title: str, family: str | None = None) -> dict[str, Any] | None:
    """What a checkpoint's config should say of its family: the kind as `model_type`, and `block_size` if it is given.

    Args:
        place: a hub id, or the whole path of a folder.
        title: the checkpoint's name in messages.
        family: KIND or KIND:LENGTH, as a person gives it; None to go by the config and the place.

    Returns:
        None if no family knows it.

    Raises:
        ModelError: there is no such family, it does not read this checkpoint, or it has no such length.
    """
    if family is None:
        kind = next((kind for kind, each in FAMILIES.items() if each.claims(config, place)), None)
        return None if kind is None else {"model_type": kind}
    kind, colon, length = family.partition(":")
    readers = [each.kind for each in _ALL if config.get("model_type") == (each.stated or each.kind)]
    if kind not in readers:
        allowed = " and ".join(readers) or f"none of {', '.join(FAMILIES)}"
        raise ModelError(
            f"family is {kind!r}, but {title} is of type {config.get('model_type')!r} by its config.json; allowed for "
            f"that: {allowed}."
        )
    if not colon:
        return {"model_type": kind}
    if not FAMILIES[kind].lengths:
        raise ModelError(f"family is {family!r}, but {kind} has no blocks; leave out the length.")
    if not (length.isascii() and length.isdecimal() and len(length) < 6 and 1 <= int(length) <= PIECE):
        raise ModelError(f"family is {family!r}; the length of a block is a whole number from 1 to {PIECE:,}.")
    return {"model_type": kind, "block_size": int(length)}


def alike(kind: str) -> list[str]:
    """The kinds of other families whose checkpoints have the same config, so that only their places tell them apart."""
    stated = FAMILIES[kind].stated or kind
    return [each.kind for each in _ALL if each.kind != kind and (each.stated or each.kind) == stated]


__all__ = ["FAMILIES", "Compiler", "Conditioning", "Denoiser", "alike", "choose", "described"]
