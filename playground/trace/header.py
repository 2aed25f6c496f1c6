"""Header: what a reader needs to understand a trace's columns and to compute the run again.

Its types say what a file may hold. `playground.trace.description` checks files against them, and the page reads the
same types as a JSON schema.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from math import floor
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, get_type_hints

from pydantic import BeforeValidator, Field, TypeAdapter, WithJsonSchema, WrapValidator
from typing_extensions import TypedDict

from playground.errors import SpecError
from playground.rules.knobs import Knob
from playground.rules.samplers import Explanation
from playground.rules.ways import WayName
from playground.spec.prompt import Prompt
from playground.spec.settings import KNOBS
from playground.trace.columns import MAX_CANVAS, MAX_ID
from playground.trace.strict_json import whole

Whole = Annotated[int, BeforeValidator(whole)]
Count = Annotated[int, Field(ge=0), BeforeValidator(whole)]
Limit = Annotated[int, Field(ge=1), BeforeValidator(whole)]
Amount = Annotated[float, Field(ge=0)]
Id = Annotated[int, Field(ge=0, le=MAX_ID), BeforeValidator(whole)]
_PlainId = Annotated[int, Field(ge=0, le=MAX_ID)]
Ids = Annotated[
    list[_PlainId] | list[Id],  # the second calls Python for each id, so it is tried only if the first refuses
    Field(union_mode="left_to_right"),
    WithJsonSchema(TypeAdapter(list[_PlainId]).json_schema()),
]
FOREIGN = (
    "This run is from {source}, which says neither prompt nor settings nor seed; only runs of this playground can be "
    "made again or branched from."
)
if TYPE_CHECKING:  # a reader of a value knows from its name what it is
    Scalar = Any
else:
    Scalar = bool | Whole | float | str


def _object(name: str, fields: Mapping[str, Any], always: Collection[str], others: Any) -> Any:
    """An object of JSON with these fields, of which some are always there, and others of any name, in any order."""
    made: Any = TypedDict
    kinds = {field: kind if field in always else NotRequired[kind] for field, kind in fields.items()}
    return Annotated[made(name, kinds, extra_items=others), WrapValidator(_in_order)]


def _in_order(values: Any, check: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    checked = check(values)
    return {name: checked[name] for name in values}


def _kind(knob: Knob) -> Any:
    """What a setting may be in a file. Another playground may have a higher bound, and choices of its own."""
    if knob.choices:
        return str
    return Annotated[int if knob.whole else float, Field(ge=floor(knob.minimum)), BeforeValidator(whole)]


_COMPUTED = (
    "max_denoising_steps", "max_new_tokens", "stability_threshold", "confidence_threshold", "t_max", "t_min",
)  # fmt: skip
"""The settings that readers compute with: each run that is written has had them from the beginning."""
_PROMPT = {name: field.annotation for name, field in Prompt.model_fields.items() if name != "image"}
_PROMPT |= {"image_sha256": str}
_SETTINGS = {name: _kind(knob) for name, knob in KNOBS.items()} | {"way": WayName}
_SPEC = {
    "model": str,
    "revision": str,
    "prompt": _object("Prompt", _PROMPT, ("text",), Any),
    "settings": _object("Settings", _SETTINGS, _COMPUTED, Scalar),
    "seed": Count,
}
_STEERING = {
    "start": list[Count] | None, "noise": Amount, "noise_seed": Count, "keep": str, "pins": dict[str, Count],
    "edits": list[dict[str, Any]], "processors": dict[str, dict[str, Any]],
}  # fmt: skip
_DECLARED: dict[str, Any] = dict.fromkeys(("label", "rule", "paper"), str)
_DECLARED |= {name: Count if kind is int else kind for name, kind in get_type_hints(Explanation).items()}
if TYPE_CHECKING:
    Spec = dict[str, Any]
    Declaration = dict[str, Any]
else:
    Spec = _object("Spec", _SPEC | _STEERING, _SPEC, Any)
    Declaration = _object("Declaration", _DECLARED, (), Scalar)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a rule, not the model, found about a run's text; see the hook `judges`."""

    task: str
    """What the prompt asks for, as the rule names it."""
    right: bool
    sentence: str
    """Such as "solved", or "asked for a kite: there"."""
    rule: Limit
    """The version of the rules."""


@dataclass(frozen=True, kw_only=True)
class Branched:
    """What a run adds to `branch` in its spec, which says where it left which parent.

    The trace has all steps; those up to that place are the parent's, and were decided by its settings.
    """

    explanation: dict[str, Scalar] = field(default_factory=dict)
    """What the parent's sampler declares about itself; see `Header.explanation`."""
    differs: Count | None = None
    """The first of its steps, over all blocks and counted from 1, that came out differently from what the parent had
    recorded; None if none did, or nothing was there to compare with."""


@dataclass(frozen=True, kw_only=True)
class Header:
    """What holds for the whole run; what changes from step to step is in the columns. It holds no local path.

    It has each fact once: the spec says what was asked for, and the properties read it. A file may be from a playground
    with samplers, settings or ways to steer that are not known here, or with bounds of its own. It can be shown all the
    same. So the spec is read as JSON, with the fields and kinds of `RunSpec`, of which only those must be there with
    which readers compute; whatever else is in it stays in it. Who makes the run again reads a whole `RunSpec` from it.
    """

    spec: Spec = field(default_factory=dict)
    """The run's whole description in its serialised form, with the model that it ran on; empty for a run of another
    program."""
    device: str
    dtype: str
    canvas_length: Annotated[int, Field(ge=1, le=MAX_CANVAS), BeforeValidator(whole)]
    vocab_size: Annotated[int, Field(ge=1, le=MAX_ID + 1), BeforeValidator(whole)]
    eos_ids: Ids
    pad_id: Id | None
    special_ids: Ids
    prompt_ids: Ids
    """The encoded prompt, chat template included."""
    software: dict[str, str]
    """Package -> version; the number of threads, and in Python the processor's name too."""
    explanation: Declaration = field(default_factory=dict)
    """What the sampler declares about itself; see `playground.rules.samplers.base.Explanation`. What a file leaves out
    is as the entropy bound has it."""
    pass_kind: str = ""
    """How the passes were run: "eager", "compiled" or "partly compiled"; "" if that is not known. Sums may round
    differently."""
    rows: Limit | None = None
    """The most runs that shared one of its passes; None if that is not known."""
    only_top: Count = 0
    """How many of the most probable tokens of each position the denoiser gave, if it did not give all: the entropies
    are then lower bounds, and the probabilities upper bounds."""
    recorded_at: str = ""
    """UTC time, ISO 8601."""
    thought_marks: dict[str, Scalar] = field(default_factory=dict)
    """Ids that `open` and `close` the thinking channel, and its `label`; empty for a checkpoint without one."""
    branch: Branched | None = None
    """None for a run that did not branch from another one."""
    verdict: Verdict | None = None
    """None for a run that was stopped, a prompt that no rule knows, and a run that nobody judged."""
    source: str = ""
    """What recorded the run, if this playground did not. Such a run may lack any column but the block, the step and the
    most probable tokens, and it has no spec: its settings are empty, and its seed, which is not known, stands as 0."""
    source_way: WayName = "uniform"
    """The way of writing of a run that has no spec."""
    seconds: Amount = 0.0
    """Wall time from the first encoder pass to the last recorded step."""

    def check_remakable(self) -> None:
        """Refuses a run of another program, which nobody can make again.

        Raises:
            SpecError: it is one.
        """
        if self.source:
            raise SpecError(FOREIGN.format(source=self.source))

    @property
    def model(self) -> str:
        return str(self.spec.get("model", ""))

    @property
    def revision(self) -> str:
        return str(self.spec.get("revision", ""))

    @property
    def prompt(self) -> str:
        return str(self._wanted.get("text", ""))

    @property
    def system(self) -> str:
        return str(self._wanted.get("system", "")).strip()

    @property
    def thinking(self) -> bool:
        return bool(self._wanted.get("thinking", False))

    @property
    def image_sha256(self) -> str:
        return str(self._wanted.get("image_sha256", ""))

    @property
    def settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = self.spec.get("settings", {})
        return settings

    @property
    def seed(self) -> int:
        return int(self.spec.get("seed", 0))

    @property
    def way(self) -> WayName:
        way: WayName = self.settings.get("way", "uniform") if self.spec else self.source_way
        return way

    @property
    def _wanted(self) -> dict[str, Any]:
        prompt: dict[str, Any] = self.spec.get("prompt", {})
        return prompt

    def to_dict(self) -> dict[str, Any]:
        """Returns the serialised form, ready for JSON."""
        values = dataclasses.asdict(self)
        if not self.spec:
            del values["spec"]
        return values


def pass_kind(compiled: Collection[bool]) -> str:
    """How passes were run, as `Header.pass_kind` has it.

    Args:
        compiled: True if some of them were compiled, False if some were not.
    """
    return "partly compiled" if len({*compiled}) > 1 else "compiled" if True in compiled else "eager"
