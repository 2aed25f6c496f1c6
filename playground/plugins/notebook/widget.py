"""`pg.show(trace)`: the player as a widget, in Jupyter, marimo, VS Code and whatever else knows anywidget.

The widget is the page of one file (`playground.export.page`) in a frame of its own, so its styles and keys do not mix
with the notebook's, and it needs no server.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from playground.assets import ASSETS
from playground.errors import ExportError
from playground.export.page import page
from playground.export.run import named
from playground.trace import Trace

if TYPE_CHECKING:
    import anywidget

HEIGHT = 860
"""Pixels: a canvas of 128 positions, the timeline and the sentence at the width of a notebook."""


def show(*runs: Trace | str | PathLike[str], height: int = HEIGHT) -> anywidget.AnyWidget:
    """Shows a run, or up to four runs under one clock.

    The widget's `step` is the step that is shown, counted from 1 over the first run; 0 before one is. Setting it moves
    the player, and it changes as the reader moves.

    Args:
        runs: traces, or paths of trace files.
        height: of the frame, in pixels.

    Raises:
        ExportError: there is no run, one has no steps, there are more than four, or anywidget is not installed.
        TraceError: a file cannot be read.
    """
    if not runs:
        raise ExportError("There is nothing to show: give at least one trace.")
    shown = named(runs)
    for run in shown:
        if len(run) == 0:
            raise ExportError(f"{run.name} has no steps, so there is nothing to show; choose a run that took a step.")
    return _player()(page=page(shown), height=height)


def _player() -> Any:
    """The widget's class, made when it is first needed: anywidget is an extra."""
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ExportError("The player in a notebook needs the package anywidget: `pip install anywidget`.") from error

    class Player(anywidget.AnyWidget):
        """One player."""

        _esm = (ASSETS / "dist" / "plugins-notebook-widget.js").read_text(encoding="utf-8")
        page = traitlets.Unicode().tag(sync=True)
        height = traitlets.Int(HEIGHT).tag(sync=True)
        step = traitlets.Int(0).tag(sync=True)

    return Player
