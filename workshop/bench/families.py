"""Measures a masked checkpoint of 0.6 billion random weights: a step over a plain pass, what it was expected to take,
and the memory that loading needs."""

from __future__ import annotations

import statistics as stats
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import torch
from transformers import AutoTokenizer, PreTrainedModel
from transformers.models.qwen3 import Qwen3ForCausalLM

from playground.engine.denoise import denoise
from playground.engine.loading.expected import PREFIX, expect
from playground.engine.loading.source import EMBEDDED
from playground.engine.models import Model, load_model
from playground.engine.rowwise import NAME
from playground.plugins.card.measure import PROMPT
from playground.plugins.masked.mdlm import A2dQwen3Config
from workshop.bench import Parts

SHAPE = {
    "vocab_size": 151_936, "hidden_size": 1024, "intermediate_size": 3072, "num_hidden_layers": 28,
    "num_attention_heads": 16, "num_key_value_heads": 8, "head_dim": 128, "max_position_embeddings": 40_960,
    "tie_word_embeddings": True,
}  # fmt: skip
"""The config.json of `dllm-hub/Qwen3-0.6B-diffusion-mdlm-v0.1`, as far as it decides what a pass costs."""
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
    """A step of a run, and transformers' pass over the same tokens, in turns, in each type."""
    figures = {}
    with _saved() as folder:
        for dtype in ("float32", "bfloat16"):
            taken = expect(str(folder), device="cpu", dtype=dtype)
            steps, passes = _turns(load_model(str(folder), device="cpu", dtype=dtype))
            ratios = [ours / plain for ours, plain in zip(steps, passes, strict=True)]
            figures |= {
                f"masked_{dtype}_step_over_pass": stats.median(ratios),
                f"masked_{dtype}_step_over_expected": min(steps) / (taken.seconds or 0),
                f"masked_{dtype}_ms_per_step": 1000 * min(steps),
            }
    return figures


def _turns(model: Model) -> tuple[list[float], list[float]]:
    """Seconds of steps, and of plain passes; of both the first, which warms up, is left out."""
    words = PROMPT.split()
    prompt = " ".join(words * (PREFIX // len(words)))
    while len(prefix := model.encode(prompt)) > PREFIX:
        prompt = prompt.rpartition(" ")[0]
    settings = model.settings.replace(max_denoising_steps=TURNS, max_new_tokens=model.canvas_length)
    steps, passes, apart = [], [], time.perf_counter()
    for step in denoise(model, prompt, settings):
        steps.append(time.perf_counter() - apart)
        passes.append(_pass_seconds(model.module, [*prefix, *step.input_ids.tolist()], model.canvas_length))
        apart = time.perf_counter()
    return steps[1:], passes[1:]


@torch.inference_mode()
def _pass_seconds(module: PreTrainedModel, ids: list[int], length: int) -> float:
    """Its class's own forward pass, in which everything sees everything, with the logits of the canvas."""
    tokens, seen = torch.tensor([ids]), torch.ones(1, 1, len(ids), len(ids), dtype=torch.bool)
    module.set_attn_implementation("sdpa")
    started = time.perf_counter()
    module(input_ids=tokens, attention_mask=seen, use_cache=False, logits_to_keep=length)
    seconds = time.perf_counter() - started
    module.set_attn_implementation(NAME)
    return seconds


def masked_loading() -> dict[str, float]:
    """The most memory that a process needs to load it, beyond the pages of its file, over the weights, in each type."""
    with _saved() as folder:
        return {f"masked_{dtype}_loading_over_weights": _apart(folder, dtype) for dtype in ("float32", "bfloat16")}


def _apart(folder: Path, dtype: str) -> float:
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(_loading_over_weights, folder, dtype).result()


def _loading_over_weights(folder: Path, dtype: str) -> float:
    before, loaded = _own_bytes(), threading.Event()
    most = [before]

    def watch() -> None:
        while not loaded.wait(0.005):
            most[0] = max(most[0], _own_bytes())

    watching = threading.Thread(target=watch)
    watching.start()
    model = load_model(str(folder), device="cpu", dtype=dtype)
    loaded.set()
    watching.join()
    return (most[0] - before) / sum(weight.nbytes for weight in model.module.parameters())


def _own_bytes() -> int:
    """The memory of this process without pages of files, which the system can take back."""
    memory = psutil.Process().memory_info()
    return memory.rss - memory.shared


PARTS: Parts = {
    masked_step: {
        f"masked_{dtype}_{name}": f"{text}, in {dtype}"
        for dtype in ("float32", "bfloat16")
        for name, text in {
            "step_over_pass": "a step of 0.6 billion random weights over transformers' pass on the same tokens",
            "step_over_expected": "that step over what was expected of it before it was loaded",
            "ms_per_step": "that step",
        }.items()
    },
    masked_loading: {
        f"masked_{dtype}_loading_over_weights": f"the most memory of its own while loading, over weights in {dtype}"
        for dtype in ("float32", "bfloat16")
    },
}
