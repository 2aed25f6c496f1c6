"""The training loop, a generator: it yields reports, and the caller decides what to do with them.

A run is seeded, and it can resume after being killed at any moment: checkpoints replace each other atomically, and a
step's batch depends only on the seed and the step.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor
from transformers import DiffusionGemmaConfig, DiffusionGemmaForBlockDiffusion

from playground.errors import PlaygroundError
from workshop.training.architecture import build_config, build_model, trained_parameters
from workshop.training.data import BatchMaker, batches
from workshop.training.objective import Objective, loss_table
from workshop.training.settings import TrainSettings
from workshop.training.states import adopt, read_exported, read_state
from workshop.training.tokenizer import build_tokenizer
from workshop.world.puzzles import PuzzleBanks

CHECKPOINT = "checkpoint.pt"
LOG = "log.jsonl"
SNAPSHOTS = "snapshots"
"""Folder in `work_dir` for the weights of a learning curve, one file for each snapshot."""

_WARM_UP_STEPS = 100
_GATHERING_STEPS = 20  # the rate rises over this many steps when optimisers begin: about as far as their averages reach
_LONGEST_STEP = 5.0  # seconds; anything beyond was a pause or a compilation, and does not count


class _Abandoned(BaseException):
    """Whoever called `stop()` interrupted what can be done again."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """The progress of a run.

    losses: task -> cross-entropy in nats per token at each quarter of the noise levels. rows_per_s: since the report
    before, waits and compilation included.
    """

    step: int
    progress: float
    active_seconds: float
    loss: float
    losses: dict[str, list[float]]
    rows_per_s: float


def rate_factor(step: int, progress: float, decay: float) -> float:
    """The factor of the learning rate: warm-up, then flat, then linear to 0 over the last `decay` of the run."""
    warm_up = min(1.0, (step + 1) / _WARM_UP_STEPS)
    return warm_up * min(1.0, max(0.0, (1.0 - progress) / decay))


def model_with(config: DiffusionGemmaConfig, weights: Mapping[str, Tensor]) -> DiffusionGemmaForBlockDiffusion:
    """Makes a float32 model on the CPU with these `weights`, named as in `trained_parameters`."""
    model = build_model(config, seed=0)
    with torch.no_grad():
        for name, weight in trained_parameters(model).items():
            weight.copy_(weights[name])
    return model.eval()


class Run:
    """The state of a training run. `train()` moves it forward."""

    def __init__(self, settings: TrainSettings):
        self.settings = settings
        self.device = torch.device(settings.device)
        self.tokenizer = build_tokenizer()
        config = build_config(settings.shape, self.tokenizer)
        self.model = build_model(config, settings.seed)
        if settings.start_from is not None:
            adopt(settings.start_from, self.model, self.tokenizer, settings.seed)
        self.model.to(self.device).requires_grad_(False)
        self.weights = trained_parameters(self.model)
        for weight in self.weights.values():
            weight.requires_grad_(True)
        self.average = {name: weight.detach().clone() for name, weight in self.weights.items()}
        # Muon orthogonalises matrices between hidden layers; AdamW takes embeddings, norms and the 3-D experts.
        matrices = {n: w for n, w in self.weights.items() if w.ndim == 2 and "embed_tokens" not in n}
        rest = [w for n, w in self.weights.items() if n not in matrices]
        self.optimisers = [
            torch.optim.Muon(matrices.values(), lr=settings.muon_rate, weight_decay=0.01),
            torch.optim.AdamW(rest, lr=settings.adam_rate, betas=(0.9, 0.95), weight_decay=0.0),
        ]
        self._base_rates = [settings.muon_rate, settings.adam_rate]
        self.step = 0
        self.begun_at = 0  # the step at which these optimisers began; after an exported state they start again
        self.active_seconds = 0.0
        self._stopping = self._abandonable = False

    @property
    def progress(self) -> float:
        """The share of the run that is done, 0 to 1."""
        if self.settings.steps is not None:
            return min(1.0, self.step / self.settings.steps)
        return min(1.0, self.active_seconds / (60 * self.settings.minutes))

    @property
    def _identity(self) -> dict[str, object]:
        """What must not change when a run resumes, because it decides the batches and the weights."""
        settings = self.settings
        return {
            "seed": settings.seed,
            "shape": vars(settings.shape),
            "rows": settings.rows,
            **asdict(settings.mixture),
        }

    @property
    def checkpoint_path(self) -> Path:
        return self.settings.work_dir / CHECKPOINT

    def save(self) -> None:
        """Writes the checkpoint. The previous one stays intact until the new one replaces it."""
        self.settings.work_dir.mkdir(parents=True, exist_ok=True)
        temporary = self.checkpoint_path.with_suffix(".tmp")
        torch.save(
            {
                **self._identity,
                "step": self.step,
                "begun_at": self.begun_at,
                "active_seconds": self.active_seconds,
                "weights": {name: weight.detach() for name, weight in self.weights.items()},
                "average": self.average,
                "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
            },
            temporary,
        )
        os.replace(temporary, self.checkpoint_path)
        if self.settings.state is not None:
            self.export_state(self.settings.state)

    def keep_snapshot(self) -> None:
        """Keeps the averaged weights for a learning curve."""
        folder = self.settings.work_dir / SNAPSHOTS
        folder.mkdir(parents=True, exist_ok=True)
        state = {
            "shape": vars(self.settings.shape),
            "step": self.step,
            "active_seconds": self.active_seconds,
            "average": self.average,
        }
        torch.save(state, folder / f"{self.step:07d}.pt")

    def load(self) -> None:
        """Continues from the checkpoint in `work_dir`.

        Raises:
            PlaygroundError: there is no checkpoint, or it is damaged or one of another run.
        """
        if not self.checkpoint_path.exists():
            raise PlaygroundError(f"{self.settings.work_dir} holds no checkpoint to resume.")
        state = read_state(self.checkpoint_path, self.device)
        for name, ours in self._identity.items():
            if (theirs := state.get(name)) != ours:
                raise PlaygroundError(
                    f"The checkpoint in {self.settings.work_dir} has {name} {theirs}, but this run has {ours}."
                )
        self.step, self.begun_at, self.active_seconds = state["step"], state["begun_at"], state["active_seconds"]
        with torch.no_grad():
            for name, weight in self.weights.items():
                weight.copy_(state["weights"][name])
                self.average[name].copy_(state["average"][name])
        for optimiser, saved in zip(self.optimisers, state["optimisers"], strict=True):
            optimiser.load_state_dict(saved)

    def export_state(self, path: Path) -> None:
        """Writes what a run needs to continue elsewhere: the averaged weights in bfloat16, a tenth of a checkpoint.

        The optimisers and the average only remember some hundred steps, so they can start again.
        """
        state = {"identity": self._identity, "step": self.step, "active_seconds": self.active_seconds}
        weights = {name: weight.to(torch.bfloat16).contiguous() for name, weight in self.average.items()}
        path.parent.mkdir(parents=True, exist_ok=True)
        save_file(weights, path, metadata={"state": json.dumps(state)})

    def load_state(self, path: Path) -> None:
        """Continues from what `export_state` wrote to `path`.

        Raises:
            PlaygroundError: the file cannot be read, holds no exported state, or holds one of another run.
        """
        state, weights = read_exported(path)
        # Through JSON too, so that both sides have the same types.
        for name, ours in json.loads(json.dumps(self._identity)).items():
            if (theirs := state["identity"].get(name)) != ours:
                raise PlaygroundError(f"The state in {path} has {name} {theirs}, but this run has {ours}.")
        self.step = self.begun_at = state["step"]
        self.active_seconds = state["active_seconds"]
        with torch.no_grad():
            for name, weight in self.weights.items():
                weight.copy_(weights[name])
                self.average[name].copy_(weights[name])

    def averaged_model(self) -> DiffusionGemmaForBlockDiffusion:
        """Makes a float32 copy of the model on the CPU with the averaged weights."""
        return model_with(self.model.config, self.average)

    def stop(self) -> None:
        """Makes `train()` end and write the checkpoint.

        A signal handler calls it in the midst of what may take minutes: puzzles are made, or a step is compiled. That
        can be done again, so it is left at once; only an update of the weights is finished first.
        """
        self._stopping = True
        if self._abandonable:
            raise _Abandoned

    def train(self) -> Iterator[Report]:
        """Trains until the run ends, `stop()` is called or the caller stops iterating; then writes the checkpoint.

        If a step raises, nothing is written, and the last checkpoint stays.
        """
        try:
            self._abandonable = True
            yield from self._steps()
        except _Abandoned:
            pass
        except GeneratorExit:
            self.save()
            raise
        finally:
            self._abandonable = False
        self.save()

    def _steps(self) -> Iterator[Report]:
        settings = self.settings
        settings.work_dir.mkdir(parents=True, exist_ok=True)
        banks = dict(PuzzleBanks(settings.puzzles, settings.seed, settings.work_dir))
        make_batch = BatchMaker(
            self.tokenizer,
            banks,
            rows=settings.rows,
            seed=settings.seed,
            canvas_length=settings.shape.canvas_length,
            mixture=settings.mixture,
        )
        ready = batches(make_batch, self.step, settings.workers)
        objective = Objective(self.model, device=self.device, compile=settings.compile)
        saved_at = reported_at = time.monotonic()
        earlier, reported = self.active_seconds, self.step
        while self.progress < 1.0 and not self._stopping:
            self._abandonable = True
            started, before = time.monotonic(), self.active_seconds
            batch = next(ready)
            loss, nats = objective(batch, self.step, settings.seed)
            loss.backward()
            self._abandonable = False
            self._update()
            if settings.clock is None:
                self.active_seconds += min(time.monotonic() - started, _LONGEST_STEP)
            else:
                self.active_seconds = earlier + time.monotonic() - settings.clock
            if self.step % settings.report_every == 0 or self.progress >= 1.0:
                value, now = loss.item(), time.monotonic()
                rows_per_s = (self.step - reported) * settings.rows / (now - reported_at)
                reported, reported_at = self.step, now
                yield self._report(value, loss_table(batch, nats), rows_per_s)
            if time.monotonic() - saved_at > settings.checkpoint_seconds:
                self.save()
                saved_at = time.monotonic()
            if settings.snapshot_minutes is not None:
                period = 60 * settings.snapshot_minutes
                if self.active_seconds // period > before // period or self.progress >= 1.0:
                    self.keep_snapshot()

    def _update(self) -> None:
        """Updates the weights and their average from the present gradients."""
        steps = self.step - self.begun_at
        factor = rate_factor(self.step, self.progress, self.settings.decay) * min(1.0, (steps + 1) / _GATHERING_STEPS)
        for optimiser, rate in zip(self.optimisers, self._base_rates, strict=True):
            for group in optimiser.param_groups:
                group["lr"] = rate * factor
            optimiser.step()
            optimiser.zero_grad()
        keep = min(self.settings.average, (steps + 1) / (steps + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.average.values()), list(self.weights.values()), 1 - keep)
        self.step += 1

    def _report(self, loss: float, losses: dict[str, list[float]], rows_per_s: float) -> Report:
        report = Report(
            step=self.step,
            progress=self.progress,
            active_seconds=self.active_seconds,
            loss=loss,
            losses=losses,
            rows_per_s=rows_per_s,
        )
        with (self.settings.work_dir / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(vars(report)) + "\n")
        return report
