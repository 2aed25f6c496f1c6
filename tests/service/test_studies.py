"""Many runs as one job: they are those of one by one, stop keeps what is done, and nobody starves behind them."""

import base64
import itertools
import json
import re
import threading

import numpy as np
import pytest
from service_helpers import LONG, SHORT

import playground as pg
from playground.errors import LimitError
from playground.evaluation.study import Study, read_changes
from playground.limits import Limits
from playground.prompt import Prompt
from playground.service import Ended, Refused, Service, Started, Waiting
from playground.service.events import Found, Over, Progress
from playground.service.studies import KeptTraces
from playground.service.turns import Turns, Visitor
from playground.trace import Trace
from playground.trace.study_wire import StudyEncoder, uncertainty
from playground.ui.handlers import Handlers
from playground.ui.studies import StudyHandlers

MIDDLING = SHORT.replace(settings=LONG.settings.replace(max_denoising_steps=40, max_new_tokens=64))
ANNA, BEN = Visitor("anna", "10.0.0.1"), Visitor("ben", "10.0.0.2")


def found_in(events):
    return [event for event in events if isinstance(event, Found)]


def test_a_study_is_the_single_runs_seed_by_seed(service, endless_model):
    study = Study.of_seeds(SHORT, 4, read_changes("entropy_bound", "0.1, 8"))
    run = service.runs.start(ANNA)
    *events, over = service.study(study, run)
    found = found_in(events)
    assert over == Over(8, 8) and run.ended and len(service.turns) == 0
    assert sorted((one.number, one.change) for one in found) == list(itertools.product(range(4), range(2)))
    assert any(one.trace.header.rows == 3 for one in found), "they share passes"
    for one in found:
        assert (one.spec.seed, one.spec.settings.entropy_bound) == (SHORT.seed + one.number, (0.1, 8.0)[one.change])
        alone = pg.record(endless_model, one.spec)
        for column in ("sampled_ids", "accepted", "entropy"):
            assert np.array_equal(one.trace.columns[column], alone.columns[column])
        kept = Trace.from_bytes(service.kept.find(f"{run.name}/{2 * one.number + one.change}"))
        assert np.array_equal(kept.columns["sampled_ids"], alone.columns["sampled_ids"])


def test_stop_keeps_what_is_done(service):
    run = service.runs.start(ANNA)
    done = 0
    for event in service.study(Study.of_seeds(SHORT, 50), run):
        if isinstance(event, Found):
            done += 1
            if done == 2:
                run.stop.set()
    assert isinstance(event, Over) and (event.done, event.total, event.sentence) == (done, 50, "") and 2 <= done < 10
    assert len(service.turns) == 0 and isinstance(list(service.run(SHORT))[-1], Ended)


def test_who_leaves_a_study_leaves_no_row_behind(service):
    events = service.study(Study.of_seeds(MIDDLING, 9))
    assert isinstance(next(events), Progress)
    events.close()
    assert len(service.turns) == 0 and not [one for one in threading.enumerate() if one.name == "study"]


def test_others_have_their_turn_as_soon_as_one_run_of_a_study_ends(service):
    """The study takes all three rows; Ben comes, and waits for one of the three running at most, not for sixty."""
    run = service.runs.start(ANNA)
    study = service.study(Study.of_seeds(MIDDLING, 60), run)
    assert next(study) == Progress(0, 60)
    bens = service.run(SHORT, service.runs.start(BEN))
    assert isinstance(next(bens), Waiting)
    next(event for event in study if isinstance(event, Found))
    assert isinstance(next(bens), Started) and isinstance(list(bens)[-1], Ended)
    run.stop.set()
    assert list(study)[-1].done < 20


def test_with_one_row_a_study_and_others_take_turns(one_row, no_delay):
    service = Service(one_row)
    study = service.study(Study.of_seeds(SHORT, 5), service.runs.start(ANNA))
    next(event for event in study if isinstance(event, Found))
    bens = service.run(SHORT, service.runs.start(BEN))
    assert isinstance(next(bens), Waiting)
    before = list(itertools.takewhile(lambda event: not isinstance(event, Waiting), study))
    waits = next(event for event in study if isinstance(event, Waiting))
    assert waits.place == 1 and waits.sentence.endswith("of 5 runs are done."), "it queues again behind Ben"
    assert len(found_in(before)) <= 1
    assert isinstance(next(bens), Started) and isinstance(list(bens)[-1], Ended)
    assert list(study)[-1] == Over(5, 5)


def test_room_for_more_runs_is_what_nobody_else_waits_for():
    turns = Turns(Limits(runs=3, visitor_runs=2))
    anna, again, ben = turns.take(ANNA), turns.take(ANNA), turns.take(BEN)
    assert anna.wait(0) == 0
    assert anna.more() and not anna.more(), "a visitor has two"
    assert again.wait(0) == 1 and ben.wait(0) == 0
    anna.less()
    assert again.wait(0) == 0 and not anna.more()
    ben.close()
    anna.less()
    assert anna.wait(0) == 0, "nobody waits: it has its turn again at once"
    crowd = Turns(Limits(runs=1))
    study, other = crowd.take(ANNA), crowd.take(BEN)
    assert (study.wait(0), other.wait(0)) == (0, 1)
    study.less()
    assert (study.wait(0), other.wait(0)) == (1, 0)


@pytest.mark.parametrize(
    ("study", "limits", "sentence"),
    [
        (Study.of_seeds(SHORT, 5), Limits(study_runs=4), "This study has 5 runs; it may have at most 4 here."),
        (Study.of_seeds(SHORT, 4), Limits(run_tokens=16), "This run may write 32 tokens"),
        (Study.of_seeds(SHORT.replace(prompt=Prompt(text="x" * 9)), 4), Limits(prompt_characters=8), "9 characters"),
        (Study.of_seeds(SHORT, 2, read_changes("max_new_tokens", "16, 9000")), Limits(), "9,?000"),
    ],
)
def test_a_study_beyond_a_limit_is_refused_before_it_begins(three_rows, study, limits, sentence):
    (event,) = Service(three_rows, limits).study(study)
    assert isinstance(event, Refused) and re.search(sentence, event.sentence)


def test_a_study_of_as_many_runs_as_it_may_have_and_one_job_against_a_visitors_limits(three_rows):
    service = Service(three_rows, Limits(study_runs=4, visitor_runs=1, visitor_waiting=0))
    assert list(service.study(Study.of_seeds(SHORT, 4), service.runs.start(ANNA)))[-1] == Over(4, 4)
    first = service.study(Study.of_seeds(MIDDLING, 4), service.runs.start(ANNA))
    next(first)
    (event,) = service.run(SHORT, service.runs.start(ANNA))
    assert isinstance(event.cause, LimitError) and "as many runs waiting as you may" in event.sentence
    first.close()


def test_a_study_ends_after_its_time_and_keeps_what_is_done(three_rows):
    *events, over = Service(three_rows, Limits(study_seconds=0)).study(Study.of_seeds(SHORT, 4))
    assert over.sentence.startswith("The study was ended after 0 seconds") and over.done == len(found_in(events))


def test_a_run_that_fails_says_so_in_its_place_and_the_others_go_on(service, three_rows, monkeypatch):
    real = three_rows.run

    def run(spec, recorded=None):
        if spec.seed == SHORT.seed + 1 and threading.current_thread().name == "study":
            raise pg.SettingError("This one cannot be.")
        return real(spec)

    monkeypatch.setattr(three_rows, "run", run)
    *events, over = service.study(Study.of_seeds(SHORT, 3))
    assert over == Over(3, 3)
    assert {one.number: one.sentence for one in found_in(events)} == {0: "", 1: "This one cannot be.", 2: ""}


def test_the_traces_of_studies_are_kept_and_the_oldest_go_first(random_model):
    kept, trace = KeptTraces(2), pg.record(random_model, SHORT)
    for name in ("a/0", "a/1", "b/0"):
        kept.keep(name, trace)
    assert kept.find("a/0") == b"" and kept.find("a/1") == kept.find("b/0") == trace.to_bytes()


def test_the_uncertainty_on_the_way_by_hand(endless_model):
    trace = pg.record(endless_model, SHORT)
    found, columns = uncertainty(trace), trace.columns
    assert found.shape == (32,) and set(columns["block"]) == {1, 2}
    assert np.allclose(found[:16], columns["entropy"][columns["block"] == 1].mean(axis=0), rtol=1e-6)
    written = pg.record(endless_model, SHORT.replace(settings=SHORT.settings.in_way("autoregressive")))
    assert np.allclose(uncertainty(written)[16:], written.columns["entropy"][-1])


def asked(**changes):
    form = {"prompt": "hello", "seed": 3, "max_denoising_steps": 3, "max_new_tokens": 16}
    return json.dumps({"form": form, "seeds": 2, "vary": "", "values": "", "ticket": "mine"} | changes)


def test_the_wire_tells_each_run_and_tells_it_again(service, endless_model):
    taken, *messages = [json.loads(message) for message in StudyHandlers(service).stream(asked())]
    assert (taken["kind"], taken["ticket"]) == ("study-taken", "mine") and taken["control"]
    found = [message for message in messages if message["kind"] == "study-found"]
    over = {"kind": "study-over", "run": taken["run"], "seq": len(messages), "done": 2, "total": 2, "sentence": ""}
    assert messages[-1] == over
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=16)
    for one in found:
        trace = pg.record(endless_model, "hello", settings, seed=one["seed"])
        assert (one["passes"], one["text"], one["seed"]) == (trace.nfe, trace.text, 3 + one["number"])
        assert np.frombuffer(base64.b64decode(one["ids"]), "<u4").tolist() == trace.token_ids
        nats = np.frombuffer(base64.b64decode(one["uncertainty"]), "<f2")
        assert np.allclose(nats, uncertainty(trace), rtol=1e-3)
        packed = Handlers(service).trace(f"{taken['run']}/{one['number']}")["packed"]
        assert Trace.from_bytes(base64.b64decode(packed)).token_ids == trace.token_ids
    assert [json.loads(message) for message in StudyHandlers(service).study_found(taken["run"])] == found
    assert StudyHandlers(service).study_found("nobody's") == []


def test_what_a_person_holds_is_held_in_every_run(service):
    steering = json.dumps({"pins": {"3": 17}})
    form = {"prompt": "hello", "max_denoising_steps": 3, "max_new_tokens": 16, "steering": steering}
    messages = [json.loads(message) for message in StudyHandlers(service).stream(asked(form=form))]
    found = [message for message in messages if message["kind"] == "study-found"]
    assert [np.frombuffer(base64.b64decode(one["ids"]), "<u4")[3] for one in found] == [17, 17]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("no JSON", "A study must be a JSON object"),
        ("[]", "A study must be a JSON object"),
        (asked(form=3), "A study must have form"),
        (asked(form={"prompt": " "}), "The prompt is empty"),
        (asked(seeds=0), "seeds is 0; allowed is a whole number from 1 to 128"),
        (asked(seeds=None), "seeds is None"),
        (asked(vary="speed"), "There is no setting called 'speed'"),
        (asked(vary="entropy_bound", values="-1"), "entropy_bound is -1"),
    ],
)
def test_a_study_that_cannot_be_is_refused_in_one_sentence(service, given, sentence):
    *_, last = [json.loads(message) for message in StudyHandlers(service).stream(given)]
    assert last["kind"] == "study-refused" and last["sentence"].startswith(sentence)


def test_a_run_without_a_trace_says_why():
    message = json.loads(StudyEncoder("x").found(1, 0, 7, None, "It failed."))
    where = {"number": 1, "change": 0, "seed": 7}
    assert message == {"kind": "study-found", "run": "x", "seq": 0, **where, "sentence": "It failed."}
