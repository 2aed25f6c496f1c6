"""The options of `serve`: to measure its machine, and to take what a report recommends."""

from __future__ import annotations

from pathlib import Path

import click

from playground.errors import PolicyError


def _as_measured(ctx: click.Context, _: click.Parameter, folder: Path | None) -> None:
    """Takes what a report recommends for the options that are not given."""
    if folder is None:
        return
    import torch

    from playground.plugins.card.gpu.report import read_recommended

    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else "no GPU that torch can use"
    try:
        ctx.default_map = {**(ctx.default_map or {}), **read_recommended(folder, gpu)}
    except PolicyError as error:
        raise click.UsageError(f"--as-measured: {error}") from error


OPTIONS = (
    click.Option(
        ["--as-measured"],
        type=click.Path(file_okay=False, path_type=Path),
        is_eager=True,
        expose_value=False,
        callback=_as_measured,
        metavar="REPORT",
        help="Run passes as the report of `doctor --card` recommends for this host, where no other option says how.",
    ),
    click.Option(
        ["--measure-machine"],
        is_flag=True,
        help="Measure how fast this machine is once the model has loaded, for what the page says about costs. It takes "
        "two seconds. With --private the page has a button for it.",
    ),
)
