"""Checks a checkpoint's folder before loading it: is it a checkpoint, is it complete, how large is it?"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from playground.engine.families import FAMILIES, kind_of
from playground.engine.loading.stored import INDEX
from playground.errors import ModelError


def read_config(folder: Path, name: str) -> dict[str, Any]:
    """The folder's config.json, with its family's kind as `model_type`.

    Args:
        name: the checkpoint's name in messages.

    Raises:
        ModelError: it is missing or unreadable, names no known family, or holds a value that is not allowed.
    """
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        stated = config["model_type"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise ModelError(f"{name} is not a checkpoint: it has no readable config.json.") from error
    if (kind := kind_of(config, name)) is None:
        named = config.get("architectures")
        classes = f", of class {', '.join(map(str, named))}" if isinstance(named, list) and named else ""
        known = ", ".join(map(repr, FAMILIES))
        raise ModelError(f"{name} is a model of type {stated!r}{classes} by its config.json; known here are {known}.")
    FAMILIES[kind].check_config(config, name)
    return {**config, "model_type": kind}


def check_files(folder: Path, name: str) -> None:
    """Checks the other JSON files, because transformers does not say which one is wrong.

    Raises:
        ModelError: one of them is not a JSON object.
    """
    for file in sorted(folder.glob("*.json")):
        try:
            described = json.loads(file.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            raise ModelError(f"{name} is damaged: its {file.name} is not JSON.") from error
        if not isinstance(described, dict):
            raise ModelError(f"{name} is damaged: its {file.name} is not a JSON object.")


def weight_files(folder: Path, name: str) -> list[Path]:
    """The folder's weight files, after a check that all are there and complete.

    Raises:
        ModelError: a shard that the index names is missing, a file is incomplete, or there are no weight files.
    """
    whole = "download it again, which keeps the parts that are here"
    files = sorted(folder.glob("*.safetensors"))
    if (folder / INDEX).is_file():
        try:
            named = sorted(set(json.loads((folder / INDEX).read_text(encoding="utf-8"))["weight_map"].values()))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ModelError(f"{name} is damaged: its {INDEX} cannot be read; {whole}.") from error
        files = [folder / Path(shard).name for shard in named]
        if missing := [shard.name for shard in files if not shard.is_file()]:
            raise ModelError(
                f"{name} is incomplete: {len(missing)} of its {len(files)} weight files are missing, "
                f"{missing[0]} first; {whole}."
            )
    if not files:
        raise ModelError(f"{name} is incomplete: it has no *.safetensors file; {whole}.")
    for file in files:
        try:
            size, expected = file.stat().st_size, _expected_size(file)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
            raise ModelError(f"{name} is damaged: {file.name} has no readable header; {whole}.") from error
        if size < expected:
            raise ModelError(f"{name} is incomplete: {file.name} has only {size:,} of {expected:,} bytes; {whole}.")
    return files


def _expected_size(file: Path) -> int:
    """The size in bytes that a safetensors file declares: 8 of length, a JSON header, tensors up to the last offset.

    Format: https://huggingface.co/docs/safetensors
    """
    with file.open("rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        if file.stat().st_size < 8 + length:
            return 8 + max(length, 1)
        header = json.loads(stream.read(length))
    ends = [entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__"]
    return 8 + length + max(ends, default=0)


def fingerprint(folder: Path, most: int = 64 << 20) -> str:
    """A hash of the config and the weights, 12 hex digits: names, sizes and the first `most` bytes of each file."""
    digest = hashlib.sha256()
    for file in sorted([folder / "config.json", *folder.glob("*.safetensors")]):
        digest.update(f"{file.name} {file.stat().st_size}\n".encode())
        with file.open("rb") as stream:
            digest.update(stream.read(most))
    return digest.hexdigest()[:12]
