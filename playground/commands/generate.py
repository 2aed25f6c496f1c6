"""`generate`: run a prompt and print the text."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from playground.commands.options import Utf8, model_options, new_trace_file, override, settings_options
from playground.errors import PlaygroundError, TraceError
from playground.prompt import Prompt

if TYPE_CHECKING:
    from playground.trace import Trace


@click.command()
@click.argument("prompt", type=Utf8())
@click.option("--system", type=Utf8(), default="", help="System prompt, for checkpoints that support one.")
@click.option("--thinking", is_flag=True, help="Think before answering, for checkpoints that can.")
@click.option("--image", type=click.File("rb"), help="Picture file, for checkpoints that see.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The same model, settings and seed give the same run."
)
@click.option(
    "--trace", "trace_path", type=click.Path(dir_okay=False, path_type=Path), callback=new_trace_file,
    help="Save the run to this file.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the text.")
@settings_options
@model_options
def generate(
    prompt: str, system: str, thinking: bool, image: BinaryIO | None, seed: int, trace_path: Path | None, as_json: bool,
    model: str | None, revision: str | None, device: str | None, dtype: str | None, offline: bool, **given: Any,
) -> None:  # fmt: skip
    """Run PROMPT and print the text, after its thought if it has one. Ctrl-C stops the run.

    Whatever ends the run, its steps so far are kept.
    """
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.text import Text

    from playground.commands.saving import save
    from playground.commands.terminal import printable, thought_and_answer
    from playground.engine.models import load_model
    from playground.recording import Recorder
    from playground.service.driver import failure

    errors = Console(stderr=True)
    with errors.status("Loading the model") as status:
        loaded = load_model(
            model, revision=revision, device=device, dtype=dtype, offline=offline,
            tell=lambda progress: status.update(Text(printable(str(progress)))),
        )  # fmt: skip
    settings = override(loaded.settings, given)
    asked = Prompt(text=prompt, system=system, thinking=thinking, image=image.read() if image else b"")
    recorder = Recorder(loaded, asked, settings, seed)
    faults: list[PlaygroundError] = []
    columns = TextColumn("block {task.fields[block]}"), MofNCompleteColumn(), TextColumn("{task.description}")
    with Progress(*columns, TimeElapsedColumn(), console=errors, transient=True) as progress:
        task = progress.add_task("", total=settings.max_denoising_steps, block=1)
        try:
            for frame in recorder:
                accepted = f"{frame.accepted.sum()} of {len(frame.accepted)} accepted"
                progress.update(task, completed=frame.step, block=frame.block, description=accepted)
        except KeyboardInterrupt:
            click.echo("Stopped; the steps so far are kept.", err=True)
        except Exception as error:
            faults.append(failure(error))
    trace = recorder.trace()
    if trace_path:
        try:
            save(trace, trace_path)
        except TraceError as error:
            faults.append(error)
    click.echo(json.dumps(summary(trace)) if as_json else printable(thought_and_answer(trace)))
    if faults:
        raise click.ClickException(printable(" ".join(map(str, faults))))


def summary(trace: Trace) -> dict[str, Any]:
    """The run as one JSON-ready object."""
    return {
        "model": trace.header.model,
        "revision": trace.header.revision,
        "seed": trace.header.seed,
        "settings": trace.header.settings,
        "thought": trace.thought,
        "text": trace.text,
        "token_ids": trace.token_ids,
        "nfe": trace.nfe,
        "tokens_per_forward": trace.tokens_per_forward,
        "finish_reason": trace.finish_reason,
        "blocks": [{k: v for k, v in dataclasses.asdict(block).items() if k != "token_ids"} for block in trace.blocks],
    }
