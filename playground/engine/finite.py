"""Logits that are not finite numbers: a run ends at the step that they come up at, and says what may help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.errors import EngineError

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.engine.row import Row

_WIDER = {"float16": "--dtype bfloat16 or float32", "bfloat16": "--dtype float32"}
"""The types that hold larger numbers than one does."""
_FIGURES = ("mean_entropy", "entropy", "top_probs")
"""What is no number wherever a position's logits are none."""


def remedy(model: Model) -> str:
    """What may help a model whose logits are not finite numbers."""
    wider = _WIDER.get(model.type_name)
    return f"load it with {wider}, which holds larger numbers" if wider else "its weights may be damaged"


def check_figures(figures: Mapping[str, Any], row: Row, model: Model) -> None:
    """Checks what a step brought a run.

    Args:
        figures: as `frames.unpack` returns them.

    Raises:
        EngineError: the logits are not finite numbers.
    """
    if not all(np.isfinite(figures[name]).all() for name in _FIGURES):
        raise EngineError(
            f"The run ended at step {row.step} of block {row.block}, because the model's logits are not finite numbers "
            f"in {model.type_name}: {remedy(model)}; the steps before it are kept."
        )
