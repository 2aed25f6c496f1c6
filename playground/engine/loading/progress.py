"""Reports the progress of loading a model, as counted by the hub's client and transformers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from typing import Any

from tqdm import tqdm
from transformers.utils import logging


@dataclass(frozen=True)
class Progress:
    """One stage of loading."""

    stage: str
    """What is happening, such as `Downloading`; begins a sentence."""
    done: int = 0
    total: int = 0
    """0 where nothing is counted; the stage is a sentence then."""
    unit: str = ""
    """What is counted: `bytes` or `tensors`."""

    @property
    def fraction(self) -> float | None:
        """From 0 to 1; None where nothing is counted."""
        return min(self.done / self.total, 1.0) if self.total else None

    def __str__(self) -> str:
        if not self.unit:
            return self.stage
        if self.unit == "bytes":
            return f"{self.stage}: {gigabytes(self.done)} of {gigabytes(self.total)}"
        return f"{self.stage}: {self.done:,} of {self.total:,} {self.unit}"


Tell = Callable[[Progress], None]
"""A function that is called with every progress, from any thread."""


def untold(_: Progress) -> None:
    """Ignores progress."""


def gigabytes(count: int) -> str:
    """Writes a number of bytes in GB (10^9 bytes) with one decimal, or in MB if it is small."""
    return f"{count / 1e9:,.1f} GB" if count >= 0.95e9 else f"{count / 1e6:,.1f} MB"


def download_bar(total: int, tell: Tell) -> type[tqdm]:
    """Makes a class of progress bars for the hub's client that draw nothing and report the bytes written to disk.

    Args:
        total: bytes of all files together; the client itself learns sizes file by file.
    """

    class Bar(tqdm):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            # One bar counts bytes from the network, one counts files, and this one counts bytes on the disk.
            self._counts = str(kwargs.get("desc", "")).startswith("Reconstructing")
            super().__init__(*args, **{**kwargs, "file": StringIO(), "mininterval": 0})

        def update(self, n: float | None = 1) -> bool | None:
            drawn = super().update(n)
            if self._counts:
                tell(Progress("Downloading", int(self.n), total, "bytes"))
            return drawn

    return Bar


@contextmanager
def telling_of_weights(tell: Tell) -> Iterator[None]:
    """While this is open, transformers reports each tensor that it loads into the model, and draws no bar."""

    def counted(items: Collection[Any]) -> Iterator[Any]:
        for done, item in enumerate(items):
            tell(Progress("Loading weights", done, len(items), "tensors"))
            yield item

    def hook(bar: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return counted(args[0]) if kwargs.get("desc") == "Loading weights" else bar(*args, **kwargs)

    before = logging.set_tqdm_hook(hook)
    try:
        yield
    finally:
        logging.set_tqdm_hook(before)
