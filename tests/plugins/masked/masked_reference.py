"""Masked families without the engine: passes of transformers' class, and their authors' samplers written out."""

from functools import cache

import torch
from transformers.models.qwen2 import Qwen2ForCausalLM
from transformers.models.qwen3 import Qwen3ForCausalLM

END, MASK = 342, 345


@cache
def stock(folder):
    kind = Qwen3ForCausalLM if "qwen3" in (folder / "config.json").read_text() else Qwen2ForCausalLM
    return kind.from_pretrained(folder, dtype=torch.float32)


@torch.no_grad()
def plain_pass(folder, ids, seen):
    """transformers' class alone: logits (n, V) of ids (n,), of which each sees those that `seen` (n, n) says."""
    module = stock(folder)
    return module(input_ids=torch.tensor([ids]), attention_mask=seen[None, None], use_cache=False).logits[0]


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
