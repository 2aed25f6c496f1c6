"""`serve`: serve the page. `python app.py` does the same."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from playground.commands.options import max_mib_option
from playground.engine.loading.source import resolve
from playground.engine.samplers.own import load
from playground.errors import PlaygroundError
from playground.service import EngineSlot, Service
from playground.service.engine_slot import MAX_ROWS
from playground.service.zero import on_zero
from playground.ui.interface import build, default_host


@click.command()
@click.option(
    "--model",
    metavar="ID_OR_FOLDER",
    envvar="PLAYGROUND_MODEL",
    help="Hub id or checkpoint folder; by default the embedded model. A Space sets PLAYGROUND_MODEL instead.",
)
@click.option("--revision", envvar="PLAYGROUND_REVISION", help="Branch, tag or commit of a hub id.")
@click.option("--device", help="cpu, cuda, cuda:N, or auto for all GPUs; by default a GPU if there is one.")
@click.option("--dtype", help="auto, float32, bfloat16 or float16.")
@click.option(
    "--offline", is_flag=True, help="Load from the cache and do not use the network, as with HF_HUB_OFFLINE=1."
)
@click.option(
    "--max-rows",
    type=click.IntRange(1, 64),
    default=MAX_ROWS,
    show_default=True,
    envvar="PLAYGROUND_MAX_ROWS",
    help="How many runs may share the model's passes; the others queue.",
)
@click.option("--eager", is_flag=True, help="Do not compile: slower on a GPU, but texts may fill the whole context.")
@max_mib_option
@click.option(
    "--sampler",
    "samplers",
    metavar="FILE.py",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="File with a sampler of your own, for the form's menu. The file is run, so use only one that you trust.",
)
@click.option("--host", default=default_host, help="Address to listen on.")
@click.option("--port", default=lambda: int(os.environ.get("GRADIO_SERVER_PORT", 7860)), type=int, help="Port.")
def serve(
    model: str | None, revision: str | None, device: str | None, dtype: str | None, offline: bool, max_rows: int,
    eager: bool, max_mib: int, samplers: tuple[Path, ...], host: str, port: int,
) -> None:  # fmt: skip
    """Serve the page. The model loads in the background."""
    try:
        if model is not None:
            resolve(model)
        for path in samplers:
            load(path)
    except PlaygroundError as error:
        raise click.UsageError(str(error)) from error
    slot = EngineSlot(
        model, revision=revision, device=device, dtype=dtype, offline=offline, max_rows=max_rows, eager=eager
    )
    if on_zero():
        slot.load()
    try:
        build(Service(slot), max_mib=max_mib).launch(host, port)
    except OSError:
        sys.exit(f"Port {port} on {host} is taken; choose another with --port.")
