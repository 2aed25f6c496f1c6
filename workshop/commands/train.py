"""`train`: trains a checkpoint like the embedded one, from scratch or from an existing one."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playground.commands.options import Finite, Utf8
from playground.commands.terminal import printable

if TYPE_CHECKING:
    from workshop.training.loop import Report, Run

SHOWN = ("story, facts named", "Sudoku 9x9, 40 clues", "function from a description")
"""The kinds of cases to sample during training."""
STEPS = 60_000
"""About as many steps of 16 rows as all legs of the embedded checkpoint together; docs/training.md has the time."""
_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)
_HERE = Path("-")
"""For `--resume` without a file: the work directory's checkpoint."""


@click.command()
@click.option("--minutes", type=Finite(min=0, min_open=True), help="How long to train, in minutes of active training.")
@click.option("--steps", type=click.IntRange(min=1),
              help=f"How long to train, in steps; this makes runs repeatable.  [default: {STEPS}]")  # fmt: skip
@click.option("--decay", type=Finite(min=0, max=1, min_open=True), default=0.45, show_default=True,
              help="The share of the run, at its end, over which the learning rate falls to 0.")  # fmt: skip
@click.option(
    "--out", type=_FOLDER, default=Path("assets/model"), show_default=True, help="Folder for the finished model."
)
@click.option(
    "--work-dir",
    type=_FOLDER,
    default=Path(".training/run"),
    show_default=True,
    help="Folder for the checkpoint, the log and the puzzles.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),
    default=0,
    show_default=True,
    help="The seed of weights, data and noise.",
)
@click.option("--device", default="cpu", show_default=True, help="cpu, cuda or cuda:N.")
@click.option("--from", "start_from", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Start from this checkpoint's weights instead of random ones.")  # fmt: skip
@click.option("--rows", type=click.IntRange(min=4), default=16, show_default=True, help="Rows in a batch.")
@click.option("--diffusion-only", is_flag=True,
              help="Leave out the other two ways of writing, to see what they cost.")  # fmt: skip
@click.option("--compile/--no-compile", default=True, show_default=True, help="Use bfloat16 and torch.compile.")
@click.option("--snapshot-minutes", type=Finite(min=0, min_open=True),
              help="Save the weights this often, for `curve`.  [default: never]")  # fmt: skip
@click.option("--resume", is_flag=False, flag_value=_HERE, type=_FILE, metavar="[FILE]",
              help="Continue from the checkpoint in the work directory, or from a FILE of --export-state.")  # fmt: skip
@click.option("--export-state", type=_FILE,
              help="Do not train, but write the checkpoint to this file, to continue elsewhere.")  # fmt: skip
@click.option("--workers", type=click.IntRange(min=0),
              help="Processes that make batches ahead.  [default: on a GPU all processors but one]")  # fmt: skip
@click.option("--state", type=_FILE,
              help="For a machine that is lent by the minute: --minutes counts from the command's start, and what "
              "--export-state writes is in this FILE, new each half minute; nothing is measured.")  # fmt: skip
@click.option("--fresh", is_flag=True, help="Overwrite the checkpoint in the work directory.")
@click.option(
    "--sample-every",
    type=click.IntRange(min=0),
    default=500,
    show_default=True,
    help="Print samples after this many steps; 0 means never.",
)
@click.option(
    "--cases",
    type=click.IntRange(min=1),
    default=64,
    show_default=True,
    help="How many cases for each line of the model card.",
)
@click.option("--remark", type=Utf8(), default="", help="A remark about the run, for the model card.")
def train(
    minutes: float | None, steps: int | None, out: Path, work_dir: Path, device: str, diffusion_only: bool,
    resume: Path | None, export_state: Path | None, workers: int | None, state: Path | None, fresh: bool,
    sample_every: int, cases: int, remark: str, **chosen: Any,
) -> None:  # fmt: skip
    """Train the tiny DiffusionGemma on its small world, measure it and write it to --out.

    That is: stories, Sudoku, small functions, sums, sorting, JSON, repair, and one answer to everything else.

    You can stop it at any time with Ctrl-C or kill: --resume continues from the last checkpoint.
    """
    began = time.monotonic()
    if minutes is not None and steps is not None:
        raise click.UsageError("Give either --minutes or --steps, not both.")
    if minutes is None and steps is None:
        steps = STEPS
    # Before torch loads its thread pool: torch.compile brings a second one, and two pools that spin while they wait
    # slow each other down 20-fold on two cores.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    import torch
    from rich.console import Console

    from workshop.training.loop import CHECKPOINT, LOG, Run
    from workshop.training.mixture import Mixture
    from workshop.training.settings import TrainSettings

    try:
        torch.empty(0, device=device)
        torch.Generator(device)
    except (RuntimeError, AssertionError) as error:
        raise click.UsageError(f"--device {device} cannot be used here: {str(error).splitlines()[0]}") from error
    if export_state is not None:
        resume = resume or _HERE
    if resume is not None and fresh:
        raise click.UsageError("Give either --resume or --fresh, not both.")
    if resume != _HERE and not fresh and (work_dir / CHECKPOINT).exists():
        raise click.UsageError(
            f"{work_dir} holds a checkpoint: pass --resume to continue from it, or --fresh to overwrite it."
        )

    if fresh:
        for name in (CHECKPOINT, LOG):
            (work_dir / name).unlink(missing_ok=True)

    console = Console()
    run = Run(
        TrainSettings(
            work_dir=work_dir,
            minutes=minutes,
            steps=steps,
            device=device,
            workers=_workers(device) if workers is None else workers,
            clock=began if state is not None else None,
            state=state,
            checkpoint_seconds=120.0 if state is None else 30.0,
            mixture=Mixture(masked=0, autoregressive=0) if diffusion_only else Mixture(),
            **chosen,
        )
    )
    if resume is not None:
        run.load() if resume == _HERE else run.load_state(resume)
        console.print(f"Resumed at step {run.step}, after {run.active_seconds / 60:.1f} minutes.")
    if export_state is not None:
        run.export_state(export_state)
        console.print(f"Wrote {export_state}.")
        return
    parameters = sum(weight.numel() for weight in run.weights.values())
    console.print(f"{parameters / 1e6:.2f}M parameters, vocabulary {len(run.tokenizer)}; checkpoints in {work_dir}.")
    console.print("Losses are in nats per token, from the quarter with the least noise to the one with the most.")

    def stop(signum: int, _frame: object) -> None:
        signal.signal(signum, default_handlers[signal.Signals(signum)])  # a second signal waits for nothing
        run.stop()

    default_handlers = {signum: signal.getsignal(signum) for signum in (signal.SIGINT, signal.SIGTERM)}
    for signum in default_handlers:
        signal.signal(signum, stop)
    for report in run.train():
        console.print(_line(report), highlight=False, soft_wrap=True)
        if sample_every and report.step % sample_every == 0:
            console.print(printable(_samples(run)), highlight=False, markup=False)
    for signum, handler in default_handlers.items():
        signal.signal(signum, handler)  # measuring and writing can be interrupted at once: the checkpoint is saved
    if run.progress < 1.0:
        raise click.ClickException(f"Stopped at step {run.step}; --resume continues from there.")
    if state is not None:
        console.print(f"Wrote {state}.")
        return
    from workshop.training.export import export_model

    export_model(run, out, cases=cases, remark=remark)
    console.print(f"Wrote {out}.")


def _workers(device: str) -> int:
    """A GPU waits for batches that one process makes; a CPU has no processor to spare."""
    return 0 if device == "cpu" else max(0, (os.cpu_count() or 1) - 1)


def _line(report: Report) -> str:
    """Writes one line of progress."""
    tasks = "  ".join(
        f"{task} " + " ".join(f"{nats:5.3f}" for nats in by_level) for task, by_level in report.losses.items()
    )
    so_far = f"step {report.step:6d} {report.active_seconds / 60:6.1f} min {report.progress:4.0%}"
    return f"{so_far}  {report.rows_per_s:6,.0f} rows/s  loss {report.loss:.3f}  {tasks}"


def _samples(run: Run) -> str:
    """Writes a story, a Sudoku and a function with the present averaged weights."""
    from playground.engine.models import Model
    from playground.spec.settings import SamplerSettings
    from workshop.evaluation.evaluate import answer_prompts
    from workshop.world.cases import suites
    from workshop.world.puzzles import PuzzleBanks

    settings = run.settings
    banks = PuzzleBanks(settings.puzzles, settings.seed, settings.work_dir)
    kinds = suites(banks, run.tokenizer, {9: (40,)})
    cases = [kind.cases(1, seed=run.step)[0] for kind in kinds if kind.name in SHOWN]
    model = Model.of(run.averaged_model(), run.tokenizer)
    answers = answer_prompts(model, [case.prompt for case in cases], SamplerSettings())
    return "\n".join(
        f"  {case.prompt}\n  -> {'right' if case.judge(answer.text) else 'wrong'} after {answer.nfe} steps:\n"
        f"  {answer.text}"
        for case, answer in zip(cases, answers, strict=True)
    )
