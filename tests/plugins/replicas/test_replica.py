"""One replica by itself, in this process and without Ray."""

import asyncio
import pickle
import threading

import chat_checkpoint
import pytest
import random_checkpoint
from service_helpers import run

import playground as pg
from playground.engine.batch import Batch
from playground.plugins.inside.nearest import look_from_moment, unconditioned_from_moment
from playground.plugins.replicas.fleet import Loading
from playground.plugins.replicas.replica import Replica
from playground.spec.prompt import Prompt

SPEC = pg.RunSpec(
    prompt=Prompt(text="hello"),
    settings=pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=32, confidence_threshold=0.0),
)


@pytest.fixture
def chat_folder(tmp_path):
    return chat_checkpoint.furnish(random_checkpoint.save(tmp_path / "checkpoint"))


def test_the_words_that_a_replica_sends_read_texts_as_its_model_does(chat_folder):
    loading = Loading(name=str(chat_folder), rows=1, moment_bytes=0, options={"device": "cpu"}, samplers=())
    replica = Replica(loading)
    words = pickle.loads(run(lambda: replica.about(b"")))
    replica._threads.shutdown()
    model = pg.load_model(str(chat_folder))
    for text in ("hello you", "a<eos>b", "<open>hi<close> <image>", ""):
        ids = words.text_ids(text)
        assert ids == model.text_ids(text)
        assert not {*words.token_texts(ids)} & {*model.chat.control_tokens}, "what people write is text"
        assert (words.token_texts(ids), words.decode(ids)) == (model.token_texts(ids), model.decode(ids))
    assert pg.pins_of(words, "a<eos>____(2)b") == pg.pins_of(model, "a<eos>____(2)b")
    assert (words.eos_ids, words.abilities) == (model.eos_ids, model.chat.abilities)


@pytest.mark.parametrize("work", [look_from_moment, unconditioned_from_moment])
def test_a_look_ends_before_its_next_pass_when_whoever_asked_has_gone(endless_folder, monkeypatch, work):
    options = dict(device="cpu")
    replica = Replica(Loading(name=str(endless_folder), rows=1, moment_bytes=0, options=options, samplers=()))
    values = {"action": "looked into", "spec": SPEC, "position": 1, "block": 1, "step": 4, "recorded": None}
    taken, over, step = [], threading.Event(), Batch.step

    async def leave():
        asking = asyncio.create_task(replica.call(pickle.dumps((work, values))))
        cancel = asyncio.get_running_loop().call_soon_threadsafe

        def counted(batch):
            taken.append(batch)
            cancel(asking.cancel)
            assert over.wait(30)
            return step(batch)

        monkeypatch.setattr(Batch, "step", counted)
        with pytest.raises(asyncio.CancelledError):
            await asking
        over.set()

    run(leave)
    replica._threads.shutdown()
    assert len(taken) == 1
