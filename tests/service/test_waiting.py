"""Runs that wait for their turn, or for the model: their places, and who gives one up."""

import itertools

import pytest
from page_helpers import wait_until
from service_helpers import LONG, SHORT, begun, first_of, happened, kinds
from serving import loaded

from playground.errors import LimitError, ModelError
from playground.service import Ended, EngineSlot, Frame, Refused, Started, Waiting
from playground.service.limits import Limits

UNBEGUN = Refused("Stopped before the first step.")


@pytest.fixture
def service(serve, one_row):
    return serve(one_row)


def test_who_waits_is_told_the_place_and_moves_up(service):
    first, second, third = tapes = [service.start([LONG]) for _ in range(3)]
    begun(first)
    behind, last = happened(second), happened(third)
    assert next(behind) == Waiting("You are 1st in the queue; the server runs 1 at a time.", 1)
    assert next(last) == Waiting("You are 2nd in the queue; the server runs 1 at a time.", 2)
    first.stop()
    assert first_of(behind, Started)
    assert next(event for event in last if event.place == 1), "how long it takes may be told in between"
    second.stop()
    assert first_of(last, Started)
    assert not any(tape.over for tape in tapes[2:])


def test_the_time_that_a_place_waits_is_that_of_the_passes_before_it(service):
    """The last runs were short: what counts is how long those that are before it may take."""
    (*_, ended) = happened(service.start([SHORT]))
    ((seconds, passes),) = service.turns._measured
    assert passes == ended.trace.nfe
    begun(service.start([LONG]))
    most = LONG.size(service.slot.model.canvas_length)[1]
    assert service.turns.seconds(1) == pytest.approx(most * seconds / passes)


def test_who_stops_while_waiting_gives_up_the_place(service):
    first, second, third, fourth = (service.start([LONG]) for _ in range(4))
    begun(first)
    left, stopped, last = happened(second), happened(third), happened(fourth)
    next(left), next(stopped)
    assert next(last).place == 3
    second.stop()
    assert list(left) == [UNBEGUN] and second.runs[0].ended and not second.runs[0].packed
    third.stop()
    assert list(stopped)[-1] == UNBEGUN
    wait_until(lambda: fourth.after(-1)[-1].event.place == 1)
    assert not first.over


def test_runs_wait_for_the_model_in_their_places(endless_folder, serve):
    slot = EngineSlot(str(endless_folder), max_rows=1)
    service = serve(slot, Limits(waiting=1))
    first, second = happened(service.start([LONG])), happened(service.start([SHORT]))
    loading = Waiting("The model is still loading; the run starts when it is ready.")
    assert (next(first), next(second)) == (loading, loading)
    with pytest.raises(LimitError):
        service.start([SHORT])
    slot.load()
    assert kinds(itertools.islice(first, 2)) == [Started, Frame]
    assert next(second).place == 1
    service.tapes.live()[0].stop()
    assert kinds(first)[-1] is Ended and kinds(second)[-1] is Ended


def test_a_model_that_cannot_be_loaded_refuses_every_run_with_its_sentence(tmp_path, serve):
    slot = loaded(EngineSlot(str(tmp_path)))
    (event,) = happened(serve(slot).start([SHORT]))
    assert event.sentence == slot.status()["sentence"] and isinstance(event.cause, ModelError)
