"""Runs that a replica computes, without Ray: the replica is in this process, and what would travel is pickled."""

import asyncio
import pickle
import threading

import pytest
import service_fixtures
from service_helpers import LONG, SHORT, assert_same_columns, happened, kinds, of_each, wait_until

import playground as pg
from playground.errors import PlaygroundError
from playground.plugins.replicas.fleet import Fleet, Loading
from playground.plugins.replicas.link import Lost, State
from playground.plugins.replicas.options import fleet_of
from playground.plugins.replicas.replica import Replica
from playground.plugins.replicas.replica_slot import ReplicaSlot
from playground.service import Ended, Frame, Order, Over, Refused, Service, Started, Waiting
from playground.service.home import Home
from playground.service.limits import Limits
from playground.service.passes import Plain
from playground.service.slot import Wanted
from playground.spec.prompt import Prompt

MIDDLING = LONG.replace(settings=LONG.settings.replace(max_denoising_steps=20, max_new_tokens=32))

serve = service_fixtures.serve


class Far(Home):
    nature = "--far computes elsewhere"


class Way:
    """Stands in for the link to Ray. It can lose the replica after some answers of a run."""

    def __init__(self, replica):
        self.replica, self.losses, self.live = replica, [], 0
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def wait(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(60)

    def call(self, method, *values, check=None):
        answer = pickle.loads(self.wait(getattr(self.replica, method)(pickle.dumps(values))))
        if isinstance(answer, PlaygroundError):
            raise answer
        return answer

    def stream(self, method, *values):
        parts, left = getattr(self.replica, method)(pickle.dumps(values)), self.losses.pop(0) if self.losses else -1
        self.live += 1

        async def step():
            return await anext(parts, None)

        try:
            while (part := self.wait(step())) is not None:
                if left == 0:
                    raise Lost("killed")
                left -= 1
                yield pickle.loads(part)
        finally:
            self.wait(parts.aclose())
            self.live -= 1

    def tell(self, method, number=0, *values):
        self.wait(getattr(self.replica, method)(pickle.dumps(values)))


@pytest.fixture(scope="module")
def replica(endless_folder):
    return Replica(Loading(name=str(endless_folder), rows=2, moment_bytes=0, options={}))


@pytest.fixture
def slot(replica, endless_folder):
    slot = ReplicaSlot(Fleet(replicas=1), str(endless_folder), max_rows=2, moment_bytes=0)
    slot._link = Way(replica)
    slot._update(State(running=1))
    assert slot.wait(30)
    yield slot
    wait_until(lambda: slot._link.live == 0)
    assert replica._free == 2, "its rows are free again"


@pytest.fixture
def service(serve, slot):
    return serve(slot)


def test_a_run_is_what_it_is_in_this_process_and_one_that_does_not_suit_the_model_is_refused(service, endless_model):
    expected = pg.record(endless_model, SHORT)
    started, *frames, ended = happened(service.start([SHORT]))
    assert isinstance(started, Started) and kinds(frames) == [Frame] * len(expected)
    assert_same_columns(ended.trace, expected)
    assert ended.trace.text == expected.text and ended.notice == ""
    (event,) = happened(service.start([SHORT.replace(prompt=Prompt(text="x" * 1000))]))
    assert isinstance(event, Refused) and isinstance(event.cause, pg.PromptError) and "tokens long" in event.sentence


def test_runs_that_are_asked_for_together_share_passes_and_one_may_be_stopped(service, endless_model):
    tape = service.start([MIDDLING, MIDDLING.replace(seed=5)])
    for place, event in tape.events():
        if place == 0 and isinstance(event, Frame):
            tape.runs[0].stop.set()
    first, second = of_each(tape)
    stopped, whole = first[-1].trace, second[-1].trace
    assert stopped.finish_reason == "stopped" and len(stopped) < len(whole) and stopped.header.rows == 2
    assert_same_columns(whole, pg.record(endless_model, MIDDLING.replace(seed=5)))
    assert second[-2].frame.rows == 1, "the one that was stopped has left its row"


def test_a_run_whose_replica_is_lost_goes_on_elsewhere_with_no_frame_lost_or_twice(service, slot, endless_model):
    slot._link.losses = [11, 3]
    tape = service.start([MIDDLING])
    events = [*happened(tape)]
    expected = pg.record(endless_model, MIDDLING)
    assert kinds(events).count(Frame) == len(expected)
    assert_same_columns(events[-1].trace, expected)
    first, second = (message.content for message in tape.after(-1) if isinstance(message.event, Waiting))
    sentence = "The process that computed this run was lost after 10 steps; another one computes it again."
    assert first == second == {"kind": "waiting", "run": 0, "sentence": sentence}
    assert events[-1].notice.startswith("2 processes were lost on the way") and "came out the same" in events[-1].notice


def test_what_loses_every_replica_is_given_up_and_others_go_on(service, slot):
    slot._link.losses = [4, 4, 4, 4]
    *events, refused = happened(service.start([MIDDLING]))
    assert isinstance(refused, Refused) and kinds(events).count(Frame) == 3 and kinds(events).count(Waiting) == 3
    assert refused.sentence == "The run failed (4 replicas were lost, one after the other); its steps so far are kept."
    assert isinstance([*happened(service.start([SHORT]))][-1], Ended)


def test_a_study_runs_on_replicas_and_stops(service):
    specs = [MIDDLING.replace(seed=seed) for seed in range(30)]
    tape = service.start(specs, order=Order.FREELY)
    for _, event in tape.events():
        assert isinstance(event, Ended | Over)
        tape.stop()
    assert 1 <= sum(bool(run.packed) for run in tape.runs) < 30


def test_a_sentence_says_how_many_there_are_and_why_others_are_missing_without_a_local_path(replica, tmp_path):
    slot = ReplicaSlot(Fleet(replicas=2), str(tmp_path / "mine"), max_rows=1, moment_bytes=0)
    assert slot.status()["sentence"] == "The replicas of the model mine are starting …"
    fault = f"The folder {tmp_path / 'mine'} is not a checkpoint"
    slot._update(State(fault=fault))
    sentence = "No replica of the model mine is there: The folder mine is not a checkpoint. Trying again …"
    assert slot.status() == {"state": "failed", "sentence": sentence}
    (event,) = happened(Service(slot).start([SHORT]))
    assert isinstance(event, Refused) and event.sentence == sentence
    slot._link = Way(replica)
    slot._update(State(running=1, fault=fault))
    wait_until(lambda: slot.running == 1)
    status = slot.status()
    assert status["state"] == "ready" and status["sentence"].startswith("1 of 2 replicas of the model mine is ready: ")
    assert " The others are missing: The folder mine is not a checkpoint." in status["sentence"]
    slot._update(State(running=2))
    sentence = slot.status()["sentence"]
    assert sentence.startswith("2 replicas of the model mine are ready: ") and "others" not in sentence


def asked(**options):
    wanted = Wanted(
        model=None, limits=Limits(), samplers=(), options={}, home=options.pop("home", Home()), passes=Plain()
    )
    return fleet_of(dict.fromkeys(("replicas", "max_replicas", "ray", "gpus_per_replica")) | options, wanted)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"ray": "a:1"}, "--ray says how replicas are to be; ask for some with --replicas"),
        ({"gpus_per_replica": 0.0}, "--gpus-per-replica says how replicas are to be"),
        ({"replicas": 2, "home": Far()}, "--far computes elsewhere, so it does not go with --replicas"),
        ({"replicas": 2, "max_replicas": 1}, "--max-replicas is 1; allowed are --replicas, which is 2, to 64"),
        ({"replicas": 65}, "--replicas is 65; allowed are 1 to 64"),
        ({"replicas": 1, "gpus_per_replica": 1.5}, "--gpus-per-replica is 1.5; allowed are 0 to 1, and whole numbers"),
    ],
)
def test_what_does_not_go_with_replicas_is_refused_and_without_the_options_there_are_none(options, sentence):
    assert asked() is None
    with pytest.raises(PlaygroundError, match=sentence):
        asked(**options)
