"""Knob: one setting of a run, declared once. The form, command line, API and addresses all use this declaration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from playground.errors import SettingError

Value = float | str
"""The value of a setting: a number (an int if the knob is whole), or the name of a choice."""


@dataclass(frozen=True, kw_only=True)
class Knob:
    """The bounds, name and explanation of a setting. `number` and `choice` make knobs.

    A knob with `choices` takes one of their names. Any other knob takes a number from `minimum` to `maximum`, a whole
    one if its default is an int. `slider` is the (low, high, step) of the form's slider.
    """

    default: Value
    label: str
    help: str
    unit: str = ""
    minimum: float = 0.0
    maximum: float = 0.0
    slider: tuple[float, float, float] = (0.0, 0.0, 0.0)
    logarithmic: bool = False
    """Does the slider give small values more room?"""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Name -> what it means, in a few words."""

    @property
    def whole(self) -> bool:
        return isinstance(self.default, int)

    def check(self, name: str, value: object) -> Value:
        """Returns `value` in this knob's type.

        Raises:
            SettingError: it has the wrong type, is not finite, is out of bounds or is not one of the choices.
        """
        if self.choices:
            if isinstance(value, str) and value in self.choices:
                return value
            raise SettingError(f"{name} is {value!r}; allowed are {', '.join(self.choices)}.")
        kind = "a whole number" if self.whole else "a number"
        allowed = f"allowed is {kind} from {self.minimum:,.16g} to {self.maximum:,.16g}"
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise SettingError(f"{name} is {value!r:.40}; {allowed}.")
        # A whole number of hundreds of digits can be compared, and not turned into a float.
        if not self.minimum <= value <= self.maximum or (self.whole and value != int(value)):
            shown = f"{value:g}" if isinstance(value, float) else f"{value:d}"
            raise SettingError(f"{name} is {shown:.40}; {allowed}.")
        return int(value) if self.whole else float(value)


def number(
    default: float,
    label: str,
    unit: str,
    minimum: float,
    maximum: float,
    slider: tuple[float, float, float],
    help: str,
    logarithmic: bool = False,
) -> Knob:
    """Makes a knob that takes numbers, or only whole numbers if `default` is an int."""
    return Knob(
        default=default, label=label, unit=unit, minimum=minimum, maximum=maximum, slider=slider, help=help,
        logarithmic=logarithmic,
    )  # fmt: skip


def choice(default: str, label: str, choices: Mapping[str, str], help: str) -> Knob:
    """Makes a knob that takes one of the names in `choices`."""
    return Knob(default=default, label=label, choices=choices, help=help)
