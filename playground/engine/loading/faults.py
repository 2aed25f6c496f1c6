"""What libraries raise while they read a checkpoint, as one sentence of ours."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from playground.engine.loading.packing import asked_for
from playground.errors import ModelError


@contextmanager
def reading(title: str, part: str) -> Iterator[None]:
    """Turns whatever transformers and safetensors raise while they load `part` into one sentence."""
    try:
        yield
    except ModelError:  # a sentence of ours
        raise
    except torch.OutOfMemoryError as error:
        raise ModelError(f"{title} does not fit: {out_of_memory()}") from error
    except ImportError as error:  # a package that reads this kind of quantised weights is not installed
        raise ModelError(f"{title} cannot be loaded without another package: {_short(error)}.") from error
    except Exception as error:
        raise ModelError(f"{title} cannot be loaded: {part} cannot be read ({_short(error)}).") from error


def out_of_memory() -> str:
    """What to do where a GPU ran out of memory."""
    ways = ["use all GPUs with --device auto", *(packing.flag for packing in asked_for())]
    return f"the GPU ran out of memory; {', or '.join(ways)}."


def _short(error: Exception) -> str:
    """The type and the message of a library's error, on one short line."""
    return f"{type(error).__name__}: {textwrap.shorten(str(error), 200)}".rstrip(": .")
