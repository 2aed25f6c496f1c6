"""SamplerSettings: the knobs of a run, with the bounds, units and help that the form, the CLI and the docs show.

One typed table drives everything: a knob is declared once, as a field below. Names follow the generation config of
DiffusionGemma in transformers (`DiffusionGemmaGenerationConfig`), whose published defaults are the defaults here.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

from playground.errors import SettingError

MAX_SEED = 2**53 - 1  # the largest whole number that every JSON reader keeps exact


@dataclass(frozen=True)
class Knob:
    """How one setting is bounded, named and explained.

    `minimum` and `maximum` are what the engine accepts; `slider` is (low, high, step) of the form's comfortable range.
    """

    label: str
    unit: str
    minimum: float
    maximum: float
    slider: tuple[float, float, float]
    help: str


def _knob(default: float, label: str, unit: str, minimum: float, maximum: float, slider: tuple, help: str) -> Any:
    return dataclasses.field(default=default, metadata={"knob": Knob(label, unit, minimum, maximum, slider, help)})


@dataclass(frozen=True, kw_only=True)
class SamplerSettings:
    """Settings of one run. Entropies are in nats, temperatures divide the logits.

    Raises:
        SettingError: a value is of the wrong type, not finite or out of bounds, or `t_min` is above `t_max`.
    """

    max_denoising_steps: int = _knob(
        48,
        "Denoising steps",
        "steps",
        1,
        1000,
        (1, 96, 1),
        "The most denoiser passes one block may take. The temperature schedule is spread over this many.",
    )
    entropy_bound: float = _knob(
        0.1,
        "Entropy bound",
        "nats",
        0.0,
        1e6,
        (0.0, 5.0, 0.01),
        "The entropy budget of a step: positions are accepted from the surest on, while the entropies of those "
        "accepted before stay within it. More budget: fewer steps, more mistakes.",
    )
    t_max: float = _knob(
        0.8,
        "t_max",
        "temperature",
        0.0,
        100.0,
        (0.05, 2.0, 0.05),
        "Temperature of the first step. Higher: the proposals vary more.",
    )
    t_min: float = _knob(
        0.4,
        "t_min",
        "temperature",
        0.0,
        100.0,
        (0.0, 2.0, 0.05),
        "Temperature that the schedule falls towards. Equal to t_max: a constant temperature.",
    )
    stability_threshold: int = _knob(
        1,
        "Stability threshold",
        "comparisons",
        0,
        1000,
        (0, 8, 1),
        "A block may stop early only when its most probable tokens stayed the same over this many comparisons "
        "of consecutive steps. 0: always counts as stable.",
    )
    confidence_threshold: float = _knob(
        0.005,
        "Confidence threshold",
        "nats",
        0.0,
        100.0,
        (0.0, 0.5, 0.005),
        "A block may stop early only when the mean entropy of the canvas is below this. 0: never stop early.",
    )
    max_new_tokens: int = _knob(
        256,
        "Length",
        "tokens",
        1,
        1_000_000,
        (16, 1024, 16),
        "The most tokens to write. The text comes in blocks of one canvas each; the last block is cut to fit.",
    )
    draw: str = dataclasses.field(
        default="exact",
        metadata={
            "choices": {
                "exact": "one exponential per position and token, bit for bit what transformers' generate() draws",
                "fast": "one uniform number per position: the same distribution, other numbers, far cheaper",
            }
        },
    )

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if knob := field.metadata.get("knob"):
                object.__setattr__(self, field.name, _checked(field.name, value, field.type == "int", knob))
            elif value not in field.metadata["choices"]:
                raise SettingError(f"{field.name} is {value!r}; allowed are {', '.join(field.metadata['choices'])}.")
        if self.t_max == 0:
            raise SettingError("t_max is 0; the first temperature must be above 0.")
        if self.t_min > self.t_max:
            raise SettingError(f"t_min is {self.t_min:g}, above t_max ({self.t_max:g}); it must be at most t_max.")

    @classmethod
    def knobs(cls) -> dict[str, Knob]:
        """The numeric settings by name, in the order a form shows them."""
        return {f.name: f.metadata["knob"] for f in dataclasses.fields(cls) if "knob" in f.metadata}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> SamplerSettings:
        """Settings from names and values, as a file, an address or a form has them.

        Raises:
            SettingError: a name is unknown, or a value is refused.
        """
        names = [field.name for field in dataclasses.fields(cls)]
        if unknown := sorted(set(values) - set(names)):
            raise SettingError(f"There is no setting called {unknown[0]!r}; settings are {', '.join(names)}.")
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def check_seed(seed: Any) -> int:
    """The seed as an int.

    Raises:
        SettingError: it is no whole number in 0 .. MAX_SEED.
    """
    return int(_checked("seed", seed, True, Knob("Seed", "", 0, MAX_SEED, (0, MAX_SEED, 1), "")))


def _checked(name: str, value: Any, whole: bool, knob: Knob) -> float:
    allowed = (
        f"allowed is {'a whole number' if whole else 'a number'} from {knob.minimum:,.16g} to {knob.maximum:,.16g}"
    )
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise SettingError(f"{name} is {value!r}; {allowed}.")
    if whole and value != int(value):
        raise SettingError(f"{name} is {value!r}; {allowed}.")
    if not knob.minimum <= value <= knob.maximum:
        raise SettingError(f"{name} is {value:g}; {allowed}.")
    return int(value) if whole else float(value)
