"""Header: what a reader needs to understand a trace's columns and to compute the run again.

Its types say what a file may hold. `playground.trace.description` checks files against them, and the page reads the
same types as a JSON schema.
"""

from __future__ import annotations

import dataclasses
import json
import re
import reprlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, TypeAdapter, ValidationError, WithJsonSchema

from playground.errors import SpecError
from playground.rules.ways import WayName
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
if TYPE_CHECKING:  # a reader of a value knows from its name what it is
    Scalar = Any
else:
    Scalar = bool | Whole | float | str


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What readers know of a spec's prompt."""

    text: str
    system: str = ""
    """The system prompt; "" for none."""
    thinking: bool = False
    """Was the model asked to think first?"""
    image_sha256: str = ""
    """SHA-256 of the prompt's picture file, which itself is not kept; "" for none."""


@dataclass(frozen=True, kw_only=True)
class Specified:
    """What readers know of a run's spec, as `RunSpec.to_dict` writes it."""

    model: str
    """`embedded`, a hub id or a folder's name."""
    revision: str
    """The hub commit, or a fingerprint of a local folder's files."""
    prompt: Annotated[dict[str, Any], AfterValidator(_holding(Wanted)), Field(json_schema_extra=_known(Wanted))]
    settings: Annotated[
        dict[str, Scalar], AfterValidator(_holding(Computed)), Field(json_schema_extra=_known(Computed))
    ]
    """By their API names, see `SamplerSettings`."""
    seed: Count


@dataclass(frozen=True, kw_only=True)
class Computed:
    """The settings that readers compute with. A sampler may have others."""

    way: WayName = "uniform"
    """The way of writing: what a position holds that is not accepted."""

    max_denoising_steps: Limit
    max_new_tokens: Limit
    stability_threshold: Count
    confidence_threshold: Amount
    t_max: Amount
    t_min: Amount


@dataclass(frozen=True, kw_only=True)
class Declared:
    """What readers know about a sampler's declaration; see `Explanation` in `playground.rules.samplers.base`.

    What a file leaves out is as the entropy bound has it.
    """

    label: str = "Entropy bound"
    rule: str = ""
    paper: str = ""
    order: str = "entropy"
    falling: bool = False
    cut: Literal["running sum", "value", "rank", "draw"] = "running sum"
    bound: str = "entropy_bound"
    least: Count = 0
    unit: str = ""
    accepted: str = ""
    rejected: str = ""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a rule, not the model, found about a run's text; see `playground.world.judge`."""

    task: str
    """What the prompt asks for, as `playground.world.judge.Judgement` names it; later versions may know others."""
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


def place_in(value: Any, path: Iterable[str | int]) -> list[str]:
    """The names that lead to a place in JSON, as far as they do, ready to be shown: those of a file may be anything."""
    names = []
    for part in path:  # the last ones may be names of types rather than of fields
        if not ((isinstance(value, list) and isinstance(part, int)) or (isinstance(value, dict) and part in value)):
            break
        value = value[part]  # type: ignore[index]
        names.append(str(part) if str(part).isidentifier() else reprlib.repr(part))
    return names


def _holding(kind: type) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A check that values by name are those of the dataclass `kind` where it knows them."""
    adapter = TypeAdapter[Any](kind)

    def check(values: dict[str, Any]) -> dict[str, Any]:
        try:
            held = vars(adapter.validate_json(json.dumps(values), strict=True))
        except ValidationError as error:
            first: dict[str, Any] = dict(error.errors(include_url=False)[0])
            name = ".".join(place_in(values, first["loc"]) or [str(first["loc"][0])])
            if first["type"] == "missing":
                raise ValueError(f"{name} is missing") from error
            if first["type"] == "value_error":
                raise ValueError(f"in {name}, {first['ctx']['error']}") from error
            raise ValueError(f"{name} cannot be read: {first['msg'].lower()}") from error
        return values | {name: value for name, value in held.items() if name in values}

    return check


def _known(kind: type) -> Any:
    schema = TypeAdapter(kind).json_schema()
    return {"properties": schema["properties"], "required": schema.get("required", [])}


_EXECUTION = re.compile(r"(eager|compiled|partly compiled)(, up to (\d{1,9}) rows a pass)?")


@dataclass(frozen=True, kw_only=True)
class Header:
    """What holds for the whole run; what changes from step to step is in the columns. It holds no local path.

    It has each fact once: the spec says what was asked for, and the properties read it.
    """

    spec: Annotated[dict[str, Any], AfterValidator(_holding(Specified)), Field(json_schema_extra=_known(Specified))] = (
        field(default_factory=dict)
    )
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
    explanation: Annotated[
        dict[str, Scalar], AfterValidator(_holding(Declared)), Field(json_schema_extra=_known(Declared))
    ] = field(default_factory=dict)
    """What the sampler declares about itself."""
    execution: str = ""
    """How the passes were run, such as "eager" or "eager, up to 4 rows a pass"; sums may round differently."""
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
            raise SpecError(
                f"This run is from {self.source}, which says neither prompt nor settings nor seed; only runs of this "
                "playground can be made again or branched from."
            )

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

    @property
    def rows(self) -> int | None:
        """The most runs that shared one of its passes, from `execution`; None if that does not say."""
        words = _EXECUTION.fullmatch(self.execution)
        return int(words[3] or 1) if words else None

    @property
    def pass_kind(self) -> str:
        """Were its passes "compiled", "eager" or "partly compiled"? "" if `execution` does not say."""
        words = _EXECUTION.fullmatch(self.execution)
        return words[1] if words else ""


def execution(compiled: Collection[bool], rows: int) -> str:
    """How passes were run that up to `rows` runs shared, as `Header.execution` has it.

    Args:
        compiled: True if some of them were compiled, False if some were not.
    """
    how = "partly compiled" if len({*compiled}) > 1 else "compiled" if True in compiled else "eager"
    return f"{how}, up to {rows} rows a pass" if rows > 1 else how
