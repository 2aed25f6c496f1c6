"""The shape of the tiny model and its first weights.

The model is transformers' own `DiffusionGemmaForBlockDiffusion`. At this size it has some pitfalls, all handled here.
It needs a vision tower; a stub of a few thousand weights stands in. It needs experts; each layer has one small expert,
because several with top-1 would give the router no gradient. Full-attention layers have their own head size. And
`padding_idx` zeroes the embedding of `<pad>`, which is an ordinary canvas token here.
"""

from collections.abc import Mapping

import torch
from torch import Tensor, nn
from transformers import DiffusionGemmaConfig, DiffusionGemmaForBlockDiffusion, PreTrainedTokenizerFast

from workshop.training.shapes import Shape
from workshop.world.vocabulary import ANSWER, IMAGE


def build_config(shape: Shape, tokenizer: PreTrainedTokenizerFast) -> DiffusionGemmaConfig:
    """Makes the model's configuration for `tokenizer`'s vocabulary."""
    rope = {"rope_type": "default", "rope_theta": 10_000.0}
    return DiffusionGemmaConfig(
        text_config={
            "vocab_size": len(tokenizer),
            "hidden_size": shape.hidden,
            "intermediate_size": shape.mlp,
            "num_hidden_layers": shape.layers,
            "num_attention_heads": shape.heads,
            "num_key_value_heads": shape.kv_heads,
            "num_global_key_value_heads": shape.kv_heads,
            "head_dim": shape.head_size,
            "global_head_dim": shape.head_size,
            "max_position_embeddings": 2048,
            "sliding_window": 1024,
            "layer_types": ["sliding_attention"] * (shape.layers - 1) + ["full_attention"],
            "rope_parameters": {"sliding_attention": dict(rope), "full_attention": dict(rope)},
            "num_experts": 1,
            "top_k_experts": 1,
            "moe_intermediate_size": shape.expert,
            "pad_token_id": tokenizer.pad_token_id,
            "eos_token_id": tokenizer.eos_token_id,
            "bos_token_id": tokenizer.bos_token_id,
        },
        vision_config={
            "model_type": "gemma4_vision",
            "hidden_size": 16,
            "intermediate_size": 16,
            "num_hidden_layers": 1,
            "num_attention_heads": 1,
            "num_key_value_heads": 1,
            "head_dim": 16,
            "global_head_dim": 16,
            "patch_size": 4,
            "position_embedding_size": 16,
        },
        boi_token_id=tokenizer.convert_tokens_to_ids(IMAGE),
        eoi_token_id=tokenizer.convert_tokens_to_ids(ANSWER),
        image_token_id=tokenizer.convert_tokens_to_ids(IMAGE),
        canvas_length=shape.canvas_length,
    )


@torch.no_grad()
def build_model(config: DiffusionGemmaConfig, seed: int) -> DiffusionGemmaForBlockDiffusion:
    """Makes a float32 model with fresh weights drawn from `seed`, and leaves torch's global generator unchanged.

    Embeddings have std hidden^-1/2 (the class multiplies them by hidden^1/2), and linear layers fan_in^-1/2. The class
    scales attention by 1.0, so `q_norm` starts at head_size^-1/2. The norms at the end of the two residual branches
    start at (2 layers)^-1/2, which keeps the residual stream near unit size at any depth.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = DiffusionGemmaForBlockDiffusion(config).float()
        decoder = model.model.decoder
        nn.init.normal_(decoder.embed_tokens.weight, std=config.text_config.hidden_size**-0.5)
        for module in decoder.modules():
            if isinstance(module, nn.Linear):
                nn.init.normal_(module.weight, std=module.in_features**-0.5)
        for layer in decoder.layers:
            attention, experts = layer.self_attn, layer.experts
            nn.init.constant_(attention.q_norm.weight, attention.head_dim**-0.5)
            nn.init.normal_(experts.gate_up_proj, std=experts.hidden_dim**-0.5)
            nn.init.normal_(experts.down_proj, std=experts.intermediate_dim**-0.5)
            for norm in (layer.post_attention_layernorm, layer.post_feedforward_layernorm):
                nn.init.constant_(norm.weight, (2 * config.text_config.num_hidden_layers) ** -0.5)
    return model


def trained_parameters(model: DiffusionGemmaForBlockDiffusion) -> dict[str, nn.Parameter]:
    """Name -> parameter that training changes: those of the decoder, which the encoder and the head share.

    The router is left out: with a single expert its weights have no effect and no gradient.
    """
    return {name: parameter for name, parameter in model.model.decoder.named_parameters() if ".router." not in name}


def model_with(config: DiffusionGemmaConfig, weights: Mapping[str, Tensor]) -> DiffusionGemmaForBlockDiffusion:
    """Makes a float32 model on the CPU with these `weights`, named as in `trained_parameters`."""
    model = build_model(config, seed=0)
    with torch.no_grad():
        for name, weight in trained_parameters(model).items():
            weight.copy_(weights[name])
    return model.eval()
