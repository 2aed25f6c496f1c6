import copy
import pickle

import pytest

from playground import SamplerSettings, SettingError
from playground.spec.settings import all_knobs, check_seed, samplers_with


def test_defaults_are_those_published_for_diffusiongemma():
    assert SamplerSettings().to_dict() == {
        "way": "uniform", "max_denoising_steps": 48, "sampler": "entropy-bound", "entropy_bound": 0.1,
        "schedule": "linear", "t_max": 0.8, "t_min": 0.4, "stability_threshold": 1, "confidence_threshold": 0.005,
        "max_new_tokens": 256, "draw": "exact", "self_conditioning": "on",
        "self_conditioning_scale": 1.0,
        "favour_margin": 32.0,  # of the embedded checkpoint; nobody has published one
    }  # fmt: skip


@pytest.mark.parametrize("name", [name for name, knob in all_knobs().items() if not knob.choices])
def test_bounds_hold_on_both_sides(name):
    knob = all_knobs()[name]
    step = 1 if knob.whole else 1e-6
    others = {"t_min": 0.0} if name == "t_max" else {"t_max": 100.0} if name == "t_min" else {}
    if samplers := samplers_with(name):
        others["sampler"] = samplers[0]
    low = max(knob.minimum, 1e-9) if name == "t_max" else knob.minimum
    for inside in (low, knob.maximum):
        assert getattr(SamplerSettings(**{**others, name: inside}), name) == inside
    for outside in (knob.minimum - step, knob.maximum + step):
        with pytest.raises(SettingError, match=rf"^{name} is .*; allowed is a (whole )?number from .* to .*\.$"):
            SamplerSettings(**{**others, name: outside})
    assert knob.minimum <= knob.slider[0] <= knob.default <= knob.slider[1] <= knob.maximum


def test_whole_numbers_may_come_as_floats_and_what_is_no_number_of_the_kind_is_refused_in_a_short_sentence():
    assert SamplerSettings(max_denoising_steps=12.0).max_denoising_steps == 12
    assert isinstance(SamplerSettings(max_denoising_steps=12.0).max_denoising_steps, int)
    assert SamplerSettings(stability_threshold=0.0).stability_threshold == 0, "a block always counts as stable"
    with pytest.raises(SettingError, match=r"max_denoising_steps is 12.5; allowed is a whole number from 1 to 1,000"):
        SamplerSettings(max_denoising_steps=12.5)
    for value in (None, "0.1", float("nan"), float("inf"), True, [1], 10**400, -(10**400)):
        for check, name in ((SamplerSettings, "entropy_bound"), (SamplerSettings, "max_denoising_steps")):
            with pytest.raises(SettingError, match=rf"^{name} is .*; allowed is a") as refused:
                check(**{name: value})
            assert len(str(refused.value)) < 150
        with pytest.raises(SettingError, match=r"^seed is "):
            check_seed(value)


def test_temperatures_must_fall_or_stay():
    assert SamplerSettings(t_max=0.5, t_min=0.5).t_min == 0.5
    with pytest.raises(SettingError, match=r"t_min is 0.6, above t_max \(0.5\)"):
        SamplerSettings(t_max=0.5, t_min=0.6)
    for low in (0.0, 0.000999):  # so low that entropies come out as NaN
        with pytest.raises(SettingError, match=r"t_max is .*; allowed is a number from 0\.001 to 100\."):
            SamplerSettings(t_max=low, t_min=0.0)
    assert SamplerSettings(t_max=0.001, t_min=0.0).t_max == 0.001


def test_unknown_names_and_choices_are_refused():
    with pytest.raises(SettingError, match="no setting called 'entropy_boundary'; the settings are way, max_denoising"):
        SamplerSettings(entropy_boundary=1)
    with pytest.raises(SettingError, match="draw is 'slow'; allowed are exact, fast"):
        SamplerSettings(draw="slow")
    assert SamplerSettings(t_max=0.9) == SamplerSettings().replace(t_max=0.9)
    with pytest.raises(SettingError, match=r"t_min is 0\.000999; the exponential schedule needs 0\.001 or more\."):
        SamplerSettings(schedule="exponential", t_min=0.000999)
    assert SamplerSettings(schedule="exponential", t_min=0.001).t_min == 0.001


def test_settings_do_not_change_and_say_what_they_are():
    settings = SamplerSettings(t_max=0.9)
    with pytest.raises(AttributeError, match="no 't_mux'"):
        settings.t_mux  # noqa: B018
    assert repr(settings) == "SamplerSettings(t_max=0.9)" and settings != SamplerSettings()
    assert hash(settings) == hash(SamplerSettings(t_max=0.9)) and pickle.loads(pickle.dumps(settings)) == settings
    assert copy.copy(settings) == settings
