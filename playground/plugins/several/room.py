"""Is there room for several checkpoints at the same time?"""

from __future__ import annotations

import torch

from playground.engine.loading.expected import Expected
from playground.engine.loading.memory import free_bytes
from playground.engine.loading.progress import gigabytes


def check_together(expectations: list[Expected], place: torch.device | None) -> str:
    """Says what checkpoints need together, and how much there is. "" if that is enough."""
    needed, (free, where) = sum(each.memory for each in expectations), free_bytes(place)
    if needed <= free:
        return ""
    names = " and ".join(each.name for each in expectations)
    return (
        f"{names} need {gigabytes(needed)} of memory together, but {where} has {gigabytes(free)} free; leave out "
        "--also, or choose a smaller one."
    )
