"""Passes that are compiled for static shapes.

Compiling pays on a GPU, where launching each operation costs more than computing it. It needs what `torch.compile`
needs there (triton), and it rounds differently. Two functions are compiled: the denoiser's pass, and the statistics of
its logits. Both depend only on shapes and on the kind of draw. The decision itself runs eagerly, so no setting, sampler
or schedule compiles anything. What cannot be compiled, or is not compiled yet, runs eagerly too.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import torch
from torch import Tensor
from torch._dynamo.exc import FailOnRecompileLimitHit, TorchDynamoException
from transformers import DynamicCache

from playground.engine.families import Compiler, Conditioning
from playground.engine.rowwise import Prefixes
from playground.engine.statistics import Statistics, statistics
from playground.plugins.gpu.graphs import Graphs, Record
from playground.plugins.gpu.online import online_statistics
from playground.plugins.gpu.static import StaticPrefixes

if TYPE_CHECKING:
    from playground.engine.models import Model

log = logging.getLogger(__name__)

T = TypeVar("T")

CONTEXTS = (512, 1024, 2048)
KINDS = 128
"""The most compiled forms of one function: numbers of rows times lengths of prefixes, for each model of a process."""


class Form(NamedTuple):
    """One shape of a compiled pass."""

    seats: int
    context: int
    """Room for so many tokens before the canvas."""


class Occupied(Exception):
    """Another thread compiles at this moment, and torch runs nothing that is compiled until it has traced."""


@dataclass(frozen=True, kw_only=True)
class Shapes:
    """What passes are compiled for. No setting of a run is part of it. As `playground.engine.passes.Shapes` has it."""

    rows: int
    """The most rows in one pass."""
    context: int
    """The most tokens before a canvas. Rows that have read more run eagerly."""
    backend: str | Callable = "inductor"
    """The backend of `torch.compile`."""
    fixed: bool = False
    """Does each pass have all seats and room for the longest prefix, so that a row does not depend on who shares it?"""
    ready: set[Form] | None = None
    """Those of its forms that passes may have; others run eagerly. None allows all, and compiles what is new."""
    record: Record | None = None
    """Records passes, so that they are replayed; None launches each anew."""

    def passes(self) -> Compiled:
        """Those of one batch."""
        return Compiled(self)

    def seats(self, rows: int) -> int:
        """How many seats a pass over so many rows has."""
        return self.rows if self.fixed else 1 << (rows - 1).bit_length()

    @property
    def sizes(self) -> list[int]:
        """The numbers of seats that passes have."""
        return sorted({self.seats(rows) for rows in range(1, self.rows + 1)})

    @property
    def contexts(self) -> list[int]:
        """The lengths that prefixes are filled up to: the next one that all rows of a pass fit."""
        return [*(size for size in CONTEXTS if size < self.context and not self.fixed), self.context]

    @property
    def forms(self) -> list[Form]:
        """What there is to compile, the smallest first."""
        return [Form(seats, context) for seats in self.sizes for context in self.contexts]

    @classmethod
    def fitting(cls, model: Model, rows: int, context: int = 4096, *, fixed: bool = False) -> Shapes | None:
        """The shapes for a model; None where compiling does not pay or cannot be done.

        On a CPU, most of a pass is matrix products. Between several devices, accelerate's hooks break full graphs.
        A pass that runs over all that was read, too, has another shape in every run.
        """
        if model.device.type != "cuda" or "," in model.placement or model.denoiser.attention == "everything":
            return None
        return cls(rows=rows, context=min(context, model.denoiser.longest), fixed=fixed)


class Compiled:
    """Runs every pass in one of a few compiled shapes; see `Shapes`."""

    compiled = True

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self._broken: set[Hashable] = set()
        """What could not be compiled, and is not tried again."""
        self.fell_back = False
        """Has anything run eagerly since this was last set to False?"""
        self._graphs = Graphs(shapes.record) if shapes.record else None

    def forward(
        self, model: Model, canvas: Tensor, conditioning: Conditioning, prefixes: Prefixes, positions: Tensor
    ) -> Tensor:
        signal, strength = conditioning.signal, conditioning.strength
        if strength is None:
            strength = torch.ones(len(canvas), 1, 1, dtype=model.dtype, device=canvas.device)
        if signal is None:
            signal = canvas.new_zeros(*canvas.shape, model.denoiser.hidden_size, dtype=model.dtype)
        whole = Conditioning(signal=self._seated(signal), strength=self._seated(strength))
        inputs = [self._seated(canvas), self._seated(positions), *(getattr(whole, part.name) for part in fields(whole))]
        compiler = partial(_compiled, backend=self._shapes.backend)

        def plain(canvas: Tensor, positions: Tensor, *whole: Tensor, compiler: Compiler | None = None) -> Tensor:
            named = zip(fields(Conditioning), whole, strict=True)
            conditioning = Conditioning(**{part.name: tensor for part, tensor in named})
            return model.denoiser.denoise(canvas, conditioning, prefixes, positions, compiler)

        assert isinstance(prefixes, StaticPrefixes), "made by `prefixes`, below"
        form = Form(len(inputs[0]), prefixes.context)
        if self._shapes.ready is not None and form not in self._shapes.ready:
            self.fell_back = True
            return plain(*inputs)[: len(canvas)]
        name = "pass", *form
        fast = partial(plain, compiler=compiler)
        run = partial(self._graphs.run, name, fast, inputs) if self._graphs else partial(fast, *inputs)
        return self._run(name, run, partial(plain, *inputs))[: len(canvas)]

    def statistics(self, logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor) -> Statistics:
        inputs = logits, temperature, numbers, processed
        return self._run(
            ("statistics", None if numbers is None else numbers.ndim),
            lambda: _compiled(online_statistics, self._shapes.backend)(*inputs),
            lambda: statistics(*inputs),
        )

    def _run(self, name: Hashable, fast: Callable[[], T], plain: Callable[[], T]) -> T:
        """Runs what is compiled; the plain form if it cannot be compiled, now and from then on."""
        if name not in self._broken:
            try:
                return fast()
            except Occupied:
                pass
            except (TorchDynamoException, FailOnRecompileLimitHit):  # raised before anything is computed
                log.warning("%s cannot be compiled and runs eagerly", name, exc_info=True)
                self._broken.add(name)
        self.fell_back = True
        return plain()

    def prefixes(self, caches: Sequence[DynamicCache], model: Model) -> Prefixes:
        seated = [*caches, *[caches[0]] * (self._shapes.seats(len(caches)) - len(caches))]
        longest = max(cache.get_seq_length() for cache in caches)
        context = next(context for context in self._shapes.contexts if context >= longest)
        room = self._graphs.room if self._graphs else None
        return StaticPrefixes(seated, model.denoiser.layer_types, context, model.canvas_length, room)

    def takes(self, tokens: int) -> bool:
        """Can a row that has read so many tokens have a pass here?"""
        return tokens <= self._shapes.context

    def _seated(self, rows: Tensor) -> Tensor:
        """Fills idle seats with copies of the first row, which need no other experts."""
        idle = self._shapes.seats(len(rows)) - len(rows)
        return torch.cat([rows, rows[:1].expand(idle, *rows.shape[1:])]) if idle else rows


@cache
def _compiled(function: Callable, backend: Any) -> Callable:
    def traced(*inputs: Any) -> Any:
        if not torch.compiler.is_dynamo_compiling():
            raise Occupied
        return function(*inputs)

    made = torch.compile(traced, backend=backend, fullgraph=True, dynamic=False)

    def limited(*inputs: Any) -> Any:
        # Torch's limit holds for each thread by itself; torch 2.11 can set none that goes with the function. While any
        # thread traces, torch calls the function itself, or fails if it may not.
        with torch._dynamo.config.patch(recompile_limit=KINDS, error_on_nested_fx_trace=False):
            return made(*inputs)

    return limited
