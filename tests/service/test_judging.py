"""The verdict of the rule: made where a run ends, the same over the wire and in the file, for any model."""

import base64
import itertools
import json
from pathlib import Path

import pytest
from serving import loaded

import playground as pg
from playground.service import EngineSlot, Service, judging
from playground.service.judging import judged
from playground.settings import all_knobs
from playground.trace import Trace, Verdict
from playground.ui.handlers import Handlers
from playground.world.judge import RULE_VERSION

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDED = Path(__file__).parents[2] / "assets" / "recorded"
LILY = "Write a story about Lily, a cat and a red ball."
PUZZLE = "Solve this Sudoku:\n123.\n341.\n21..\n...."
KNOBS = {name: knob.default for name, knob in all_knobs().items()}


@pytest.fixture(scope="module")
def other(random_folder):
    """Handlers of a model that knows nothing."""
    return Handlers(Service(loaded(EngineSlot(str(random_folder), eager=True))))


@pytest.fixture(scope="module")
def small():
    return Handlers(Service(loaded(EngineSlot(eager=True))))


def ask(handlers, prompt, **changes):
    form = {"prompt": prompt, "seed": 1, **KNOBS, "system": "", "thinking": False, "image": "", "ticket": "", **changes}
    return handlers.stream(form)


def last_and_file(handlers, messages):
    """The last message of a run, and its trace as the page fetches it."""
    taken, *_, last = map(json.loads, messages)
    return last, Trace.from_bytes(base64.b64decode(handlers.trace(taken["run"])["packed"]))


def test_a_right_story_of_the_embedded_model_wears_its_verdict(small):
    settings = small.service.slot.settings.to_dict()
    end, trace = last_and_file(small, ask(small, LILY, **settings))
    assert trace.finish_reason == "end-of-text"
    assert trace.header.verdict == Verdict(
        task="story", right=True, sentence="asked for Lily, a cat and a red ball: there", rule=RULE_VERSION
    )
    assert Verdict(**end["verdict"]) == trace.header.verdict


def test_another_model_is_judged_by_the_same_rule(other):
    end, trace = last_and_file(other, ask(other, PUZZLE, max_denoising_steps=2, max_new_tokens=16))
    assert end["verdict"] == {
        "task": "Sudoku",
        "right": False,
        "sentence": "wrong: not a grid of 4 rows of 4 digits",
        "rule": RULE_VERSION,
    }
    assert Verdict(**end["verdict"]) == trace.header.verdict


def test_a_prompt_that_no_rule_knows_has_no_verdict(other):
    end, trace = last_and_file(other, ask(other, "hello", max_denoising_steps=2, max_new_tokens=16))
    assert end["kind"] == "end" and end["verdict"] is None and trace.header.verdict is None


def test_a_run_that_was_stopped_has_no_verdict(other):
    stream = ask(other, PUZZLE, max_denoising_steps=90, entropy_bound=0.0, confidence_threshold=0.0, max_new_tokens=64)
    begun = list(itertools.islice(stream, 3))
    assert other.stop(json.loads(begun[0])["control"])
    end, trace = last_and_file(other, [*begun, *stream])
    assert (end["finish_reason"], trace.finish_reason) == ("stopped", "stopped")
    assert end["verdict"] is None and trace.header.verdict is None


def test_a_verdict_stays_with_the_trace(tmp_path):
    trace = judged(Trace.load(GOLDEN / "sudoku.trace"))
    assert trace.header.verdict is not None and trace.header.verdict.task == "Sudoku"
    trace.save(tmp_path / "a.trace")
    assert pg.Trace.load(tmp_path / "a.trace").header == trace.header


@pytest.mark.parametrize("name", ["v1/sudoku", "v1/hostile", "sudoku", "story"])
def test_older_traces_open_and_have_none(name):
    assert Trace.load(GOLDEN / f"{name}.trace").header.verdict is None


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*.trace")), ids=lambda path: path.stem)
def test_the_recorded_runs_wear_the_verdict_of_the_present_rules(path):
    trace = Trace.load(path)
    assert judged(trace).header == trace.header
    assert trace.header.verdict is not None and trace.header.verdict.right == (path.stem != "wrong")


def test_a_mistake_in_a_rule_costs_no_run(monkeypatch, caplog):
    trace = Trace.load(GOLDEN / "sudoku.trace")
    monkeypatch.setattr(judging, "judge", lambda prompt, text: 1 // 0)
    assert judged(trace) is trace
    assert "a text could not be judged" in caplog.text
