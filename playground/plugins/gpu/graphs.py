"""Passes that are recorded once and replayed: on a GPU as CUDA graphs, so that Python launches no kernel by itself.

A recorded pass reads and writes memory at fixed addresses. Inputs are copied there before each replay, prefixes are
made there, and logits are copied out. Batches record for themselves, in the thread that steps them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Sequence
from math import prod

import torch
from torch import Tensor

log = logging.getLogger(__name__)

Record = Callable[[Callable[[], None]], Callable[[], None]]
"""Does work over memory that stays where it is, and returns what does it again."""


class Room:
    """Tensors at fixed addresses, by name. All shapes of a name share its memory, so only one is in use at a time."""

    def __init__(self, moved: Callable[[], None]) -> None:
        self._memory: dict[Hashable, Tensor] = {}
        self._moved = moved
        """Called when an address is given up, because a larger shape needs more memory."""

    def empty(self, name: Hashable, shape: Sequence[int], like: Tensor) -> Tensor:
        """A tensor of the shape, with the type and device of `like`. Any content."""
        size = prod(shape)
        if name in self._memory and self._memory[name].numel() < size:
            del self._memory[name]  # before the larger one takes memory
            self._moved()
        if name not in self._memory:
            self._memory[name] = like.new_empty(size)
        return self._memory[name][:size].view(*shape)

    def copy(self, name: Hashable, tensor: Tensor) -> Tensor:
        """What holds the tensor's content now."""
        return self.empty(name, tensor.shape, tensor).copy_(tensor)


class Graphs:
    """Recorded passes by name. What cannot be recorded runs as it is, now and from then on."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._graphs: dict[Hashable, Graph] = {}
        self._broken: set[Hashable] = set()
        self.room = Room(self._graphs.clear)

    def run(self, name: Hashable, work: Callable[..., Tensor], inputs: Sequence[Tensor]) -> Tensor:
        """What `work` gives for the inputs, in memory of its own.

        Args:
            name: of the work and the shapes of its inputs. All else that it reads is in `room`.
        """
        held = [self.room.copy(("input", place), tensor) for place, tensor in enumerate(inputs)]
        if name not in self._graphs and name not in self._broken:
            try:
                self._graphs[name] = Graph(work, held, self.room, self._record)
            except RuntimeError:  # such as a kernel that waits for the host, or too little memory
                log.warning("%s cannot be recorded and is launched kernel by kernel", name, exc_info=True)
                self._broken.add(name)
        return work(*inputs) if name in self._broken else self._graphs[name]()


class Graph:
    """One recorded pass."""

    def __init__(self, work: Callable[..., Tensor], inputs: Sequence[Tensor], room: Room, record: Record) -> None:
        def write() -> None:
            # Copied in the graph, so that what is recorded next can use the pass's own memory.
            self._output = room.copy("output", work(*inputs))

        self._replay = record(write)

    def __call__(self) -> Tensor:
        self._replay()
        return self._output.clone()  # the next replay writes over it


class CudaGraphs:
    """Records CUDA graphs, which share the memory that they need in between.

    After https://docs.pytorch.org/docs/stable/notes/cuda.html#whole-network-capture: the work runs once beside the
    current stream, so that whatever it compiles or allocates for good is there, and is then captured.
    """

    def __init__(self, device: torch.device) -> None:
        self._device, self._pool = device, torch.cuda.graph_pool_handle()
        self._broken = False
        self.count = 0
        """How many have been recorded."""
        with torch.cuda.device(device):
            # Torch gives a pool up with its last graph and then refuses the next one, so one graph stays.
            self._keeper = self._captured(lambda: torch.zeros(1, device=device))

    def __call__(self, work: Callable[[], None]) -> Callable[[], None]:
        if self._broken:
            raise RuntimeError("An earlier recording failed, which leaves the memory of all of them in doubt.")
        with torch.cuda.device(self._device):
            current, beside = torch.cuda.current_stream(), torch.cuda.Stream()
            beside.wait_stream(current)
            with torch.cuda.stream(beside):
                work()
            current.wait_stream(beside)
            graph = self._captured(work)
        self.count += 1
        return graph.replay

    def _captured(self, work: Callable[[], object]) -> torch.cuda.CUDAGraph:
        graph, current = torch.cuda.CUDAGraph(), torch.cuda.current_stream()
        try:
            # Other threads may use the GPU meanwhile, such as one that looks inside a run.
            with torch.cuda.graph(graph, pool=self._pool, capture_error_mode="thread_local"):
                work()
        except RuntimeError:
            torch.cuda.set_stream(current)  # torch leaves its own one in place
            self._broken = True
            raise
        return graph
