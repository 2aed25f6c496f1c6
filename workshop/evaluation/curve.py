"""A learning curve: measures every snapshot of a training run on the same held-out cases."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playground.engine.models import Model
from playground.errors import PlaygroundError
from playground.spec.settings import SamplerSettings
from workshop.evaluation.evaluate import evaluate
from workshop.evaluation.track import Track, untracked
from workshop.training.architecture import build_config, model_with
from workshop.training.loop import SNAPSHOTS
from workshop.training.shapes import Shape
from workshop.training.states import read_state
from workshop.training.tokenizer import build_tokenizer
from workshop.world.cases import Suite


def learning_curve(
    work_dir: Path,
    kinds: Sequence[Suite],
    settings: SamplerSettings,
    *,
    cases: int,
    seed: int = 0,
    track: Track = untracked,
) -> Iterator[dict[str, Any]]:
    """Measures every snapshot in `work_dir` on every suite, oldest first.

    Yields:
        A row, ready for JSON: the `minutes` of training and the `step` of the averaged weights; the `kind` of
        the `cases`, the `share` right, the ends of its 95% interval, and the `passes` per answer.

    Raises:
        PlaygroundError: there is no snapshot, or one is damaged.
    """
    paths = sorted((work_dir / SNAPSHOTS).glob("*"))
    if not paths:
        raise PlaygroundError(f"{work_dir} holds no snapshots; `train --snapshot-minutes` makes them.")
    tokenizer = build_tokenizer()
    for path in track(paths, lambda path: path.name):
        state, average = read_state(path)
        module = model_with(build_config(Shape(**state["shape"]), tokenizer), average)
        for score in evaluate(Model.of(module, tokenizer), kinds, settings, cases=cases, seed=seed, track=track):
            low, high = score.interval
            yield {
                "minutes": state["seconds"] / 60, "step": state["step"], "kind": score.name,
                "share": score.share, "low": low, "high": high, "passes": score.steps, "cases": score.cases,
            }  # fmt: skip
