"""What a pass costs, by formula from a model's configuration: operations and bytes, without any weights.

Notation: P positions in a pass (of one row), B rows that share it, R = B P, K keys that a position attends to, h hidden
size, i intermediate size, m that of an expert, E experts of which each position is routed to k, a attention heads of
size d, g key heads, V vocabulary, w bytes per weight.

A product of an (r, c) matrix with n columns takes 2 r c n operations (a multiplication and an addition each). Only
matrix products count: the rest is below 1%. Bytes are the fewest that must pass between the device's memory and its
processors: every weight once, the keys and values that are attended to, and the logits. What stays in a processor's
cache, such as activations, is left out.

Sources: the products are those of `modeling_diffusion_gemma.py` in transformers. The roofline is Williams, Waterman and
Patterson, "Roofline: an insightful visual performance model for multicore architectures" (CACM 52:4, 2009).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from transformers import DiffusionGemmaConfig

NORMS = 7
"""Norms of the hidden size in each layer."""


@dataclass(frozen=True)
class Cost:
    """The cost of one pass, or of several added up. Expectations need not be whole."""

    flops: dict[str, float]
    """Operations by part."""
    bytes: dict[str, float]
    """Bytes by kind."""

    @property
    def total_flops(self) -> float:
        return sum(self.flops.values())

    @property
    def total_bytes(self) -> float:
        return sum(self.bytes.values())


@dataclass(frozen=True, kw_only=True)
class Machine:
    """How fast a machine can be at best."""

    name: str
    bytes_per_s: float
    """Between its memory and its processors."""
    flops_per_s: float
    """In matrix products, in the data type of the weights."""


@dataclass(frozen=True)
class Bound:
    """The shortest time that a pass can take on a machine."""

    seconds: float
    limit: Literal["memory", "compute"]
    """What takes that long; the other takes less."""


def roofline(cost: Cost, machine: Machine) -> Bound:
    """max(bytes / bandwidth, operations / rate): memory and processors work at the same time at best."""
    memory, compute = cost.total_bytes / machine.bytes_per_s, cost.total_flops / machine.flops_per_s
    return Bound(memory, "memory") if memory >= compute else Bound(compute, "compute")


def denoiser_pass(
    config: DiffusionGemmaConfig,
    *,
    positions: int | None = None,
    prefix: int = 0,
    rows: int = 1,
    width: float = 2,
    conditioned: bool = True,
) -> Cost:
    """A pass of the denoiser over a canvas of each row.

    Args:
        positions: P; None for the configuration's own canvas.
        prefix: how many tokens each row has read before the canvas.
        rows: B.
        width: w, bytes per weight, key, value and logit.
        conditioned: whether the pass gets the logits of the pass before, from which self-conditioning makes soft
            embeddings: 2 V h R operations, and the embedding matrix once more.

    On top of the layers (`_layers`): self-conditioning 2 * 3 h i R operations and 3 h i + h weights; the head 2 V h R
    operations and V h weights; the logits 2 R V w bytes, as the next pass reads what this one writes.
    """
    text: Any = config.text_config
    each = positions or config.canvas_length
    assert each is not None
    tokens, hidden, table = rows * each, text.hidden_size, text.vocab_size * text.hidden_size
    flops, weights = _layers(text, each, prefix, rows, width)
    signal = 3 * hidden * text.intermediate_size
    flops["self-conditioning"] = 2 * tokens * (signal + (table if conditioned else 0))
    flops["head"] = 2 * tokens * table
    weights["weights"] += width * (signal + hidden)
    weights["embeddings"] = width * table * (2 if conditioned else 1)
    weights["logits"] = 2 * width * tokens * text.vocab_size
    return Cost(flops, weights)


def plain_pass(config: Any, *, positions: int, prefix: int, width: float = 2, read_again: bool = False) -> Cost:
    """A pass of a plain decoder without experts, such as Qwen3's or Llama's, over one canvas.

    Args:
        positions, prefix, width: as `denoiser_pass`.
        read_again: does every pass read the prefix too, because it attends to the canvas? Then there is no cache.

    Each layer has queries h a d, keys and values h g d each, an output a d h, and an mlp of 3 h i; the head is 2 V h P.
    """
    read, cached = (positions + prefix, 0) if read_again else (positions, prefix)
    hidden, heads = config.hidden_size, config.num_attention_heads
    size = getattr(config, "head_dim", None) or hidden // heads
    queries, keys = heads * size, config.num_key_value_heads * size
    projections, mlp = 2 * hidden * (queries + keys), 3 * hidden * config.intermediate_size
    table, layers = config.vocab_size * hidden, config.num_hidden_layers
    flops = {
        "projections": 2.0 * layers * read * projections,
        "attention": 4.0 * layers * read * (read + cached) * queries,
        "mlp": 2.0 * layers * read * mlp,
        "head": 2.0 * positions * table,
    }
    held = {
        "weights": layers * (projections + mlp),
        "embeddings": table,
        "cache": 2 * layers * cached * keys,
        "logits": 2 * positions * config.vocab_size,
    }
    return Cost(flops, {name: width * count for name, count in held.items()})


def autoregressive_pass(config: DiffusionGemmaConfig, *, prefix: int, rows: int = 1, width: float = 2) -> Cost:
    """A pass that writes one token of each row: the encoder over one position, and the head.

    On a CPU the engine fills small batches up with idle seats, so that rows round alike; they are not counted.

    Args:
        prefix, rows, width: as `denoiser_pass`; `prefix` leaves out the token that the pass reads.
    """
    text: Any = config.text_config
    table = text.vocab_size * text.hidden_size
    flops, weights = _layers(text, 1, prefix, rows, width)
    flops["head"] = 2 * rows * table
    weights["embeddings"] = width * table
    weights["logits"] = 2 * width * rows * text.vocab_size
    return Cost(flops, weights)


def encoder_pass(config: DiffusionGemmaConfig, *, tokens: int, prefix: int = 0, width: float = 2) -> Cost:
    """The encoder's pass over `tokens` new tokens of one row, before a block. It has no head.

    Attention is counted over all pairs, as it is computed where a kernel does not skip what the causal mask hides.
    """
    return Cost(*_layers(config.text_config, tokens, prefix, 1, width))


def distinct_experts(experts: int, per_token: int, tokens: int) -> float:
    """How many experts R positions reach, as expected if the router treats all alike: E (1 - (1 - k/E)^R)."""
    return experts * (1 - (1 - per_token / experts) ** tokens)


def _layers(
    text: Any, positions: int, prefix: int, rows: int, width: float
) -> tuple[dict[str, float], dict[str, float]]:
    """Operations and bytes of all layers, for `positions` of each row after `prefix` tokens.

    For each layer, with R positions in all and K = P + prefix keys (a sliding layer keeps window - 1 of the prefix):

    - projections: queries h a d, keys h g d, values h g d (full layers use the keys), output a d h; times 2 R.
    - attention: scores and weighted values, each 2 R K a d. It reads 2 B (K - P) g d w bytes of keys and values.
    - mlp: gate, up and down, 2 * 3 h i R. router: 2 h E R.
    - experts: k for each position, 2 * 3 h m k R; the weights of those that some position reaches.
    """
    tokens, hidden = rows * positions, text.hidden_size
    flops = dict.fromkeys(("projections", "attention", "mlp", "router", "experts"), 0.0)
    held = {"weights": float(hidden), "experts": 0.0, "cache": 0.0}  # `hidden`: the last norm
    expert = 3 * hidden * text.moe_intermediate_size
    for index, kind in enumerate(text.layer_types):
        layer = text.per_layer_config[index]
        sliding = kind == "sliding_attention"
        queries, keys = text.num_attention_heads * layer.head_dim, layer.num_key_value_heads * layer.head_dim
        read = min(prefix, text.sliding_window - 1) if sliding else prefix
        projections = hidden * (2 * queries + (2 if sliding else 1) * keys)
        mlp, router = 3 * hidden * text.intermediate_size, hidden * text.num_experts
        flops["projections"] += 2 * tokens * projections
        flops["attention"] += 4 * tokens * (read + positions) * queries
        flops["mlp"] += 2 * tokens * mlp
        flops["router"] += 2 * tokens * router
        flops["experts"] += 2 * tokens * text.top_k_experts * expert
        norms = NORMS * hidden + 2 * layer.head_dim
        held["weights"] += projections + mlp + router + norms + hidden + text.num_experts  # and the router's scales
        held["experts"] += expert * distinct_experts(text.num_experts, text.top_k_experts, tokens)
        held["cache"] += 2 * rows * read * keys
    return flops, {name: width * count for name, count in held.items()}
