"""The training loss: cross-entropy for three ways of writing, in one pass.

- Diffusion: at noise level t, each canvas token is replaced with probability t by a token drawn uniformly from the
  vocabulary. The loss is that of the clean token at every canvas position, noised or not. On half of the steps the
  model sees what sampling will show it: its own logits from a first pass, divided by a temperature, and on most rows
  also its own tokens where that pass was sure of them, so that it learns to mend its own mistakes, and some clean
  tokens more, so that it learns to go by what was just accepted.
  On boards the logits are divided by a temperature first (see `Mixture`).
- Masked: the same with a mask token instead of noise, a loss only on masked positions, and no conditioning.
- Autoregressive: the loss of the next token, causally, as the encoder reads the text.

Sources: uniform-state diffusion (D3PM, arXiv 2107.03006), self-conditioning (arXiv 2208.04202), unrolled steps (SUNDAE,
arXiv 2112.06749), masked diffusion (MDLM, arXiv 2406.07524).
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor
from transformers import DiffusionGemmaForBlockDiffusion

from workshop.training.data import AUTOREGRESSIVE, DIFFUSION, MASKED, WAYS, Batch
from workshop.training.joint import joint_logits, joint_mask, rotary_tables
from workshop.training.mixture import TASKS

LEVELS = 4  # noise levels are reported in quarters of (0, 1)
_LOWEST_TEMPERATURE = 0.4
_UNROLLED = 0.7
"""Share of the rows with a first pass where its sure tokens take the place of noise."""
_SURE = 0.1
"""Nats: below this entropy a token is sure. Higher ones are choices: to change them would teach not to trust any."""
_REVEALED = 0.3
"""Up to this share of the other noise on such a row becomes clean, as if it had just been accepted."""


class Objective:
    """Computes the loss of batches under `model`. With `compile`, both passes are compiled for the one batch shape."""

    def __init__(self, model: DiffusionGemmaForBlockDiffusion, *, device: torch.device, compile: bool):
        self.model, self.device = model, device
        wrap: Callable = (lambda f: torch.compile(f, dynamic=False)) if compile else (lambda f: f)
        self._first_pass = wrap(self._logits)
        self._loss_pass = wrap(self._cross_entropy)
        # bf16 products pay only in compiled passes; otherwise float32 keeps small runs exact.
        self._dtype = torch.bfloat16 if compile or device.type == "cuda" else None

    def __call__(self, batch: Batch, step: int, seed: int) -> tuple[Tensor, Tensor]:
        """Computes the loss, a scalar with gradient, and the cross-entropy in nats, (rows, length), without one."""
        batch = Batch(**{name: value.to(self.device) for name, value in vars(batch).items()})
        mask = torch.where(joint_mask(batch.segment, batch.is_canvas, batch.positions), 0.0, -1e9)
        tables = rotary_tables(self.model, batch.positions)
        vocabulary = self.model.config.text_config.vocab_size
        previous = torch.zeros(*batch.ids.shape, vocabulary, device=self.device)
        use_previous = torch.zeros(*batch.ids.shape, 1, device=self.device)
        inputs = (batch.ids, batch.is_canvas, mask, tables)
        with torch.autocast(self.device.type, dtype=self._dtype or torch.bfloat16, enabled=self._dtype is not None):
            if step % 2:
                generator = torch.Generator().manual_seed(seed * 1_000_003 + step)
                spread = torch.rand(len(batch.ids), 1, 1, generator=generator).to(self.device)
                temperature = _LOWEST_TEMPERATURE + (1 - _LOWEST_TEMPERATURE) * spread
                with torch.no_grad():
                    previous = self._first_pass(*inputs, previous, use_previous)
                previous = previous / (temperature * batch.temperature.unsqueeze(-1))
                use_previous = (batch.way == DIFFUSION).unsqueeze(-1).float()
                inputs = (unrolled(batch, previous, generator), *inputs[1:])
            learnt = (batch.target, batch.weight, batch.temperature)
            return self._loss_pass(*inputs, previous, use_previous, *learnt)

    def _logits(self, *inputs) -> Tensor:
        return joint_logits(self.model, *inputs)

    def _cross_entropy(self, ids, is_canvas, mask, tables, previous, use_previous, target, weight, temperature):
        logits = joint_logits(self.model, ids, is_canvas, mask, tables, previous, use_previous)
        logits = logits / temperature.unsqueeze(-1)
        nats = F.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none").view(target.shape)
        return (nats * weight).sum() / weight.sum(), nats.detach()


def unrolled(batch: Batch, logits: Tensor, generator: torch.Generator) -> Tensor:
    """The ids (rows, length) after a step of a sampler: most rows lost the noise where it was sure, and some more.

    Args:
        logits: (rows, length, vocabulary), of a pass that saw the batch.
    """
    rows, length, device = *batch.ids.shape, batch.ids.device
    chance = torch.rand(2, rows, 1, generator=generator).to(device)
    revealed = torch.rand(rows, length, generator=generator).to(device) < _REVEALED * chance[0]
    probabilities = logits.float().softmax(dim=-1)
    sure = torch.special.entr(probabilities).sum(dim=-1) < _SURE
    places = torch.rand(rows, length, 1, generator=generator).to(device)
    drawn = (probabilities.cumsum(dim=-1) < places).sum(dim=-1).clamp_(max=probabilities.shape[-1] - 1)
    noise = batch.is_canvas & (batch.way == DIFFUSION) & (batch.ids != batch.target) & (chance[1] < _UNROLLED)
    shown = torch.where(sure, drawn, torch.where(revealed, batch.target, batch.ids))
    return torch.where(noise, shown, batch.ids)


def loss_table(batch: Batch, nats: Tensor) -> dict[str, list[float]]:
    """Averages the cross-entropy over answer tokens, in nats.

    Each diffusion task gets a figure for each quarter of the noise levels, NaN where there was none. Masked writing
    gets the same over all tasks, and autoregressive writing a single figure.
    """
    quarter = (batch.level * LEVELS).long().clamp(max=LEVELS - 1)
    answer = batch.weight == 1.0
    nats = nats.cpu()

    def by_level(places: Tensor) -> list[float]:
        return [nats[answer & places & (quarter == q)].mean().item() for q in range(LEVELS)]

    diffused = {name: by_level((batch.task == task) & (batch.way == DIFFUSION)) for task, name in enumerate(TASKS)}
    return {
        **diffused,
        WAYS[MASKED]: by_level(batch.way == MASKED),
        WAYS[AUTOREGRESSIVE]: [nats[answer & (batch.way == AUTOREGRESSIVE)].mean().item()],
    }
