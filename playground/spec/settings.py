"""SamplerSettings: everything that a user can set, from one table of knobs.

`KNOBS` declares the settings that every run has. Each sampler declares its own beside its rule. Names and defaults
follow the generation config of DiffusionGemma in transformers (`DiffusionGemmaGenerationConfig`), as published.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import GetJsonSchemaHandler, model_validator

from playground.errors import SettingError
from playground.rules.knobs import Knob, Value, choice, number
from playground.rules.samplers import RULES, SAMPLERS, by_name
from playground.rules.schedules import SHAPES
from playground.rules.ways import RULES as WAY_RULES
from playground.rules.ways import WAYS
from playground.spec.frozen import Frozen

MAX_SEED = 2**53 - 1  # the largest whole number that every JSON reader keeps exact

LEAST_TEMPERATURE = 0.001
"""The lowest temperature of the first step. Logits divided by much less overflow float32, and have no entropy."""

KNOBS: dict[str, Knob] = {
    "way": choice(
        "uniform", "Way of writing", WAY_RULES,
        "How the text is written. Each way has its own defaults for some of the other settings.",
    ),
    "max_denoising_steps": number(
        48, "Steps, at most", "steps", 1, 1000, (1, 96, 1),
        "The most denoiser passes that a block may take. The temperature schedule spreads over this many.",
    ),
    "sampler": choice(
        "entropy-bound", "Sampler", RULES,
        "The rule that decides which positions are kept at each step.",
    ),
    "schedule": choice(
        "linear", "Schedule", SHAPES,
        "How the temperature gets from t_max to t_min.",
    ),
    "t_max": number(
        0.8, "First temperature", "temperature", LEAST_TEMPERATURE, 100.0, (0.05, 2.0, 0.05),
        "The temperature of the first step. The higher it is, the more the proposals vary.",
    ),
    "t_min": number(
        0.4, "Last temperature", "temperature", 0.0, 100.0, (0.0, 2.0, 0.05),
        "The temperature that the schedule falls towards. If it equals t_max, the temperature is constant.",
    ),
    "stability_threshold": number(
        1, "Stable for", "comparisons", 0, 1000, (0, 8, 1),
        "A block may stop early only if its most probable tokens stayed the same over this many comparisons "
        "of consecutive steps. At 0 a block always counts as stable.",
    ),
    "confidence_threshold": number(
        0.005, "Confident below", "nats", 0.0, 100.0, (0.0, 0.5, 0.005),
        "A block may stop early only if the mean entropy of the canvas is below this. At 0 it never stops early.",
        logarithmic=True,
    ),
    "max_new_tokens": number(
        256, "Length", "tokens", 1, 1_000_000, (16, 1024, 16),
        "The most tokens to write. The text comes in blocks of one canvas each; the last block is cut to fit.",
        logarithmic=True,
    ),
    "draw": choice(
        "exact", "Draw", {
            "exact": "one exponential number per position and token; bit for bit what transformers' generate() draws",
            "fast": "one uniform number per position; the same distribution from other numbers, and far cheaper",
            "greedy": "no draw; always the most probable token",
        },
        "How a token is drawn at each position.",
    ),
    "favour_margin": number(
        32.0, "Margin for own text", "nats", 0.0, 1000.0, (0.0, 40.0, 0.5),
        "A token of your own text that is favoured gives way only where the model is surer of another one by more than "
        "this: by the difference of their log-probabilities at temperature 1. It matters only for runs that start from "
        "a text.",
    ),
    "self_conditioning": choice(
        "on", "Self-conditioning",
        {"on": "the denoiser sees its own logits of the step before", "off": "it does not see them"},
        "Whether a pass gets the logits of the pass before.",
    ),
    "self_conditioning_scale": number(
        1.0, "Self-conditioning scale", "times", 0.0, 10.0, (0.0, 2.0, 0.05),
        "How strongly a pass is told of the logits of the pass before: what the checkpoint makes of them is multiplied "
        "by this before it is added to the canvas. At 1 it is as the checkpoint was trained; 0 is the same as off.",
    ),
}  # fmt: skip
"""The knobs that every run has, in the form's order. A sampler's own knobs come after `sampler`."""

SEED = number(
    0, "Seed", "", 0, MAX_SEED, (0, MAX_SEED, 1),
    "The same model, prompt, settings and seed give the same run on one computer. On a GPU it may also depend on who "
    "shares its passes, unless the server has --fixed-seats.",
)  # fmt: skip


def knobs(*samplers: str) -> dict[str, Knob]:
    """The knobs of runs with these samplers: name -> knob, in the form's order."""
    table: dict[str, Knob] = {}
    for name, knob in KNOBS.items():
        table[name] = knob
        if name == "sampler":
            for sampler in samplers:
                table |= SAMPLERS[sampler].knobs
    return table


def all_knobs() -> dict[str, Knob]:
    """All knobs, including those of every sampler."""
    return knobs(*SAMPLERS)


def samplers_with(name: str) -> list[str]:
    """The samplers with a setting of this name of their own; empty for a setting that every run has."""
    return [] if name in KNOBS else [sampler for sampler, rule in SAMPLERS.items() if name in rule.knobs]


def knob_table() -> list[dict[str, Any]]:
    """All knobs in the form's order, ready for JSON, for what draws a form or checks settings without Python."""
    return [
        {
            "name": name,
            "label": knob.label,
            "unit": knob.unit,
            "help": knob.help,
            "value": knob.default,
            "minimum": knob.minimum,
            "maximum": knob.maximum,
            "whole": knob.whole,
            "slider": list(knob.slider),
            "logarithmic": knob.logarithmic,
            "choices": dict(knob.choices),
            "samplers": samplers_with(name),
        }
        for name, knob in all_knobs().items()
    ]


def _schema(knob: Knob) -> dict[str, Any]:
    """A setting as a JSON schema has it."""
    words = {"title": knob.label, "description": knob.help, "default": knob.default}
    if knob.choices:
        return {**words, "type": "string", "enum": [*knob.choices]}
    kind = "integer" if knob.whole else "number"
    unit = {"unit": knob.unit} if knob.unit else {}
    return {**words, "type": kind, "minimum": knob.minimum, "maximum": knob.maximum, **unit}


class SamplerSettings(Frozen, extra="allow"):
    """The settings of one run, immutable and hashable. Each knob of its sampler's table is an attribute.

    They are fixed values: a setting that is not given has DiffusionGemma's published default, whatever a checkpoint's
    own is, and a way of writing brings nothing. `model.settings` are a checkpoint's own, and `replace` changes some of
    them; `record(model, prompt, entropy_bound=0.5)` does both. Entropies are in nats, and temperatures divide the
    logits. The fields are those of the table at this moment: its samplers come and go.

    Raises:
        SettingError: a name is unknown or belongs to another sampler; a value has the wrong type, is not finite or is
            out of bounds; or two settings do not go together, such as a `t_min` above `t_max`.
    """

    if TYPE_CHECKING:  # its fields are in the table

        def __init__(self, **values: Any) -> None: ...

    @model_validator(mode="before")
    @classmethod
    def _checked(cls, values: dict[str, Any]) -> dict[str, Value]:
        values = by_name(values)
        sampler = str(KNOBS["sampler"].check("sampler", values.get("sampler", KNOBS["sampler"].default)))
        table = knobs(sampler)
        for name in sorted(set(values) - set(table)):
            if others := samplers_with(name):
                raise SettingError(
                    f"{name} is a setting of the sampler {' or '.join(others)}; {sampler} has "
                    f"{', '.join(SAMPLERS[sampler].knobs) or 'none of its own'}."
                )
            raise SettingError(f"There is no setting called {name!r}; the settings are {', '.join(table)}.")
        checked: dict[str, Any] = {
            name: knob.check(name, values.get(name, knob.default)) for name, knob in table.items()
        }
        way, t_min, t_max = (checked[name] for name in ("way", "t_min", "t_max"))
        if t_min > t_max:
            raise SettingError(f"t_min is {t_min:g}, above t_max ({t_max:g}); it must be at most t_max.")
        if way not in SAMPLERS[sampler].ways and not WAYS[way].causal:
            allowed = " and ".join(SAMPLERS[sampler].ways)
            raise SettingError(f"The sampler {sampler} works only in the way {allowed}; the way here is {way}.")
        if checked["schedule"] == "exponential" and t_min < LEAST_TEMPERATURE:
            least = f"the exponential schedule needs {LEAST_TEMPERATURE:g} or more"
            raise SettingError(f"t_min is {t_min:g}; {least}.")
        return checked

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """All knobs of this moment. Those of a sampler need it beside them."""
        homes = {name: samplers for name in all_knobs() if (samplers := samplers_with(name))}
        usual = KNOBS["sampler"].default
        return {
            "title": cls.__name__,
            "type": "object",
            "properties": {name: _schema(knob) for name, knob in all_knobs().items()},
            "additionalProperties": False,
            "dependentSchemas": {
                name: {"properties": {"sampler": {"enum": samplers}}}
                | ({} if usual in samplers else {"required": ["sampler"]})
                for name, samplers in homes.items()
            },
        }

    def model_post_init(self, _: object) -> None:
        self.__dict__.update(self.__pydantic_extra__ or {})  # before a method of pydantic's that has a knob's name

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"These settings have no {name!r}.")

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.items()))

    def __repr_args__(self) -> Iterable[tuple[str, Value]]:
        """What differs from the defaults: `repr` is Python code that makes them."""
        table = knobs(self.sampler)
        return [(name, value) for name, value in self.to_dict().items() if value != table[name].default]

    def to_dict(self) -> dict[str, Value]:
        """Returns all settings by name."""
        return dict(self.__dict__)

    def replace(self, /, **changes: Any) -> SamplerSettings:
        """Returns a copy with some settings changed, and what comes with them unless it is among the changes: another
        way of writing brings its own defaults, and another sampler's own settings have theirs.

        Raises:
            SettingError: as the constructor.
        """
        if not changes:
            return self
        changes = by_name(changes)
        way, sampler = changes.get("way", self.way), changes.get("sampler", self.sampler)
        dropped = SAMPLERS[self.sampler].knobs if sampler != self.sampler else {}
        values = {name: value for name, value in self.to_dict().items() if name not in dropped}
        if way != self.way:
            values.update(WAYS[str(KNOBS["way"].check("way", way))].defaults)
        return SamplerSettings(**values | changes)


def settings_of(usual: SamplerSettings, settings: object) -> SamplerSettings:
    """What is meant by settings: fixed values, or a mapping of what differs from the usual ones; nothing by None.

    Raises:
        SettingError: they are none of these, or not allowed.
    """
    if settings is None or isinstance(settings, SamplerSettings):
        return settings or usual
    if not isinstance(settings, Mapping):
        raise SettingError(
            f"settings is {settings!r:.60}; it must be pg.SamplerSettings(...), or a dict of what differs."
        )
    return usual.replace(**{str(name): value for name, value in settings.items()})


def check_seed(seed: object) -> int:
    """Returns the seed as an int.

    Raises:
        SettingError: it is not a whole number from 0 to MAX_SEED.
    """
    return int(SEED.check("seed", seed))
