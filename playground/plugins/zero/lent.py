"""The home of a model whose GPU is lent for each request."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playground.errors import ModelError
from playground.plugins.zero.lending import lent
from playground.service.home import Home

if TYPE_CHECKING:
    from playground.engine.loading.progress import Tell
    from playground.engine.models import Model
    from playground.service.streams import Compute


class Lent(Home):
    """The model is loaded into this process, and used by those that are forked from it."""

    nature = "ZeroGPU has a GPU only while a run lasts"
    beside = "on ZeroGPU"
    alone = early = True
    looks = local = False

    def load(self, name: str, tell: Tell, **options: Any) -> Model:
        # Transformers would load in threads of its own, in which ZeroGPU's stand-in for CUDA is off.
        os.environ["HF_DEACTIVATE_ASYNC_LOAD"] = "1"
        return super().load(name, tell, tried=False, **options)

    def compute(self, model: Callable[[], Model]) -> Compute:
        return lent(model)  # ZeroGPU must know what will ask for its GPU before the page is launched

    def check_free(self, action: str) -> None:
        # Without the GPU, the weights are zeros that stand in for the model's.
        raise ModelError(f"A model whose GPU is lent for each run cannot be {action} between runs.")
