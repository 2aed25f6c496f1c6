"""Runs that are asked for together: rows of one batch where they can be, each with its own end."""

import numpy as np
import pytest
from service_helpers import ANNA, BEN, LONG, SHORT, assert_same_columns, happened, kinds, of_each, wait_until

import playground as pg
from playground.errors import SpecError
from playground.service import Ended, Frame, Order, Over, Refused, Started, Waiting
from playground.service.limits import Limits
from playground.service.order import groups
from playground.spec.prompt import Prompt

WAYS = ("uniform", "autoregressive", "masked", "autoregressive", "uniform")
FAR = SHORT.replace(prompt=Prompt(text="x" * 1000))
"""Refused once the model is there."""


def settings(spec, **changes):
    return spec.replace(settings=spec.settings.replace(**changes))


def first_of(tape, kind):
    """The places of runs in the order in which each had its first event of a kind."""
    return list(dict.fromkeys(message.run for message in tape.after(-1) if isinstance(message.event, kind)))


def test_each_row_is_what_the_same_spec_is_alone_and_each_has_its_own_end(service, endless_model):
    specs = [SHORT, SHORT.replace(seed=5), settings(SHORT.replace(prompt=Prompt(text="you")), max_denoising_steps=5)]
    tape = service.start(specs)
    events = of_each(tape)
    assert first_of(tape, Started) == [0, 1, 2] and tape.after(-1)[-1].event == Over() and tape.over
    for spec, (started, *frames, ended), run in zip(specs, events, tape.runs, strict=True):
        expected = pg.record(endless_model, spec)
        assert isinstance(started, Started) and started.header.prompt_ids == expected.header.prompt_ids
        assert started.token_texts([5, 6]) == endless_model.token_texts([5, 6])
        assert kinds(frames) == [Frame] * len(expected)
        assert_same_columns(ended.trace, expected)
        assert ended.trace.header.rows == 3 and frames[0].frame.rows == 3, "they begin with the same pass"
        assert run.ended and run.packed == ended.trace.to_bytes()
    assert len(events[0]) < len(events[2])


def test_one_that_is_refused_fails_or_is_stopped_leaves_the_others_alone(service, endless_model):
    wrong = pg.SettingError("the seed is a word")
    tape = service.start([wrong, LONG, FAR, SHORT])
    for place, event in tape.events():
        if place == 1 and isinstance(event, Frame):
            tape.runs[1].stop.set()
    events = of_each(tape)
    assert events[0] == [Refused("the seed is a word", wrong)]
    assert kinds(events[2]) == [Refused] and "tokens long" in events[2][0].sentence
    stopped = events[1][-1].trace
    assert (len(stopped), stopped.finish_reason) == (kinds(events[1]).count(Frame), "stopped")
    assert events[1][1].frame.rows == events[3][1].frame.rows == 2
    assert_same_columns(events[3][-1].trace, pg.record(endless_model, SHORT))
    assert all(run.ended for run in tape.runs)


def test_who_asks_for_runs_one_after_the_other_gets_each_alone(service):
    tape = service.start([SHORT, SHORT.replace(seed=5)], order=Order.ALONE)
    events = of_each(tape)
    assert [mine[-1].trace.header.rows for mine in events] == [1, 1]
    places = [message.run for message in tape.after(-1)[:-1]]
    assert places == sorted(places)


def test_what_is_stopped_before_its_turn_among_others_is_refused_at_once(service):
    tape = service.start([LONG, SHORT], order=Order.ALONE)
    events = tape.events()
    next(events)
    tape.runs[1].stop.set()
    assert next(event for place, event in events if place == 1) == Refused("Stopped before the first step.")
    assert not tape.runs[0].ended and not tape.runs[1].packed


def test_token_after_token_shares_passes_only_with_its_like():
    specs = {at: settings(SHORT, way=way) for at, way in enumerate(WAYS)}
    assert groups(specs, Order.TOGETHER, 2, whole=False) == [[0, 2], [4], [1, 3]]
    assert groups(specs, Order.ALONE, 2, whole=False) == groups(specs, Order.FREELY, 2, whole=False)
    assert groups(specs, Order.ALONE, 2, whole=False) == [[0], [1], [2], [3], [4]]
    assert groups(specs, Order.TOGETHER, 2, whole=True) == [[0, 1, 2, 3, 4]]


def test_runs_together_wait_for_room_for_all_and_nobody_slips_past(service):
    """Three at a time: while one runs, three together wait, and one who comes later waits behind them."""
    running = service.start([LONG])
    next(happened(running))
    group, later = service.start([LONG] * 3), None
    waiting = group.events()
    assert next(waiting)[1].place == 1
    later = service.start([SHORT])
    last = happened(later)
    assert isinstance(next(last), Waiting)
    running.stop()
    assert [(place, type(event)) for place, event in (next(waiting) for _ in range(3))] == [
        (place, Started) for place in range(3)
    ]
    wait_until(lambda: isinstance(group.after(-1)[-1].event, Frame))
    assert not first_of(later, Started)
    group.stop()
    assert kinds(last)[-1] is Ended


def test_a_visitor_gets_no_more_rows_together_than_the_limit(serve, three_rows):
    tape = serve(three_rows, Limits(visitor_runs=2)).start([SHORT.replace(seed=seed) for seed in range(3)], ANNA)
    assert [mine[-1].trace.header.rows for mine in of_each(tape)] == [2, 2, 1]
    assert first_of(tape, Ended)[-1] == 2


def test_when_those_that_were_to_begin_first_are_refused_the_others_still_take_room_for_all(serve, three_rows):
    """Two that write token after token, behind one that is refused: their turn is for two."""
    service = serve(three_rows)
    causal = settings(LONG, way="autoregressive", max_new_tokens=32)
    busy = service.start([LONG, LONG], BEN)
    reading = busy.events()
    next(reading)
    tape = service.start([FAR, causal, causal.replace(seed=2)], ANNA)
    events = tape.events()
    kinds_so_far = [type(next(events)[1]) for _ in range(2)]
    assert set(kinds_so_far) == {Refused, Waiting}, "three rows hold two and one, but not two and two"
    assert not first_of(tape, Started)
    busy.stop()
    assert [mine[-1].trace.header.rows for mine in of_each(tape)[1:]] == [2, 2]


def test_a_branch_starts_from_what_its_parent_recorded(service, endless_model):
    parent = pg.record(endless_model, SHORT)
    tape = service.start([pg.branch(SHORT, 2), SHORT], recorded=[parent, None])
    branch, plain = (mine[-1].trace for mine in of_each(tape))
    assert_same_columns(branch, parent)
    assert branch.header.branch.differs is None
    assert np.array_equal(plain.columns["sampled_ids"], parent.columns["sampled_ids"])


@pytest.mark.parametrize(
    ("specs", "error", "sentence"),
    [
        ([], SpecError, r"must be a list of 1 to 4 specs"),
        ([SHORT] * 5, SpecError, r"must be a list of 1 to 4 specs"),
        ([pg.SettingError("the first"), pg.SettingError("the second")], pg.SettingError, "the first"),
    ],
)
def test_when_none_of_them_can_begin_the_first_reason_is_raised(service, specs, error, sentence):
    with pytest.raises(error, match=sentence):
        service.start(specs)
    assert len(service.turns) == len(service.tapes) == 0
