"""Many runs in one request: they are those of one by one, stop keeps what is done, and nobody starves behind them."""

import base64
import itertools
import logging
from contextlib import closing

import numpy as np
import pytest
from service_helpers import ANNA, BEN, LONG, SHORT, assert_same_columns, happened, wait_until

import playground as pg
from playground.errors import LimitError
from playground.evaluation.study import at_changes, with_seeds
from playground.service import Ended, Order, Over, Refused, Started, Waiting
from playground.service.limits import Limits
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


def test_a_study_is_the_single_runs_seed_by_seed_and_its_tape_has_their_results_alone(service, endless_model):
    runs = specs(SHORT, 4, {"entropy_bound": 0.1}, {"entropy_bound": 8.0})
    seeds = [(SHORT.seed + number, bound) for number, bound in itertools.product(range(4), (0.1, 8.0))]
    assert [(spec.seed, spec.settings.entropy_bound) for spec in runs] == seeds
    tape = begin(service, runs)
    done = traces(tape)
    assert sorted(done) == list(range(8)) and len(service.turns) == 0
    assert any(trace.header.rows == 3 for trace in done.values()), "they share passes"
    assert service.account.registry.get_sample_value("playground_steps_total") == sum(map(len, done.values()))
    assert service.account.registry.get_sample_value("playground_wait_seconds_count") == 0
    for place, trace in done.items():
        assert_same_columns(trace, pg.record(endless_model, runs[place]))
        assert tape.runs[place].packed == trace.to_bytes()
    contents = [message.content for message in tape.after(-1)]
    assert [content["kind"] for content in contents] == ["result"] * 8 + ["over"]
    for content in contents[:-1]:
        trace = done[content["run"]]
        assert (content["passes"], content["text"], content["tokens"]) == (trace.nfe, trace.text, len(trace.text_ids))
        assert np.frombuffer(base64.b64decode(content["ids"]), "<u4").tolist() == trace.token_ids
        nats = np.frombuffer(base64.b64decode(content["uncertainty"]), "<f2")
        assert np.allclose(nats, uncertainty(trace), rtol=1e-3)


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


def test_runs_beyond_a_limit_are_refused_in_their_places(serve, three_rows):
    runs = specs(SHORT, 2, {"max_new_tokens": 16}, {"max_new_tokens": 32})
    tape = begin(serve(three_rows, Limits(run_tokens=16)), runs)
    refused = {place: event.sentence for place, event in tape.events() if isinstance(event, Refused)}
    assert sorted(refused) == [1, 3] and all("This run may write 32 tokens" in told for told in refused.values())


def test_a_study_has_as_many_runs_as_it_may_have_and_is_one_turn_against_a_visitors_limits(serve, three_rows):
    service = serve(three_rows, Limits(study_runs=4, visitor_runs=1, visitor_waiting=0))
    with pytest.raises(LimitError, match=r"This study has 5 runs; it may have at most 4 here."):
        begin(service, specs(SHORT, 5))
    assert len(traces(begin(service, specs(SHORT, 4)))) == 4 and len(service.turns) == 0
    tape = begin(service, specs(MIDDLING, 4))
    with pytest.raises(LimitError, match="as many runs waiting as you may"):
        service.start([SHORT], ANNA)
    tape.stop()
    assert traces(tape) == {}


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        (lambda service: setattr(service, "limits", Limits(study_seconds=0)), "The study was ended after 0 seconds"),
        (lambda service: service.close(), "The runs were ended because the server is being shut down; what is done"),
        (lambda service: setattr(service, "limits", Limits(grace_seconds=0)), ""),
    ],
    ids=["time", "closing", "unread"],
)
def test_a_study_that_is_ended_early_keeps_what_is_done(serve, three_rows, end, sentence):
    service = serve(three_rows)
    tape = begin(service, specs(MIDDLING, 40))
    with closing(ends(tape)) as events:
        done = [next(events)]
        end(service)
        done += events if sentence else []
    wait_until(lambda: tape.over)
    assert tape.after(-1)[-1].event.sentence.startswith(sentence)
    packed = [place for place, run in enumerate(tape.runs) if run.packed]
    assert set(done) <= {*packed} and len(packed) < 40
    assert all(run.ended for run in tape.runs), "nobody waits for those that did not begin"
    assert service.account.registry.get_sample_value("playground_runs_going") == 0 and len(service.turns) == 0


def test_the_uncertainty_on_the_way_by_hand(endless_model):
    trace = pg.record(endless_model, SHORT)
    figures, columns = uncertainty(trace), trace.columns
    assert figures.shape == (32,) and set(columns["block"]) == {1, 2}
    assert np.allclose(figures[:16], columns["entropy"][columns["block"] == 1].mean(axis=0), rtol=1e-6)
    written = pg.record(endless_model, SHORT.replace(settings=SHORT.settings.replace(way="autoregressive")))
    assert np.allclose(uncertainty(written)[16:], written.columns["entropy"][-1])
