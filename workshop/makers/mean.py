"""Writes the mean of checkpoints of one shape: `python -m workshop.makers.mean OUT MODEL SHARE MODEL SHARE ...`.

Training in legs ends each of them with weights of their own. Their mean can be better than all of them (Wortsman et al.
2022, Model soups, arXiv:2203.05482).
"""

from __future__ import annotations

import math
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from safetensors.torch import load_file, save_file

from playground.errors import PlaygroundError

WEIGHTS = "model.safetensors"


def write_mean(out: Path, shares: Mapping[Path, float]) -> None:
    """Writes to the new folder `out` the mean of the checkpoints in `shares`, with all other files of the first one.

    It is computed in float32 and stored in the first one's dtype.

    Raises:
        PlaygroundError: the shares do not sum to 1, or the weights differ in their names or shapes.
    """
    if not math.isclose(math.fsum(shares.values()), 1, abs_tol=1e-6):
        raise PlaygroundError(f"The shares sum to {math.fsum(shares.values()):g}; they must sum to 1.")
    first, *others = ((load_file(folder / WEIGHTS), share) for folder, share in shares.items())
    mean = {name: weight.float() * first[1] for name, weight in first[0].items()}
    for (weights, share), folder in zip(others, list(shares)[1:], strict=True):
        if {name: w.shape for name, w in weights.items()} != {name: w.shape for name, w in mean.items()}:
            raise PlaygroundError(f"The weights in {folder} have other names or shapes than the first ones.")
        for name, weight in weights.items():
            mean[name] += weight.float() * share
    shutil.copytree(next(iter(shares)), out)
    save_file({name: weight.to(first[0][name].dtype) for name, weight in mean.items()}, out / WEIGHTS, {"format": "pt"})


if __name__ == "__main__":
    target, *pairs = sys.argv[1:]
    write_mean(Path(target), dict(zip(map(Path, pairs[::2]), map(float, pairs[1::2]), strict=True)))
