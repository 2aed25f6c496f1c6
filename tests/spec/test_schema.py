"""The JSON schema of a spec: it knows the knobs of this moment, and the page has it as it is."""

from typing import ClassVar

import pytest

import playground as pg
from playground.rules.knobs import number
from playground.spec.run import Branch
from playground.spec.settings import KNOBS, all_knobs
from workshop.makers import spec_script


def settings():
    return pg.SamplerSettings.model_json_schema()


def test_the_page_has_the_schema_as_it_is():
    assert spec_script.PATH.read_text() == spec_script.script(), "run `python -m workshop.makers.spec_script`"


def test_settings_have_the_bounds_units_and_help_of_the_table():
    for name, knob in all_knobs().items():
        entry = settings()["properties"][name]
        assert (entry["default"], entry["description"], entry.get("unit", "")) == (knob.default, knob.help, knob.unit)
        if knob.choices:
            assert entry["enum"] == [*knob.choices]
        else:
            assert (entry["minimum"], entry["maximum"]) == (knob.minimum, knob.maximum)
            assert entry["type"] == ("integer" if knob.whole else "number")


def test_a_sampler_that_is_registered_brings_its_knobs_and_a_knob_more_its_field(registered, monkeypatch):
    assert "zeal" not in settings()["properties"]

    @pg.register
    class Zealous(pg.Sampler):
        label, rule, explanation = "Zealous", "Keeps all.", pg.Explanation(order="none", cut="draw")
        knobs: ClassVar = {"zeal": number(2, "Zeal", "drops", 1, 9, (1, 5, 1), "More of it.")}

    monkeypatch.setitem(KNOBS, "zest", number(0.5, "Zest", "", 0, 1, (0, 1, 0.1), "More of it."))
    assert settings()["properties"]["zeal"]["unit"] == "drops" and settings()["properties"]["zest"]["maximum"] == 1
    assert settings()["dependentSchemas"]["zeal"] == {
        "properties": {"sampler": {"enum": ["zealous"]}}, "required": ["sampler"],
    }  # fmt: skip
    assert "required" not in settings()["dependentSchemas"]["entropy_bound"], "its sampler is the usual one"
    nested = pg.RunSpec.model_json_schema()["$defs"]["SamplerSettings"]
    assert nested["properties"].keys() == settings()["properties"].keys()


@pytest.mark.parametrize(
    ("make", "error", "sentence"),
    [
        (lambda: pg.RunSpec(), TypeError, "A RunSpec needs prompt; its fields are prompt, settings, seed"),
        (lambda: pg.RunSpec(prompt="x", zeal=1), TypeError, "A RunSpec has no field zeal; its fields are prompt"),
        (lambda: pg.RunSpec("x"), TypeError, "positional"),
        (lambda: pg.RunSpec(prompt="x", model=3), pg.SpecError, "model is 3; it must be text."),
        (lambda: pg.RunSpec(prompt="x", branch=3), pg.SpecError, "branch is 3; it must be a Branch."),
        (lambda: pg.RunSpec(prompt=pg.Prompt(text="x", thinking="no")), pg.PromptError, "it must be True or False."),
        (lambda: pg.RunSpec(prompt=pg.Prompt(text="x", image="a.png")), pg.PromptError, "it must be bytes."),
    ],
)
def test_what_no_rule_of_the_playground_refuses_is_refused_in_its_words_too(make, error, sentence):
    with pytest.raises(error) as refused:
        make()
    assert sentence in str(refused.value) and "validation" not in str(refused.value)


def test_nothing_of_a_spec_can_be_changed():
    spec = pg.RunSpec(prompt="x", edits=[pg.Edit(block=1, step=1, cells={0: 1})])
    spec = spec.replace(edits=(), branch=Branch(parent=spec, block=1, step=1))
    for value, name in ((spec, "seed"), (spec.prompt, "text"), (spec.settings, "t_max"), (spec.branch, "step")):
        for change in (lambda value, name: setattr(value, name, 1), delattr):
            with pytest.raises(AttributeError, match=f"A {type(value).__name__} cannot be changed"):
                change(value, name)
