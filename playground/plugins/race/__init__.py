"""The race in Compare: one prompt, seed and weights, written in each way. All of it is in the page."""

from playground.assets import ASSETS
from playground.hooks import PagePart, hook


@hook
def page_part() -> PagePart:
    return PagePart(script=ASSETS / "dist/plugins-race.js", race=True, held=True)
