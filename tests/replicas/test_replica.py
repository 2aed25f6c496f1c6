"""One replica by itself, in this process and without Ray."""

import asyncio
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import playground as pg
from playground.engine.batch import Batch
from playground.replicas.fleet import Loading
from playground.replicas.replica import Replica
from playground.spec.prompt import Prompt

SPEC = pg.RunSpec(
    prompt=Prompt(text="hello"),
    settings=pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=32, confidence_threshold=0.0),
)


@pytest.mark.parametrize("method", ["look", "without_conditioning"])
def test_a_look_ends_before_its_next_pass_when_whoever_asked_has_gone(endless_folder, monkeypatch, method):
    options = dict(device="cpu")
    replica = Replica(
        Loading(name=str(endless_folder), rows=1, moment_bytes=0, eager=True, options=options, samplers=())
    )
    values = {"spec": SPEC, "position": 1, "block": 1, "step": 4, "recorded": None}
    taken, over, step = [], threading.Event(), Batch.step

    async def leave():
        asking = asyncio.create_task(replica.call(pickle.dumps((method, values))))
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

    with ThreadPoolExecutor(1) as pool:  # other tests leave this thread with a loop that runs
        pool.submit(lambda: asyncio.run(leave())).result()
    replica._threads.shutdown()
    assert len(taken) == 1
