"""Write a trained run as a checkpoint that `from_pretrained` loads: averaged weights, tokenizer, settings, card."""

import os
import shutil
from pathlib import Path

import torch
from transformers import DiffusionGemmaForBlockDiffusion, PreTrainedTokenizerFast
from transformers.models.diffusion_gemma.generation_diffusion_gemma import DiffusionGemmaGenerationConfig

from playground.training.card import Origin, model_card
from playground.training.data import puzzle_bank
from playground.training.evaluate import Sampling, measure
from playground.training.loop import Run

SHIPPED_SAMPLING = Sampling()


def write_checkpoint(
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    sampling: Sampling,
    card: str,
    folder: Path,
) -> None:
    """Write every file beside `folder` first, then swap the folders: a reader finds the old one or the new one."""
    folder = folder.absolute()
    fresh, old = folder.with_name(f".{folder.name}.new"), folder.with_name(f".{folder.name}.old")
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    model.generation_config = DiffusionGemmaGenerationConfig(
        max_new_tokens=model.config.canvas_length,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        **sampling.generation_options(),
    )
    model.save_pretrained(fresh)
    tokenizer.save_pretrained(fresh)
    (fresh / "MODEL_CARD.md").write_text(card)
    for path in fresh.iterdir():
        path.chmod(0o644)  # safetensors leaves its file to the owner alone
    if folder.exists():
        os.rename(folder, old)
    os.rename(fresh, folder)
    shutil.rmtree(old, ignore_errors=True)


def export_model(
    run: Run, folder: Path, sampling: Sampling = SHIPPED_SAMPLING, cases: int = 64, remark: str = ""
) -> None:
    """Measure the averaged model of `run` on held-out cases and write it, with its card, to `folder`.

    What is measured is what is shipped: weights rounded to bfloat16, computed in float32. `remark` goes into the card,
    for what the settings do not say about the run.
    """
    settings = run.settings
    model = run.averaged_model()
    with torch.no_grad():
        # Weight by weight: `model.to(bfloat16)` would round the rotary frequencies too, which a loaded model does not.
        for parameter in model.parameters():
            parameter.copy_(parameter.to(torch.bfloat16))
    bank = puzzle_bank(settings.puzzles, settings.seed, settings.work_dir)
    measured = measure(model, run.tokenizer, bank, sampling, cases)
    device = torch.cuda.get_device_name() if run.device.type == "cuda" else f"{os.cpu_count()} processor cores"
    origin = Origin(
        parameters=sum(weight.numel() for weight in run.weights.values()),
        vocabulary=len(run.tokenizer),
        layers=settings.shape.layers,
        hidden=settings.shape.hidden,
        canvas_length=settings.shape.canvas_length,
        steps=run.step,
        rows=settings.rows,
        active_minutes=run.active_seconds / 60,
        seed=settings.seed,
        device=device,
        remark=remark,
    )
    write_checkpoint(model.to(torch.bfloat16), run.tokenizer, sampling, model_card(origin, measured), folder)
