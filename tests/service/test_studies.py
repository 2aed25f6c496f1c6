"""Many runs in one request: they are those of one by one, stop keeps what is done, and nobody starves behind them."""

import base64
import itertools
import logging
import re
from contextlib import closing

import numpy as np
import pytest
from page_helpers import wait_until
from service_helpers import ANNA, BEN, LONG, SHORT, assert_same_columns, happened, kinds

import playground as pg
from playground.errors import LimitError
from playground.evaluation.study import at_changes, with_seeds
from playground.service import Ended, EngineSlot, Order, Over, Refused, Started, Waiting
from playground.service.limits import Limits
from playground.spec.prompt import Prompt
from playground.trace.wire import uncertainty

MIDDLING = SHORT.replace(settings=LONG.settings.replace(max_denoising_steps=20, max_new_tokens=32))


def specs(spec, seeds, *changes):
    return [*at_changes(with_seeds(spec, seeds), changes or [{}])]


def begin(service, specs, visitor=ANNA):
    return service.start(specs, visitor, Order.FREELY)


def ends(tape):
    """Yields the place of each run whose end comes."""
    for place, event in tape.events():
        if isinstance(event, Ended):
            yield place


def traces(tape):
    return {place: event.trace for place, event in tape.events() if isinstance(event, Ended)}


def test_a_study_is_the_single_runs_seed_by_seed(service, endless_model):
    runs = specs(SHORT, 4, {"entropy_bound": 0.1}, {"entropy_bound": 8.0})
    seeds = [(SHORT.seed + number, bound) for number, bound in itertools.product(range(4), (0.1, 8.0))]
    assert [(spec.seed, spec.settings.entropy_bound) for spec in runs] == seeds
    tape = begin(service, runs)
    done = traces(tape)
    assert sorted(done) == list(range(8)) and len(service.turns) == 0
    assert any(trace.header.rows == 3 for trace in done.values()), "they share passes"
    for place, trace in done.items():
        assert_same_columns(trace, pg.record(endless_model, runs[place]))
        assert tape.runs[place].packed == trace.to_bytes()


def test_its_tape_has_the_results_of_runs_and_none_of_their_steps(service):
    tape = begin(service, specs(SHORT, 5))
    done = traces(tape)
    contents = [message.content for message in tape.after(-1)]
    assert [content["kind"] for content in contents] == ["result"] * 5 + ["over"]
    for content in contents[:-1]:
        trace = done[content["run"]]
        assert (content["passes"], content["text"], content["tokens"]) == (trace.nfe, trace.text, len(trace.text_ids))
        assert np.frombuffer(base64.b64decode(content["ids"]), "<u4").tolist() == trace.token_ids
        nats = np.frombuffer(base64.b64decode(content["uncertainty"]), "<f2")
        assert np.allclose(nats, uncertainty(trace), rtol=1e-3)
    assert contents[-1] == {"kind": "over", "sentence": ""}


def test_stop_keeps_what_is_done_and_does_not_mention_the_others(service, caplog):
    caplog.set_level(logging.INFO, "playground.runs")
    tape = begin(service, specs(SHORT, 50))
    done = 0
    for _, event in tape.events():
        assert isinstance(event, Ended | Over | Waiting)
        done += isinstance(event, Ended)
        if done == 2:
            tape.stop()
    assert event == Over() and 2 <= done < 50 and len(service.turns) == 0
    assert all(run.ended for run in tape.runs) and sum(bool(run.packed) for run in tape.runs) == done
    assert service.account.registry.get_sample_value("playground_runs_going") == 0
    assert len(caplog.records) < 50 and "refused" not in caplog.text, "those that never began are not logged either"
    assert isinstance(list(happened(service.start([SHORT])))[-1], Ended)


def test_who_leaves_a_study_leaves_no_row_behind(serve, three_rows):
    service = serve(three_rows)
    tape = begin(service, specs(MIDDLING, 9))
    with closing(ends(tape)) as events:
        next(events)
        service.limits = Limits(grace_seconds=0)
    wait_until(lambda: tape.over)
    assert len(service.turns) == 0 and all(run.ended for run in tape.runs)
    assert service.account.registry.get_sample_value("playground_runs_going") == 0


def test_others_have_their_turn_as_soon_as_one_run_of_a_study_ends(service):
    """The study takes all three rows; Ben comes, and waits for one of the three running at most, not for sixty."""
    tape = begin(service, specs(MIDDLING, 60))
    events = ends(tape)
    next(events)
    ben = service.start([SHORT], BEN)
    bens = happened(ben)
    wait_until(lambda: isinstance(next(bens), Started))
    assert isinstance(list(bens)[-1], Ended)
    tape.stop()
    assert len(list(events)) < 20


@pytest.mark.parametrize(
    ("runs", "limits", "sentence"),
    [
        (specs(SHORT, 5), Limits(study_runs=4), "This study has 5 runs; it may have at most 4 here."),
        (specs(SHORT.replace(prompt=Prompt(text="x" * 9)), 4), Limits(prompt_characters=8), "9 characters"),
    ],
    ids=["runs", "prompt"],
)
def test_a_study_beyond_a_limit_is_refused_before_it_begins(serve, three_rows, runs, limits, sentence):
    service = serve(three_rows, limits)
    with pytest.raises(LimitError, match=sentence):
        begin(service, runs)
    assert len(service.turns) == 0


@pytest.mark.parametrize(
    ("runs", "limits", "sentence"),
    [
        (specs(SHORT, 4), Limits(run_tokens=16), "This run may write 32 tokens"),
        (specs(SHORT, 2, {"max_new_tokens": 16}, {"max_new_tokens": 9000}), Limits(), "9,?000"),
    ],
    ids=["all", "some"],
)
def test_runs_beyond_a_limit_are_refused_in_their_places(serve, three_rows, runs, limits, sentence):
    tape = begin(serve(three_rows, limits), runs)
    refused = {place: event.sentence for place, event in tape.events() if isinstance(event, Refused)}
    wrong = [place for place, spec in enumerate(runs) if spec.settings.max_new_tokens > 16]
    assert sorted(refused) == wrong and all(re.search(sentence, told) for told in refused.values())


def test_a_study_of_as_many_runs_as_it_may_have_and_one_turn_against_a_visitors_limits(serve, three_rows):
    service = serve(three_rows, Limits(study_runs=4, visitor_runs=1, visitor_waiting=0))
    assert len(traces(begin(service, specs(SHORT, 4)))) == 4
    tape = begin(service, specs(MIDDLING, 4))
    with pytest.raises(LimitError, match="as many runs waiting as you may"):
        service.start([SHORT], ANNA)
    tape.stop()
    assert traces(tape) == {}


def test_a_study_ends_after_its_time_and_keeps_what_is_done(serve, three_rows):
    service = serve(three_rows)
    tape = begin(service, specs(MIDDLING, 40))
    events = ends(tape)
    done = [next(events)]
    service.limits = Limits(study_seconds=0)
    done += events
    over = tape.after(-1)[-1].event
    assert over.sentence.startswith("The study was ended after 0 seconds") and len(done) < 40
    assert [place for place, run in enumerate(tape.runs) if run.packed] == sorted(done)
    assert all(run.ended for run in tape.runs), "nobody waits for those that did not begin"
    assert service.account.registry.get_sample_value("playground_runs_going") == 0


def test_a_study_ends_when_the_server_does_and_keeps_what_is_done(serve, one_row):
    service = serve(one_row)
    tape = begin(service, specs(MIDDLING, 40))
    events = ends(tape)
    done = [next(events)]
    service.close()
    done += events
    over = tape.after(-1)[-1].event
    assert over.sentence == "The runs were ended because the server is being shut down; what is done stays."
    assert [place for place, run in enumerate(tape.runs) if run.packed] == sorted(done) and len(done) < 40
    assert all(run.ended for run in tape.runs)


def test_a_study_that_waits_for_the_model_is_told_so_and_can_be_stopped(endless_folder, serve):
    tape = begin(serve(EngineSlot(str(endless_folder))), specs(SHORT, 3))
    events = tape.events()
    assert next(events) == (None, Waiting("The model is still loading; the run starts when it is ready."))
    tape.stop()
    assert list(events) == [(None, Over())]


def test_a_run_that_fails_says_so_in_its_place_and_the_others_go_on(service, three_rows, monkeypatch):
    real = three_rows.prepare

    def prepare(run, spec):
        if spec.seed == SHORT.seed + 1:
            raise pg.SettingError("This one cannot be.")
        real(run, spec)

    monkeypatch.setattr(three_rows, "prepare", prepare)
    tape = begin(service, specs(SHORT, 3))
    assert kinds(event for _, event in tape.events()).count(Ended) == 2
    refused = [message.content for message in tape.after(-1) if message.content["kind"] == "refused"]
    assert refused == [{"kind": "refused", "run": 1, "sentence": "This one cannot be."}]


def test_the_uncertainty_on_the_way_by_hand(endless_model):
    trace = pg.record(endless_model, SHORT)
    figures, columns = uncertainty(trace), trace.columns
    assert figures.shape == (32,) and set(columns["block"]) == {1, 2}
    assert np.allclose(figures[:16], columns["entropy"][columns["block"] == 1].mean(axis=0), rtol=1e-6)
    written = pg.record(endless_model, SHORT.replace(settings=SHORT.settings.replace(way="autoregressive")))
    assert np.allclose(uncertainty(written)[16:], written.columns["entropy"][-1])
