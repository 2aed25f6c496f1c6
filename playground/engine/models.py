"""Loading a checkpoint: the embedded one, a hub id or a local folder, all through the same transformers class."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
from transformers import AutoTokenizer, DiffusionGemmaForBlockDiffusion, PreTrainedTokenizerBase
from transformers.utils import logging

from playground.engine.source import resolve
from playground.errors import ModelError, PromptError, SettingError
from playground.settings import SamplerSettings

DTYPES = ("auto", "float32", "bfloat16", "float16")


@dataclass(frozen=True)
class Model:
    """A checkpoint with its tokenizer: all that the engine knows of a model."""

    module: DiffusionGemmaForBlockDiffusion
    tokenizer: PreTrainedTokenizerBase
    name: str
    """`embedded`, a hub id or a folder."""
    revision: str
    """The hub commit, or a fingerprint of a local folder's files."""

    @property
    def device(self) -> torch.device:
        return self.module.device

    @property
    def dtype(self) -> torch.dtype:
        return self.module.dtype

    @property
    def canvas_length(self) -> int:
        """Positions denoised together."""
        return self.module.config.canvas_length

    @property
    def vocab_size(self) -> int:
        return self.module.config.text_config.vocab_size

    @property
    def eos_ids(self) -> list[int]:
        """Ids that end a text; empty when the checkpoint names none."""
        ids = self.module.generation_config.eos_token_id
        return [] if ids is None else [ids] if isinstance(ids, int) else list(ids)

    @property
    def pad_id(self) -> int | None:
        return self.module.generation_config.pad_token_id

    @property
    def settings(self) -> SamplerSettings:
        """The checkpoint's own defaults, from its generation config; what it leaves open is DiffusionGemma's default.

        Raises:
            ModelError: the generation config holds a value that no run can have.
        """
        config = self.module.generation_config
        values = {name: getattr(config, name, None) for name in SamplerSettings.knobs()}
        values["entropy_bound"] = getattr(config.sampler_config, "entropy_bound", None)
        try:
            return SamplerSettings.from_dict({name: value for name, value in values.items() if value is not None})
        except SettingError as error:
            raise ModelError(f"The generation config of {self.name} is not usable: {error}") from error

    def encode(self, prompt: str) -> list[int]:
        """The prompt's ids, in the checkpoint's chat template where it has one.

        Raises:
            PromptError: the prompt is empty.
        """
        if not prompt.strip():
            raise PromptError("The prompt is empty: write what the text should be about.")
        if self.tokenizer.chat_template is None:
            return self.tokenizer(prompt)["input_ids"]
        chat = [{"role": "user", "content": prompt}]
        return self.tokenizer.apply_chat_template(chat, add_generation_prompt=True, return_dict=True)["input_ids"]

    def check_fits(self, prompt_ids: list[int], settings: SamplerSettings) -> None:
        """Refuses a prompt that leaves no room for the text.

        Raises:
            PromptError: prompt and whole blocks together exceed the checkpoint's context.
            SettingError: not even an empty prompt would fit.
        """
        context = self.module.config.text_config.max_position_embeddings
        blocks = -(-settings.max_new_tokens // self.canvas_length)
        room = context - blocks * self.canvas_length
        if room < 1:
            longest = (context - 1) // self.canvas_length * self.canvas_length
            raise SettingError(
                f"max_new_tokens is {settings.max_new_tokens:,}; this checkpoint takes at most {longest:,} with its "
                f"context of {context:,} tokens."
            )
        if len(prompt_ids) > room:
            raise PromptError(
                f"The prompt is {len(prompt_ids):,} tokens long; with {settings.max_new_tokens:,} new tokens this "
                f"checkpoint takes at most {room:,}."
            )

    def token_texts(self, ids: list[int]) -> list[str]:
        """The text of each id by itself; a leading space is kept, special tokens keep their names."""
        return [self._texts[i] if i < len(self._texts) else f"<unused {i}>" for i in ids]

    def decode(self, ids: list[int]) -> str:
        """The text that ids make together, without special tokens."""
        return self.tokenizer.decode(ids, skip_special_tokens=True)

    @cached_property
    def _texts(self) -> list[str]:
        # "▁" is how SentencePiece vocabularies, Gemma's among them, write a space.
        pieces = self.tokenizer.convert_ids_to_tokens(list(range(len(self.tokenizer))))
        return [(piece or "").replace("▁", " ") for piece in pieces]


def load_model(
    name: str | None = None, *, revision: str | None = None, device: str | None = None, dtype: str | None = None
) -> Model:
    """Loads a checkpoint of `DiffusionGemmaForBlockDiffusion`.

    Args:
        name: a hub id such as "google/diffusiongemma-26B-A4B-it", a local folder, or None for the embedded checkpoint.
        revision: a branch, tag or commit of a hub id.
        device: such as "cuda" or "cpu"; CUDA where there is one, by default.
        dtype: one of DTYPES; by default the checkpoint's own on a GPU and float32 on a CPU, where it is the fastest.

    Raises:
        ModelError: no such checkpoint, no DiffusionGemma, or no such device or dtype; one sentence says which.
    """
    source = resolve(name)
    if dtype is not None and dtype not in DTYPES:
        raise ModelError(f"dtype is {dtype!r}; allowed are {', '.join(DTYPES)}.")
    place = _device(device)
    options: dict[str, Any] = {"revision": revision} if revision else {}
    if isinstance(source, Path):
        _check_folder(source)
        logging.disable_progress_bar()  # a bar per process is right for a download, noise for a small folder
    try:
        tokenizer = AutoTokenizer.from_pretrained(source, **options)
        module = DiffusionGemmaForBlockDiffusion.from_pretrained(
            source,
            dtype=dtype or ("float32" if place.type == "cpu" else "auto"),
            device_map=None if place.type == "cpu" else place,
            **options,
        )
    except Exception as error:  # transformers, the hub and safetensors each raise many kinds; all mean the same here
        raise ModelError(f"{name or 'The embedded checkpoint'} cannot be loaded: {_first_line(error)}") from error
    revision = _fingerprint(source) if isinstance(source, Path) else module.config._commit_hash or revision or ""
    return Model(module.eval(), tokenizer, "embedded" if name is None else name, revision)


def _device(device: str | None) -> torch.device:
    try:
        place = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    except RuntimeError as error:
        raise ModelError(f"device is {device!r}; allowed are cpu, cuda and cuda:N.") from error
    if place.type == "cuda" and not torch.cuda.is_available():
        raise ModelError(f"device is {device!r}, but this machine has no CUDA GPU that torch can use; cpu works.")
    return place


def _check_folder(folder: Path) -> None:
    try:
        kind = json.loads((folder / "config.json").read_text())["model_type"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"The folder {folder} is no checkpoint: it has no readable config.json.") from error
    if kind != "diffusion_gemma":
        raise ModelError(f"The folder {folder} holds a model of type {kind!r}; only 'diffusion_gemma' works here.")
    if not any(folder.glob("*.safetensors")):
        raise ModelError(f"The folder {folder} is no whole checkpoint: it has no *.safetensors file.")


def _fingerprint(folder: Path, most: int = 64 << 20) -> str:
    """12 hex digits over config and weights: names, sizes and the first `most` bytes of each file."""
    digest = hashlib.sha256()
    for file in sorted([folder / "config.json", *folder.glob("*.safetensors")]):
        digest.update(f"{file.name} {file.stat().st_size}\n".encode())
        with file.open("rb") as stream:
            digest.update(stream.read(most))
    return digest.hexdigest()[:12]


def _first_line(error: Exception) -> str:
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0].rstrip(".") + "."
