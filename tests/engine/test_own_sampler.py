"""A sampler from a person's own file: it works like any other, at every door."""

import ast
import hashlib
import inspect
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from own_sampler import EXPLANATION, HEAD
from pydantic import BaseModel

import playground as pg
from playground.cli import main
from playground.export.run import named
from playground.plugins.api.arguments import ARGUMENTS
from playground.plugins.tables.tables import marks, positions, steps
from playground.rules.samplers import RULES, SAMPLERS, source_hash
from playground.rules.samplers.from_file import load
from playground.rules.samplers.reserved import RESERVED
from playground.server.interface import build
from playground.server.page import config_of
from playground.service import EngineSlot, Service
from playground.service.limits import Limits
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import KNOBS, all_knobs
from playground.trace.columns import COLUMNS

PAGE = (Path(__file__).parents[2] / "docs/sampler.md").read_text()
LEAD = re.search(r"```python\n(\"\"\"lead.py.*?)```", PAGE, re.S)[1]


pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def lead(tmp_path):
    path = tmp_path / "lead.py"
    path.write_text(LEAD)
    return path


def forget(name):
    del SAMPLERS[name], RULES[name]


def test_commands_take_its_file_and_its_knob(lead, random_folder, tmp_path):
    command = ["generate", "hello", "--model", str(random_folder), "--sampler", str(lead), "--set", "min_lead=0.25"]
    command += ["--max-denoising-steps", "4", "--max-new-tokens", "16", "--trace", str(tmp_path / "a.trace")]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    trace = pg.Trace.load(tmp_path / "a.trace")
    assert trace.header.settings["sampler"] == "lead" and trace.header.settings["min_lead"] == 0.25
    assert trace.header.explanation["label"] == "Lead"
    probs = trace.columns["top_probs"]
    ahead = probs[..., 0] - probs[..., 1] > 0.25
    assert (trace.columns["accepted"] == ahead).all() and ahead.any() and not ahead.all()
    forget("lead")
    for more, code, words in (([], 1, "sampler is 'lead'; allowed are"), (["--sampler", str(lead)], 0, "'lead'")):
        done = CliRunner().invoke(main, ["settings", str(tmp_path / "a.trace"), *more])
        assert done.exit_code == code and words in done.output


def lead_class(**parts):
    names: dict = {}
    exec(LEAD, names)
    return type("Lead", (names["Lead"],), {"__module__": "__main__", "__qualname__": "Lead", **parts})


def test_a_class_is_a_sampler_by_value(random_model):
    """Registered when it is first used; the same class of a notebook's cell that runs again takes its place."""
    first, again = lead_class(), lead_class(label="Lead again")
    spec = random_model.spec("hi", sampler=first, min_lead=0.25)
    assert spec.settings.to_dict().items() >= {"sampler": "lead", "min_lead": 0.25}.items()
    assert pg.SamplerSettings(sampler=first).sampler == "lead" and SAMPLERS["lead"].label == "Lead"
    assert pg.register(again) is again and SAMPLERS["lead"].label == "Lead again"
    assert pg.branch(spec, 1, sampler=type(SAMPLERS["margin"])).settings.sampler == "margin"


def test_a_class_that_cannot_be_registered_is_refused_and_the_one_before_stays():
    pg.register(lead_class())
    broken = lead_class(rule=3)
    for kind, sentence in (
        (broken, "Lead: the sampler's `rule` must be of type str."),
        (lead_class(name="margin"), "There is already a sampler called 'margin'; choose another name."),
        (lead_class(__qualname__="elsewhere.Lead"), "There is already a sampler called 'lead'; choose another name."),
        ("lead", "'lead' is no sampler; it must be a subclass of pg.Sampler."),
    ):
        with pytest.raises(pg.SamplerError, match="^" + re.escape(sentence)):
            pg.register(kind)
    assert SAMPLERS["lead"].label == "Lead" and "lead" in RULES


def test_its_code_goes_with_a_trace_only_if_its_author_says_so(tmp_path, random_model):
    for name, line in (("mute", ""), ("open", "    shares_code = True\n")):
        path = tmp_path / f"{name}.py"
        path.write_text(f"{HEAD}{EXPLANATION}{line}    def accept(self, before, found): return found.entropy > 0\n")
        load(path)
        trace = pg.record(random_model, "hi", sampler=name, max_new_tokens=16, max_denoising_steps=1)
        again = pg.Trace.from_bytes(trace.to_bytes())
        assert again.header.explanation.get("code", "") == (path.read_text() if line else "")
        assert ("found.entropy" in str(again.header)) == bool(line)


def test_form_api_and_page_have_its_settings_by_any_name_that_is_not_taken(tmp_path):
    path, names = tmp_path / "mine.py", ("json", "n", "scale", "self", "unit", "values")
    knobs = ", ".join(f"{name!r}: pg.number(1, 'a', '', 0, 1, (0, 1, 1), 'b')" for name in names)
    path.write_text(f"{HEAD}{EXPLANATION}    knobs = {{{knobs}}}\n")
    assert load(path) == "mine" and all_knobs()["scale"].default == 1
    page = build(Service(EngineSlot()))
    knobs = {knob["name"]: knob for knob in config_of(Limits(), 64, public=False)["knobs"]}
    assert "mine" in knobs["sampler"]["choices"]
    assert knobs["scale"]["value"] == 1 and knobs["scale"]["samplers"] == ["mine"]
    (api,) = [value for name, value in page.blocks.get_api_info()["named_endpoints"].items() if name == "/write"]
    assert {*names} <= {parameter["parameter_name"] for parameter in api["parameters"]}
    page.blocks.close()


def test_a_spec_names_it_with_the_hash_of_its_source_and_never_chooses_a_file(lead, tmp_path):
    load(lead)
    spec = RunSpec(prompt="x", settings=pg.SamplerSettings(sampler="lead"))
    said = spec.to_dict()
    assert said["sampler_source"] == source_hash("lead") and str(tmp_path) not in str(said)
    assert RunSpec.from_dict(said) == spec
    lead.write_text(LEAD.replace("statistics.margin >", "statistics.margin >="))
    assert source_hash("lead") == said["sampler_source"], "of what runs, whatever the file says by now"
    forget("lead")
    with pytest.raises(pg.SettingError, match="sampler is 'lead'; allowed are entropy-bound"):
        RunSpec.from_dict(said)
    load(lead)
    with pytest.raises(pg.SpecError, match="a different version of the sampler 'lead'"):
        RunSpec.from_dict(said)
    with pytest.raises(pg.SettingError, match="allowed are"):
        pg.SamplerSettings(sampler=str(lead))


def test_a_file_may_name_its_sampler_and_draw_by_itself(tmp_path, random_model):
    path = tmp_path / "any.py"
    path.write_text(
        f"{HEAD}    name, uniforms, explanation = 'coin', 1, pg.Explanation(order='coin', cut='rank')\n"
        "    def decide(self, before, found):\n"
        "        key = before.uniforms[:, 0]\n"
        "        return pg.Decision(accepted=key < 0.5, canvas=before.instead, key=key)\n"
    )
    assert load(path) == "coin"
    trace = pg.record(random_model, "x", sampler="coin", max_denoising_steps=2, max_new_tokens=16)
    assert ((trace.columns["key"] < 0.5) == trace.columns["accepted"]).all()


def test_a_rule_derived_from_a_built_in_one_has_the_hash_of_its_own_file(tmp_path):
    path = tmp_path / "surer.py"
    code = "from playground.rules.samplers.confidence import Confidence\nclass Surer(Confidence): name = 'surer'\n"
    path.write_text(code)
    assert load(path) == "surer" and type(SAMPLERS["surer"]).version == SAMPLERS["confidence"].version
    assert source_hash("surer") == hashlib.sha256(ast.dump(ast.parse(code)).encode()).hexdigest()[:12]


def test_the_names_that_are_reserved_are_those_that_something_has():
    fields = {*Prompt.model_fields, *RunSpec.model_fields}
    methods = {name for name in dir(pg.SamplerSettings) if not name.startswith("_")} - {*dir(BaseModel)}
    calls = (pg.record, pg.denoise, pg.branch, pg.Recorder.__init__, pg.Model.spec, pg.study)
    taken = {name for call in calls for name in inspect.signature(call).parameters} - {"self", "changes"}
    story = pg.Trace.load(Path(__file__).parents[1] / "golden" / "story.trace")
    (run,), (mark,) = named([story]), marks(named([story]))
    tables = [*positions(run, mark), *steps(run, mark), *pg.compare([story]), *COLUMNS, "top", "case", "setting"]
    libraries = {"context", "model_config", "path", "request"}
    somewhere = fields | methods | taken | {*KNOBS, *ARGUMENTS, *tables} | libraries
    assert somewhere - ({*all_knobs()} - {*KNOBS}) <= RESERVED, "protocols of plugins have some more"
