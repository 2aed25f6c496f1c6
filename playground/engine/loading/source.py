"""Finds a model by name. It needs neither torch nor the network, so it refuses a wrong name at once."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playground.assets import ASSETS
from playground.errors import ModelError
from playground.inputs import checked_path

EMBEDDED = ASSETS / "model"
EMBEDDED_NAME = "embedded"
HUB_ID = re.compile(r"\w[\w.-]*/[\w.-]+")
_FOLDERS = re.compile(r"(?<![\w./\\:])([A-Za-z]:)?[/\\](?=\S)([^\s/\\'\"():,;]+[/\\])*")
"""Of a path from a root, all but the last part. An address on the web has none."""


def resolve(name: str | None) -> Path | str:
    """Turns a name into a folder (Path) or a hub id (str). None and `embedded` are the embedded checkpoint.

    Raises:
        ModelError: it is neither a folder nor a possible hub id.
    """
    if name in (None, EMBEDDED_NAME):
        if not EMBEDDED.is_dir():
            raise ModelError(
                "There is no embedded checkpoint in assets/model: make one with "
                "`python -m playground train --out assets/model`."
            )
        return EMBEDDED
    if name and os.path.isdir(folder := checked_path(name, ModelError)):  # not by the path, which refuses long names
        return folder
    if HUB_ID.fullmatch(name):
        return name
    raise ModelError(
        f"There is no model {name!r}: give a local folder, or a hub id such as google/diffusiongemma-26B-A4B-it."
    )


def public_name(name: str) -> str:
    """A model's name as strangers may see it: of a folder, without its place."""
    return name if HUB_ID.fullmatch(name) and not Path(name).is_dir() else Path(name).resolve().name


def without_places(sentence: str, name: str) -> str:
    """A sentence about the model called `name` as strangers may see it: files and folders without their places."""
    return _FOLDERS.sub("", sentence.replace(str(Path(name)), public_name(name)))
