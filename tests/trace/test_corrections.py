"""What was reopened and corrected, on runs small enough to be followed by hand; `corrections.test.ts` has the same."""

from trace_helpers import trace_of

from playground.trace.corrections import Correction, Reopening, corrections, reopenings


def run_of(*first):
    """Position 0 by step, as (id, kept) or (id, kept, block); the others are kept throughout."""
    parts = [(*one, 1)[:3] for one in first]
    return trace_of([(block, [token, 2, 2, 2], [kept, 1, 1, 1]) for token, kept, block in parts])


def reopened_at(trace):
    return [one.reopened for one in reopenings(trace)]


def test_a_token_that_is_kept_reopened_and_kept_again_as_another_is_a_correction():
    run = run_of((4, 0), (4, 1), (4, 1), (4, 0), (3, 0), (3, 1))
    assert reopenings(run) == [Reopening(position=0, since=1, reopened=3, token=4)]
    assert corrections(run) == [Correction(position=0, since=1, reopened=3, again=5, before=4, after=3)]


def test_kept_again_as_the_same_token_or_never_again_is_no_correction():
    for run in (run_of((4, 1), (3, 0), (4, 1)), run_of((4, 1), (3, 0), (3, 0))):
        assert (reopened_at(run), corrections(run)) == ([1], [])


def test_it_was_kept_since_the_first_step_that_held_the_token():
    run = run_of((4, 1), (4, 1), (4, 0), (4, 1))
    assert reopenings(run) == [Reopening(position=0, since=0, reopened=2, token=4)]


def test_each_correction_of_a_position_counts_by_itself():
    run = run_of((4, 1), (4, 0), (4, 1), (3, 0), (3, 1), (5, 0), (7, 1))
    assert reopened_at(run) == [1, 3, 5]
    assert corrections(run) == [Correction(0, 2, 3, 4, 4, 3), Correction(0, 4, 5, 6, 3, 7)]


def test_what_a_kept_position_holds_is_its_sampled_token():
    held = [([4, 2], 1), ([5, 2], 1), ([3, 2], 0), ([3, 2], 1)]
    run = trace_of([(1, [6, 2], [kept, 1], sampled) for sampled, kept in held])
    assert reopenings(run) == [Reopening(position=0, since=1, reopened=2, token=5)]
    assert [(one.before, one.after) for one in corrections(run)] == [(5, 3)]


def test_padding_and_what_comes_after_the_end_are_no_text():
    padding = run_of((0, 1), (4, 0), (4, 1))
    assert (reopenings(padding), corrections(padding)) == ([], [])
    ends = run_of((4, 1), (4, 0), (1, 1))
    assert (reopened_at(ends), corrections(ends)) == ([1], [])
    past = trace_of([(1, [1, token, 0, 0], [1, kept, 1, 1]) for token, kept in ((4, 1), (3, 0), (3, 1))])
    assert (reopenings(past), corrections(past)) == ([], [])


def test_a_block_ends_what_happened_in_it():
    run = run_of((4, 1), (4, 0), (3, 1, 2), (3, 1, 2))
    assert (reopened_at(run), corrections(run)) == ([1], [])
    both = [(1, [4, 2], [1, 1]), (1, [4, 2], [0, 1]), (2, [3, 4], [1, 1]), (2, [3, 4], [1, 0]), (2, [3, 5], [1, 1])]
    assert corrections(trace_of(both)) == [Correction(1, 2, 3, 4, 4, 5)], "of the second position, after the first's"
