"""Row: one run in a batch, checked and encoded, and how far it has come."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import torch
from torch import Tensor
from transformers import DynamicCache

from playground.engine.models import Model
from playground.engine.processors import Processor, processors_of
from playground.engine.steering import check_steering
from playground.errors import SettingError, SpecError
from playground.rules.ways import WAYS, Way
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace.branching import check_step

if TYPE_CHECKING:
    from playground.trace import Trace

S = TypeVar("S")
E = TypeVar("E", bound=BaseException)


@dataclass(kw_only=True, eq=False)
class Row(Generic[S]):
    """A run that is ready to join a batch, which seats a copy of it; from `number` on, what the batch knows of that.

    One that branches from another run is first that other one. `S` is what its way of writing keeps from step to step.
    """

    spec: RunSpec
    prompt_ids: list[int]
    generator: torch.Generator
    media: Mapping[str, Tensor] = field(default_factory=dict)
    """What the encoder gets with the prompt, such as `pixel_values` and `mm_token_type_ids`, as batches of one. It is
    on the CPU until the prompt is read."""
    recorded: Trace | None = None
    """What the parent's run recorded: the blocks before the one that this branches from are not computed again."""

    number: int = -1
    """In its batch."""
    cache: DynamicCache = field(default_factory=DynamicCache)
    unread: Tensor = field(default_factory=lambda: torch.empty(1, 0, dtype=torch.int64))
    """int64 (1, n): tokens that the encoder must read before the next block."""
    now: RunSpec = None  # type: ignore[assignment]
    """What it is at the present step: its own spec in the end, before that those that it branches from."""
    turns: deque[RunSpec] = field(default_factory=deque)
    """What it turns into on its way, the next one first."""
    was: RunSpec | None = None
    """What it was at the last step, if it has turned since."""
    written: int = 0
    """How many tokens its ended blocks have added to the text."""
    begins: bool = True
    """Does its next pass begin a block?"""
    block: int = 0
    step: int = 0
    """The last step of the block; 0 before the first."""
    read_ids: Tensor = field(default_factory=lambda: torch.empty(1, 0, dtype=torch.int64))
    """int64 (1, n): the canvases of its ended blocks that the encoder has read."""
    beside: DynamicCache | None = None
    """What reading another prompt and `read_ids` has left, for passes that a processor adds; it fills that itself."""
    figures: dict[str, Any] = field(default_factory=dict)
    """Of the next step, beside its record: see `take_figures`."""
    edited: Mapping[int, int] = field(default_factory=dict)
    """Position -> token of the cells that a person changed just before this step."""
    processing: Mapping[RunSpec, Sequence[Processor]] = field(default_factory=dict)
    """What processes the logits of each run that it is on its way."""
    state: S | None = None

    def __post_init__(self) -> None:
        self.now = self.now or self.spec

    @classmethod
    def of(
        cls,
        model: Model,
        prompt: str | Prompt | Mapping[str, Any] | RunSpec,
        settings: SamplerSettings | Mapping[str, Any] | None = None,
        seed: int = 0,
        recorded: Trace | None = None,
    ) -> Row:
        """Checks and encodes a prompt or a spec.

        Args:
            settings: as `Model.spec` takes them; a spec has its own settings and seed.
            recorded: the trace of the run that the spec branches from, if there is one; see `Row.recorded`.

        Raises:
            PromptError: the prompt is empty, does not fit the checkpoint's context, or asks for what it cannot do.
            SettingError: the seed is out of range, `max_new_tokens` exceeds the context, the checkpoint has no mask
                token for masked diffusion, or settings or a seed are given with a spec.
            SpecError: the spec is meant for another model, its start, pins, edits or processors do not fit this one, or
                it branches from a step that `recorded` does not have.
            ModelError: the checkpoint's own defaults are not allowed.
        """
        spec = model.spec(prompt, settings, seed)
        spec = spec.meant_for(model.name, model.revision)
        if not model.denoiser.self_conditioning:
            spec = _unconditioned(spec)
        encoded = model.read(spec.prompt)
        generator = torch.Generator(model.device).manual_seed(spec.chain[0].seed)
        if recorded is not None and spec.branch is not None:
            check_step(recorded, spec.branch.block, spec.branch.step)
        for run in spec.chain:
            _check(run, model, encoded.ids)
        return cls(
            spec=spec, prompt_ids=encoded.ids, generator=generator, media=encoded.media, recorded=recorded,
            processing={run: processors_of(run, model) for run in spec.chain},
        )  # fmt: skip

    @property
    def settings(self) -> SamplerSettings:
        """Those of the present step."""
        return self.now.settings

    @property
    def processors(self) -> Sequence[Processor]:
        """Those of the present step."""
        return self.processing.get(self.now, ())

    @property
    def way(self) -> Way:
        return WAYS[self.settings.way]

    @property
    def room(self) -> int:
        """How many more tokens the run may write."""
        return self.settings.max_new_tokens - self.written

    def seated(self, number: int, cache: DynamicCache, unread: Tensor) -> Row[S]:
        """A copy that begins in a batch, as the first run of those that it branches from."""
        first, *turns = self.spec.chain
        return replace(self, number=number, cache=cache, unread=unread, now=first, turns=deque(turns), figures={})

    def take_figures(self) -> dict[str, Any]:
        """Hands over what a step has by the host's count, by columns: `encoder_tokens`; if the run or one that it
        branches from has processors, `passes`, and where they work `moved`."""
        figures, self.figures = self.figures, {}
        return {"encoder_tokens": 0, **({"passes": 1} if any(self.processing.values()) else {}), **figures}

    def turn(self) -> bool:
        """Becomes the run that branches from it at the present step, if there is one; does it?"""
        before = self.now
        while self.turns and leaves(self.turns[0]) == (self.block, self.step):
            seed, self.now = self.now.seed, self.turns.popleft()
            if self.now.seed != seed:
                self.generator.manual_seed(self.now.seed)
        if self.now is before:
            return False
        self.was = before
        return True

    def begun(self, begin: Callable[[Row[S]], None], failed: dict[int, Exception]) -> bool:
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
        self.cache, self.state, self.beside = DynamicCache(), None, None

    def check_room(self) -> None:
        """Checks that it may write more tokens, and so may what branches off before the next step.

        Raises:
            SpecError: it may not.
        """
        specs = [self.now, *(turn for turn in self.turns if leaves(turn) == (self.block + 1, 0))]
        for spec in specs:
            most = spec.settings.max_new_tokens
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
        media = self.media if self.block == 0 else {}
        media = {name: tensor.to(model.device) for name, tensor in media.items()}
        model.denoiser.read(self.cache, self.unread, media)
        self.figures["encoder_tokens"] = self.figures.get("encoder_tokens", 0) + new
        if self.block > 0:
            self.read_ids = torch.cat([self.read_ids.to(model.device), self.unread], dim=1)
        self.unread = self.unread[:, :0]


def leaves(spec: RunSpec) -> tuple[int, int]:
    """The block and the step after which a run branches off; (0, 0) for one that does not."""
    return (spec.branch.block, spec.branch.step) if spec.branch else (0, 0)


def _unconditioned(spec: RunSpec) -> RunSpec:
    """The run, and those that it branches from, as a denoiser without self-conditioning makes them: it is off."""
    branch = spec.branch and spec.branch.of(_unconditioned(spec.branch.parent))
    return spec.replace(settings=spec.settings.replace(self_conditioning="off"), branch=branch)


def _check(spec: RunSpec, model: Model, prompt_ids: list[int]) -> None:
    way = WAYS[spec.settings.way]
    if way.name not in model.denoiser.ways:
        known = ", ".join(map(repr, model.denoiser.ways))
        raise SettingError(f"way is {way.name!r}, in which this checkpoint cannot write; it can in {known}.")
    if way.begins == "mask" and model.tokens.mask < 0:
        raise SettingError(f"way is {way.name!r}, but this checkpoint has no mask token; choose another way.")
    check_steering(spec, model)
    model.check_fits(prompt_ids, spec.settings)
    if spec.branch is None:
        return
    written = (spec.branch.block - 1) * model.canvas_length
    changed = {pin for pin in {*spec.pins} ^ {*spec.branch.parent.pins} if pin[0] < written}
    if changed:
        raise SpecError(
            f"The branch changes the pin at place {min(changed)[0]}, which is written already: the branch is in block "
            f"{spec.branch.block}, whose places begin at {written}."
        )


def without_frames(error: E) -> E:
    """The error without the frames that it came through: they hold the tensors of what failed."""
    link: BaseException | None = error
    while link is not None:
        traceback.clear_frames(link.__traceback__)
        link.__traceback__ = link.__context__ = None
        link = link.__cause__
    return error
