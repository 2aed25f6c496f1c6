"""Holds weights in fewer bits: packs them to 4 as they are loaded, and reads those stored in 8 with a scale a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from playground.hooks import hook

if TYPE_CHECKING:
    from playground.engine.loading.packing import Packing


@hook
def packings() -> Sequence[Packing]:
    from playground.plugins.quantize.ways import Fp8, Nf4

    return [Nf4(), Fp8()]
