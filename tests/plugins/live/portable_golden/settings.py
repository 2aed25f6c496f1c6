"""Settings, right and wrong: what they come to, or that they are refused."""

from plugins.live.portable_golden.values import ODD, marked, single

from playground.errors import PlaygroundError
from playground.rules.samplers import SAMPLERS
from playground.spec.settings import SamplerSettings, all_knobs, samplers_with


def cases(model):
    return [settings_case(values) for values in settings()]


def settings_case(values):
    values = single(values)
    try:
        return {"values": marked(values), "settings": SamplerSettings(**values).to_dict()}
    except PlaygroundError:
        return {"values": marked(values), "refused": True}


def settings():
    """Each knob on both sides of its bounds, and one of each kind with all values that are none; then what does not go
    together.
    """
    yield {}
    kinds = set()
    for name, knob in all_knobs().items():
        home = {"sampler": samplers_with(name)[0]} if samplers_with(name) else {}
        wide = {"t_max": 100} if name == "t_min" else {"t_min": 0} if name == "t_max" else {}
        kind = "choice" if knob.choices else "whole" if knob.whole else "number"
        odd = (None, "3") if kind in kinds else ODD
        kinds.add(kind)
        if knob.choices:
            values = [*knob.choices, *odd, *(choice.upper() for choice in knob.choices)]
        else:
            step = 1 if knob.whole else max(1e-9, knob.minimum / 1000)
            low, high = knob.minimum, knob.maximum
            values = [low, high, low - step, high + step, high * (1 + 1e-9), low + 0.5, *odd]
        for value in values:
            yield {**home, **wide, name: value}
    for sampler, rule in SAMPLERS.items():
        yield {"sampler": sampler, **{name: knob.default for name, knob in rule.knobs.items()}}
        yield from ({"sampler": sampler, "way": way} for way in ("masked", "autoregressive"))
        yield {"sampler": sampler, "entropy_bound": 1}
        yield {"sampler": sampler, "zeal": 1}
    yield from (
        {"t_min": 0.9},
        {"t_min": 0.5, "t_max": 0.5},
        {"t_min": 0.1234567, "t_max": 0.1234561},
        {"t_min": 0.00001},
    )
    yield {"schedule": "exponential", "t_min": 0}
    yield {"schedule": "exponential", "t_min": 0.001}
    yield {"schedule": "exponential", "t_min": 0.0009}
    yield from ({"é": 1}, {"b": 1, "a": 2}, {"\U0001f600": 1, "\uffff": 1}, {"__proto__": 1}, {"toString": 1}, {"": 0})
