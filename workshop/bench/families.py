"""Measures a masked checkpoint of 0.6 billion random weights: a step over a plain pass, and over what was expected."""

from __future__ import annotations

import statistics as stats
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from transformers import AutoTokenizer
from transformers.models.qwen3 import Qwen3ForCausalLM

from playground.engine.denoise import denoise
from playground.engine.families.mdlm import A2dQwen3Config
from playground.engine.loading.expected import expect
from playground.engine.loading.source import EMBEDDED
from playground.engine.models import load_model
from playground.engine.rowwise import NAME
from playground.measure import Parts

SHAPE = {
    "vocab_size": 151_936, "hidden_size": 1024, "intermediate_size": 3072, "num_hidden_layers": 28,
    "num_attention_heads": 16, "num_key_value_heads": 8, "head_dim": 128, "max_position_embeddings": 40_960,
    "tie_word_embeddings": True,
}  # fmt: skip
"""The config.json of `dllm-hub/Qwen3-0.6B-diffusion-mdlm-v0.1`, as far as it decides what a pass costs."""
PROMPT = "Write a story about Lily, a cat and a red ball."
TURNS = 4


@contextmanager
def _saved() -> Iterator[Path]:
    """A folder with such a checkpoint in bfloat16, and the embedded one's tokenizer: what it writes does not matter."""
    with TemporaryDirectory() as folder:
        tokenizer = AutoTokenizer.from_pretrained(EMBEDDED)
        tokenizer.save_pretrained(folder)
        config = A2dQwen3Config(**SHAPE, mask_token_id=tokenizer.mask_token_id, pad_token_id=tokenizer.pad_token_id)
        Qwen3ForCausalLM(config).bfloat16().save_pretrained(folder)
        config.save_pretrained(folder)
        yield Path(folder)


def masked_step() -> dict[str, float]:
    """A step of a run, and transformers' pass over the same tokens, in turns; the weights stay in their bfloat16."""
    with _saved() as folder:
        taken = expect(str(folder), device="cpu", dtype="bfloat16")
        model = load_model(str(folder), device="cpu", dtype="bfloat16")
    settings = model.settings.replace(max_denoising_steps=TURNS, max_new_tokens=model.canvas_length)
    prefix = model.encode(PROMPT)
    steps, passes, apart = [], [], time.perf_counter()
    for step in denoise(model, PROMPT, settings):
        steps.append(time.perf_counter() - apart)
        ids = torch.tensor([[*prefix, *step.input_ids.tolist()]])
        passes.append(_pass_seconds(model.module, ids, model.canvas_length))
        apart = time.perf_counter()
    return {
        "masked_step_over_pass": stats.median(ours / plain for ours, plain in zip(steps[1:], passes[1:], strict=True)),
        "masked_step_over_expected": min(steps[1:]) / (taken.seconds or 0),
        "masked_ms_per_step": 1000 * min(steps[1:]),
    }


@torch.inference_mode()
def _pass_seconds(module: Qwen3ForCausalLM, ids: torch.Tensor, length: int) -> float:
    """Its class's own forward pass, in which everything sees everything, with the logits of the canvas."""
    seen = torch.ones(1, 1, ids.shape[1], ids.shape[1], dtype=torch.bool)
    module.set_attn_implementation("sdpa")
    started = time.perf_counter()
    module(input_ids=ids, attention_mask=seen, use_cache=False, logits_to_keep=length)
    seconds = time.perf_counter() - started
    module.set_attn_implementation(NAME)
    return seconds


PARTS: Parts = {
    masked_step: {
        "masked_step_over_pass": "a step of 0.6 billion random weights over transformers' pass on the same tokens",
        "masked_step_over_expected": "the same step over what was expected of it before it was loaded",
        "masked_ms_per_step": "the same step, in bfloat16",
    }
}
