"""`record`: record the page's example runs again with the embedded checkpoint."""

from __future__ import annotations

import json
from pathlib import Path

import click

from playground.assets import ASSETS

RECORDED = ASSETS / "recorded"


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=RECORDED, help="Folder to write to.")
def record(out: Path) -> None:
    """Run every prompt listed in OUT/index.json with its seed, and save the traces beside it.

    Ctrl-C stops it and keeps the traces saved so far.
    """
    from playground.commands.bars import Bars
    from playground.engine.models import load_model
    from playground.recording import record as run

    try:
        examples = json.loads((out / "index.json").read_text())
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{out / 'index.json'} cannot be read: {error}") from error
    model = load_model()
    with Bars() as bars:
        for example in bars.track(examples, lambda example: example["file"]):
            trace = run(model, example["prompt"], seed=example["seed"])
            trace.save(out / example["file"])
            steps = "+".join(str(block.steps) for block in trace.blocks)
            click.echo(f"{example['file']}: {steps} steps, ended: {trace.finish_reason}\n{trace.text}\n")
    bars.exit_if_stopped()
