"""Writes a figure into a file."""

from __future__ import annotations

from pathlib import Path

import plotly.graph_objects as go

from playground.export.chromium import chromium_path


def write_figure(figure: go.Figure, path: Path) -> None:
    """Writes a page that needs no network (.html), or a picture (.svg or .png; with kaleido)."""
    if path.suffix == ".html":
        figure.write_html(path, include_plotlyjs=True)
    else:
        import kaleido

        # By itself kaleido does not find the browser without windows.
        layout = {"format": path.suffix[1:], "width": 900, "height": 480}
        kaleido.write_fig_sync(figure, path=path, opts=layout, kopts={"path": chromium_path()})
