"""A learning curve: measures every snapshot of a training run on the same held-out cases."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from playground.engine.models import Model
from playground.errors import PlaygroundError
from playground.spec.settings import SamplerSettings
from workshop.evaluation.evaluate import Score, evaluate
from workshop.evaluation.track import Track, untracked
from workshop.training.architecture import Shape, build_config
from workshop.training.loop import SNAPSHOTS, model_with
from workshop.training.states import read_state
from workshop.training.tokenizer import build_tokenizer
from workshop.world.cases import Suite


@dataclass(frozen=True, kw_only=True)
class Point:
    """The score of the averaged weights after some minutes of active training and some steps."""

    minutes: float
    step: int
    score: Score


def learning_curve(
    work_dir: Path,
    kinds: Sequence[Suite],
    settings: SamplerSettings,
    *,
    cases: int,
    seed: int = 0,
    track: Track = untracked,
) -> Iterator[Point]:
    """Yields the score of every snapshot in `work_dir` on every suite, oldest first.

    Raises:
        PlaygroundError: there is no snapshot, or one is damaged.
    """
    paths = sorted((work_dir / SNAPSHOTS).glob("*.pt"))
    if not paths:
        raise PlaygroundError(f"{work_dir} holds no snapshots; `train --snapshot-minutes` makes them.")
    tokenizer = build_tokenizer()
    for path in track(paths, lambda path: path.stem):
        state = read_state(path, torch.device("cpu"))
        module = model_with(build_config(Shape(**state["shape"]), tokenizer), state["average"])
        for score in evaluate(Model.of(module, tokenizer), kinds, settings, cases=cases, seed=seed, track=track):
            yield Point(minutes=state["active_seconds"] / 60, step=state["step"], score=score)
