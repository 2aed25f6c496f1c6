"""A sampler from a person's own file: it works like any other, and what is wrong with it is one sentence."""

import ast
import dataclasses
import hashlib
import inspect
import re
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner

import playground as pg
from playground.cli import main
from playground.commands.serve import serve
from playground.doors.arguments import ARGUMENTS
from playground.doors.link import WORDS
from playground.doors.mcp import Tools
from playground.doors.openai.request import Body, further
from playground.export.run import named
from playground.export.tables import marks, positions, steps
from playground.rules.own_code import LONGEST
from playground.rules.samplers import RULES, SAMPLERS, source_hash
from playground.rules.samplers.from_file import load
from playground.rules.samplers.reserved import RESERVED
from playground.server.interface import RECORDED, build
from playground.server.page import config_of
from playground.service import EngineSlot, Service
from playground.service.limits import Limits
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import KNOBS, all_knobs
from playground.trace.columns import COLUMNS

README = (Path(__file__).parents[2] / "README.md").read_text()
LEAD = re.search(r"```python\n(\"\"\"lead.py.*?)```", README, re.S)[1]


pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def lead(tmp_path):
    path = tmp_path / "lead.py"
    path.write_text(LEAD)
    return path


def test_readme_shows_one_in_under_20_lines():
    assert len(LEAD.splitlines()) < 20


def test_it_runs_by_the_command_line_with_its_knob(lead, random_folder, tmp_path):
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


def run(*arguments):
    done = CliRunner().invoke(main, list(map(str, arguments)))
    assert done.exit_code == 0, done.output
    return done.output


def test_every_command_that_runs_or_names_a_sampler_takes_its_file(lead, random_folder, random_model, tmp_path):
    short = ("--set", "max_denoising_steps=2", "--set", "max_new_tokens=16")
    sweep = ("sweep", "--model", random_folder, "--prompt", "x", "--cases", 1, *short, "--out", tmp_path / "a.html")
    assert "min_lead 0.1" in run(*sweep, "--sampler", lead, "--vary", "min_lead=0.1,0.9")
    forget("lead")
    assert "sampler lead" in run(*sweep, "--vary", f"sampler=margin,{lead}")
    pg.record(random_model, "hi", sampler="lead", max_new_tokens=16, max_denoising_steps=1).save(tmp_path / "a.trace")
    forget("lead")
    refused = CliRunner().invoke(main, ["settings", str(tmp_path / "a.trace")])
    assert refused.exit_code == 1 and "sampler is 'lead'; allowed are" in refused.output
    assert "sampler='lead'" in run("settings", tmp_path / "a.trace", "--sampler", lead)
    forget("lead")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("playground.measure.model.ROUNDS", 1)
        only = ("bench", "--model", random_folder, "--sampler", lead, "--only")
        assert "ms_per_step" in run(*only, "ms_per_step")
        forget("lead")
        refused = CliRunner().invoke(main, list(map(str, [*only, "instrumented_over_generate"])))
        assert refused.exit_code == 2, "generate() has no such sampler to compare with"


def forget(name):
    del SAMPLERS[name], RULES[name]


def lead_class(**parts):
    names: dict = {}
    exec(LEAD, names)
    return type("Lead", (names["Lead"],), {"__module__": "__main__", "__qualname__": "Lead", **parts})


def test_a_class_is_a_sampler_by_value(random_model):
    """Registered when it is first used; the same class of a notebook's cell that runs again takes its place."""
    first, again = lead_class(), lead_class(label="Lead again")
    settings = random_model.spec("hi", sampler=first, min_lead=0.25, max_new_tokens=16, max_denoising_steps=2).settings
    assert settings.to_dict().items() >= {"sampler": "lead", "min_lead": 0.25}.items()
    assert pg.SamplerSettings(sampler=first).sampler == "lead" and SAMPLERS["lead"].label == "Lead"
    trace = pg.record(random_model, "hi", settings)
    assert pg.register(again) is again and SAMPLERS["lead"].label == "Lead again"
    assert pg.branch(trace, 1, sampler=type(SAMPLERS["margin"])).settings.sampler == "margin"
    study = pg.study(
        random_model, "hi", 1, {"sampler": ["margin", again], "min_lead": [0.1, 0.9]}, bar=False,
        max_new_tokens=16, max_denoising_steps=2,
    )  # fmt: skip
    assert study.summary["sampler"].tolist() == ["margin", "lead", "lead"]
    assert study.table["min_lead"].dropna().tolist() == [0.1, 0.9]


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
        path.write_text(f"{HEAD}{SAID}{line}    def accept(self, before, found): return found.entropy > 0\n")
        load(path)
        trace = pg.record(random_model, "hi", sampler=name, max_new_tokens=16, max_denoising_steps=1)
        again = pg.Trace.from_bytes(trace.to_bytes())
        assert again.header.explanation.get("code", "") == (path.read_text() if line else "")
        assert ("found.entropy" in str(again.header)) == bool(line)


def test_the_names_that_are_reserved_are_those_that_something_has():
    fields = {field.name for kind in (Prompt, RunSpec) for field in dataclasses.fields(kind)}
    methods = {name for name in dir(pg.SamplerSettings) if not name.startswith("_")}
    calls = (pg.record, pg.denoise, pg.study, pg.branch, pg.Recorder.__init__, pg.Model.spec)
    taken = {name for call in calls for name in inspect.signature(call).parameters} - {"self", "changes"}
    story = pg.Trace.load(Path(__file__).parents[1] / "golden" / "story.trace")
    (run,), (mark,) = named([story]), marks(named([story]))
    tables = [*positions(run, mark), *steps(run, mark), *pg.compare([story]), *COLUMNS, "top", "case", "setting"]
    libraries = {"context", "model_config", "path", "request"}
    somewhere = fields | methods | taken | {*KNOBS, *ARGUMENTS, *WORDS, *Body.model_fields, *tables} | libraries
    assert somewhere - ({*all_knobs()} - {*KNOBS}) == RESERVED


def test_form_api_and_page_have_it(lead):
    assert load(lead) == "lead" and all_knobs()["min_lead"].default == 0.5
    page = build(Service(EngineSlot()))
    knobs = {knob["name"]: knob for knob in config_of(Limits(), 64, public=False, publishes=False)["knobs"]}
    assert "lead" in knobs["sampler"]["choices"]
    assert knobs["min_lead"]["value"] == 0.5 and knobs["min_lead"]["samplers"] == ["lead"]
    (api,) = [value for name, value in page.blocks.get_api_info()["named_endpoints"].items() if name == "/write"]
    assert "min_lead" in [parameter["parameter_name"] for parameter in api["parameters"]]
    page.blocks.close()


def test_a_spec_names_it_with_the_hash_of_its_source_and_never_chooses_a_file(lead, tmp_path):
    load(lead)
    spec = RunSpec(prompt=Prompt(text="x"), settings=pg.SamplerSettings(sampler="lead"))
    said = spec.to_dict()
    assert said["sampler_source"] == source_hash("lead") and str(tmp_path) not in str(said)
    assert RunSpec.from_dict(said) == spec
    lead.write_text(LEAD.replace("statistics.margin >", "statistics.margin >="))
    assert source_hash("lead") == said["sampler_source"], "of what runs, whatever the file says by now"
    del SAMPLERS["lead"], RULES["lead"]
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
        "import playground as pg\n"
        "class Coin(pg.Sampler):\n"
        "    name, label, rule, uniforms = 'coin', 'Coin', 'Keeps half by chance.', 1\n"
        "    explanation = pg.Explanation(order='coin', cut='rank')\n"
        "    def decide(self, before, found):\n"
        "        key = before.uniforms[:, 0]\n"
        "        kept = key < 0.5\n"
        "        return pg.Decision(accepted=kept, canvas=found.sampled.where(kept, before.instead), key=key)\n"
    )
    assert load(path) == "coin"
    settings = pg.SamplerSettings(sampler="coin", max_denoising_steps=2, max_new_tokens=16, confidence_threshold=0)
    trace = pg.record(random_model, "x", settings)
    assert ((trace.columns["key"] < 0.5) == trace.columns["accepted"]).all()


HEAD = "import playground as pg\nimport torch\nclass Mine(pg.Sampler):\n    label, rule = 'Mine', 'Keeps.'\n"
SAID = "    explanation = pg.Explanation(order='none', cut='draw')\n"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("1 / 0", "mine.py fails with ZeroDivisionError: division by zero."),
        ("raise SystemExit(0)", "mine.py fails with SystemExit: 0."),
        ("raise KeyboardInterrupt", "mine.py fails with KeyboardInterrupt."),
        ("raise GeneratorExit", "mine.py fails with GeneratorExit."),
        (
            "class Odd(Exception):\n    def __str__(self): raise SystemExit\nraise Odd",
            "mine.py fails with Odd.",
        ),
        (HEAD + SAID + "    def __init__(self): raise SystemExit\n", "mine.py: the sampler fails with SystemExit."),
        (HEAD + SAID + "    uniforms = 'x'\n", "mine.py: the sampler's `uniforms` must be of type int."),
        (
            HEAD + SAID + "    @property\n    def knobs(self): raise SystemExit\n",
            "mine.py: the sampler's `knobs` must be of type dict.",
        ),
        ("def", "mine.py fails with SyntaxError: invalid syntax"),
        ("import playground as pg", "mine.py holds no subclasses of pg.Sampler; it must hold one."),
        (HEAD + SAID + "class Two(Mine): pass", "mine.py holds 2 subclasses of pg.Sampler; it must hold one."),
        (HEAD, "mine.py: the sampler's `explanation` must be of type Explanation."),
        (HEAD.replace("'Mine'", "3") + SAID, "mine.py: the sampler's `label` must be of type str."),
        (
            HEAD + SAID + "    name = 'A b'\n",
            "mine.py: the sampler's name is 'A b'; use at most 40 lower-case letters, digits and hyphens, beginning",
        ),
        (HEAD + SAID + "    name = 'top-k'\n", "There is already a sampler called 'top-k'; choose another name."),
        (
            HEAD + SAID + "    knobs = {'a': 1}\n",
            "mine.py: the setting 'a' must be a pg.number, named in lower-case letters, digits and _.",
        ),
        (
            HEAD + SAID + "    knobs = {'t_max': pg.number(1, 'a', '', 0, 1, (0, 1, 1), 'b')}\n",
            "mine.py: the setting t_max needs another name; taken are Python's own words and accepted,",
        ),
        (
            HEAD + SAID + "    knobs = {'kappa': pg.number(1, 'a', '', 0, 1, (0, 1, 1), 'b')}\n",
            "The samplers 'mine' and 'psi' declare the setting kappa differently; choose another name for it.",
        ),
        (
            HEAD + "    explanation = pg.Explanation(order='entropy', cut='value', bound='x')\n",
            "mine.py: the explanation's bound must be the name of one of the sampler's own settings.",
        ),
    ],
)
def test_a_file_that_is_no_sampler_is_refused_in_one_sentence(source, sentence, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(source)
    with pytest.raises(pg.SamplerError) as refused:
        load(path)
    assert str(refused.value).startswith(sentence) and "\n" not in str(refused.value) and "mine" not in SAMPLERS
    for command, arguments in ((main, ["generate", "x", "--sampler", str(path)]), (serve, ["--sampler", str(path)])):
        done = CliRunner().invoke(command, arguments)
        assert done.exit_code != 0 and sentence[:30] in done.output and "Traceback" not in done.output


@pytest.mark.parametrize(
    "name",
    [
        "branch",
        "image",
        "lambda",
        "model_config",
        "noise",
        "path",
        "pins",
        "replace",
        "seed",
        "start",
        "step",
        "system",
    ],
)
def test_a_name_that_something_else_has_is_refused_with_all_that_are_taken(name, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}{SAID}    knobs = {{{name!r}: pg.number(1, 'a', '', 0, 1, (0, 1, 1), 'b')}}\n")
    with pytest.raises(pg.SamplerError, match=rf"^mine.py: the setting {name} needs another name; taken are .*wanted"):
        load(path)


@pytest.mark.parametrize("name", ["json", "n", "scale", "self", "values_"])
def test_any_other_name_reaches_every_door(name, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}{SAID}    knobs = {{{name!r}: pg.number(1, 'a', '', 0, 1, (0, 1, 1), 'b')}}\n")
    assert load(path) == "mine"
    service = Service(EngineSlot())
    page = build(service, tools=Tools(service, RECORDED))
    (api,) = [value for name, value in page.blocks.get_api_info()["named_endpoints"].items() if name == "/write"]
    assert name in [parameter["parameter_name"] for parameter in api["parameters"]] and name in further()
    page.blocks.close()


def test_a_file_that_is_not_there_and_a_value_without_a_name_are_refused(tmp_path):
    for wrong in (tmp_path / "none.py", tmp_path):
        with pytest.raises(pg.SamplerError, match=r"is not a readable Python file\.$"):
            load(wrong)
    said = CliRunner().invoke(main, ["generate", "x", "--set", "min_lead"])
    assert said.exit_code == 2 and "'min_lead' does not have the form NAME=VALUE." in said.output
    said = CliRunner().invoke(main, ["generate", "x", "--sampler", "none"])
    assert said.exit_code == 2 and "'none' is not a sampler; allowed are entropy-bound," in said.output


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("accept(self, b, f): return f.entropy", "what accept returns has dtype float32; it must be bool."),
        (
            "accept(self, b, f): return (f.entropy > 0)[:, :3]",
            "what accept returns has shape (1, 3); it must be (1, 16).",
        ),
        ("accept(self, b, f): return True", "what accept returns is of type bool; it must be a tensor."),
        ("accept(self, b, f): return b.nothing", "the rule fails with AttributeError: 'Before' object has no"),
        *(
            (f"accept(self, b, f): raise {kind}", f"the rule fails with {kind}.")
            for kind in ("SystemExit", "KeyboardInterrupt", "GeneratorExit", "StopIteration")
        ),
        ("accept(self, b, f): raise ValueError('\\ud800')", "the rule fails with ValueError: ?."),
        ("declaration(self): raise SystemExit", "the declaration fails with SystemExit."),
        ("decide(self, b, f): return f", "decide returns Statistics; it must return a pg.Decision."),
        (
            "decide(self, b, f): return pg.Decision(accepted=b.settled, canvas=b.canvas.float())",
            "the decision's canvas has dtype float32; it must be int64.",
        ),
        (
            "decide(self, b, f): return pg.Decision(accepted=b.settled, canvas=b.canvas, memory=b.memory[:, :1])",
            "the decision's memory has shape (1, 1); it must be (1, 16).",
        ),
    ],
)
def test_a_rule_that_goes_wrong_is_named_with_its_fault(rule, sentence, tmp_path, random_model):
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}{SAID}    def {rule}\n")
    load(path)
    with pytest.raises(pg.SamplerError, match="^" + re.escape("mine.py: " + sentence)):
        pg.record(random_model, "x", pg.SamplerSettings(sampler="mine", max_new_tokens=16))


def test_a_rule_that_would_end_the_command_does_not(tmp_path, random_folder):
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}{SAID}    def accept(self, b, f): raise SystemExit(0)\n")
    done = CliRunner().invoke(
        main, ["generate", "x", "--max-new-tokens", "16", "--model", str(random_folder), "--sampler", str(path)]
    )
    assert done.exit_code == 1 and "Error: The run failed (mine.py: the rule fails with SystemExit: 0)" in done.stderr


def test_what_a_rule_says_of_its_fault_is_cut(tmp_path, random_model):
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}{SAID}    def accept(self, b, f): raise ValueError('x' * 5_000_000)\n")
    load(path)
    with pytest.raises(pg.SamplerError) as refused:
        pg.record(random_model, "x", sampler="mine", max_new_tokens=16)
    assert len(str(refused.value)) < 2 * LONGEST and str(refused.value).endswith("x….")


@pytest.fixture
def pythons_ctrl_c():
    """Ctrl-C does what it does in a fresh process: another test's server may have left a handler of its own."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("pythons_ctrl_c")
def test_ctrl_c_ends_the_command_also_while_a_rule_runs(tmp_path, random_model, random_folder):
    path = tmp_path / "mine.py"
    path.write_text(
        f"import signal\n{HEAD}{SAID}    def accept(self, b, f):\n        signal.raise_signal(signal.SIGINT)\n"
    )
    done = CliRunner().invoke(
        main, ["generate", "x", "--max-new-tokens", "16", "--model", str(random_folder), "--sampler", str(path)]
    )
    assert done.exit_code == 0 and "Stopped; the steps so far are kept." in done.stderr, done.output
    with pytest.raises(KeyboardInterrupt):
        pg.record(random_model, "x", sampler="mine", max_new_tokens=16)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_file_of_this_project_is_hashed_as_a_file_of_a_person_is(lead):
    load(lead)
    assert inspect.getmodule(type(SAMPLERS["lead"])).__file__ == str(lead)
    assert len(source_hash("lead")) == 12 and source_hash("lead") != source_hash("top-k")


def test_a_rule_derived_from_a_built_in_one_has_the_hash_of_its_own_file(tmp_path):
    path = tmp_path / "surer.py"
    code = (
        "from playground.rules.samplers.confidence import Confidence\n"
        "class Surer(Confidence):\n"
        "    name = 'surer'\n"
        "    def accept(self, before, found):\n"
        "        return super().accept(before, found) & (found.margin > 0.1)\n"
    )
    path.write_text(code)
    assert load(path) == "surer" and type(SAMPLERS["surer"]).version == SAMPLERS["confidence"].version
    assert source_hash("surer") == hashlib.sha256(ast.dump(ast.parse(code)).encode()).hexdigest()[:12]
