"""Moments of recent runs: what is kept within the limit, and branches that start at what is kept."""

import numpy as np
import pytest
from service_helpers import frames

import playground as pg
from playground.engine.batch import Batch
from playground.engine.row import Row
from playground.service import moments as kept
from playground.service.driver import Driver
from playground.service.moments import Moments
from playground.spec.prompt import Prompt
from playground.spec.run import Branch

SETTINGS = pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=32, confidence_threshold=0.0)
SPEC = pg.RunSpec(prompt=Prompt(text="hello"), settings=SETTINGS, seed=1)


def branched(spec, block, step, **changes):
    return spec.replace(branch=Branch(parent=spec, block=block, step=step), **changes)


@pytest.fixture(scope="module")
def moments(endless_model):
    """The moments of one run, with its frames so far."""
    batch, frames, moments = Batch(endless_model, keeps=True), [], []
    number = batch.join(Row.of(endless_model, SPEC))
    while len(batch):
        frames.append(batch.step()[number])
        moments.append((batch.moments[number], [*frames]))
    return moments


def size_of(moment, frames=()):
    store = Moments(1 << 40)
    store.add(moment, frames)
    return store.bytes


def arrays(frame):
    return [value for value in [*vars(frame).values(), *frame.more.values()] if isinstance(value, np.ndarray)]


def nbytes(frame):
    """What a frame's arrays keep in memory, the arrays that they are views of included."""
    return sum((figures if figures.base is None else figures.base).nbytes for figures in arrays(frame))


def keep(store, moments):
    """Adds moments of one run, whose frames grow meanwhile, as the driver does."""
    frames = []
    for moment, all_frames in moments:
        frames.append(all_frames[-1])
        store.add(moment, frames)
        yield


def test_what_fits_is_kept_and_what_does_not_is_not(moments):
    size = size_of(*moments[0])
    assert size_of(moments[0][0]) > 16 * 32 * 4, "the conditioning alone"
    for most, count in ((size, 1), (size - 1, 0), (0, 0)):
        store = Moments(most)
        store.add(*moments[0])
        assert len(store) == count and store.bytes == size * count


@pytest.fixture
def tight(moments):
    """Room for two moments of three."""
    both = Moments(1 << 40)
    list(keep(both, moments[:2]))
    assert both.bytes < size_of(*moments[0]) + size_of(moments[1][0]), "they share what the encoder has read"
    return Moments(both.bytes + nbytes(moments[2][1][-1]))


def test_the_oldest_makes_room_and_shared_memory_counts_once(moments, tight, endless_model):
    for _ in keep(tight, moments[:3]):
        assert tight.bytes <= tight._most
    assert len(tight) == 2
    moment = tight.find(Row.of(endless_model, branched(SPEC, 1, 1)))
    assert moment is None, "the first one was forgotten"
    origin = tight.find(Row.of(endless_model, branched(SPEC, 1, 3)))
    assert (origin.moment.step, len(origin.frames)) == (3, 3)


def test_a_moment_that_is_used_stays_longer(moments, tight, endless_model):
    keeping = keep(tight, moments[:3])
    next(keeping), next(keeping)
    assert tight.find(Row.of(endless_model, branched(SPEC, 1, 1))) is not None
    next(keeping)
    assert tight.find(Row.of(endless_model, branched(SPEC, 1, 1))) is not None
    assert tight.find(Row.of(endless_model, branched(SPEC, 1, 2))).moment.step == 1, "the nearest one before it"


def test_the_frames_of_a_run_count_once_for_as_long_as_one_of_its_moments_is_kept(moments):
    store, size = Moments(1 << 40), sum(nbytes(frame) for frame in moments[-1][1])
    list(keep(store, moments))
    without = Moments(1 << 40)
    for moment, _ in moments:
        without.add(moment, [])
    assert store.bytes - without.bytes == size
    last, frames = moments[-1]
    tight = Moments(size_of(last) + size)
    list(keep(tight, moments))
    assert len(tight) == 1 and tight.bytes == size_of(last, frames) == size_of(last) + size
    less = Moments(size_of(last) + size - 1)
    list(keep(less, moments))
    assert len(less) == less.bytes == 0, "its frames are forgotten with its last moment"


def test_of_so_many_runs_moments_are_kept_however_short_they_are(endless_model, monkeypatch):
    monkeypatch.setattr(kept, "MOST_RUNS", 3)
    store, held = Moments(1 << 40), []
    driver = Driver(lambda: Batch(endless_model, keeps=True), store)
    for seed in range(6):
        list(frames(driver, Row.of(endless_model, SPEC.replace(seed=seed))))
        held.append((len(store), store.bytes))
    assert held[0] < held[1] < held[2] == held[3] == held[5]
    assert store.find(Row.of(endless_model, branched(SPEC.replace(seed=2), 2, 4))) is None
    assert store.find(Row.of(endless_model, branched(SPEC.replace(seed=3), 1, 1))) is not None


def test_a_frame_keeps_nothing_of_the_rows_that_shared_its_pass(endless_model):
    batch = Batch(endless_model)
    first, *_ = [batch.join(Row.of(endless_model, SPEC)) for _ in range(3)]
    frame = batch.step()[first]
    assert nbytes(frame) == sum(figures.nbytes for figures in arrays(frame))


def test_a_branch_computes_only_what_is_not_kept(endless_model):
    passes = 0

    class Counting(Batch):
        def step(self):
            nonlocal passes
            passes += bool(len(self))
            return super().step()

    driver = Driver(lambda: Counting(endless_model, keeps=True), Moments(1 << 30))
    original = list(frames(driver, Row.of(endless_model, SPEC)))
    assert passes == len(original) == 8
    for place, again in (((1, 3), 5), ((1, 4), 4)):
        passes = 0
        branch = list(frames(driver, Row.of(endless_model, branched(SPEC, *place))))
        assert [np.array_equal(a.argmax_ids, b.argmax_ids) for a, b in zip(original, branch, strict=True)] == [True] * 8
        assert [frame.stop_reason for frame in branch] == [frame.stop_reason for frame in original]
        assert passes == again
    with pytest.raises(pg.SpecError, match="The text ends with step 4 of block 2"):
        list(frames(driver, Row.of(endless_model, branched(SPEC, 2, 4))))
    child = branched(SPEC, 1, 2, seed=5)
    first = list(frames(driver, Row.of(endless_model, child)))
    passes = 0
    second = list(frames(driver, Row.of(endless_model, branched(child, 1, 3))))
    assert [f.sampled_ids.tolist() for f in first] == [f.sampled_ids.tolist() for f in second]
    assert passes == 5
