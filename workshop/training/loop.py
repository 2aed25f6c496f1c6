"""The training loop, a generator: it yields reports, and the caller decides what to do with them.

A run is seeded, and it can resume after being killed at any moment: its states replace each other at once, and a batch
depends only on the seed and its number. The same loop trains on a processor for days and on a lent GPU for minutes.
"""

import itertools
import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean

import torch
from torch import Tensor
from transformers import DiffusionGemmaForBlockDiffusion

from playground.errors import PlaygroundError
from workshop.training.architecture import build_config, build_model, model_with, trained_parameters
from workshop.training.data import Batch, BatchMaker, batches
from workshop.training.objective import Objective, loss_table
from workshop.training.settings import TrainSettings
from workshop.training.states import adopt, read_state, write_state
from workshop.training.tokenizer import build_tokenizer
from workshop.world.puzzles import PuzzleBanks

STATE = "state"
"""Folder in `work_dir` from which a run goes on."""
LOG = "log.jsonl"
SNAPSHOTS = "snapshots"
"""Folder in `work_dir` for the weights of a learning curve, one folder for each snapshot."""

_WARM_UP_STEPS = 100
_GATHERING_STEPS = 20  # the rate rises over this many steps when optimisers begin: about as far as their averages reach
_UNTIMED_STEPS, _TIMED_STEPS = 4, 8  # the first of them compile; both kinds of batches are among each
_UPDATE_SHARE = 0.1  # the most of a step's time that the update of the weights may take
_MOST_ACCUMULATED = 8


class _Abandoned(BaseException):
    """Whoever called `stop()` interrupted what can be done again."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """The progress of a run.

    losses: task -> cross-entropy in nats per token at each quarter of the noise levels. rows_per_s: since the report
    before, waits and compilation included. rows: those of a step. note: a sentence about what did not go as planned.
    """

    step: int
    progress: float
    seconds: float
    loss: float
    losses: dict[str, list[float]]
    rows_per_s: float
    rows: int
    note: str


def rate_factor(step: int, progress: float, decay: float) -> float:
    """The factor of the learning rate: warm-up, then flat, then linear to 0 over the last `decay` of the run."""
    warm_up = min(1.0, (step + 1) / _WARM_UP_STEPS)
    return warm_up * min(1.0, max(0.0, (1.0 - progress) / decay))


def worthwhile(gradient: float, update: float) -> int:
    """How many batches a step should have: the fewest with which its update takes at most a tenth of its time.

    Args:
        gradient: seconds that the gradient of one batch takes, with the wait for it.
        update: seconds that the update of the weights takes.
    """
    return max(1, min(_MOST_ACCUMULATED, math.ceil(update * (1 / _UPDATE_SHARE - 1) / gradient)))


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
        self.objective = Objective(self.model, device=self.device, compile=settings.compile)
        self.step = self.batches = 0
        self.begun_at = 0  # the step at which these optimisers began; after a compact state they start again
        self.accumulation = settings.accumulation
        self.seconds = self._earlier = 0.0
        self._saving = self._stepping = 0.0  # seconds of the slowest save and the slowest step, compiling apart
        self._note = ""
        self._stopping = self._abandonable = False

    @property
    def progress(self) -> float:
        """The share of the run that is done, 0 to 1."""
        if self.settings.steps is not None:
            return min(1.0, self.step / self.settings.steps)
        # The last step and the last save must end in time too, and a save may take longer than those before.
        usable = 60 * self.settings.minutes - self._stepping - 2 * self._saving
        return min(1.0, self.seconds / usable) if usable > 0 else 1.0

    @property
    def _identity(self) -> dict[str, object]:
        """What must not change when a run resumes, because it decides the batches and the weights."""
        settings = self.settings
        return {
            "seed": settings.seed,
            "shape": vars(settings.shape),
            "vocabulary": len(self.tokenizer),
            "rows": settings.rows,
            **asdict(settings.mixture),
        }

    @property
    def state_folder(self) -> Path:
        return self.settings.work_dir / STATE

    def save(self) -> None:
        """Writes the state. The one before stays intact until this one takes its place.

        A compact one has the averaged weights in bfloat16 alone, a sixth of the whole. The optimisers and the average
        remember only some hundred steps, so they can begin again.
        """
        started = time.monotonic()
        exact = not self.settings.compact
        tensors = {
            f"average.{name}": weight if exact else weight.to(torch.bfloat16) for name, weight in self.average.items()
        }
        if exact:
            tensors |= {f"weights.{name}": weight for name, weight in self.weights.items()}
            tensors |= {
                f"optimiser.{number}.{index}.{name}": tensor
                for number, optimiser in enumerate(self.optimisers)
                for index, state in optimiser.state_dict()["state"].items()
                for name, tensor in state.items()
            }
        header = {
            **self._identity,
            "minutes": self.settings.minutes,
            "steps": self.settings.steps,
            "step": self.step,
            "batches": self.batches,
            "accumulation": self.accumulation,
            "begun_at": self.begun_at if exact else None,
            "seconds": self.seconds,
        }
        write_state(self.state_folder, header, tensors)
        self._saving = max(self._saving, time.monotonic() - started)

    def keep_snapshot(self) -> None:
        """Keeps the averaged weights for a learning curve."""
        header = {"shape": vars(self.settings.shape), "step": self.step, "seconds": self.seconds}
        write_state(self.settings.work_dir / SNAPSHOTS / f"{self.step:07d}", header, self.average)

    def load(self, folder: Path | None = None) -> None:
        """Continues from a state, by default the one in `work_dir`: exactly, or from a compact one as well as it can.

        Raises:
            PlaygroundError: there is no state, or it is damaged or one of another run.
        """
        folder = folder or self.state_folder
        header, tensors = read_state(folder)
        # Through JSON too, so that both sides have the same types.
        for name, ours in json.loads(json.dumps(self._identity)).items():
            if (theirs := header.get(name)) != ours:
                raise PlaygroundError(f"The state in {folder} has {name} {theirs}, but this run has {ours}.")
        self.step, self.batches, self.accumulation = header["step"], header["batches"], header["accumulation"]
        self.begun_at = self.step if header["begun_at"] is None else header["begun_at"]
        self.seconds = self._earlier = header["seconds"]
        with torch.no_grad():
            for name, weight in self.weights.items():
                self.average[name].copy_(tensors[f"average.{name}"])
                weight.copy_(tensors.get(f"weights.{name}", self.average[name]))
        states: list[dict[int, dict[str, Tensor]]] = [{} for _ in self.optimisers]
        for name, tensor in tensors.items():
            if name.startswith("optimiser."):
                _, number, index, key = name.split(".")
                states[int(number)].setdefault(int(index), {})[key] = tensor
        for optimiser, state in zip(self.optimisers, states, strict=True):
            optimiser.load_state_dict({**optimiser.state_dict(), "state": state})

    def averaged_model(self) -> DiffusionGemmaForBlockDiffusion:
        """Makes a float32 copy of the model on the CPU with the averaged weights."""
        return model_with(self.model.config, self.average)

    def stop(self) -> None:
        """Makes `train()` end and write the state.

        A signal handler calls it in the midst of what may take minutes: puzzles are made, or a step is compiled. That
        can be done again, so it is left at once; only an update of the weights is finished first.
        """
        self._stopping = True
        if self._abandonable:
            raise _Abandoned

    def train(self) -> Iterator[Report]:
        """Trains until the run ends, `stop()` is called or the caller stops iterating; then writes the state.

        If a step raises, nothing is written, and the last state stays.
        """
        try:
            self._abandonable = True
            if self.progress < 1.0:
                yield from self._steps()
        except _Abandoned:
            pass
        except GeneratorExit:
            self.save()
            raise
        finally:
            self._abandonable = False
        if self.settings.minutes is not None and self.progress >= 1.0:
            self.seconds = 60 * self.settings.minutes  # the save takes the rest of them
        self.save()

    def _steps(self) -> Iterator[Report]:
        settings = self.settings
        settings.work_dir.mkdir(parents=True, exist_ok=True)
        self.save()  # a folder that cannot be written to is found now, and how long it takes
        banks = dict(PuzzleBanks(settings.puzzles, settings.seed, settings.work_dir, settings.workers))
        make_batch = BatchMaker(
            self.tokenizer,
            banks,
            rows=settings.rows,
            seed=settings.seed,
            canvas_length=settings.shape.canvas_length,
            mixture=settings.mixture,
        )
        ready = batches(make_batch, self.batches, settings.workers, pinned=self.device.type == "cuda")
        trial: list[tuple[float, float]] = []
        saved_at = reported_at = ended = time.monotonic()
        reported, compiled = self.batches, self.step + 2  # batches of both kinds, in a step each
        while self.progress < 1.0 and not self._stopping:
            self._abandonable = True
            started, before = time.monotonic(), self.seconds
            learnt = list(itertools.islice(ready, self.accumulation or 1))
            loss, nats = self._gradient(learnt)
            self._abandonable = False
            computed = self._now()
            self._update()
            self.batches += len(learnt)
            if self.accumulation is None:
                trial.append((computed - started, self._now() - computed))
            now = time.monotonic()
            if self.step > compiled:
                self._stepping = max(self._stepping, now - ended)
            ended = now
            self.seconds = self._earlier + now - settings.began
            if self.accumulation is None and len(trial) == _UNTIMED_STEPS + _TIMED_STEPS:
                self.accumulation = worthwhile(*map(fmean, zip(*trial[_UNTIMED_STEPS:], strict=True)))
                self._stepping *= self.accumulation
            if self.step % settings.report_every == 0 or self.progress >= 1.0:
                value, now = loss.item(), time.monotonic()  # in this order: the loss waits for a GPU
                rows_per_s = (self.batches - reported) * settings.rows / (now - reported_at)
                reported, reported_at = self.batches, now
                yield self._report(value, loss_table(learnt[-1], nats), rows_per_s, len(learnt) * settings.rows)
            if time.monotonic() - saved_at > settings.state_seconds:
                self.save()
                saved_at = time.monotonic()
            if settings.snapshot_minutes is not None:
                period = 60 * settings.snapshot_minutes
                if self.seconds // period > before // period or self.progress >= 1.0:
                    self.keep_snapshot()

    def _now(self) -> float:
        """The time in seconds; while steps are timed, when all that was begun on a GPU is done."""
        if self.accumulation is None and self.device.type == "cuda":
            torch.cuda.synchronize(self.device)
        return time.monotonic()

    def _gradient(self, learnt: Sequence[Batch]) -> tuple[Tensor, Tensor]:
        """Computes the mean gradient of a step's batches. If what is compiled fails, all goes on without compiling.

        Returns:
            The mean loss, and the last batch's cross-entropy in nats, (rows, length).
        """
        for optimiser in self.optimisers:
            optimiser.zero_grad()
        total = torch.zeros((), device=self.device)
        try:
            for number, batch in enumerate(learnt, self.batches):
                loss, nats = self.objective(batch, number, self.settings.seed)
                (loss / len(learnt)).backward()
                total += loss.detach() / len(learnt)
        except Exception as error:
            if not self.objective.compiled:
                raise
            why = f"{type(error).__name__}: {error}".splitlines()[0]
            self._note = f"Compiled passes failed, so they run uncompiled and slower ({why})."
            self.objective = Objective(self.model, device=self.device, compile=False)
            return self._gradient(learnt)
        return total, nats

    def _update(self) -> None:
        """Updates the weights and their average from the present gradients."""
        steps = self.step - self.begun_at
        factor = rate_factor(self.step, self.progress, self.settings.decay) * min(1.0, (steps + 1) / _GATHERING_STEPS)
        for optimiser, rate in zip(self.optimisers, self._base_rates, strict=True):
            for group in optimiser.param_groups:
                group["lr"] = rate * factor
            optimiser.step()
        keep = min(self.settings.average, (steps + 1) / (steps + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.average.values()), list(self.weights.values()), 1 - keep)
        self.step += 1

    def _report(self, loss: float, losses: dict[str, list[float]], rows_per_s: float, rows: int) -> Report:
        report = Report(
            step=self.step,
            progress=self.progress,
            seconds=self.seconds,
            loss=loss,
            losses=losses,
            rows_per_s=rows_per_s,
            rows=rows,
            note=self._note,
        )
        self._note = ""
        with (self.settings.work_dir / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(vars(report)) + "\n")
        return report
