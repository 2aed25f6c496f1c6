"""`record`: records the page's example runs again with the embedded checkpoint."""

from __future__ import annotations

import json
from pathlib import Path

import click

from playground.assets import ASSETS
from playground.commands.options import check_folder
from playground.commands.saving import save
from playground.commands.terminal import printable

RECORDED = ASSETS / "recorded"


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=RECORDED, help="Folder to write to.")
def record(out: Path) -> None:
    """Run every prompt in OUT/index.json with its seed, and save the traces next to it.

    Ctrl-C stops it and keeps the traces saved so far.
    """
    from playground.commands.bars import Bars
    from playground.engine.models import load_model
    from playground.recording import record as run
    from playground.service.judging import judged

    try:
        listed = json.loads((out / "index.json").read_text())
        examples = [(out / entry["file"], entry["prompt"], entry["seed"]) for entry in listed]
    except (OSError, ValueError, RecursionError) as error:
        raise click.UsageError(f"{out / 'index.json'} cannot be read: {error}") from error
    except (KeyError, TypeError) as error:
        raise click.UsageError(
            f"{out / 'index.json'} must be a list of objects, each with a file, a prompt and a seed."
        ) from error
    check_folder(out)
    model = load_model()
    with Bars() as bars:
        for path, prompt, seed in bars.track(examples, lambda example: example[0].name):
            trace = judged(run(model, prompt, seed=seed))
            save(trace, path)
            steps = "+".join(str(block.steps) for block in trace.blocks)
            click.echo(printable(f"{path.name}: {steps} steps, ended: {trace.finish_reason}\n{trace.text}\n"))
    bars.exit_if_stopped()
