"""`pg.read`: slots read in several ways of writing, beside what writing puts into them, as one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playground.errors import SpecError
from playground.evaluation.intervals import wilson
from playground.plugins.read.canvas import canvases
from playground.plugins.read.chain import read_causally
from playground.plugins.read.reading import Reading, Writing, resolved, write
from playground.plugins.read.reading import read as read_by_diffusion
from playground.plugins.read.template import SlotTemplate, read_slots
from playground.rules.ways import WAYS

if TYPE_CHECKING:
    import pandas as pd

    from playground.engine.models import Model
    from playground.spec.prompt import Prompt
    from playground.spec.run import RunSpec

PROMPT = "Write a story."
USUAL = {"draw": "exact", "t_max": 1.0, "t_min": 1.0, "max_denoising_steps": 32}
"""Settings of runs that are read, unless others are chosen: the model's own probabilities, and fewer steps, as most of
the text is held."""
COLUMNS = [
    "way", "slot", "source", "tokens", "joint", "kind", "label", "first", "last", "step", "first_low", "first_high",
    "runs", "share", "low", "high",
]  # fmt: skip
RUNS = 64
MOST_RUNS = 1024
Check = Callable[[], None]


@dataclass(frozen=True, kw_only=True)
class Question:
    """A template to be read in one way of writing."""

    model: Model
    spec: RunSpec
    template: SlotTemplate

    @classmethod
    def of(
        cls, model: Model, template: str, prompt: str | Prompt | Mapping[str, Any], way: str, seed: int = 0,
        **changes: Any,
    ) -> Question:  # fmt: skip
        """Raises as `read`."""
        if model.only_top:
            raise SpecError("This model tells only its most probable tokens; slots need all of them.")
        settings = {**USUAL, **changes, "way": way, "max_new_tokens": model.canvas_length}
        return cls(model=model, spec=model.spec(prompt, seed=seed, **settings), template=read_slots(template))

    @property
    def causal(self) -> bool:
        return WAYS[self.spec.settings.way].causal

    def readings(self, steps: int | None = None, check: Check = lambda: None) -> list[Reading]:
        """What a pass makes of each slot, and what the pass of a later step does."""
        canvas, *further = canvases(self.model, self.template)
        if self.causal:
            return read_causally(self.model, self.spec, [canvas, *further], check)
        steps = self.spec.settings.max_denoising_steps if steps is None else steps
        if type(steps) is not int or steps < 1:
            raise SpecError(f"steps is {steps!r}; it must be a whole number from 1.")
        each = [resolved(self.model, self.spec, canvas), *further]
        return read_by_diffusion(self.model, self.spec, each, steps, check)

    def writings(self, runs: int, first: int = 0, check: Check = lambda: None) -> list[Writing]:
        """What runs write into the slots, with seeds counted up from the spec's own; nothing token after token.

        Args:
            first: how many of the seeds are left out.
        """
        if type(runs) is not int or not 0 <= runs <= MOST_RUNS:
            raise SpecError(f"runs is {runs!r}; allowed is a whole number from 0 to {MOST_RUNS:,}.")
        if self.causal or runs == 0:
            return []
        canvas = resolved(self.model, self.spec, canvases(self.model, self.template)[0])
        begin = self.spec.seed + first
        return write(self.model, self.spec, canvas, range(begin, begin + runs), check)


def read(
    model: Model, template: str, prompt: str | Prompt | Mapping[str, Any] = PROMPT, *,
    ways: Sequence[str] | None = None, runs: int = RUNS, steps: int | None = None, seed: int = 0, **changes: Any,
) -> pd.DataFrame:  # fmt: skip
    """Reads the slots of a template in place of letting the model write them. Nothing in it is calibrated.

    One row for each way, slot and label, and one for what lies outside of a slot's labels. `first` is the probability
    in one pass, `last` in the pass of a later `step`; over a label's tokens they are joined as `joint` says. `low` and
    `high` are the interval of 95% (Wilson) of `share`, how many of `runs` wrote the label; `first_low` and `first_high`
    are the ends of `first` over the noise of these runs. Labels of other lengths in `tokens` are read on canvases of
    their own, so only rows with the same `tokens` share a distribution.

    Args:
        template: a text with slots, such as "Mood: ____{happy|sad|angry}"; see `playground.plugins.read.template`.
        ways: of writing; by default all that the model has.
        runs: how many write, for `share`; 0 for none.
        steps: the step whose pass is read last; by default the run's last one.
        changes: settings that differ from `USUAL` and the checkpoint's own.

    Raises:
        SpecError: the template, its labels or a number is not allowed, or does not fit the model.
        PromptError, SettingError: as `Model.spec`.
    """
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for way in ways_of(model) if ways is None else ways:
        question = Question.of(model, template, prompt, way, seed, **changes)
        written = {(each.place.slot, each.place.length): each for each in question.writings(runs)}
        for reading in question.readings(steps):
            rows += _rows(way, reading, written.get((reading.place.slot, reading.place.length)))
    return pd.DataFrame(rows, columns=COLUMNS).astype({"last": float})


def ways_of(model: Model) -> list[str]:
    """The ways in which a model can read: those in which it can write."""
    return [way for way in model.ways if WAYS[way].begins != "mask" or model.tokens.mask >= 0]


def joint_of(way: str) -> str:
    """How the probabilities of a label's tokens are joined."""
    return "chain" if WAYS[way].causal else "product"


def _rows(way: str, reading: Reading, writing: Writing | None) -> Iterator[dict[str, Any]]:
    place, runs = reading.place, writing.runs if writing else 0
    row = {"way": way, "slot": place.slot + 1, "source": place.source, "tokens": place.length, "joint": joint_of(way)}
    row |= {"step": reading.steps, "runs": runs}
    for at, label in enumerate(place.labels):
        last = None if reading.last is None else reading.last[at]
        figures = {"kind": "label", "label": label.text, "first": reading.first[at], "last": last}
        if writing:
            figures |= {"first_low": writing.low[at], "first_high": writing.high[at]}
            figures |= _share(writing.counts[at], runs)
        yield row | figures
    last = None if reading.last is None else 1 - reading.last.sum()
    outside = {"kind": "outside", "label": None, "first": 1 - reading.first.sum(), "last": last}
    yield row | outside | (_share(runs - sum(writing.counts), runs) if writing else {})


def _share(count: int, runs: int) -> dict[str, float]:
    low, high = wilson(count, runs)
    return {"share": count / runs, "low": low, "high": high}
