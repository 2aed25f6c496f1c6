"""Header: what a reader needs to understand a trace's columns and to compute the run again."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Header:
    """What holds for the whole run; what changes from step to step is in the columns. It holds no local path."""

    model: str
    """`embedded`, a hub id or a folder's name."""
    revision: str
    """The hub commit, or the first 12 hex digits of the weights' SHA-256."""
    device: str
    dtype: str
    canvas_length: int
    vocab_size: int
    eos_ids: list[int]
    pad_id: int | None
    special_ids: list[int]
    prompt: str
    prompt_ids: list[int]
    """The encoded prompt, chat template included."""
    settings: dict[str, Any]
    """By their API names, see `SamplerSettings`."""
    seed: int
    software: dict[str, str]
    """Package -> version."""
    spec: dict[str, Any] = field(default_factory=dict)
    """The run's whole description in its serialised form; empty in traces of version 1."""
    way: str = "uniform"
    """The way of writing: what a position holds that is not accepted."""
    explanation: dict[str, Any] = field(default_factory=dict)
    """What the sampler declares about itself; empty in traces of version 1, which all use the entropy bound."""
    execution: str = ""
    """How the passes were run, such as "eager" or "eager, up to 4 rows a pass"; sums may round differently."""
    recorded_at: str = ""
    """UTC time, ISO 8601."""
    thought_marks: dict[str, Any] = field(default_factory=dict)
    """Ids that `open` and `close` the thinking channel, and its `label`; empty for a checkpoint without one."""
    system: str = ""
    """The system prompt; "" for none."""
    thinking: bool = False
    """Was the model asked to think first?"""
    image_sha256: str = ""
    """SHA-256 of the prompt's picture file, which itself is not kept; "" for none."""
    seconds: float = 0.0
    """Wall time from the first encoder pass to the last recorded step."""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Header:
        """From the JSON object of a file; unknown fields are ignored.

        Raises:
            TypeError: a field is missing.
        """
        known = {f.name for f in dataclasses.fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})
