"""`pg.show(trace)`: the player as a widget of a notebook."""

from __future__ import annotations

from collections.abc import Mapping

from playground.hooks import hook


@hook
def names() -> Mapping[str, str]:
    return {"show": "playground.plugins.notebook.widget:show"}
