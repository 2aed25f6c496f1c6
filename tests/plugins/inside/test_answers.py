"""What the page's "Look inside" gets, and what it is refused."""

import asyncio
import base64
import dataclasses
import json

import numpy as np
import pytest
from other_passes import RoundedShapes
from service_helpers import run
from serving import loaded
from starlette.requests import Request

import playground as pg
from playground.engine.batch import Batch
from playground.plugins.inside.answers import Insides
from playground.service import Service
from playground.service.engine_slot import EngineSlot
from playground.service.events import Ended
from playground.service.limits import Limits
from playground.service.turns import NOBODY
from playground.spec.prompt import Prompt

SETTINGS = pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=32, confidence_threshold=0.0)


@pytest.fixture(scope="module")
def service(endless_folder):
    return Service(loaded(EngineSlot(str(endless_folder))))


@pytest.fixture(scope="module")
def ran(service):
    """A run that the server knows: its name and its trace."""
    tape = service.start([pg.RunSpec(prompt=Prompt(text="hello"), settings=SETTINGS, seed=4)])
    (ended,) = [event for _, event in tape.events() if isinstance(event, Ended)]
    return tape.runs[0].name, ended.trace


def ask(service, question, function="look_inside"):
    """Asks as one request that nobody leaves."""

    async def receive():
        await asyncio.sleep(60)

    async def main():
        return await getattr(Insides(service), function)(question, Request({"type": "http"}, receive))

    return run(main)


def question_of(ran, **changes):
    name, trace = ran
    return json.dumps({"run": name, "spec": trace.header.spec, "block": 2, "step": 3, "position": 5} | changes)


def unpacked(array, kind):
    return np.frombuffer(base64.b64decode(array), kind)


@pytest.mark.parametrize("known", [True, False])
def test_a_position_shows_its_distribution_and_where_it_looks(service, ran, known):
    """The server need not know the run."""
    frame = ran[1].frame(6)
    seen = ask(service, question_of(ran, run=ran[0] if known else "unknown"))
    ids, probs = unpacked(seen["ids"], "<i4"), unpacked(seen["probs"], "<f4")
    k = frame.top_ids.shape[1]
    assert np.array_equal(ids[:k], frame.top_ids[5]) and np.allclose(probs[:k], frame.top_probs[5], atol=1e-6)
    assert len(ids) == ran[1].header.vocab_size == len(seen["texts"])
    assert (seen["sampled"], seen["accepted"]) == (frame.sampled_ids[5], frame.accepted[5])
    shape = seen["layers"], seen["heads"], len(seen["keys"])
    attention, causal = (unpacked(seen[name], "<f2").reshape(shape) for name in ("attention", "causal"))
    assert np.allclose(attention.sum(-1, dtype="f4"), 1, atol=0.01) and (causal[..., seen["prefix"] + 6 :] == 0).all()
    became = ask(service, question_of(ran), "without_conditioning")
    assert became["with"]["entropy"] == pytest.approx(float(frame.entropy[5]))
    assert became["without"]["entropy"] != became["with"]["entropy"]


def test_a_server_whose_passes_are_of_another_form_looks_through_those_and_says_so(service, ran, monkeypatch):
    frame = ran[1].frame(6)
    assert ask(service, question_of(ran))["compiled"] is False
    shapes = RoundedShapes(rows=1, context=64)
    monkeypatch.setattr(service.slot, "_sharing", dataclasses.replace(service.slot._sharing, shapes=shapes))
    seen = ask(service, question_of(ran))
    assert seen["compiled"] is True
    assert unpacked(seen["ids"], "<i4")[0] == frame.top_ids[5, 0]
    assert unpacked(seen["probs"], "<f4")[0] == pytest.approx(float(frame.top_probs[5, 0]), abs=1e-4)


def test_what_cannot_be_looked_into_is_refused_in_one_sentence(service, ran):
    for question, sentence in (
        ("no", "The request is not JSON."),
        ("[]", "must be a JSON object"),
        (question_of(ran, position="5"), "The position to look into is '5'; it must be a whole number."),
        (question_of(ran, spec={}), "it has no prompt"),
        (question_of(ran, spec=ran[1].header.spec | {"model": "other"}), "meant for the model 'other'"),
    ):
        assert sentence in ask(service, question)["refused"]


@pytest.fixture
def passes(service, monkeypatch):
    """How many turns are taken at each pass."""
    turns, step = [], Batch.step

    def counted(batch):
        turns.append(len(service.turns))
        return step(batch)

    monkeypatch.setattr(Batch, "step", counted)
    return turns


@pytest.mark.parametrize("function", ["look_inside", "without_conditioning"])
def test_it_holds_a_turn_of_its_visitor_and_is_refused_where_there_is_no_room(service, ran, passes, function):
    assert "refused" not in ask(service, question_of(ran, run=""), function)
    assert set(passes) == {1} and not len(service.turns)
    turns = [service.turns.take_now(NOBODY) for _ in range(service.limits.runs)]
    passes.clear()
    refused = ask(service, question_of(ran), function)["refused"]
    for turn in turns:
        turn.close()
    assert refused == "The server has no room for this just now, as it runs 4 at a time: try again in a moment."
    assert not passes


def test_what_no_run_may_be_cannot_be_looked_into(service, ran, passes):
    for limits, sentence in (
        (Limits(run_seconds=0), "This step could not be computed again within 0 seconds, the most that it may take"),
        (Limits(run_positions=7 * 16), "This run may take 8 passes; a run may take at most 7 here"),
        (Limits(prompt_characters=4), "The prompt has 5 characters"),
    ):
        assert sentence in ask(Service(service.slot, limits), question_of(ran))["refused"] and not passes
    enough = Service(service.slot, Limits(run_positions=8 * 16, prompt_characters=5))
    assert "refused" not in ask(enough, question_of(ran))
    enough.close()
    passes.clear()
    assert "being shut down" in ask(enough, question_of(ran))["refused"] and not passes
