"""The verdict of the rule: made where a run ends, the same over the wire and in the file, for any model."""

from pathlib import Path

import pytest
from service_helpers import happened
from serving import loaded

import playground as pg
from playground.plugins.small_world.judge import RULE_VERSION
from playground.plugins.small_world.outside import SENTENCE
from playground.service import EngineSlot, Frame, Service
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.trace import Trace, Verdict
from playground.trace.judging import verdict_of

RECORDED = Path(__file__).parents[3] / "assets" / "recorded"
WRONG = {"wrong", "race-autoregressive"}
PUZZLE = "Solve this Sudoku:\n123.\n341.\n21..\n...."


@pytest.fixture(scope="module")
def unknown(random_folder):
    """The service of a model that knows nothing."""
    return Service(loaded(EngineSlot(str(random_folder))))


def ask(service, prompt, **changes):
    settings = service.slot.model.settings.replace(**changes)
    return service.start([RunSpec(prompt=Prompt(text=prompt), settings=settings, seed=1)])


def last_and_file(tape):
    """The last message of a run, and its trace as the page fetches it."""
    events = [*tape.events()]
    return tape.after(len(events) - 3)[0].content, Trace.from_bytes(tape.runs[0].packed)


def test_another_model_is_judged_by_the_same_rule(unknown):
    end, trace = last_and_file(ask(unknown, PUZZLE, max_denoising_steps=2, max_new_tokens=16))
    assert end["verdict"] == {
        "task": "Sudoku",
        "right": False,
        "sentence": "wrong: not a grid of 4 rows of 4 digits",
        "rule": RULE_VERSION,
    }
    assert Verdict(**end["verdict"]) == trace.header.verdict

    end, trace = last_and_file(ask(unknown, "hello", max_denoising_steps=2, max_new_tokens=16))
    assert end["kind"] == "end" and end["verdict"] is None and trace.header.verdict is None, "no rule knows it"


def test_a_run_that_was_stopped_has_no_verdict(unknown):
    tape = ask(unknown, PUZZLE, max_denoising_steps=90, entropy_bound=0.0, confidence_threshold=0.0, max_new_tokens=64)
    next(event for event in happened(tape) if isinstance(event, Frame))
    tape.stop()
    end, trace = last_and_file(tape)
    assert (end["finish_reason"], trace.finish_reason) == ("stopped", "stopped")
    assert end["verdict"] is None and trace.header.verdict is None


def test_a_run_made_in_python_has_its_verdict(random_model):
    settings = {"max_denoising_steps": 2, "max_new_tokens": 16}
    trace = pg.record(random_model, PUZZLE, **settings)
    assert trace.verdict == trace.header.verdict and trace.verdict.task == "Sudoku" and not trace.verdict.right
    assert pg.record(random_model, "hello", **settings).verdict is None
    recorder = pg.Recorder(random_model, PUZZLE, max_denoising_steps=3, max_new_tokens=16, confidence_threshold=0.0)
    next(iter(recorder))
    assert recorder.trace().verdict is None, "it has not ended by itself"


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*.trace")), ids=lambda path: path.stem)
def test_the_recorded_runs_wear_the_verdict_of_the_present_rules(path):
    trace = Trace.load(path)
    assert verdict_of(trace.header.prompt, trace.text) == trace.header.verdict
    if path.stem == "france":
        assert trace.text.strip() == SENTENCE and trace.header.verdict is None, "a refusal is neither right nor wrong"
    else:
        assert trace.header.verdict is not None and trace.header.verdict.right == (path.stem not in WRONG)
