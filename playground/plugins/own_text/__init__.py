"""A text of the reader's own, in the page: its gaps are filled, or a run starts from it. The engine knows of both."""

from playground.assets import ASSETS
from playground.hooks import PagePart, hook


@hook
def page_part() -> PagePart:
    return PagePart(
        script=ASSETS / "dist/plugins-own_text.js",
        ask=("Own text", "Fill the gaps of a text, or start from a text instead of noise"),
        takes="_{4,}",  # a gap, as `playground.spec.steering` reads it
        held=True,
    )
