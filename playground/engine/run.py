"""Run: a row and its progress in a batch. A row that branches from another one is first that other one."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import torch
from torch import Tensor
from transformers import DynamicCache

from playground.engine.models import Model
from playground.engine.row import Row
from playground.errors import SpecError

S = TypeVar("S")
E = TypeVar("E", bound=BaseException)


@dataclass(kw_only=True)
class Run(Generic[S]):
    """What a batch knows about a row. `S` is what its way of writing keeps from step to step."""

    number: int
    row: Row
    cache: DynamicCache
    unread: Tensor
    """int64 (1, n): tokens that the encoder must read before the next block."""
    written: int = 0
    """How many tokens its ended blocks have added to the text."""
    turns: deque[Row] = field(default_factory=deque)
    """The rows that it turns into on its way, the next one first."""
    begins: bool = True
    """Does its next pass begin a block?"""
    was: Row | None = None
    """The row that it was at the last step, if it has turned since."""
    block: int = 0
    step: int = 0
    """The last step of the block; 0 before the first."""
    encoded: int = 0
    """How many tokens the encoder has read since the last step."""
    edited: Mapping[int, int] = field(default_factory=dict)
    """Position -> token of the cells that a person changed just before this step."""
    state: S | None = None

    @property
    def room(self) -> int:
        """How many more tokens the run may write."""
        return self.row.settings.max_new_tokens - self.written

    @property
    def goal(self) -> Row:
        """The row that it becomes in the end."""
        return self.turns[-1] if self.turns else self.row

    def turn(self) -> bool:
        """Becomes the row that branches from it at the present step, if there is one; does it?"""
        before = self.row
        while self.turns and self.turns[0].leaves == (self.block, self.step):
            seed, self.row = self.row.spec.seed, self.turns.popleft()
            if self.row.spec.seed != seed:
                self.row.generator.manual_seed(self.row.spec.seed)
        if self.row is before:
            return False
        self.was = before
        return True

    def begun(self, begin: Callable[[Run[S]], None], failed: dict[int, Exception]) -> bool:
        """Has its block begun, and has it turned if it must? If that fails, the error is in `failed` by its number."""
        try:
            if self.begins:
                begin(self)
                self.turn()
        except torch.AcceleratorError:  # the device's, and so everybody's
            raise
        except Exception as error:
            self.fail(error, failed)
            return False
        return True

    def fail(self, error: Exception, failed: dict[int, Exception]) -> None:
        """Puts its error into `failed`, and gives up its memory, which the others need for their next pass."""
        failed[self.number] = without_frames(error)
        self.cache, self.state = DynamicCache(), None

    def check_room(self) -> None:
        """Checks that the row may write more tokens, and so may one that branches off before the next step.

        Raises:
            SpecError: it may not.
        """
        rows = [self.row, *(turn for turn in self.turns if turn.leaves == (self.block + 1, 0))]
        for row in rows:
            most = row.settings.max_new_tokens
            if most <= self.written:
                raise SpecError(
                    f"max_new_tokens is {most}, but the blocks before the branch have {self.written} tokens; it must "
                    "be more than that."
                )

    def read(self, model: Model) -> None:
        """Reads the unread tokens into the row's own cache, as it would for a single run."""
        new = self.unread.shape[1]
        if new == 0:
            return
        media = self.row.media if self.block == 0 else {}
        media = {name: tensor.to(model.device) for name, tensor in media.items()}
        model.denoiser.read(self.cache, self.unread, media)
        self.encoded += new
        self.unread = self.unread[:, :0]


def without_frames(error: E) -> E:
    """The error without the frames that it came through: they hold the tensors of what failed."""
    link: BaseException | None = error
    while link is not None:
        traceback.clear_frames(link.__traceback__)
        link.__traceback__ = link.__context__ = None
        link = link.__cause__
    return error
