"""A denoiser on another server: each step of a canvas is one request to vLLM's interface, and our own sampler decides.

The server reads a canvas that it is sent: it runs one pass over it, emits the most probable tokens, and returns log
probabilities at temperature 1 for each position (`diffusion_seed_canvas`, `diffusion_max_steps`, `diffusion_read_only`
of a completion's `vllm_xargs`; see https://docs.vllm.ai/en/v0.32.0/examples/features/structured_diffusion/). Of the
weights nothing is here, only the tokenizer and the settings.

Two things it does not give. A pass is not conditioned on the one before. And of each position come only the k most
probable tokens, so that all others count as impossible: what remains is a distribution that majorises the whole one, so
its entropy is a lower bound at any temperature, and its probabilities are upper bounds.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import torch
from torch import Tensor
from transformers import AutoTokenizer, DynamicCache, PreTrainedModel

from playground.engine.families import FAMILIES, Compiler, Conditioning, Denoiser
from playground.engine.loading.chat import Chat
from playground.engine.loading.checkpoint import check_files, read_config
from playground.engine.loading.faults import reading
from playground.engine.loading.hub import HubModel
from playground.engine.loading.source import resolve
from playground.engine.models import Model
from playground.engine.rowwise import Prefixes
from playground.errors import ModelError
from playground.plugins.remote.errors import RemoteError
from playground.rules.ways.base import NEVER

log = logging.getLogger(__name__)

CONNECT_SECONDS = 10
READ_SECONDS = 60
"""The longest that a step may take there."""
MOST_BYTES = 256 << 20
"""The most that is read of one answer."""
MOST_AT_ONCE = 8
"""Rows of a pass that are read at the same time."""
TOP = 20
"""vLLM gives no more tokens of a position, unless it was started with a higher `--max-logprobs`."""
ROUNDING = 1e-3
"""How much more than 1 the probabilities of a position may add up to."""
LONGEST_REASON = 200


@dataclass(frozen=True, kw_only=True)
class Remote:
    """Which model denoises, and where."""

    url: str
    """Where the protocol begins, such as http://127.0.0.1:8000/v1."""
    model: str
    """As that server calls it: usually its hub id."""
    key: str = field(default="", repr=False)
    top: int = TOP
    """How many of the most probable tokens of each position to ask for: 2 or more."""

    def described(self) -> Mapping[str, Any]:
        """What the server says of the model.

        Raises:
            RemoteError: it cannot be reached, is no such server, or does not have the model.
        """
        models = self._ask("GET", "models").get("data")
        if not isinstance(models, list) or not all(isinstance(entry, dict) for entry in models):
            raise self._strange()
        for entry in models:
            if entry.get("id") == self.model:
                return entry
        names = ", ".join(str(entry.get("id"))[:80] for entry in models[:8])
        raise RemoteError(f"The model's server has no {self.model!r}; it has {names or 'none'}.")

    def read(self, prompt: Sequence[int], canvas: Sequence[int], vocabulary: int) -> Tensor:
        """Reads a canvas after a prompt: log probabilities, float32 (L, V), `NEVER` where none came.

        Raises:
            RemoteError: the server cannot be reached, is slow, refuses, or answers something else.
        """
        body = {
            "model": self.model,
            "prompt": list(prompt),
            "add_special_tokens": False,
            "max_tokens": len(canvas),
            "temperature": 1.0,
            "logprobs": min(self.top, vocabulary),
            "return_tokens_as_token_ids": True,
            "ignore_eos": True,
            "vllm_xargs": {
                "diffusion_seed_canvas": list(canvas),
                "diffusion_max_steps": 1,
                "diffusion_read_only": True,
            },
        }
        answer = self._ask("POST", "completions", body)
        try:
            (choice,) = answer["choices"]
            positions = choice["logprobs"]["top_logprobs"]
            return self._logits(positions, len(canvas), vocabulary)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            log.info("the model's server answered something else: %r", error)
            raise self._strange() from error

    def _logits(self, positions: Any, length: int, vocabulary: int) -> Tensor:
        """The tensor of an answer's positions, each a mapping `token_id:N` -> log probability.

        Raises:
            ValueError: it does not have all positions, or no distribution at one of them.
        """
        if not isinstance(positions, list) or len(positions) != length:
            raise ValueError("not all positions of the canvas")
        logits = torch.full((length, vocabulary), NEVER)
        for row, tokens in zip(logits, positions, strict=True):
            named = sorted(tokens.items(), key=lambda item: -float(item[1]))[: self.top]
            ids = [int(name.removeprefix("token_id:")) for name, _ in named]
            values = [float(value) for _, value in named]
            mass = sum(math.exp(value) for value in values)
            if not ids or min(ids) < 0 or max(ids) >= vocabulary or len({*ids}) < len(ids):
                raise ValueError("other tokens than those of the vocabulary")
            if not 0 < mass <= 1 + ROUNDING:  # nor is it if one of them is not a number
                raise ValueError("no distribution")
            row[ids] = torch.tensor(values).clamp(min=NEVER)
        return logits

    def _ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        try:
            with self._client.stream(method, f"{self.url.rstrip('/')}/{path}", json=body, headers=headers) as sent:
                read = b""
                for part in sent.iter_bytes():
                    read += part
                    if len(read) > MOST_BYTES:
                        raise RemoteError(f"The model's server sent more than {MOST_BYTES >> 20} MiB.")
        except httpx.TimeoutException as error:
            raise RemoteError(f"The model's server did not answer within {READ_SECONDS} s.") from error
        except (httpx.HTTPError, OSError) as error:
            raise RemoteError("The model's server cannot be reached, or broke off.") from error
        try:
            answer = json.loads(read)
        except (ValueError, RecursionError):
            answer = None
        if sent.status_code != httpx.codes.OK:
            raise RemoteError(f"The model's server refused with the status {sent.status_code}{_reason(answer)}.")
        if not isinstance(answer, dict):
            raise self._strange()
        return answer

    @cached_property
    def _client(self) -> httpx.Client:
        return httpx.Client(timeout=httpx.Timeout(READ_SECONDS, connect=CONNECT_SECONDS), trust_env=False)

    def _strange(self) -> RemoteError:
        return RemoteError(
            "The model's server does not answer as vLLM does when it reads a canvas (diffusion_read_only, from version "
            "0.32 on)."
        )


def _reason(answer: Any) -> str:
    """What a refusal says, as OpenAI's protocol has it."""
    try:
        reason = (answer.get("error") or answer)["message"]
    except (AttributeError, KeyError, TypeError):
        return ""
    return f" ({str(reason)[:LONGEST_REASON].rstrip('.')})"


class Elsewhere:
    """The denoiser of a model on another server: a `Denoiser` whose words are those of its family's.

    A row's cache holds the tokens that it has read, as the keys of its only layer.
    """

    ways = ("uniform",)
    attention = "block by block"
    self_conditioning = False
    portable = False
    image_id = None
    layer_types = ("full_attention",)
    cache_shapes = ((1, 1),)

    def __init__(self, remote: Remote, family: Denoiser) -> None:
        self._remote, self._family = remote, family
        self._readers = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="remote")
        self.window = family.longest

    def __getattr__(self, name: str) -> Any:
        return getattr(self._family, name)

    @property
    def settings(self) -> Mapping[str, Any]:
        return {**self._family.settings, "self_conditioning": "off"}

    def prepare(self) -> None:
        """There is nothing here to prepare."""

    def cache(self) -> DynamicCache:
        return DynamicCache()

    def read(self, cache: DynamicCache, ids: Tensor, media: Mapping[str, Tensor]) -> None:
        tokens = ids[:, None, :, None]
        cache.update(tokens, tokens, 0)

    def denoise(
        self, canvas: Tensor, conditioning: Conditioning, prefixes: Prefixes, positions: Tensor,
        compiled: Compiler | None = None,
    ) -> Tensor:  # fmt: skip
        begins = cast("tuple[int, ...]", prefixes.masks["full_attention"])
        read = prefixes.layers[0].keys[:, 0, :, 0]
        rows = [row[begin:].tolist() for row, begin in zip(read, begins, strict=True)]
        vocabularies = [self._family.vocab_size] * len(rows)
        return torch.stack([*self._readers.map(self._remote.read, rows, canvas.tolist(), vocabularies)])


@dataclass(frozen=True, repr=False)
class RemoteModel(Model):
    """A model of which only the words are here."""

    elsewhere: Elsewhere
    top: int
    """How many tokens of each position come; 0 for all."""

    @cached_property
    def denoiser(self) -> Denoiser:
        return cast("Denoiser", self.elsewhere)

    @cached_property
    def home(self) -> str:
        return "another server"

    @property
    def type_name(self) -> str:
        return "unknown"

    @property
    def only_top(self) -> int:
        return self.top

    @property
    def facts(self) -> str:
        some = (
            f" of the {self.top} most probable tokens, so uncertainties are at least what is shown" if self.top else ""
        )
        return f"on another server, which gives probabilities{some}, and conditions no step on the one before"


def load_remote(remote: Remote, *, revision: str | None = None, offline: bool = False) -> RemoteModel:
    """Asks the server for its model, gets what belongs to its words, and reads a canvas once.

    Raises:
        RemoteError: as `Remote.described` and `Remote.read`.
        ModelError: config and tokenizer are neither on the hub nor in a folder, or of no known family.
    """
    described = remote.described()
    title, folder = _folder([remote.model, str(described.get("root"))], revision, offline)
    config = read_config(folder, title)
    check_files(folder, title)
    family = FAMILIES[config["model_type"]]
    if family.way.name != "uniform":
        raise ModelError(
            f"{title} writes by {family.way.label.lower()}; a server reads canvases of uniform noise only."
        )
    with reading(title, "its config.json or its generation_config.json"):
        module = family.without_weights(folder, config)
    with reading(title, "its tokenizer"):
        tokenizer = AutoTokenizer.from_pretrained(folder)
    inner = family(module, tokenizer)
    denoiser = Elsewhere(remote, inner)
    length, vocabulary = inner.canvas_length, inner.vocab_size
    remote.read([*inner.eos_ids[:1]] or [0], [0] * length, vocabulary)  # or the first run would find out
    here = SimpleNamespace(device=torch.device("cpu"), dtype=torch.float32, get_memory_footprint=lambda: 0)
    here.config = module.config
    return RemoteModel(
        module=cast("PreTrainedModel", here), tokenizer=tokenizer, chat=Chat(tokenizer, None, None),
        name=title, revision="", elsewhere=denoiser, top=remote.top if remote.top < vocabulary else 0,
    )  # fmt: skip


def _folder(names: Sequence[str], revision: str | None, offline: bool) -> tuple[str, Path]:
    """What to call the model, and the folder with its config and tokenizer: the first of `names` that has them.

    Raises:
        ModelError: none has.
    """
    for name in names:
        try:
            source = resolve(name)
        except ModelError:
            continue
        if isinstance(source, Path):
            return source.resolve().name, source
        return source, HubModel(source, revision, offline).description()
    raise ModelError(
        f"Config and tokenizer of {names[0]!r} are not here: the server must call its model by its hub id, or say the "
        "hub id as its root."
    )
