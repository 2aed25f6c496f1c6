"""The opening: what plays to a reader whom this browser does not know. All of it is in the page."""

from playground.assets import ASSETS
from playground.hooks import PagePart, hook


@hook
def page_part() -> PagePart:
    return PagePart(script=ASSETS / "dist/plugins-opening.js", opening=True)
