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
from workshop.training.joint import embedded, joint_hidden, joint_mask, logits_of, rotary_tables, transformed
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
    """Computes the loss of batches under `model`. With `compile`, its parts are compiled for the one batch shape."""

    def __init__(self, model: DiffusionGemmaForBlockDiffusion, *, device: torch.device, compile: bool):
        self.model, self.device, self.compiled = model, device, compile
        # Part by part: a layer is compiled once for all, in a fraction of the time that a whole pass takes.
        wrap: Callable = (lambda f: torch.compile(f, dynamic=False)) if compile else (lambda f: f)
        self._parts = {"embed": wrap(embedded), "transform": wrap(transformed)}
        self._logits, self._loss = wrap(logits_of), wrap(_cross_entropy)
        # bf16 products pay only in compiled passes; otherwise float32 keeps small runs exact.
        self._dtype = torch.bfloat16 if compile or device.type == "cuda" else None

    def __call__(self, batch: Batch, number: int, seed: int) -> tuple[Tensor, Tensor]:
        """Computes the loss, a scalar with gradient, and the cross-entropy in nats, (rows, length), without one.

        The `number` of the batch and the `seed` decide what is drawn, on the device itself: nothing waits for a copy.
        """
        batch = batch.to(self.device)
        mask = torch.where(joint_mask(batch.segment, batch.is_canvas, batch.positions), 0.0, -1e9)
        rest = (batch.is_canvas, mask, rotary_tables(self.model, batch.positions))
        ids, previous, use_previous = batch.ids, None, None
        with torch.autocast(self.device.type, dtype=self._dtype or torch.bfloat16, enabled=self._dtype is not None):
            if number % 2:
                generator = torch.Generator(self.device).manual_seed(seed * 1_000_003 + number)
                spread = torch.rand(len(ids), 1, 1, generator=generator, device=self.device)
                temperature = _LOWEST_TEMPERATURE + (1 - _LOWEST_TEMPERATURE) * spread
                with torch.no_grad():
                    first = self._logits(self.model, joint_hidden(self.model, ids, *rest, **self._parts))
                previous = first / (temperature * batch.temperature.unsqueeze(-1))
                use_previous = (batch.way == DIFFUSION).unsqueeze(-1).float()
                ids = unrolled(batch, previous, generator)
            hidden = joint_hidden(self.model, ids, *rest, previous, use_previous, **self._parts)
            return self._loss(self.model, hidden, batch.target, batch.weight, batch.temperature)


def _cross_entropy(model, hidden: Tensor, target: Tensor, weight: Tensor, temperature: Tensor) -> tuple[Tensor, Tensor]:
    logits = logits_of(model, hidden) / temperature.unsqueeze(-1)
    nats = F.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none").view(target.shape)
    return (nats * weight).sum() / weight.sum(), nats.detach()


def unrolled(batch: Batch, logits: Tensor, generator: torch.Generator) -> Tensor:
    """The ids (rows, length) after a step of a sampler: most rows lost the noise where it was sure, and some more.

    Args:
        logits: (rows, length, vocabulary), of a pass that saw the batch.
    """
    rows, length, device = *batch.ids.shape, batch.ids.device
    chance = torch.rand(2, rows, 1, generator=generator, device=device)
    revealed = torch.rand(rows, length, generator=generator, device=device) < _REVEALED * chance[0]
    probabilities = logits.float().softmax(dim=-1)
    sure = torch.special.entr(probabilities).sum(dim=-1) < _SURE
    places = torch.rand(rows, length, 1, generator=generator, device=device)
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
