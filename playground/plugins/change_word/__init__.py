"""One word of the prompt, changed: the same run once more, beside the one that is shown. All of it is in the page."""

from playground.assets import ASSETS
from playground.hooks import PagePart, hook


@hook
def page_part() -> PagePart:
    return PagePart(script=ASSETS / "dist/plugins-change_word.js", lanes=True, held=True)
