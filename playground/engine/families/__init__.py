"""Families of models, one in each file: what only checkpoints of one kind have. Others come from plugins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine.families.base import PIECE, Compiler, Conditioning, Denoiser, described
from playground.engine.families.diffusion_gemma import DiffusionGemma
from playground.errors import ModelError
from playground.plugin_loading import plugins

FAMILIES: dict[str, type[Denoiser]] = {DiffusionGemma.kind: DiffusionGemma}
"""The families by their kinds: DiffusionGemma, then those of plugins. The first that claims a checkpoint reads it."""


def _add() -> None:
    for plugin, added in plugins().by_plugin("families").items():
        for family in added:
            if FAMILIES.setdefault(family.kind, family) is not family:
                plugins().blame(plugin, "asked for its families", ValueError(f"there is a {family.kind!r} already"))


plugins().when_loaded(_add)


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
    readers = [each.kind for each in FAMILIES.values() if config.get("model_type") == (each.stated or each.kind)]
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
    return [each.kind for each in FAMILIES.values() if each.kind != kind and (each.stated or each.kind) == stated]


__all__ = ["FAMILIES", "Compiler", "Conditioning", "Denoiser", "alike", "choose", "described"]
