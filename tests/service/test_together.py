"""Runs that are asked for together: rows of one batch where they can be, each with its own end."""

import json

import numpy as np
import pytest
from service_helpers import LONG, SHORT, assert_same_columns, kinds

import playground as pg
from playground.limits import Limits
from playground.prompt import Prompt
from playground.service import Ended, Frame, Refused, Service, Started, Waiting
from playground.service.groups import Asked, sharing
from playground.service.runs import Run
from playground.service.turns import Visitor
from playground.ui.handlers import Handlers

ANNA = Visitor("anna")
WAYS = ("uniform", "autoregressive", "masked", "autoregressive", "uniform")


def together(service, specs, *, stop=None, visitor=ANNA, **options):
    """The events of each run, and which runs had frames in each step. `stop` is (place, number of steps)."""
    runs = [service.runs.start(visitor) for _ in specs]
    events, steps = [[] for _ in specs], []
    for news in service.together(specs, runs, **options):
        for place, event in news:
            events[place].append(event)
        if framed := [place for place, event in news if isinstance(event, Frame)]:
            steps.append(framed)
            if stop and len(steps) == stop[1]:
                runs[stop[0]].stop.set()
    assert all(run.ended for run in runs)
    return events, steps, runs


def settings(spec, **changes):
    return spec.replace(settings=spec.settings.replace(**changes))


def test_each_row_is_what_the_same_spec_is_alone_and_each_has_its_own_end(service, endless_model):
    specs = [SHORT, SHORT.replace(seed=5), settings(SHORT.replace(prompt=Prompt(text="you")), max_denoising_steps=5)]
    events, steps, runs = together(service, specs)
    assert steps[0] == [0, 1, 2], "they begin with the same pass"
    for spec, own, run in zip(specs, events, runs, strict=True):
        assert kinds(own) == [Started, *[Frame] * (len(own) - 2), Ended]
        trace, expected = own[-1].trace, pg.record(endless_model, spec)
        assert_same_columns(trace, expected)
        assert trace.header.rows == 3 and run.packed() == trace.to_bytes()
    assert len(events[0]) < len(events[2])


def test_one_that_is_refused_fails_or_is_stopped_leaves_the_others_alone(service, endless_model):
    wrong = pg.SettingError("the seed is a word")
    far = SHORT.replace(prompt=Prompt(text="x" * 1000))
    events, steps, _ = together(service, [wrong, LONG, far, SHORT], stop=(1, 2))
    assert events[0] == [Refused("the seed is a word", wrong)]
    assert kinds(events[2]) == [Refused] and "tokens long" in events[2][0].sentence
    assert (len(events[1][-1].trace), events[1][-1].trace.finish_reason) == (2, "stopped")
    assert steps[:3] == [[1, 3], [1, 3], [3]]
    assert np.array_equal(
        events[3][-1].trace.columns["sampled_ids"], pg.record(endless_model, SHORT).columns["sampled_ids"]
    )


def test_a_sampler_that_fails_ends_its_own_lane(service, monkeypatch):
    from playground.engine.batch import Batch
    from playground.errors import SamplerError

    join = Batch.join

    def picky(batch, row, origin=None):
        if row.spec.seed == 9:
            raise SamplerError("own.py: the rule fails")
        return join(batch, row)

    monkeypatch.setattr(Batch, "join", picky)
    events, _, _ = together(service, [SHORT, SHORT.replace(seed=9)])
    assert kinds(events[0])[-1] is Ended and kinds(events[1]) == [Started, Refused]
    assert events[1][-1].sentence == "own.py: the rule fails"


def test_who_asks_for_runs_one_after_the_other_gets_each_alone(service):
    events, steps, _ = together(service, [SHORT, SHORT.replace(seed=5)], alone=True)
    assert [own[-1].trace.header.rows for own in events] == [1, 1]
    assert steps == sorted(steps) and len({len(step) for step in steps}) == 1


def test_token_after_token_shares_passes_only_with_its_like():
    asked = [Asked(at, settings(SHORT, way=way), Run()) for at, way in enumerate(WAYS)]
    groups = [[one.place for one in group] for group in sharing(asked, 2)]
    assert groups == [[0, 2], [4], [1, 3]]


def test_runs_together_wait_for_room_for_all_and_nobody_slips_past(service):
    """Three at a time: while one runs, three together wait, and one who comes later waits behind them."""
    running, later = service.run(LONG), service.run(SHORT)
    next(running)
    group = service.together([LONG] * 3, [service.runs.start(ANNA) for _ in range(3)])
    news = next(group)
    assert [place for place, _ in news] == [0, 1, 2] and all(event.place == 1 for _, event in news)
    assert isinstance(next(later), Waiting)
    running.close()
    assert kinds(event for _, event in next(group)) == [Started] * 3
    assert isinstance(next(later), Waiting)
    group.close()
    assert isinstance(next(later), Started)
    later.close()


def test_a_visitor_gets_no_more_rows_together_than_the_limit(three_rows):
    service = Service(three_rows, Limits(visitor_runs=2))
    events, steps, _ = together(service, [SHORT.replace(seed=seed) for seed in range(3)])
    assert steps[0] == [0, 1] and steps[-1] == [2]
    assert [own[-1].trace.header.rows for own in events] == [2, 2, 1]


def test_the_page_gets_a_step_of_all_lanes_at_once(service):
    forms = [{"prompt": "hello", "seed": seed, "max_new_tokens": 16, "ticket": str(seed)} for seed in (1, 2)]
    forms.append({"prompt": " ", "seed": 3, "ticket": "3"})
    arrived = [
        [json.loads(line) for line in part.split("\n")]
        for part in Handlers(service).together(json.dumps({"runs": forms, "alone": False}))
    ]
    assert [(message["kind"], message["ticket"]) for message in arrived[0]] == [("taken", seed) for seed in "123"]
    names = [message["run"] for message in arrived[0]]
    assert [(one["kind"], one["run"]) for one in arrived[1]] == [("refused", names[2])]
    assert "prompt is empty" in arrived[1][0]["sentence"]
    assert [one["kind"] for one in arrived[2]] == ["start", "start"] and [m["run"] for m in arrived[3]] == names[:2]
    for name in names[:2]:
        own = [message for part in arrived for message in part if message["run"] == name]
        assert [message["seq"] for message in own] == list(range(len(own))) and own[-1]["kind"] == "end"


@pytest.mark.parametrize("asked", ["", "[]", "{}", '{"runs": []}', '{"runs": [1]}', json.dumps({"runs": [{}] * 5})])
def test_what_is_no_list_of_forms_is_refused(service, asked):
    with pytest.raises(Exception, match="must be a list of 1 to 4 forms"):
        next(Handlers(service).together(asked))
