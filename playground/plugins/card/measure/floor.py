"""Counts the fewest bytes that a denoising step must move through a device's memory, from the model's own weights.

With few canvases, memory limits a step, not arithmetic. The shortest possible time is these bytes over the bandwidth.
"""

from __future__ import annotations

from transformers import DiffusionGemmaForBlockDiffusion


def step_bytes(module: DiffusionGemmaForBlockDiffusion, rows: int, context: int) -> dict[str, int]:
    """Counts the bytes of one step by kind, for `rows` canvases that have read `context` tokens each.

    - experts: those with at least one token, as expected for a router that treats all experts alike:
      E (1 - (1 - k/E)^tokens) of E.
    - embeddings: the matrix, read twice: for the logits, and for the soft embeddings of self-conditioning.
    - weights: every other weight of the decoder, once.
    - cache: the keys and values that the canvas attends to; a sliding layer keeps its window minus one.
    - logits: what conditions the next step, written once and read once. Nothing else of that size is needed.

    Works on any device, "meta" included.
    """
    config = module.config.text_config
    tokens = rows * module.config.canvas_length
    touched = 1 - (1 - config.top_k_experts / config.num_experts) ** tokens
    sizes = {"experts": 0, "embeddings": 0, "weights": 0, "cache": 0}
    for name, weight in module.model.decoder.named_parameters():
        if ".experts." in name:
            sizes["experts"] += round(weight.nbytes * touched)
        elif name == "embed_tokens.weight":
            sizes["embeddings"] += 2 * weight.nbytes
        else:
            sizes["weights"] += weight.nbytes
    size = module.dtype.itemsize
    for layer in module.model.decoder.layers:
        attention = layer.self_attn
        seen = min(context, attention.sliding_window - 1) if attention.is_sliding else context
        width = attention.k_norm.weight.shape[0] * config.num_attention_heads // attention.num_key_value_groups
        sizes["cache"] += 2 * rows * seen * width * size
    sizes["logits"] = 2 * tokens * config.vocab_size * size
    return sizes
