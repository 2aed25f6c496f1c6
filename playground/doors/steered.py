"""What steers a run, in the texts that a program sends: pins, a template, a start with noise, a step to branch from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playground.doors.arguments import MOST_PINS
from playground.errors import SpecError
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec

if TYPE_CHECKING:
    from playground.service.slot import Slot

_PIN = re.compile(r"([0-9]{1,9})=(.+)", re.DOTALL)
_STEP = re.compile(r"([\w-]{1,64})@(?:([0-9]{1,9})\.)?([0-9]{1,9})", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Steered:
    """Texts, which become tokens as soon as the model is there."""

    pins: tuple[tuple[int, str], ...] = ()
    """(place, text) of each pin."""
    template: str = ""
    start: str = ""
    noise: float = 0.0
    noise_seed: int = 0

    @classmethod
    def of(cls, given: Mapping[str, Any], most: int) -> Steered:
        """Reads values that may be anything. What is not given is off.

        Args:
            given: by the names of `playground.doors.arguments`; others are left alone.
            most: the most characters of all texts together.

        Raises:
            SpecError, SettingError: a value is not what it must be, or the texts are too long.
        """
        pins = _pins(given.get("pins", []))
        template, start = (_text(name, given.get(name, "")) for name in ("template", "start"))
        size = sum(map(len, [template, start, *(text for _, text in pins)]))
        if size > most:
            raise SpecError(f"The pins, the template and the start have {size:,} characters; at most {most:,} here.")
        noise = {name: given[name] for name in ("noise", "noise_seed") if name in given}
        if noise and not start:
            raise SpecError(f"{next(iter(noise))} is for a text to start from; give start too.")
        RunSpec(prompt=Prompt(text=""), start=(0,) if start else None, **noise)  # checks them
        return cls(pins=pins, template=template, start=start, **noise)

    def into(self, spec: RunSpec, slot: Slot) -> RunSpec:
        """The spec with all of it, in tokens of the slot's model.

        Raises:
            SpecError: the model has no token for something, or two texts want the same place.
        """
        if self == Steered():
            return spec
        from playground.engine.steering import pins_of, start_of

        model, held = slot.model, list(spec.pins)
        for place, text in self.pins:
            held += pins_of(model, text, place).items()
        if self.template:
            held += pins_of(model, self.template, whole=True).items()
        spec = spec.replace(pins=tuple(held))
        if not self.start:
            return spec
        return spec.replace(start=start_of(model, self.start), noise=self.noise, noise_seed=self.noise_seed)


def step_of(branch: Any) -> tuple[str, int, int]:
    """The name of a run, a block and a step, from RUN@STEP or RUN@BLOCK.STEP.

    Raises:
        SpecError: it has neither form.
    """
    found = _STEP.fullmatch(branch) if isinstance(branch, str) else None
    if found is None:
        raise SpecError(f"branch is {_said(branch)}; it must be RUN@STEP or RUN@BLOCK.STEP, such as lily@9.")
    return found[1], int(found[2] or 1), int(found[3])


def _pins(values: Any) -> tuple[tuple[int, str], ...]:
    if not isinstance(values, list) or len(values) > MOST_PINS:
        raise SpecError(f"pins must be a list of up to {MOST_PINS:,} texts, each as PLACE=TEXT, such as '12= cat'.")
    pins = []
    for value in values:
        found = _PIN.fullmatch(_text("a pin", value))
        if found is None:
            raise SpecError(f"A pin is {_said(value)}; it must be PLACE=TEXT, such as '12= cat'.")
        pins.append((int(found[1]), found[2]))
    return tuple(pins)


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise SpecError(f"{name} is {_said(value)}; it must be text.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise SpecError(f"{name} holds half of a character; only whole characters are allowed.") from error
    return value


def _said(value: Any) -> str:
    said = repr(value)
    return said if len(said) <= 60 else f"{said[:59]}…"
