"""Checks a checkpoint's folder before loading it: is it a checkpoint, is it complete, how large is it?"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playground.engine.families import FAMILIES, choose
from playground.engine.loading.others import refusal
from playground.engine.loading.source import HUB_ID
from playground.engine.loading.stored import INDEX, WHOLE
from playground.errors import ModelError

READ = (
    "generation_config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json",
    "added_tokens.json", "vocab.json", "preprocessor_config.json", "processor_config.json", "chat_template.json",
)  # fmt: skip
"""The JSON files that are read beside the config; others are people's own."""


def read_config(
    folder: Path, name: str, family: str | None = None, names: Sequence[str] | None = None
) -> dict[str, Any]:
    """The folder's config.json, with its family's kind as `model_type`.

    Args:
        name: the checkpoint's name in messages.
        family: which of several families it is; see `playground.engine.families.choose`.
        names: of all its files, if they are not all here.

    Raises:
        ModelError: it is missing or unreadable, names no known family, or holds a value that is not allowed; or the
            checkpoint is not of the family that is asked for.
    """
    lack = f"{name} is not a checkpoint: it has no readable config.json."
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        stated = config["model_type"]
    except FileNotFoundError as error:
        raise refusal(folder, _names(folder) if names is None else names, name, lack) from error
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise ModelError(lack) from error
    # The whole path of a folder counts: trainers write to KIND/alpaca/checkpoint-final.
    place = name if HUB_ID.fullmatch(name) else str(folder.resolve())
    choice = choose(config, place, name, family)
    if choice is None:
        named = config.get("architectures")
        classes = f", of class {', '.join(map(str, named))}" if isinstance(named, list) and named else ""
        known = ", ".join(map(repr, FAMILIES))
        raise ModelError(f"{name} is a model of type {stated!r}{classes} by its config.json; known here are {known}.")
    FAMILIES[choice["model_type"]].check_config(config | choice, name)
    return config | choice


def check_files(folder: Path, name: str) -> None:
    """Checks the JSON files that are read beside the config, because transformers does not say which one is wrong.

    Raises:
        ModelError: one of them is not a JSON object.
    """
    for file in (folder / each for each in READ):
        if not file.is_file():
            continue
        try:
            described = json.loads(file.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            raise ModelError(f"{name} is damaged: its {file.name} is not JSON.") from error
        if not isinstance(described, dict):
            raise ModelError(f"{name} is damaged: its {file.name} is not a JSON object.")


def weight_files(folder: Path, name: str, names: Sequence[str] | None = None) -> list[Path]:
    """The folder's weight files, those that transformers reads, after a check that all are there and complete.

    Args:
        names: of all its files, if they are not all here.

    Raises:
        ModelError: a shard that the index names is missing, a file is incomplete, or there are no weight files.
    """
    whole = "download it again, which keeps the parts that are here"
    if (folder / WHOLE).is_file():  # whatever an index beside it says
        files = [folder / WHOLE]
    elif (folder / INDEX).is_file():
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
    else:
        files = []
    if not files:
        others = safetensors(folder)
        lack = f"it has {others[0].name}, but no {WHOLE} or {INDEX}" if others else "it has no *.safetensors file"
        raise refusal(
            folder, _names(folder) if names is None else names, name, f"{name} is incomplete: {lack}; {whole}."
        )
    for file in files:
        try:
            size, expected = file.stat().st_size, _expected_size(file)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
            raise ModelError(f"{name} is damaged: {file.name} has no readable header; {whole}.") from error
        if size < expected:
            raise ModelError(f"{name} is incomplete: {file.name} has only {size:,} of {expected:,} bytes; {whole}.")
    return files


def safetensors(folder: Path) -> list[Path]:
    """The folder's files of tensors, without those that macOS leaves beside them, such as `._model.safetensors`."""
    return sorted(file for file in folder.glob("*.safetensors") if not file.name.startswith("."))


def _names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if not path.name.startswith(".")]


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
    for file in sorted([folder / "config.json", *safetensors(folder)]):
        digest.update(f"{file.name} {file.stat().st_size}\n".encode())
        with file.open("rb") as stream:
            digest.update(stream.read(most))
    return digest.hexdigest()[:12]
