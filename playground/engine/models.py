"""Loads a checkpoint: the embedded one, a hub id or a local folder, with the class of its family."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import torch
from tokenizers.decoders import ByteLevel
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from playground.engine.families import FAMILIES, Denoiser, alike
from playground.engine.loading.chat import Chat, Encoded
from playground.engine.loading.device import place_of
from playground.engine.loading.faults import reading
from playground.engine.loading.fetched import fetch
from playground.engine.loading.loaded import check_finite, check_ids, check_tensors
from playground.engine.loading.packing import chosen, reader_of
from playground.engine.loading.plain_text import check_embedded
from playground.engine.loading.progress import Tell, gigabytes, telling_of_weights, untold
from playground.errors import ModelError, PromptError, SettingError
from playground.rules.ways import Tokens
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings, settings_of

DTYPES = ("auto", "float32", "bfloat16", "float16")
_TURN = threading.Lock()
"""One module is built at a time: meanwhile transformers replaces functions of its own for all threads, such as
`tie_weights`, and two at once would leave the replacements in place for good."""


@dataclass(frozen=True, repr=False)
class Model:
    """A checkpoint with its tokenizer: all that the engine knows about a model."""

    module: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase
    chat: Chat
    name: str
    """`embedded`, a hub id or a folder's name; never a path, because it goes into traces."""
    revision: str
    """The hub commit, or a fingerprint of a local folder's files, which tells folders with the same name apart."""

    def __repr__(self) -> str:
        revision = f", revision {self.revision[:8]}" if self.revision else ""
        return f"Model({self.name!r}{revision}, {self.precision} on {self.placement}, canvas of {self.canvas_length})"

    @cached_property
    def denoiser(self) -> Denoiser:
        """What runs the passes: the module as its family knows it."""
        return _denoiser(self.module, self.tokenizer)

    @property
    def device(self) -> torch.device:
        return self.module.device

    @property
    def dtype(self) -> torch.dtype:
        return self.module.dtype

    @cached_property
    def home(self) -> str:
        """`device` as the thread that loaded it sees it. Where it is lent, others see where a stand-in for it is."""
        return str(self.device)

    @property
    def type_name(self) -> str:
        """`dtype` as traces name it."""
        return str(self.dtype).removeprefix("torch.")

    @property
    def only_top(self) -> int:
        """How many of the most probable tokens of a position are known; 0 for all, as in every model that is here."""
        return 0

    @property
    def facts(self) -> str:
        """Where it is, its precision and its size, or what is known instead; and its family, if that was a choice."""
        kind = self.denoiser.kind
        read = f", read as {kind} in canvases of {self.canvas_length}" if alike(kind) else ""
        return f"on {self.placement}, {self.precision}, {gigabytes(self.memory)}{read}"

    @cached_property
    def placement(self) -> str:
        """Every device that holds weights, such as `cuda:0` or `cuda:0, cuda:1, cpu`."""
        places = getattr(self.module, "hf_device_map", {"": self.device}).values()
        names = (f"cuda:{place}" if isinstance(place, int) else str(place) for place in places)
        return ", ".join(dict.fromkeys(names))

    @property
    def memory(self) -> int:
        """The size of the loaded weights, in bytes."""
        return self.module.get_memory_footprint()

    @property
    def precision(self) -> str:
        """The type of the weights, and how they are quantised, if they are: `bfloat16` or `bfloat16, fp8`."""
        quantised = getattr(self.module.config, "quantization_config", None)
        method = getattr(quantised, "quant_method", "")
        return ", ".join(filter(None, [self.type_name, str(getattr(method, "value", method))]))

    @property
    def canvas_length(self) -> int:
        """Positions denoised together."""
        return self.denoiser.canvas_length

    @property
    def vocab_size(self) -> int:
        return self.denoiser.vocab_size

    @property
    def eos_ids(self) -> list[int]:
        """Ids that end a text; empty if the checkpoint names none."""
        return self.denoiser.eos_ids

    @property
    def pad_id(self) -> int | None:
        return self.denoiser.pad_id

    @classmethod
    def of(cls, module: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> Model:
        """Makes a model that was not loaded from a folder, such as one in training."""
        return cls(module.eval(), tokenizer, Chat(tokenizer, None, _denoiser(module, tokenizer).image_id), "", "")

    @property
    def ways(self) -> tuple[str, ...]:
        """The names of the ways that it can write in."""
        return tuple(self.denoiser.ways)

    @property
    def tokens(self) -> Tokens:
        """The special ids that the ways of writing need."""
        mask, padding = self.denoiser.mask_id, [] if self.pad_id is None else [self.pad_id]
        ends = tuple(sorted({*self.eos_ids, *padding}))
        never = tuple(self.denoiser.never)
        return Tokens(mask=-1 if mask is None else mask, blank=self.pad_id or 0, ends=ends, never=never)

    @property
    def settings(self) -> SamplerSettings:
        """The checkpoint's own defaults, in its own way of writing; the settings' defaults where it says nothing.

        Raises:
            ModelError: it names a value that is not allowed.
        """
        denoiser = self.denoiser
        try:
            return SamplerSettings().replace(way=denoiser.way.name, **denoiser.settings)
        except SettingError as error:
            raise ModelError(f"The {denoiser.source} of {self.name} cannot be used: {error}") from error

    def spec(
        self, prompt: str | Prompt | Mapping[str, Any] | RunSpec,
        settings: SamplerSettings | Mapping[str, Any] | None = None, seed: int = 0, **changes: Any,
    ) -> RunSpec:  # fmt: skip
        """Returns a spec unchanged; turns a prompt into a spec for this model.

        Args:
            prompt: a mapping has the fields of a `Prompt`.
            settings: None for this checkpoint's own; a mapping of what differs from them, or fixed values.
            changes: settings that differ, by name, such as `entropy_bound=0.5`. Another way of writing brings its own
                defaults, and another sampler those of its own settings.

        Raises:
            PromptError: as `Prompt.of`.
            SettingError: the seed or a setting is not allowed, or settings or a seed are given with a spec.
            ModelError: as `settings`.
        """
        if isinstance(prompt, RunSpec):
            if settings is not None or seed != 0 or changes:
                raise SettingError(
                    "A spec has its own settings and seed; do not give others with it: spec.replace(...) changes them."
                )
            return prompt
        return RunSpec(
            prompt=Prompt.of(prompt), settings=settings_of(self.settings, settings).replace(**changes), seed=seed,
            model=self.name, revision=self.revision,
        )  # fmt: skip

    def read(self, prompt: str | Prompt) -> Encoded:
        """Turns a prompt into what the encoder takes: ids in the checkpoint's chat template, and any picture's tensors.

        Raises:
            PromptError: it is empty, its picture cannot be read, it holds a token that the checkpoint has no embedding
                for, or asks for what it cannot do.
        """
        encoded = self.chat.encode(Prompt.of(prompt))
        check_embedded(encoded.ids, self.tokenizer, self.vocab_size)
        return encoded

    def encode(self, prompt: str | Prompt) -> list[int]:
        """Returns only the ids of what `read` returns.

        Raises:
            PromptError: as `read`.
        """
        return self.read(prompt).ids

    def text_ids(self, text: str) -> list[int]:
        """Returns the ids of a text outside of the chat template. The spelling of a control token is text in it.

        Raises:
            PromptError: the tokenizer cannot write something in it as text, or the checkpoint has no embedding for it.
        """
        ids = self.chat.text_ids(text)
        check_embedded(ids, self.tokenizer, self.vocab_size)
        return ids

    def check_fits(self, prompt_ids: list[int], settings: SamplerSettings) -> None:
        """Refuses a prompt that leaves no room for the text.

        Raises:
            PromptError: the prompt and the whole blocks together exceed the checkpoint's context.
            SettingError: the blocks alone fill the context.
        """
        context = self.denoiser.longest
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
        """The text of each id by itself. Leading spaces stay; special tokens appear by name."""
        return [self._texts[i] if i < len(self._texts) else f"<unused {i}>" for i in ids]

    def decode(self, ids: list[int]) -> str:
        """Decodes ids together, without special tokens."""
        return self.tokenizer.batch_decode([ids], skip_special_tokens=True)[0]

    @cached_property
    def _texts(self) -> list[str]:
        # "▁" is how SentencePiece vocabularies, Gemma's among them, write a space.
        ids = list(range(len(self.tokenizer)))
        if isinstance(getattr(self.tokenizer, "decoder", None), ByteLevel):  # its pieces are bytes, written as letters
            return self.tokenizer.batch_decode([[token] for token in ids])
        pieces = self.tokenizer.convert_ids_to_tokens(ids)
        return [(piece or "").replace("▁", " ") for piece in pieces]


def load_model(
    name: str | None = None,
    *,
    revision: str | None = None,
    family: str | None = None,
    device: str | None = None,
    dtype: str | None = None,
    offline: bool = False,
    tried: bool = True,
    tell: Tell = untold,
    **packing: str | None,
) -> Model:
    """Loads a checkpoint of a family in `playground.engine.families`, quantised or not.

    A hub model is checked before its weights are downloaded: one of no such family, or too large, is refused at once.

    Args:
        name: a hub id such as "google/diffusiongemma-26B-A4B-it", a local folder, or None for the embedded checkpoint.
        revision: a branch, tag or commit of a hub id.
        family: which of several families with one config.json it is, as "KIND", or with the length of a block as
            "KIND:LENGTH"; by default its name or the path of its folder says so.
        device: such as "cuda" or "cpu"; CUDA by default if there is a GPU. "auto" spreads the layers over all GPUs and,
            if these are too small, the computer's memory (accelerate's device map).
        dtype: one of DTYPES; by default the checkpoint's own on a GPU. On a CPU float32; a large one that is stored in
            bfloat16 stays in it where this CPU is clearly faster in it.
        offline: use only the cache, not the network.
        tried: run a pass, to see that its logits are finite? Not where the device is lent later.
        tell: called with the progress of downloading and loading.
        packing: an option of a plugin that packs weights while they are loaded; what it leaves keeps `dtype`.

    Raises:
        ModelError: the checkpoint is missing, incomplete, gated, too large, of no known family, stored or quantised in
            a way that is not read here, or gives no finite numbers; or the device, dtype or way to quantise does not
            exist. One sentence says which.
    """
    if dtype is not None and dtype not in DTYPES:
        raise ModelError(f"dtype is {dtype!r}; allowed are {', '.join(DTYPES)}.")
    place = place_of(device)
    packed = chosen(packing)
    fetched = fetch(name, revision, family, place, dtype, packed, offline, tell)
    folder, title = fetched.folder, fetched.title
    kind = FAMILIES[fetched.config["model_type"]]
    with reading(title, "its config.json"):
        stated = kind.configured(folder, fetched.config)
        if reader := reader_of(fetched.config):
            stated.quantization_config = dict(reader.described())
    with reading(title, "its tokenizer"):
        tokenizer = kind.tokenizer(folder)
    with _TURN, telling_of_weights(tell), reading(title, "its weights or their generation_config.json"):
        with_report = kind.architecture.from_pretrained(
            folder, dtype=fetched.dtype, device_map="auto" if place is None else place, output_loading_info=True,
            config=stated, quantization_config=packed.config() if packed else None,
        )  # fmt: skip
        module, report = cast("tuple[PreTrainedModel, dict[str, Any]]", with_report)
    check_tensors(title, report)
    with reading(title, "its image processor"):
        chat = Chat(tokenizer, folder, _denoiser(module, tokenizer).image_id)
    loaded = Model(module.eval(), tokenizer, chat, fetched.name, fetched.revision)
    assert loaded.home and loaded.placement  # from now on they are known in all threads
    check_ids(title, loaded)
    if tried:
        with reading(title, "its weights"):
            check_finite(title, loaded)
    return loaded


def _denoiser(module: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> Denoiser:
    return FAMILIES[module.config.model_type](module, tokenizer)
