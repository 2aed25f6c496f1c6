"""Writes a trained run as a checkpoint that `from_pretrained` loads: averaged weights, tokenizer, settings, card."""

from pathlib import Path

import torch
from transformers import DiffusionGemmaForBlockDiffusion, PreTrainedTokenizerFast
from transformers.models.diffusion_gemma.generation_diffusion_gemma import (
    DiffusionGemmaGenerationConfig,
    EntropyBoundSamplerConfig,
)

from playground.engine.models import Model, load_model
from playground.export.whole import writing
from playground.spec.settings import SamplerSettings
from workshop.evaluation.measure import CLUES, measure
from workshop.training.card import model_card
from workshop.training.loop import Run
from workshop.training.trained_words import write_trained_words
from workshop.world.cases import case_banks, suites

SHIPPED_SETTINGS = SamplerSettings(t_max=0.5, t_min=0.2, entropy_bound=0.15, confidence_threshold=0.01)
"""Chosen by a sweep; the model card says why."""
BLOCKS = 2
"""How many canvases the shipped settings allow: a long story takes two."""


def load_checkpoint(folder: Path | None) -> Model:
    """Loads a checkpoint that this project made, in float32 on the CPU; None loads the embedded one.

    Raises:
        ModelError: it cannot be loaded.
    """
    return load_model(None if folder is None else str(folder), device="cpu", dtype="float32")


def configure(
    model: DiffusionGemmaForBlockDiffusion, tokenizer: PreTrainedTokenizerFast, settings: SamplerSettings
) -> None:
    """Gives `model` the generation config that ships with it."""
    model.generation_config = DiffusionGemmaGenerationConfig(
        max_new_tokens=BLOCKS * model.config.canvas_length,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        max_denoising_steps=settings.max_denoising_steps,
        t_min=settings.t_min,
        t_max=settings.t_max,
        stability_threshold=settings.stability_threshold,
        confidence_threshold=settings.confidence_threshold,
        sampler_config=EntropyBoundSamplerConfig(entropy_bound=settings.entropy_bound),
    )


def write_checkpoint(
    model: DiffusionGemmaForBlockDiffusion, tokenizer: PreTrainedTokenizerFast, card: str, folder: Path
) -> None:
    """Writes all files next to `folder`, then swaps the folders: readers find either the old one or the new one."""
    folder.absolute().parent.mkdir(parents=True, exist_ok=True)
    with writing(folder) as fresh:
        model.save_pretrained(fresh)
        tokenizer.save_pretrained(fresh)
        write_trained_words(fresh, tokenizer.get_vocab())
        (fresh / "MODEL_CARD.md").write_text(card, encoding="utf-8")
        for path in fresh.iterdir():
            path.chmod(0o644)  # safetensors makes its file readable only by the owner


def export_model(
    run: Run, folder: Path, settings: SamplerSettings = SHIPPED_SETTINGS, cases: int = 64, remark: str = ""
) -> None:
    """Measures the averaged model of `run` on held-out cases and writes it, with its card, to `folder`.

    It measures what ships: weights rounded to bfloat16, computed in float32.

    Args:
        remark: goes into the card; says what the settings do not say about the run.
    """
    trained = run.settings
    model = run.averaged_model()
    with torch.no_grad():
        # Weight by weight: `model.to(bfloat16)` would also round the rotary frequencies, which loading does not.
        for parameter in model.parameters():
            parameter.copy_(parameter.to(torch.bfloat16))
    configure(model, run.tokenizer, settings)
    kinds = suites(case_banks(0, trained.work_dir), run.tokenizer, CLUES)
    measured = measure(Model.of(model, run.tokenizer), kinds, cases=cases)
    write_checkpoint(model.to(torch.bfloat16), run.tokenizer, model_card(run, measured, remark), folder)
