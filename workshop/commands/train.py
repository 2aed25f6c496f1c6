"""`train`: trains a checkpoint like the embedded one, from scratch or from an existing one."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playground.commands.options import Finite, Utf8
from workshop.training.shapes import SHAPES, SHIPPED, Shape

if TYPE_CHECKING:
    from workshop.training.loop import Report

STEPS = 60_000
"""About as many steps of 16 rows as all legs of the embedded checkpoint together; docs/training.md has the time."""
GPU_ROWS = 256
"""Rows of a batch that fill a GPU; a step takes as many batches as pay."""
_FOLDER = click.Path(file_okay=False, path_type=Path)
_HERE = Path("-")
"""For `--resume` without a folder: the state in the work directory."""


@click.command()
@click.option("--minutes", type=Finite(min=0, min_open=True),
              help="How long to train, in minutes from the start of the command, with those of a state.")  # fmt: skip
@click.option("--steps", type=click.IntRange(min=1),
              help=f"How long to train, in steps; this makes runs repeatable.  [default: {STEPS}]")  # fmt: skip
@click.option("--decay", type=Finite(min=0, max=1, min_open=True), default=0.45, show_default=True,
              help="The share of the run, at its end, over which the learning rate falls to 0.")  # fmt: skip
@click.option("--out", type=_FOLDER,
              help="Measure the finished model and write it here.  [default: only keep the state]")  # fmt: skip
@click.option("--work-dir", type=_FOLDER, default=Path(".training/run"), show_default=True,
              help="Folder for the state, in files of at most 15 MB, the log and the puzzles.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), default=0, show_default=True,
              help="The seed of weights, data and noise.")  # fmt: skip
@click.option("--size", type=click.Choice([*SHAPES]),
              help=f"Millions of parameters, about.  [default: {SHIPPED}, as shipped]")  # fmt: skip
@click.option("--device", default="cpu", show_default=True, help="cpu, cuda or cuda:N.")
@click.option("--from", "start_from", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Start from this checkpoint's weights instead of random ones.")  # fmt: skip
@click.option("--rows", type=click.IntRange(min=4),
              help="Rows in a step.  [default: 16; on a GPU as many as pay, by the first steps]")  # fmt: skip
@click.option("--diffusion-only", is_flag=True, help="Leave out the other two ways of writing, to see what they cost.")
@click.option("--compile/--no-compile", default=True, show_default=True, help="Use bfloat16 and torch.compile.")
@click.option("--snapshot-minutes", type=Finite(min=0, min_open=True),
              help="Save the weights this often, for `curve`.  [default: never]")  # fmt: skip
@click.option("--resume", is_flag=False, flag_value=_HERE, type=_FOLDER, metavar="[FOLDER]",
              help="Continue from the state in the work directory, or from one that was carried here.")  # fmt: skip
@click.option("--compact", is_flag=True, help="Keep a state of averaged weights in bfloat16 alone, to be carried.")
@click.option("--workers", type=click.IntRange(min=0),
              help="Processes that make batches ahead.  [default: on a GPU all processors but one]")  # fmt: skip
@click.option("--estimate", is_flag=True, help="Do not train, but say what to expect of an H200, and of its cores.")
@click.option("--fresh", is_flag=True, help="Overwrite the state in the work directory.")
@click.option("--cases", type=click.IntRange(min=1), default=64, show_default=True,
              help="How many cases for each line of the model card.")  # fmt: skip
@click.option("--remark", type=Utf8(), default="", help="A remark about the run, for the model card.")
def train(
    minutes: float | None, steps: int | None, out: Path | None, work_dir: Path, size: str | None, device: str,
    rows: int | None, diffusion_only: bool, resume: Path | None, workers: int | None, estimate: bool, fresh: bool,
    cases: int, remark: str, **chosen: Any,
) -> None:  # fmt: skip
    """Train the tiny DiffusionGemma on its small world; with --out, measure it and write it.

    That is: stories, Sudoku, small functions, sums, sorting, JSON, repair, and one answer to everything else.

    You can stop it at any time with Ctrl-C or kill: --resume continues from the last state.
    """
    began = time.monotonic()
    if minutes is not None and steps is not None:
        raise click.UsageError("Give either --minutes or --steps, not both.")
    # Before torch loads its thread pool: torch.compile brings a second one, and two pools that spin while they wait
    # slow each other down 20-fold on two cores.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    import torch
    from rich.console import Console

    from workshop.training.loop import LOG, STATE, Run
    from workshop.training.mixture import Mixture
    from workshop.training.settings import TrainSettings
    from workshop.training.states import read_header

    try:
        torch.empty(0, device=device)
        torch.Generator(device)
    except (RuntimeError, AssertionError) as error:
        raise click.UsageError(f"--device {device} cannot be used here: {str(error).splitlines()[0]}") from error
    if resume is not None and fresh:
        raise click.UsageError("Give either --resume or --fresh, not both.")
    if resume != _HERE and not fresh and (work_dir / STATE).exists():
        raise click.UsageError(
            f"{work_dir} holds a state: pass --resume to continue from it, or --fresh to overwrite it."
        )
    if fresh:
        shutil.rmtree(work_dir / STATE, ignore_errors=True)
        (work_dir / LOG).unlink(missing_ok=True)

    if estimate:
        click.echo(_estimate(SHAPES[size or SHIPPED], minutes))
        return
    console = Console()
    on_cpu = torch.device(device).type == "cpu"
    folder = work_dir / STATE if resume == _HERE else resume
    planned = read_header(folder) if folder is not None else {}
    if minutes is None and steps is None:
        minutes, steps = planned.get("minutes"), planned.get("steps", STEPS)
    shape = SHAPES[size] if size else Shape(**planned["shape"]) if planned else SHAPES[SHIPPED]
    accumulation = 1 if rows or on_cpu else None
    rows = rows or planned.get("rows") or (16 if on_cpu else GPU_ROWS)
    run = Run(
        TrainSettings(
            work_dir=work_dir,
            minutes=minutes,
            steps=steps,
            began=began,
            device=device,
            shape=shape,
            rows=rows,
            accumulation=accumulation,
            # A GPU waits for batches that one process makes; a CPU has no processor to spare.
            workers=(0 if on_cpu else max(0, (os.cpu_count() or 1) - 1)) if workers is None else workers,
            mixture=Mixture(masked=0, autoregressive=0) if diffusion_only else Mixture(),
            **chosen,
        )
    )
    if folder is not None:
        run.load(folder)
        console.print(f"Resumed at step {run.step}, after {run.seconds / 60:.1f} minutes.")
    parameters = sum(weight.numel() for weight in run.weights.values())
    console.print(f"{parameters / 1e6:.2f}M parameters, vocabulary {len(run.tokenizer)}; the state is in {work_dir}.")
    console.print("Losses are in nats per token, from the quarter with the least noise to the one with the most.")

    def stop(signum: int, _frame: object) -> None:
        signal.signal(signum, default_handlers[signal.Signals(signum)])  # a second signal waits for nothing
        run.stop()

    default_handlers = {signum: signal.getsignal(signum) for signum in (signal.SIGINT, signal.SIGTERM)}
    for signum in default_handlers:
        signal.signal(signum, stop)
    for report in run.train():
        console.print(_line(report), highlight=False, soft_wrap=True)
    for signum, handler in default_handlers.items():
        signal.signal(signum, handler)  # measuring and writing can be interrupted at once: the state is saved
    if run.progress < 1.0:
        raise click.ClickException(f"Stopped at step {run.step}; --resume continues from there.")
    console.print(f"Done at step {run.step}, after {run.seconds / 60:.1f} minutes.")
    if out is not None:
        from workshop.training.export import export_model

        export_model(run, out, cases=cases, remark=remark)
        console.print(f"Wrote {out}.")


def _estimate(shape: Shape, minutes: float | None) -> str:
    """Says what to expect, and how that is known."""
    from workshop.training.estimate import CORE_ROWS, REACHABLE, REACHED, START, counted
    from workshop.training.tokenizer import build_tokenizer

    parameters, row = counted(shape, build_tokenizer())
    low, high = REACHED / row, REACHABLE / row
    text = (
        f"{parameters / 1e6:.2f}M parameters; the products of a row take {row / 1e9:.1f} GFLOP, counted.\n"
        f"Estimate for an H200, not measured: {low:,.0f} to {high:,.0f} rows/s, at {REACHED / 1e12:.0f} TFLOP/s, as an "
        f"H100 reached, to {REACHABLE / 1e12:.0f}.\n"
    )
    if minutes is not None:
        useful = max(0.0, 60 * minutes - START)
        text += f"In {minutes:g} minutes, {START:.0f} s of which begin and compile: {low * useful / 1e6:.1f} to "
        text += f"{high * useful / 1e6:.1f} million rows.\n"
    return text + f"One core makes some {CORE_ROWS:,} rows/s, measured: {high / CORE_ROWS:.0f} cores suffice."


def _line(report: Report) -> str:
    """Writes one line of progress, after a note if there is one."""
    tasks = "  ".join(
        f"{task} " + " ".join(f"{nats:5.3f}" for nats in by_level) for task, by_level in report.losses.items()
    )
    so_far = f"step {report.step:6d} {report.seconds / 60:6.1f} min {report.progress:4.0%}"
    rate = f"{report.rows_per_s:6,.0f} rows/s, {report.rows} a step"
    return f"{report.note}\n" * bool(report.note) + f"{so_far}  {rate}  loss {report.loss:.3f}  {tasks}"
