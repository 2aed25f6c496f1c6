"""`pg.show(trace)`, the player as a widget of a notebook, and `pg.plots`, figures of runs for plotly."""

from __future__ import annotations

from collections.abc import Mapping

from playground.hooks import hook


@hook
def names() -> Mapping[str, str]:
    return {"plots": "playground.plugins.notebook.plots", "show": "playground.plugins.notebook.widget:show"}
