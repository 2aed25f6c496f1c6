import dataclasses

import pytest

from playground import SamplerSettings, SettingError


def test_defaults_are_those_published_for_diffusiongemma():
    assert SamplerSettings().to_dict() == {
        "max_denoising_steps": 48, "entropy_bound": 0.1, "t_max": 0.8, "t_min": 0.4, "stability_threshold": 1,
        "confidence_threshold": 0.005, "max_new_tokens": 256, "draw": "exact",
    }  # fmt: skip


@pytest.mark.parametrize("name", SamplerSettings.knobs())
def test_bounds_hold_on_both_sides(name):
    knob = SamplerSettings.knobs()[name]
    step = 1 if isinstance(getattr(SamplerSettings(), name), int) else 1e-6
    others = {"t_min": 0.0} if name == "t_max" else {"t_max": 100.0} if name == "t_min" else {}
    low = max(knob.minimum, 1e-9) if name == "t_max" else knob.minimum
    for inside in (low, knob.maximum):
        assert getattr(SamplerSettings(**{**others, name: inside}), name) == inside
    for outside in (knob.minimum - step, knob.maximum + step):
        with pytest.raises(SettingError, match=rf"^{name} is .*; allowed is a (whole )?number from .* to .*\.$"):
            SamplerSettings(**{name: outside})
    assert knob.minimum <= knob.slider[0] <= getattr(SamplerSettings(), name) <= knob.slider[1] <= knob.maximum


@pytest.mark.parametrize("value", [None, "0.1", float("nan"), float("inf"), True, [1]])
def test_values_that_are_no_numbers_are_refused(value):
    with pytest.raises(SettingError, match="entropy_bound is"):
        SamplerSettings(entropy_bound=value)


def test_whole_numbers_may_come_as_floats_and_fractions_may_not():
    assert SamplerSettings(max_denoising_steps=12.0).max_denoising_steps == 12
    assert isinstance(SamplerSettings(max_denoising_steps=12.0).max_denoising_steps, int)
    with pytest.raises(SettingError, match=r"max_denoising_steps is 12.5; allowed is a whole number from 1 to 1,000"):
        SamplerSettings(max_denoising_steps=12.5)


def test_temperatures_must_fall_or_stay():
    assert SamplerSettings(t_max=0.5, t_min=0.5).t_min == 0.5
    with pytest.raises(SettingError, match=r"t_min is 0.6, above t_max \(0.5\)"):
        SamplerSettings(t_max=0.5, t_min=0.6)
    with pytest.raises(SettingError, match="t_max is 0"):
        SamplerSettings(t_max=0.0, t_min=0.0)


def test_unknown_names_and_choices_are_refused():
    with pytest.raises(SettingError, match="no setting called 'entropy_boundary'; settings are max_denoising_steps"):
        SamplerSettings.from_dict({"entropy_boundary": 1})
    with pytest.raises(SettingError, match="draw is 'slow'; allowed are exact, fast"):
        SamplerSettings(draw="slow")
    assert SamplerSettings.from_dict({"t_max": 0.9}) == dataclasses.replace(SamplerSettings(), t_max=0.9)
