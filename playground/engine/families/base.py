"""What a family of models is to the engine: a `Denoiser`, which runs its passes and declares what the engine must know.

One file a family has everything that only its checkpoints have: names of layers and settings, the calls of their class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, Protocol, cast

import torch
from torch import Tensor
from transformers import AutoTokenizer, DynamicCache, PreTrainedModel, PreTrainedTokenizerBase

from playground.engine.rowwise import Prefixes
from playground.rules.cost import Cost, plain_pass
from playground.rules.ways import Way
from playground.spec.settings import SamplerSettings

Compiler = Callable[[Callable], Callable]
"""Makes a compiled function of a function of tensors."""
PIECE = 2048
"""The most tokens of a prompt that are read in one pass: what a pass needs besides the cache grows with them."""


@dataclass(frozen=True, kw_only=True)
class Conditioning:
    """What a pass over B canvases knows of the pass before."""

    signal: Tensor | None = None
    """(B, L, H), its soft embeddings, zeros for rows that are not conditioned; None if no row is."""
    strength: Tensor | None = None
    """(B, 1, 1), how strongly each row is; None for as strongly as the checkpoint was trained."""

    def of_row(self, row: int) -> Conditioning:
        """That of one row."""
        signal, strength = (part if part is None else part[row : row + 1] for part in (self.signal, self.strength))
        return Conditioning(signal=signal, strength=strength)


class Denoiser(Protocol):
    """A loaded checkpoint. In shapes, B is the rows of a pass, L the positions of a canvas, V the vocabulary, H the
    size of an embedding."""

    kind: ClassVar[str]
    """The `model_type` in the config.json of its checkpoints; a name of ours if families share that. The config of
    `architecture` has it."""
    architecture: ClassVar[type[PreTrainedModel]]
    """The class in transformers that loads them."""
    way: ClassVar[Way]
    """The way of writing that it was published with: it says whether noise is uniform tokens or a mask."""
    ways: ClassVar[Sequence[str]] = ("uniform", "masked", "autoregressive")
    """The names of the ways that it can write in. What can write token after token reads causally."""
    attention: ClassVar[Literal["everything", "block by block"]]
    """How a canvas and what stands before it see each other. Block by block, what stands before sees no canvas, and is
    read once. Where everything sees everything, nothing read can be kept: each pass runs over all of it again."""
    shifted: ClassVar[bool]
    """Does the network give at each position the logits of the next one? `denoise` puts them back in place."""
    self_conditioning: ClassVar[bool]
    """Can a pass get the soft embeddings of the pass before?"""
    portable: ClassVar[bool]
    """Can it be written as graphs, for places without Python?"""
    source: ClassVar[str]
    """Where `settings` stand."""
    untried: ClassVar[bool] = False
    """Has nobody here run it on its published weights, only on small ones with its names and settings?"""
    stated: ClassVar[str] = ""
    """The `model_type` in the config.json of its checkpoints, if that is not `kind`."""
    lengths: ClassVar[bool] = False
    """Do its checkpoints differ in the length of a block?"""

    _module: Any
    _tokenizer: Any
    _text: Any
    """The configuration of its text model."""

    def __init__(self, module: PreTrainedModel, tokenizer: PreTrainedTokenizerBase | None) -> None:
        self._module, self._tokenizer = module, tokenizer
        self._text = module.config.get_text_config(decoder=True)

    @classmethod
    def claims(cls, config: Mapping[str, Any], name: str) -> bool:
        """Is a checkpoint of this family, by its config.json and its name: a hub id, or the whole path of a folder?"""
        return config.get("model_type") == (cls.stated or cls.kind)

    @classmethod
    def tokenizer(cls, folder: Path) -> PreTrainedTokenizerBase:
        """Loads a checkpoint's tokenizer, never with code of the checkpoint's own."""
        return AutoTokenizer.from_pretrained(folder, trust_remote_code=False)

    @classmethod
    def check_config(cls, config: Mapping[str, Any], name: str) -> None:
        """Checks the config.json of a checkpoint before anything is loaded.

        Raises:
            ModelError: something in it is not allowed.
        """

    @classmethod
    def configured(cls, folder: Path, config: Mapping[str, Any]) -> Any:
        """The config of a checkpoint, as its class in transformers has it.

        Args:
            config: what its config.json says, and what a person says of it.
        """
        described: Any = cls.architecture.config_class
        return described.from_pretrained(folder)

    @classmethod
    def without_weights(cls, folder: Path, config: Mapping[str, Any]) -> Any:
        """The module of a checkpoint on a device that holds no memory, for what its config says."""
        with torch.device("meta"):
            return cls.architecture._from_config(cls.configured(folder, config))

    @classmethod
    def cost(cls, config: Any, positions: int, prefix: int, width: float) -> Cost:
        """What a pass over one canvas costs, as `playground.rules.cost` counts it; by default, that of a plain decoder.

        Args:
            config: of the class in transformers.
        """
        again = cls.attention == "everything"
        return plain_pass(config, positions=positions, prefix=prefix, width=width, read_again=again)

    @property
    def canvas_length(self) -> int:
        """Positions denoised together, L."""

    @property
    def vocab_size(self) -> int:
        """V."""
        return cast("int", self._text.vocab_size)

    @property
    def hidden_size(self) -> int:
        """H."""
        return cast("int", self._text.hidden_size)

    @property
    def longest(self) -> int:
        """The most tokens of a prompt and its text together."""
        return cast("int", self._text.max_position_embeddings)

    @property
    def eos_ids(self) -> list[int]:
        """Ids that end a text; empty if the checkpoint names none."""

    @property
    def pad_id(self) -> int | None: ...

    @property
    def mask_id(self) -> int | None: ...

    @property
    def image_id(self) -> int | None:
        """The token that stands for a piece of a picture; None if it reads no pictures."""

    @property
    def never(self) -> Sequence[range]:
        """Ids that are never drawn, such as those that have no token."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """The checkpoint's own sampler and settings, where it names them: name -> value, not yet checked."""

    @property
    def layer_types(self) -> Sequence[str]:
        """For each layer, whether its attention is full or sliding."""

    @property
    def window(self) -> int:
        """How many positions a sliding layer sees, its own included."""

    @property
    def cache_shapes(self) -> Sequence[tuple[int, int]]:
        """For each layer, its heads and the size of a key, as the cache holds them."""

    def prepare(self) -> None:
        """Lets the module run rows of different lengths in one pass; see `playground.engine.rowwise`."""

    def cache(self) -> DynamicCache:
        """An empty cache of one row."""

    def read(self, cache: DynamicCache, ids: Tensor, media: Mapping[str, Tensor]) -> None:
        """Reads more of one row, (1, n), into its cache, with the tensors of the pictures in it."""

    def denoise(
        self,
        canvas: Tensor,
        conditioning: Conditioning,
        prefixes: Prefixes,
        positions: Tensor,
        compiled: Compiler | None = None,
    ) -> Tensor:
        """Runs a pass over canvases, int64 (B, L), at `positions` (B, L), and returns the logits, float32 (B, L, V).

        Args:
            compiled: compiles the pass; None runs it eagerly.
        """

    def soft_embeddings(self, probs: Tensor) -> Tensor:
        """The embeddings of the tokens, weighted by probabilities (B, L, V): (B, L, H), for the next pass.

        Only families with self-conditioning have them.
        """

    def encoded(self, ids: Tensor, positions: Tensor, masks: Mapping[str, Any], cache: Any) -> Tensor:
        """The encoder's own pass, which leaves its keys and values in a cache: the hidden states, (B, n, H).

        Args:
            ids: int64 (B, n), at the `positions` (B, n).
            masks: type of layer -> what its attention gets as its mask.
            cache: one of the class's own, or what stands in for it.
        """

    def head(self, hidden: Tensor) -> Tensor:
        """The logits of hidden states (B, n, H): float32 (B, n, V)."""

    def write(self, last: Tensor, caches: Sequence[DynamicCache]) -> Tensor:
        """Reads each row's last token, (B, 1), into its cache and returns the next one's logits, float32 (B, 1, V)."""

    def generate(self, ids: Tensor, settings: SamplerSettings) -> Tensor:
        """A prompt (1, n) with what the family's published loop adds to it, for comparisons: int64 (1, n + new)."""


def described(denoiser: Denoiser) -> str:
    """A sentence about a checkpoint's family and what it declares."""
    traits = [
        f"canvases of {denoiser.canvas_length:,} positions",
        f"published with {denoiser.way.label.lower()}",
        f"attention to {'everything' if denoiser.attention == 'everything' else 'what stands before, block by block'}",
        f"{'with' if denoiser.self_conditioning else 'without'} self-conditioning",
        *(["logits shifted by one"] if denoiser.shifted else []),
        f"texts of up to {denoiser.longest:,} tokens",
        f"settings from its {denoiser.source}",
    ]
    return f"Its family is {denoiser.kind}: {', '.join(traits)}."
