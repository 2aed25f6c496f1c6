"""A sampler from a person's own file: what is wrong with it is one sentence, also while it runs."""

import re
import signal

import pytest
from click.testing import CliRunner
from own_sampler import EXPLANATION, HEAD

import playground as pg
from playground.cli import main
from playground.commands.serve import serve
from playground.rules.own_code import LONGEST
from playground.rules.samplers import SAMPLERS
from playground.rules.samplers.from_file import load

pytestmark = pytest.mark.usefixtures("registered")
MINE = HEAD + EXPLANATION
KNOB = "pg.number(1, 'a', '', 0, 1, (0, 1, 1), 'b')"
BOUND = "pg.Explanation(order='entropy', cut='%s', bound='x')"
DECIDE = "decide(self, b, f): return pg.Decision(canvas=b.canvas,"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("1 / 0", "mine.py fails with ZeroDivisionError: division by zero."),
        ("raise SystemExit(0)", "mine.py fails with SystemExit: 0."),
        ("raise KeyboardInterrupt", "mine.py fails with KeyboardInterrupt."),
        ("class Odd(Exception):\n    def __str__(self): raise SystemExit\nraise Odd", "mine.py fails with Odd."),
        (f"{MINE}    def __init__(self): raise SystemExit\n", "mine.py: the sampler fails with SystemExit."),
        (f"{MINE}    @property\n    def knobs(self): raise SystemExit\n", "mine.py: the sampler's `knobs` must be of"),
        ("import playground as pg", "mine.py holds no subclasses of pg.Sampler; it must hold one."),
        (f"{MINE}class Two(Mine): pass", "mine.py holds 2 subclasses of pg.Sampler; it must hold one."),
        (HEAD, "mine.py: the sampler's `explanation` must be of type Explanation."),
        (f"{MINE}    name = 'A b'\n", "mine.py: the sampler's name is 'A b'; use at most 40 lower-case letters,"),
        (f"{MINE}    name = 'top-k'\n", "There is already a sampler called 'top-k'; choose another name."),
        (f"{MINE}    knobs = {{'a': 1}}\n", "mine.py: the setting 'a' must be a pg.number, named in lower-case"),
        (f"{MINE}    knobs = {{'branch': {KNOB}}}\n", "mine.py: the setting branch needs another name; taken are"),
        (f"{MINE}    knobs = {{'lambda': {KNOB}}}\n", "mine.py: the setting lambda needs another name; taken are"),
        (f"{MINE}    knobs = {{'kappa': {KNOB}}}\n", "The samplers 'mine' and 'psi' declare the setting kappa"),
        (f"{HEAD}    explanation = {BOUND % 'value'}\n", "mine.py: the explanation's bound must be the name of"),
        (f"{HEAD}    explanation = {BOUND % 'running sum'}\n", "mine.py: the explanation's bound must be the name of"),
    ],
)
def test_a_file_that_is_no_sampler_is_refused_in_one_sentence(source, sentence, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(source)
    with pytest.raises(pg.SamplerError) as refused:
        load(path)
    assert str(refused.value).startswith(sentence) and "\n" not in str(refused.value) and "mine" not in SAMPLERS


def test_commands_refuse_a_file_that_fails_is_not_there_or_has_no_name(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("raise SystemExit(0)")
    for command, *arguments in ((main, "generate", "x"), (serve,)):
        done = CliRunner().invoke(command, [*arguments, "--sampler", str(path)])
        assert done.exit_code != 0 and "mine.py fails with SystemExit: 0." in done.output
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
        ("accept(self, b, f): return b.settled[:, :3]", "what accept returns has shape (1, 3); it must be (1, 16)."),
        ("accept(self, b, f): return True", "what accept returns is of type bool; it must be a tensor."),
        ("accept(self, b, f): raise KeyboardInterrupt", "the rule fails with KeyboardInterrupt."),
        ("accept(self, b, f): raise StopIteration", "the rule fails with StopIteration."),
        ("accept(self, b, f): raise ValueError('\\ud800')", "the rule fails with ValueError: ?."),
        ("declaration(self): raise SystemExit", "the declaration fails with SystemExit."),
        ("decide(self, b, f): return f", "decide returns Statistics; it must return a pg.Decision."),
        (f"{DECIDE} accepted=b.canvas)", "the decision's accepted has dtype int64; it must be bool."),
        (
            f"{DECIDE} accepted=b.settled, key=b.memory[:, :1])",
            "the decision's key has shape (1, 1); it must be (1, 16).",
        ),
        (
            f"{DECIDE} accepted=b.settled, memory=b.canvas)",
            "the decision's memory has dtype int64; it must be float32.",
        ),
        (
            "decide(self, b, f): return pg.Decision(accepted=b.settled, canvas=b.memory)",
            "the decision's canvas has dtype",
        ),
    ],
)
def test_a_rule_that_goes_wrong_is_named_with_its_fault(rule, sentence, tmp_path, random_model):
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}{EXPLANATION}    def {rule}\n")
    load(path)
    with pytest.raises(pg.SamplerError, match="^" + re.escape("mine.py: " + sentence)):
        pg.record(random_model, "x", pg.SamplerSettings(sampler="mine", max_new_tokens=16))


def test_what_a_rule_says_of_its_fault_is_cut(tmp_path, random_model):
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}{EXPLANATION}    def accept(self, b, f): raise ValueError('x' * 5_000_000)\n")
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
        f"import signal\n{HEAD}{EXPLANATION}    def accept(self, b, f):\n        signal.raise_signal(signal.SIGINT)\n"
    )
    done = CliRunner().invoke(
        main, ["generate", "x", "--max-new-tokens", "16", "--model", str(random_folder), "--sampler", str(path)]
    )
    assert done.exit_code == 0 and "Stopped; the steps so far are kept." in done.stderr, done.output
    with pytest.raises(KeyboardInterrupt):
        pg.record(random_model, "x", sampler="mine", max_new_tokens=16)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
