"""The 26B checkpoint as it is described: its costs are computed without a download."""

from __future__ import annotations

from typing import Any

from transformers import DiffusionGemmaConfig


def full_config() -> DiffusionGemmaConfig:
    """The 26B-A4B configuration, with 25.2 billion text parameters. The vision tower is a stub: it never runs."""
    text: dict[str, Any] = dict(
        hidden_size=2816, intermediate_size=2112, moe_intermediate_size=704, num_experts=128, top_k_experts=8,
        num_hidden_layers=30, num_attention_heads=16, num_key_value_heads=8, num_global_key_value_heads=2,
        head_dim=256, global_head_dim=512, sliding_window=1024, vocab_size=262_144, max_position_embeddings=262_144,
        use_bidirectional_attention="vision",
    )  # fmt: skip
    vision: dict[str, Any] = dict(
        model_type="gemma4_vision", hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=1,
        num_key_value_heads=1, head_dim=16, patch_size=4, position_embedding_size=16,
    )  # fmt: skip
    return DiffusionGemmaConfig(text_config=text, vision_config=vision, canvas_length=256)
