"""What the page's "Look inside" gets, and what it is refused."""

import base64
import json

import numpy as np
import pytest
from serving import loaded

import playground as pg
from playground.prompt import Prompt
from playground.service import Service
from playground.service.engine_slot import EngineSlot
from playground.service.events import Ended
from playground.ui.insides import InsideHandlers

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


def asked(ran, **changes):
    name, trace = ran
    return json.dumps({"run": name, "spec": trace.header.spec, "block": 2, "step": 3, "position": 5} | changes)


def unpacked(array, kind):
    return np.frombuffer(base64.b64decode(array), kind)


@pytest.mark.parametrize("known", [True, False])
def test_a_position_shows_its_distribution_and_where_it_looks(service, ran, known):
    """The server need not know the run."""
    frame = ran[1].frame(6)
    seen = InsideHandlers(service).look_inside(asked(ran, run=ran[0] if known else "unknown"))
    ids, probs = (
        np.frombuffer(base64.b64decode(seen[name]), kind) for name, kind in (("ids", "<i4"), ("probs", "<f4"))
    )
    k = frame.top_ids.shape[1]
    assert np.array_equal(ids[:k], frame.top_ids[5]) and np.allclose(probs[:k], frame.top_probs[5], atol=1e-6)
    assert len(ids) == ran[1].header.vocab_size == len(seen["texts"])
    shape = seen["layers"], seen["heads"], len(seen["keys"])
    attention, causal = (
        np.frombuffer(base64.b64decode(seen[n]), "<f2").reshape(shape) for n in ("attention", "causal")
    )
    assert np.allclose(attention.sum(-1, dtype="f4"), 1, atol=0.01) and (causal[..., seen["prefix"] + 6 :] == 0).all()
    became = InsideHandlers(service).without_conditioning(asked(ran))
    assert became["with"]["entropy"] == pytest.approx(float(frame.entropy[5]))
    assert became["without"]["entropy"] != became["with"]["entropy"]


def test_what_cannot_be_looked_into_is_refused_in_one_sentence(service, ran):
    for question, sentence in (
        ("no", "This is not JSON."),
        ("[]", "must be a JSON object"),
        (asked(ran, position="5"), "The position to look into is '5'; it must be a whole number."),
        (asked(ran, position=99), "There is no position 99; positions of a block go from 0 to 15."),
        (asked(ran, step=8), "no step 7"),
        (asked(ran, spec={}), "it has no prompt"),
        (asked(ran, spec=ran[1].header.spec | {"model": "other"}), "meant for the model 'other'"),
    ):
        assert sentence in InsideHandlers(service).look_inside(question)["refused"]
