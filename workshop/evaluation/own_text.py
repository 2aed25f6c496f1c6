"""Texts of a person's own, with noise: how much of them stays, and how many of the noised words come back."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from playground.engine.models import Model
from playground.engine.recording import record_all
from playground.engine.steering import favoured, start_of, tokens_of
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.spec.steering import KEEP
from workshop.evaluation.track import Track, untracked
from workshop.world.own_texts import foreign, told_anew

PROMPT = "Write a story."
NOISE = 0.1
KINDS = {"own text, told anew": told_anew, "own text, foreign": foreign}


@dataclass(frozen=True, kw_only=True)
class OwnText:
    """What became of `texts` texts of a kind. stayed: the share of the tokens that noise left which are the same after.

    mended: the share of the noised ones that came back. all: the share of all tokens that are as they had been.
    """

    name: str
    keep: str
    texts: int
    stayed: float
    mended: float
    all: float
    steps: float


def own_texts(
    model: Model,
    settings: SamplerSettings,
    *,
    cases: int,
    kinds: Iterable[str] = tuple(KINDS),
    seed: int = 0,
    track: Track = untracked,
) -> Iterator[OwnText]:
    """Starts runs from `cases` texts of each kind with noise, in each way to keep them."""
    pairs = [(kind, keep) for kind in kinds for keep in KEEP]
    for kind, keep in track(pairs, lambda pair: f"{pair[0]}, {pair[1]}"):
        rng = random.Random(f"{kind} {seed}")
        yield own_text(model, kind, [KINDS[kind](rng) for _ in range(cases)], settings, keep, seed=seed)


def own_text(
    model: Model, name: str, texts: list[str], settings: SamplerSettings, keep: str, *, seed: int = 0
) -> OwnText:
    """Starts a run from each text; the number of a text, with `seed`, chooses its noise."""
    settings = settings.replace(max_new_tokens=model.canvas_length)
    specs = [
        RunSpec(
            prompt=Prompt(text=PROMPT), settings=settings, seed=seed + number, start=start_of(model, text),
            noise=NOISE, noise_seed=seed + number, keep=keep,
        )
        for number, text in enumerate(texts)
    ]  # fmt: skip
    traces = record_all(model, specs)
    stayed = mended = left = noised = 0
    for text, spec, trace in zip(texts, specs, traces, strict=True):
        favoured_here, written = favoured(spec.replace(keep="favoured"), model), trace.token_ids
        for place, token in enumerate(tokens_of(model, text)):
            same = place < len(written) and written[place] == token
            if place in favoured_here:
                left, stayed = left + 1, stayed + same
            else:
                noised, mended = noised + 1, mended + same
    return OwnText(
        name=name,
        keep=keep,
        texts=len(texts),
        stayed=stayed / left,
        mended=mended / max(noised, 1),
        all=(stayed + mended) / (left + noised),
        steps=sum(trace.nfe for trace in traces) / len(traces),
    )
