"""`generate`: runs a prompt and prints the text."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import click
from click.core import ParameterSource

from playground.commands.options import (
    BranchOption,
    Finite,
    PinOption,
    Utf8,
    chosen,
    model_options,
    new_trace_file,
    settings_options,
)
from playground.errors import PlaygroundError, SpecError, TraceError
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.steering import KEEP, USUAL_KEEP, lengths_of

if TYPE_CHECKING:
    from playground.engine.filling import Filling
    from playground.trace import Trace


@click.command()
@click.argument("prompt", type=Utf8(), required=False)
@click.option("--system", type=Utf8(), default="", help="System prompt, if the checkpoint supports one.")
@click.option("--thinking", is_flag=True, help="Think before answering, if the checkpoint can.")
@click.option("--image", type=click.File("rb"), help="Picture file, if the checkpoint can see.")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="The same seed and settings give the same run on one computer.",
)
@click.option(
    "--pin",
    "pins",
    multiple=True,
    type=PinOption(),
    metavar="PLACE=TEXT",
    help='Hold this text from a place of the output on, such as --pin 12=" cat"; places count tokens from 0.',
)
@click.option(
    "--template",
    type=click.File(encoding="utf-8"),
    help="Hold the text of this file and write only its gaps, such as ____(12) for 12 tokens; of ____(2-6) each length "
    "is tried, and the surest text is taken.",
)
@click.option("--start", type=click.File(encoding="utf-8"), help="Start from the text of this file instead of noise.")
@click.option(
    "--noise",
    type=Finite(0, 1),
    default=0.0,
    show_default=True,
    help="The share of the start that is replaced by random tokens first.",
)
@click.option(
    "--noise-seed", type=int, default=0, show_default=True, help="Chooses which tokens --noise replaces, and by which."
)
@click.option(
    "--keep", type=click.Choice(list(KEEP)), default=USUAL_KEEP, show_default=True,
    help="How the tokens of the start that noise leaves are kept: favoured until the model is surer of another by "
    "--favour-margin, held, or free for the sampler to change.",
)  # fmt: skip
@click.option(
    "--branch",
    type=BranchOption(),
    metavar="TRACE@STEP",
    help="Go on from a step of a recorded run instead of PROMPT, such as run.trace@9, or run.trace@2.9 for step 9 of "
    "its second block. Seed and settings that are not given stay as they were.",
)
@click.option(
    "--spec",
    type=click.File(encoding="utf-8"),
    help="Run what this JSON file describes instead of PROMPT: a RunSpec, or the output of --json.",
)
@click.option(
    "--trace", "trace_path", type=click.Path(dir_okay=False, path_type=Path), callback=new_trace_file,
    help="Save the trace of the run to this file.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the text.")
@settings_options
@model_options
def generate(
    prompt: str | None, system: str, thinking: bool, image: BinaryIO | None, seed: int, spec: TextIO | None,
    branch: tuple[Path, int, int] | None,
    pins: tuple[tuple[int, str], ...], template: TextIO | None, start: TextIO | None, noise: float, noise_seed: int,
    keep: str,
    trace_path: Path | None, as_json: bool, loading: dict[str, Any], **changes: Any,
) -> None:  # fmt: skip
    """Run PROMPT and print the text, after the thought if there is one.

    Ctrl-C stops the run. However the run ends, its steps so far are kept.
    """
    if prompt is None and spec is None and branch is None:
        raise click.UsageError("Give a PROMPT, --spec with the description of a run, or --branch with a step of one.")
    if start is None and spec is None:
        _check_no_start()
    recorded = None if branch is None else _recorded(branch[0], prompt, system, thinking, template, start)
    description = None if spec is None else _description(spec)
    texts: dict[str, Any] = {"pins": pins, "template": template and _text(template), "start": start and _text(start)}
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.text import Text

    from playground.commands.saving import save
    from playground.commands.terminal import printable, thought_and_answer, verdict_line
    from playground.engine.filling import fill
    from playground.engine.models import load_model
    from playground.engine.recording import Recorder
    from playground.engine.row import Row
    from playground.service.driver import failure
    from playground.service.requests import Completion, branch_of

    errors = Console(stderr=True)
    with errors.status("Loading the model", spinner="line") as status:
        loaded = load_model(**loading, tell=lambda progress: status.update(Text(printable(str(progress)))))
    picture, settings = image.read() if image else b"", chosen(changes)
    if recorded is not None and branch is not None:
        values = {"seed": seed} if _on_command_line("seed") else {}
        wanted, completion = branch_of(recorded, branch[1], branch[2], picture, settings, values), Completion(**texts)
    elif description is None:
        content = Prompt(text=prompt or "", system=system, thinking=thinking, image=picture)
        wanted = RunSpec(prompt=content, seed=seed)
        completion = Completion(settings=settings, noise=noise, noise_seed=noise_seed, keep=keep, **texts)
    else:
        wanted, completion = RunSpec.from_dict(description, picture), Completion()
    fillings: list[Filling] = []
    if completion.template and len(lengths_of(completion.template)) > 1:
        with errors.status("Trying each length", spinner="line"):
            plain = dataclasses.replace(completion, template=None)(wanted, loaded)
            fillings = fill(loaded, plain, completion.template)
        completion = dataclasses.replace(completion, template=fillings[0].template)
    run = completion(wanted, loaded)
    recorder = Recorder(loaded, Row.of(loaded, run, recorded=recorded))
    faults: list[PlaygroundError] = []
    columns = TextColumn("block {task.fields[block]}"), MofNCompleteColumn(), TextColumn("{task.description}")
    with Progress(*columns, TimeElapsedColumn(), console=errors, transient=True) as progress:
        task = progress.add_task("", total=run.settings.max_denoising_steps, block=1)
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
    tried = [{"template": each.template, "text": each.trace.text, "sureness": each.sureness} for each in fillings]
    described = summary(trace) | ({"fillings": tried} if tried else {})
    click.echo(json.dumps(described) if as_json else printable(thought_and_answer(trace)))
    if trace.header.branch and trace.header.branch.differs is not None:
        click.echo(
            f"Computed again here, the run that this branches from differs from its trace from step "
            f"{trace.header.branch.differs} on; the branch goes on from what was computed.",
            err=True,
        )
    for at, filling in enumerate(fillings if not as_json else ()):
        taken = "taken" if at == 0 else "not taken"
        click.echo(printable(f"{filling.sureness:.3g} nats a token, {taken}: {filling.template}"), err=True)
    if trace.header.verdict and not as_json:
        click.echo(printable(verdict_line(trace.header.verdict)), err=True)
    if faults:
        raise click.ClickException(printable(" ".join(map(str, faults))))


def _on_command_line(parameter: str) -> bool:
    """Does the command line have it?"""
    return click.get_current_context().get_parameter_source(parameter) is ParameterSource.COMMANDLINE


def _check_no_start() -> None:
    """Refuses what is for a text to start from where there is none.

    Raises:
        UsageError: the command line has some of it.
    """
    for name in ("noise", "noise_seed", "keep"):
        if _on_command_line(name):
            raise click.UsageError(f"--{name.replace('_', '-')} is for a text to start from; give --start too.")


def _recorded(path: Path, *described: object) -> Trace:
    """Reads the trace of the run to branch from.

    Raises:
        UsageError: the command line describes what a branch has from its run.
        TraceError: as `Trace.load`.
    """
    from playground.trace import Trace

    if any(described):
        raise click.UsageError(
            "A branch has its prompt and its start from its run; leave out PROMPT, --system, --thinking, --template "
            "and --start."
        )
    return Trace.load(path)


def _text(file: TextIO) -> str:
    """Reads a text that a run holds or starts from, without the line end that editors add.

    Raises:
        SpecError: the file is not UTF-8.
    """
    try:
        return file.read().removesuffix("\n")
    except ValueError as error:
        raise SpecError(f"{file.name} is not UTF-8 text.") from error


def _description(file: TextIO) -> Any:
    """Reads the description of a run from a file, which holds it by itself or inside what `summary` returned.

    Raises:
        UsageError: the command line describes the run too.
        SpecError: the file is not JSON.
    """
    context = click.get_current_context()
    beside = ("spec", "image", "trace_path", "as_json", "model", "revision", "family", "device", "dtype", "offline")
    for parameter in context.command.params:
        if _on_command_line(parameter.name or "") and parameter.name not in beside:
            name = parameter.opts[0] if isinstance(parameter, click.Option) else "PROMPT"
            raise click.UsageError(f"--spec describes the whole run; leave out {name}.")
    try:
        values = json.load(file)
    except (ValueError, RecursionError) as error:
        raise SpecError(f"{file.name} is not JSON.") from error
    return values["spec"] if isinstance(values, dict) and "spec" in values else values


def summary(trace: Trace) -> dict[str, Any]:
    """Sums up the run in one object, ready for JSON."""
    return {
        "model": trace.header.model,
        "revision": trace.header.revision,
        "spec": trace.header.spec,
        "seed": trace.header.seed,
        "settings": trace.header.settings,
        "thought": trace.thought,
        "text": trace.text,
        "token_ids": trace.token_ids,
        "verdict": None if trace.header.verdict is None else dataclasses.asdict(trace.header.verdict),
        "nfe": trace.nfe,
        "tokens_per_forward": trace.tokens_per_forward,
        "finish_reason": trace.finish_reason,
        "blocks": [{k: v for k, v in dataclasses.asdict(block).items() if k != "token_ids"} for block in trace.blocks],
    }
