"""A figure as a file: the option that names it, and what writes it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from playground.commands.options import check_folder
from playground.export.chromium import chromium_path

if TYPE_CHECKING:
    import plotly.graph_objects as go


def figure_option(default: str) -> Callable:
    """Adds --out, the file of a figure. A figure that cannot be written is refused before anything is measured."""
    return click.option(
        "--out", type=click.Path(dir_okay=False, path_type=Path), default=Path(default), show_default=True,
        callback=_writable_figure,
        help="File for the figure: .html, .svg or .png. The table goes next to it as .json.",
    )  # fmt: skip


def _writable_figure(_context: click.Context, _parameter: click.Parameter, path: Path) -> Path:
    check_folder(path.absolute().parent)
    if path.suffix not in (".html", ".svg", ".png"):
        raise click.BadParameter(f"{path.name} cannot be a figure; allowed are .html, .svg and .png.")
    if path.suffix != ".html" and not (find_spec("kaleido") and chromium_path()):
        raise click.BadParameter(f"{path.suffix} needs the package kaleido and Chromium; .html needs neither.")
    return path


def write_figure(figure: go.Figure, path: Path) -> None:
    """Writes a page that needs no network (.html), or a picture (.svg or .png; with kaleido)."""
    if path.suffix == ".html":
        figure.write_html(path, include_plotlyjs=True)
    else:
        import kaleido

        # By itself kaleido does not find the browser without windows.
        layout = {"format": path.suffix[1:], "width": 900, "height": 480}
        kaleido.write_fig_sync(figure, path=path, opts=layout, kopts={"path": chromium_path()})
