"""Masked families written out: passes of Qwen 2 and 3, and their authors' samplers, on a checkpoint's plain tensors."""

import json
from functools import cache

import torch
from safetensors.torch import load_file

END, MASK = 342, 345


@cache
def files(folder):
    weights = {name: part.float() for name, part in load_file(folder / "model.safetensors").items()}
    return json.loads((folder / "config.json").read_text()), weights


def plain_pass(folder, ids, seen):
    """Qwen2 and 3, written out: logits (n, V) of ids (n,), of which each sees those that `seen` (n, n) says."""
    config, weights = files(folder)
    heads = config["num_attention_heads"]
    size = config["hidden_size"] // heads

    def norm(x, name):
        return x * (x.square().mean(-1, keepdim=True) + config["rms_norm_eps"]).rsqrt() * weights[name]

    def linear(x, name):
        bias = weights.get(f"{name}.bias")
        return x @ weights[f"{name}.weight"].T + (0 if bias is None else bias)

    angles = torch.arange(len(ids))[:, None] * config["rope_theta"] ** (-torch.arange(0, size, 2) / size)
    turn = torch.cat([angles, angles], -1)

    def turned(x):
        first, second = x.chunk(2, -1)
        return x * turn.cos() + torch.cat([-second, first], -1) * turn.sin()

    x = weights["model.embed_tokens.weight"][torch.as_tensor(ids)]
    for layer in (f"model.layers.{index}." for index in range(config["num_hidden_layers"])):
        inner = norm(x, layer + "input_layernorm.weight")
        query, key, value = (
            linear(inner, f"{layer}self_attn.{name}_proj").view(len(ids), -1, size).transpose(0, 1) for name in "qkv"
        )
        if f"{layer}self_attn.q_norm.weight" in weights:
            query, key = (
                norm(part, f"{layer}self_attn.{name}_norm.weight") for part, name in ((query, "q"), (key, "k"))
            )
        query, key = turned(query), turned(key)
        key, value = (part.repeat_interleave(heads // len(part), 0) for part in (key, value))
        scores = (query @ key.transpose(1, 2) / size**0.5).masked_fill(~seen, -torch.inf)
        x = x + linear((scores.softmax(-1) @ value).transpose(0, 1).flatten(1), layer + "self_attn.o_proj")
        inner = norm(x, layer + "post_attention_layernorm.weight")
        gate, up = (linear(inner, f"{layer}mlp.{name}_proj") for name in ("gate", "up"))
        x = x + linear(torch.nn.functional.silu(gate) * up, layer + "mlp.down_proj")
    head = weights.get("lm_head.weight", weights["model.embed_tokens.weight"])
    return norm(x, "model.norm.weight") @ head.T


def forbidden(logits, model):
    """Without the mask, and without ids that have no token."""
    logits[:, MASK] = -torch.inf
    logits[:, len(model.tokenizer) :] = -torch.inf
    return logits


def everything(read, length):
    return torch.ones(length, length, dtype=torch.bool)


def by_blocks(read, length, size=32):
    """Blocks, of the prompt too, whose first one has the rest."""
    block = (torch.arange(length) + -read % size) // size
    return block[:, None] >= block


def dllm_sampler(model, folder, read, steps, blocks, seen):
    """dLLM's samplers at temperature 0: each step commits its share of a canvas, the most probable tokens."""
    text = []
    for _ in range(blocks):
        canvas = torch.full((model.canvas_length,), MASK)
        for left in range(steps, 0, -1):
            masked = canvas == MASK
            whole = [*read, *text, *canvas.tolist()]
            logits = forbidden(plain_pass(folder, whole, seen(len(read), len(whole)))[-len(canvas) :], model)
            chosen = logits.argmax(-1)
            confidence = logits.softmax(-1).gather(-1, chosen[:, None])[:, 0].masked_fill(~masked, -torch.inf)
            commit = confidence.topk(round(int(masked.sum()) / left)).indices
            canvas[commit] = chosen[commit]
        text += canvas.tolist()
    return text


def dream_sampler(model, folder, read, steps, blocks):
    """Dream's `entropy` in the paper's limit, where its share of a step is exact: the lowest tempered entropies first.

    Tokens are the most probable ones, where the authors draw at this temperature.
    """
    assert blocks == 1
    canvas = torch.full((model.canvas_length,), MASK)
    for left in range(steps, 0, -1):
        masked = canvas == MASK
        whole = [*read, *canvas.tolist()]
        logits = plain_pass(folder, whole, everything(0, len(whole)))
        logits = forbidden(torch.cat([logits[:1], logits[:-1]])[len(read) :], model) / 0.2
        probs = logits.softmax(-1)
        confidence = (probs * (probs + 1e-10).log()).sum(-1).masked_fill(~masked, -torch.inf)
        commit = confidence.topk(int(masked.sum()) // left).indices
        canvas[commit] = logits.argmax(-1)[commit]
    return canvas.tolist()
