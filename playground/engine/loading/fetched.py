"""Brings a checkpoint to this computer, and refuses it as early as what is known of it allows."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from playground.engine.families import alike
from playground.engine.loading.checkpoint import check_files, fingerprint, read_config, weight_files
from playground.engine.loading.expected import default_dtype
from playground.engine.loading.hub import HubModel
from playground.engine.loading.memory import check_room
from playground.engine.loading.packing import Packing
from playground.engine.loading.progress import Tell
from playground.engine.loading.source import EMBEDDED, EMBEDDED_NAME, resolve
from playground.engine.loading.stored import check_stored, check_types, quantised
from playground.errors import ModelError

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """A checkpoint's folder, complete, and what was found out about it."""

    folder: Path
    title: str
    """What to call it in messages."""
    config: dict[str, Any]
    """As `read_config` returns it."""
    dtype: str
    """What to load it in."""
    name: str
    """What to call it in traces, which have no places."""
    revision: str


def fetch(
    name: str | None, revision: str | None, family: str | None, place: torch.device | None, dtype: str | None,
    packing: Packing | None, offline: bool, tell: Tell,
) -> Fetched:  # fmt: skip
    """Finds a checkpoint, or downloads it once its description says that it can be loaded.

    Args:
        name, revision, family, dtype, offline, tell: as `load_model` takes them.
        place: the device; None for several.
        packing: how weights are packed while they are loaded; None for not at all.

    Raises:
        ModelError: as `load_model`, before it reads weights.
    """
    source = resolve(name)
    if revision == "":
        raise ModelError("revision is empty; give a branch, a tag or a commit, or leave it out.")
    if revision and isinstance(source, Path):
        which = "the embedded checkpoint" if source == EMBEDDED else "a local folder"
        raise ModelError(f"revision is {revision!r}, but {which} has only one; a hub id has several.")
    if isinstance(source, Path):
        folder, title = source, f"The folder {source}" if source != EMBEDDED else "The embedded checkpoint"
        hub = None
    else:
        hub, title = HubModel(source, revision, offline), source
        folder = hub.description()
    listed = hub.names() if hub and not (folder / "config.json").is_file() else None
    config = read_config(folder, title, family, listed)
    kind = config["model_type"]
    if family is None and (others := alike(kind)):
        log.warning("%s is read as %s, by its name; --family says otherwise, such as %s.", title, kind, others[0])
    if packing and quantised(config):
        raise ModelError(f"{title} is quantised already; leave out {packing.option}.")
    check_stored(folder, config, title, place)
    if hub:
        size = hub.weight_bytes()
        if size == 0:
            listed = hub.names()
        if size is not None:
            check_room(title, size, config, dtype or default_dtype(config, size, place), packing, place)
        folder = hub.weights(tell)
    files = weight_files(folder, title, listed)
    size = sum(file.stat().st_size for file in files)
    dtype = dtype or default_dtype(config, size, place)
    check_room(title, size, config, dtype, packing, place)
    check_types(files, config, title)
    check_files(folder, title)
    if isinstance(source, Path):
        shown = EMBEDDED_NAME if source == EMBEDDED else source.resolve().name
        revision = fingerprint(folder)
    else:
        shown, revision = source, folder.name
    return Fetched(folder=folder, title=title, config=config, dtype=dtype, name=shown, revision=revision)
