"""DiffusionGemma: an encoder reads causally into a cache, and a decoder of the same weights denoises canvases after it.

Its checkpoints are of transformers' class `DiffusionGemmaForBlockDiffusion`. It was trained on uniform noise; the
embedded checkpoint also on masks, and to write token after token with its encoder and head.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from types import MethodType
from typing import Any, cast

import torch
from torch import Tensor
from transformers import DiffusionGemmaForBlockDiffusion, DynamicCache
from transformers.models.diffusion_gemma.generation_diffusion_gemma import EntropyBoundSamplerConfig
from transformers.models.diffusion_gemma.modeling_diffusion_gemma import DiffusionGemmaDecoderTextLayer

from playground.engine.families.base import PIECE, Compiler, Conditioning, Denoiser
from playground.engine.rowwise import Growing, Prefixes, together, use_rowwise, use_stock
from playground.errors import ModelError
from playground.rules.cost import Cost, denoiser_pass
from playground.rules.ways import WAYS
from playground.spec.settings import KNOBS, SamplerSettings
from playground.trace import MAX_CANVAS

_conditioning: ContextVar[Conditioning | None] = ContextVar("conditioning", default=None)
"""What an eager pass is conditioned on; None outside of ours, such as in `generate()`."""


class DiffusionGemma(Denoiser):
    kind = "diffusion_gemma"
    architecture = DiffusionGemmaForBlockDiffusion
    way = WAYS["uniform"]
    attention = "block by block"
    shifted = False
    self_conditioning = True
    portable = True
    source = "generation config"
    never = ()

    @classmethod
    def check_config(cls, config: Mapping[str, Any], name: str) -> None:
        length = config.get("canvas_length", 1)
        if type(length) is not int or not 1 <= length <= MAX_CANVAS:
            raise ModelError(
                f"{name} is damaged: canvas_length is {length!r} in its config.json; "
                f"allowed is a whole number from 1 to {MAX_CANVAS:,}."
            )

    @classmethod
    def without_weights(cls, folder: Path, config: Mapping[str, Any]) -> Any:
        module = super().without_weights(folder, config)
        if (folder / "generation_config.json").is_file():
            module.generation_config = type(module.generation_config).from_pretrained(folder)
        return module

    @classmethod
    def cost(cls, config: Any, positions: int, prefix: int, width: float) -> Cost:
        return denoiser_pass(config, positions=positions, prefix=prefix, width=width)

    @property
    def canvas_length(self) -> int:
        return cast("int", self._module.config.canvas_length)

    @property
    def eos_ids(self) -> list[int]:
        ids = self._named("eos_token_id")
        return [] if ids is None else [ids] if isinstance(ids, int) else list(ids)

    @property
    def pad_id(self) -> int | None:
        return cast("int | None", self._named("pad_token_id"))

    def _named(self, name: str) -> Any:
        """What the generation config says of a special token; without a word there, the config or the tokenizer."""
        places = (self._module.generation_config, self._module.config, self._text, self._tokenizer)
        values = (getattr(place, name, None) for place in places)
        return next((value for value in values if value is not None), None)

    @property
    def mask_id(self) -> int | None:
        return getattr(self._tokenizer, "mask_token_id", None)

    @property
    def image_id(self) -> int | None:
        return cast("int | None", self._module.config.image_token_id)

    @property
    def settings(self) -> Mapping[str, Any]:
        config = self._module.generation_config
        values = {name: getattr(config, name, None) for name, knob in KNOBS.items() if not knob.choices}
        values["entropy_bound"] = getattr(config.sampler_config, "entropy_bound", None)
        return {"sampler": "entropy-bound", **{name: value for name, value in values.items() if value is not None}}

    @property
    def layer_types(self) -> Sequence[str]:
        return cast("Sequence[str]", self._text.layer_types)

    @property
    def window(self) -> int:
        return cast("int", self._text.sliding_window)

    @property
    def cache_shapes(self) -> Sequence[tuple[int, int]]:
        layers = (self._text.per_layer_config[index] for index in range(len(self.layer_types)))
        return [(layer.num_key_value_heads, layer.head_dim) for layer in layers]

    def prepare(self) -> None:
        use_rowwise(self._module)
        decoder: Any = self._module.model.decoder
        # A set of names has another order in each process, and then nothing of what was compiled is found again.
        decoder.unique_layer_types = sorted(decoder.unique_layer_types)
        for layer in decoder.layers:
            layer.forward = MethodType(_layer, layer)
            layer.self_attn.append_to_cache = MethodType(_append, layer.self_attn)
        part = decoder.self_conditioning
        if not hasattr(part, "signal"):
            part.signal = part.down_proj.strength = None
            part.register_forward_pre_hook(_signal)
            part.down_proj.register_forward_hook(_strengthen)

    def cache(self) -> DynamicCache:
        return DynamicCache(config=self._text)

    def read(self, cache: DynamicCache, ids: Tensor, media: Mapping[str, Tensor]) -> None:
        kinds, others = media.get("mm_token_type_ids"), dict(media)
        others.pop("mm_token_type_ids", None)
        pictured = [False] * ids.shape[1] if kinds is None else (kinds[0, : ids.shape[1]] != 0).tolist()
        begin = 0
        while begin < len(pictured):
            end = _piece_end(pictured, begin, PIECE)
            part: dict[str, Tensor] = {} if kinds is None else {"mm_token_type_ids": kinds[:, begin:end]}
            self._read(cache, ids[:, begin:end], part | (others if any(pictured[begin:end]) else {}))
            begin = end

    def _read(self, cache: DynamicCache, ids: Tensor, media: Mapping[str, Tensor]) -> None:
        encoder, known, new = self._module.model.encoder, cache.get_seq_length(), ids.shape[1]
        positions = torch.arange(known, known + new, device=ids.device)[None]
        masks = encoder.create_masks_for_generate(
            config=self._module.config,
            inputs_embeds=torch.empty(1, new, 0, dtype=self._module.dtype, device=ids.device),
            attention_mask=None,  # a row by itself has no padding
            past_key_values=cache,
            position_ids=positions,
            mm_token_type_ids=media.get("mm_token_type_ids"),
        )
        encoder(input_ids=ids, attention_mask=masks, past_key_values=cache, position_ids=positions, **media)

    def denoise(
        self,
        canvas: Tensor,
        conditioning: Conditioning,
        prefixes: Prefixes,
        positions: Tensor,
        compiled: Compiler | None = None,
    ) -> Tensor:
        inputs = self._module, canvas, prefixes, positions
        with together(len(canvas)):
            if compiled:
                return cast("Tensor", compiled(_conditioned)(*inputs, conditioning.signal, conditioning.strength))
            token = _conditioning.set(conditioning)
            try:
                return _forward(*inputs)
            finally:
                _conditioning.reset(token)

    def soft_embeddings(self, probs: Tensor) -> Tensor:
        embedding = self._module.model.decoder.embed_tokens  # the class's own forward does this in the next pass
        weight = embedding.weight
        return cast("Tensor", torch.matmul(probs.to(weight.dtype), weight) * embedding.embed_scale.to(weight.dtype))

    def encoded(self, ids: Tensor, positions: Tensor, masks: Mapping[str, Any], cache: Any) -> Tensor:
        encoder = self._module.model.encoder.language_model
        output = encoder(input_ids=ids, attention_mask=masks, position_ids=positions, past_key_values=cache)
        return cast("Tensor", output.last_hidden_state)

    def head(self, hidden: Tensor) -> Tensor:
        cap = self._module.final_logit_softcapping
        return cast("Tensor", torch.tanh(self._module.lm_head(hidden).float() / cap) * cap)

    def write(self, last: Tensor, caches: Sequence[DynamicCache]) -> Tensor:
        prefixes = Growing(caches, self._text, last.device)
        seats = torch.cat([last, last[:1].expand(prefixes.idle, 1)])
        with together(len(seats)):
            hidden = self.encoded(seats, prefixes.positions, prefixes.masks, prefixes)[: len(last)]
            return self.head(torch.cat([hidden, hidden[:1].expand(prefixes.idle, -1, -1)]))[: len(last)]

    def generate(self, ids: Tensor, settings: SamplerSettings) -> Tensor:
        use_stock(self._module)
        options: dict[str, Any] = {name: getattr(settings, name) for name, knob in KNOBS.items() if not knob.choices}
        options["sampler_config"] = EntropyBoundSamplerConfig(entropy_bound=settings.entropy_bound)
        return cast("Tensor", self._module.generate(ids, **options).sequences)


def _piece_end(pictured: Sequence[bool], begin: int, most: int) -> int:
    """Where a piece of at most `most` tokens ends that cuts no picture; a picture at its begin is in it whole."""
    end = min(begin + most, len(pictured))
    if end == len(pictured) or not (pictured[end - 1] and pictured[end]):
        return end
    first = end
    while first > begin and pictured[first - 1]:
        first -= 1
    if first > begin:
        return first
    return next((place for place in range(end, len(pictured)) if not pictured[place]), len(pictured))


def _forward(
    module: DiffusionGemmaForBlockDiffusion,
    canvas: Tensor,
    prefixes: Prefixes,
    positions: Tensor,
) -> Tensor:
    """The class's own forward pass; its self-conditioning gets what the hooks below give it."""
    return module(
        decoder_input_ids=canvas,
        decoder_attention_mask=prefixes.masks,
        past_key_values=prefixes,
        decoder_position_ids=positions,
    ).logits


def _conditioned(
    module: Any, canvas: Tensor, prefixes: Prefixes, positions: Tensor, signal: Tensor | None, strength: Tensor | None
) -> Tensor:
    """`_forward` as a function of tensors alone, to be compiled: what is compiled cannot read a `ContextVar`."""
    part = module.model.decoder.self_conditioning
    part.signal, part.down_proj.strength = signal, strength
    logits = _forward(module, canvas, prefixes, positions)
    part.signal = part.down_proj.strength = None
    return logits


_compiled_layer = torch.compiler.nested_compile_region(DiffusionGemmaDecoderTextLayer.forward)


def _layer(layer: Any, *inputs: Any, **options: Any) -> Any:
    """A layer's own forward pass, compiled once for all layers of a kind: they differ in nothing but weights."""
    compiling = torch.compiler.is_dynamo_compiling()
    return (_compiled_layer if compiling else DiffusionGemmaDecoderTextLayer.forward)(layer, *inputs, **options)


def _append(attention: Any, prefixes: Any, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
    """In place of the class's own, which concatenates whatever it is given; that one still serves `generate()`."""
    if isinstance(prefixes, Prefixes):
        return prefixes.append(attention.layer_idx, keys, values)
    return cast("tuple[Tensor, Tensor]", type(attention).append_to_cache(attention, prefixes, keys, values))


def _context() -> Conditioning:
    return _conditioning.get() or Conditioning()


def _signal(part: Any, inputs: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor] | None:
    """Puts soft embeddings in the place of the class's own, which it makes of logits if it gets any."""
    signal = part.signal if torch.compiler.is_dynamo_compiling() else _context().signal
    return None if signal is None else (inputs[0], signal)


def _strengthen(projection: Any, _: object, added: Tensor) -> Tensor:
    """Scales what is added to the embedded canvas. Before this, a norm would take any scale away again."""
    strength = projection.strength if torch.compiler.is_dynamo_compiling() else _context().strength
    return added if strength is None else added * strength
