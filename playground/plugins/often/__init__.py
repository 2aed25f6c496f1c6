"""*How often?*: the run that is shown with many seeds, at one setting or several. All of it is in the page."""

from playground.assets import ASSETS
from playground.hooks import PagePart, hook


@hook
def page_part() -> PagePart:
    script = ASSETS / "dist/plugins-often.js"
    return PagePart(script=script, tray="How often?", lanes=True, beside="study", held=True)
