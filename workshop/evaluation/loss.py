"""What training lowers, measured: a text is made noisy, and one pass has to name the token that stood at each position.

The loss of a position is the cross-entropy of its own token, in nats. The texts are right answers of held-out cases.
The same positions are replaced by uniform noise, and then by masks: with masks, nothing has to be detected.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from playground.engine.families import Conditioning
from playground.engine.models import Model
from playground.engine.passes import Eager
from playground.engine.steering import start_of
from playground.evaluation.intervals import mean_interval
from playground.spec.steering import noised
from workshop.evaluation.track import Track, untracked
from workshop.world.cases import Case


@torch.inference_mode()
def log_probabilities(model: Model, prompt: list[int], canvas: Sequence[int]) -> Tensor:
    """The logarithms of all tokens' probabilities at temperature 1 after one pass, float32 (L, V).

    Args:
        prompt: its ids, which the encoder reads. The pass knows of no pass before it.
    """
    model.denoiser.prepare()
    device, cache = model.device, model.denoiser.cache()
    model.denoiser.read(cache, torch.tensor([prompt], device=device), {})
    places = len(prompt) + torch.arange(len(canvas), device=device)[None]
    prefixes = Eager().prefixes([cache], model)
    logits = Eager.forward(model, torch.tensor([canvas], device=device), Conditioning(), prefixes, places)
    return logits[0].float().log_softmax(-1)


def loss_rows(
    model: Model, cases: Sequence[Case], shares: Sequence[float], *, seed: int = 0, track: Track = untracked
) -> Iterator[dict[str, Any]]:
    """Measures each share of noise over the same texts.

    Yields:
        For each share: `loss`, the mean over all tokens of a text; of the replaced ones alone,
        `at_noise`, the same with masks in their places, `at_masks`, and how much less that is, `detecting`, with the
        ends of its interval; and how many of the noise tokens are `found`: the model gives them less than one half; and
        how many of the others are `trusted`: it gives them more. All are means over the texts.
    """
    for share in track(shares, lambda share: f"{share:.0%} noise"):
        texts = [_loss(model, case, share, seed + number) for number, case in enumerate(cases)]
        texts = [text for text in texts if text]
        detecting = [text["at_noise"] - text["at_masks"] for text in texts]
        low, high = mean_interval(detecting) or (None, None)
        means = {name: statistics.fmean(text[name] for text in texts) for name in texts[0]}
        differences = {"detecting": statistics.fmean(detecting), "detecting_low": low, "detecting_high": high}
        yield {"noise": share, "cases": len(texts), **means, **differences}


def _loss(model: Model, case: Case, share: float, seed: int) -> dict[str, float]:
    """The figures of one text; none unless some of it was replaced, and some not."""
    start = start_of(model, case.answer)
    text = slice(start.index(model.eos_ids[0]))
    fresh = noised(start, share, seed, model.vocab_size)
    noisy = [token if new is None else new for token, new in zip(start, fresh, strict=True)]
    masked = [token if new is None else model.tokens.mask for token, new in zip(start, fresh, strict=True)]
    truth, stands = torch.tensor(start[text])[:, None], torch.tensor(noisy[text])[:, None]
    replaced = truth != stands
    if replaced.all() or not replaced.any():
        return {}
    prompt = model.encode(case.prompt)
    logs, with_masks = (log_probabilities(model, prompt, canvas).cpu()[text] for canvas in (noisy, masked))
    costs, believed = -logs.gather(1, truth), logs.gather(1, stands).exp()
    return {
        "loss": costs.mean().item(),
        "at_noise": costs[replaced].mean().item(),
        "at_masks": -with_masks.gather(1, truth)[replaced].mean().item(),
        "found": (believed[replaced] < 0.5).float().mean().item(),
        "trusted": (believed[~replaced] > 0.5).float().mean().item(),
    }
