"""Families of masked diffusion: MDLM and BD3LM as dLLM trains them on Qwen3 and Qwen2, and Dream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from playground.hooks import hook

if TYPE_CHECKING:
    from playground.engine.families import Denoiser


@hook
def families() -> Sequence[type[Denoiser]]:
    from playground.plugins.masked.bd3lm import Bd3lm, Bd3lmQwen2
    from playground.plugins.masked.dream import Dream
    from playground.plugins.masked.mdlm import Mdlm, MdlmQwen2

    # Their configs are alike: the first one that claims a checkpoint reads it.
    return [Bd3lm, Mdlm, Bd3lmQwen2, MdlmQwen2, Dream]
