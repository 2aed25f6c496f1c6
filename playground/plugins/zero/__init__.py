"""Has ZeroGPU compute on a Space: it lends a GPU while a decorated function runs, in a process forked for it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from playground.assets import ASSETS
from playground.hooks import PagePart, hook

if TYPE_CHECKING:
    from playground.plugins.zero.lent import Lent


def on_zero() -> bool:
    """Is this a ZeroGPU Space? `spaces` reads the same variable."""
    return os.environ.get("SPACES_ZERO_GPU", "").lower() in ("1", "t", "true")


@hook
def home(options: Mapping[str, Any], model: str | None) -> Lent | None:
    if not on_zero():
        return None
    from playground.plugins.zero.lent import Lent

    return Lent()


@hook
def page_part() -> PagePart | None:
    return PagePart(script=ASSETS / "dist/plugins-zero.js", requests=True) if on_zero() else None
