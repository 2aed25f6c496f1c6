"""A row that the memory has no room for ends alone, whatever it was about to do, and what it held is freed."""

import gc
import math
import weakref

import pytest
import torch

import playground as pg
from playground.engine import canvases, lines
from playground.engine.batch import Batch
from playground.engine.families import diffusion_gemma
from playground.engine.families.diffusion_gemma import DiffusionGemma
from playground.engine.moment import Moment
from playground.engine.passes import Eager
from playground.engine.row import Row

SETTINGS = pg.SamplerSettings(max_denoising_steps=4, confidence_threshold=0, max_new_tokens=32)
CAUSAL = SETTINGS.replace(way="autoregressive")
OTHER = SETTINGS.replace(draw="fast")
held = []


def out_of_memory():
    """As a failing operation does it: its frame holds a large tensor."""
    large = torch.zeros(1 << 20)
    held.append(weakref.ref(large))
    raise torch.OutOfMemoryError("CUDA out of memory.")


def failing(monkeypatch, owner, name, when):
    """Makes a function of `owner` run out of memory when `when`, which is called with its arguments, says so."""
    function = getattr(owner, name)

    def called(*args, **options):
        if when(*args):
            out_of_memory()
        return function(*args, **options)

    monkeypatch.setattr(owner, name, called)


def run(model, *rows, **options):
    batch = Batch(model, **options)
    numbers = [batch.join(row) for row in rows]
    frames, failed = {number: [] for number in numbers}, {}
    while len(batch):
        for number, frame in batch.step().items():
            frames[number].append(frame.sampled_ids.tolist())
        failed |= batch.failed
    return [frames[number] for number in numbers], failed, batch


def row(model, text, settings=SETTINGS):
    return Row.of(model, text, settings, seed=len(text))


@pytest.fixture(autouse=True)
def nothing_held():
    held.clear()
    gc.disable()
    yield
    gc.enable()


def check(model, rows, victim, **options):
    """The victim fails, the others get what they get without it, and nothing of the failure is alive."""
    frames, failed, batch = run(model, *rows, **options)
    assert list(failed) == [victim] and isinstance(failed[victim], torch.OutOfMemoryError)
    assert held and not any(tensor() is not None for tensor in held)
    return frames, batch


@pytest.mark.parametrize(("settings", "name"), [(SETTINGS, "denoise"), (CAUSAL, "write")])
def test_a_pass_that_does_not_fit_ends_the_longest_row_and_the_others_have_it_again(
    random_model, monkeypatch, settings, name
):
    texts = ["hello", "a" * 30, "you"]
    wanted = [run(random_model, row(random_model, text, settings))[0][0] for text in (texts[0], texts[2])]
    passes = []

    def when(_, rows, *rest):
        passes.append(len(rows))
        return len(rows) == 3 and passes.count(3) == 3

    failing(monkeypatch, DiffusionGemma, name, when)
    frames, _ = check(random_model, [row(random_model, text, settings) for text in texts], 1)
    assert [frames[0], frames[2]] == wanted and len(frames[1]) == 2
    assert passes[:4] == [3, 3, 3, 2]


def test_what_a_row_had_read_is_free_before_the_others_have_their_pass(random_model, monkeypatch):
    """Seen on an H100: 60,000 tokens were half read, and their keys left no room for the neighbour's next pass."""
    read, caches, alive = DiffusionGemma._read, [], []

    def half(denoiser, cache, ids, media):
        if caches:  # the second piece
            out_of_memory()
        read(denoiser, cache, ids, media)
        if ids.shape[1] == 20:
            caches.append(weakref.ref(cache.layers[0].keys))

    def when(*_):
        alive.extend(keys() is not None for keys in caches)
        return False

    monkeypatch.setattr(diffusion_gemma, "PIECE", 20)
    monkeypatch.setattr(DiffusionGemma, "_read", half)
    failing(monkeypatch, DiffusionGemma, "denoise", when)
    settings = SETTINGS.replace(max_new_tokens=16)
    _, failed, _ = run(random_model, row(random_model, "hello", settings), row(random_model, "a" * 40, settings))
    assert list(failed) == [1] and alive and not any(alive)


@pytest.mark.parametrize(
    ("owner", "name", "when", "texts", "settings", "victim"),
    [
        (DiffusionGemma, "read", lambda _, cache, ids, media: ids.shape[1] > 30, ("hello", "a" * 40), SETTINGS, 1),
        (DiffusionGemma, "read", lambda _, cache, ids, media: ids.shape[1] > 30, ("hello", "a" * 40), CAUSAL, 1),
        (DiffusionGemma, "denoise", lambda _, canvas, *rest: len(canvas) == 2, ("hello", "a" * 30), SETTINGS, 1),
        (Eager, "prefixes", lambda _, caches, model: len(caches) == 2, ("a" * 30, "hello"), SETTINGS, 0),
        (canvases, "advance", lambda *given: given[3].numbers.ndim == 2, ("hello", "hello"), OTHER, 1),
    ],
    ids=["a prompt", "a prompt in lines", "the first pass", "joining rows", "a decision"],
)
def test_what_does_not_fit_ends_one_row_alone(random_model, monkeypatch, owner, name, when, texts, settings, victim):
    (alone,), _, _ = run(random_model, row(random_model, "hello"))
    failing(monkeypatch, owner, name, when)
    rows = [row(random_model, text, settings if at == victim else SETTINGS) for at, text in enumerate(texts)]
    frames, _ = check(random_model, rows, victim)
    assert frames[victim] == [] and frames[1 - victim] == alone


@pytest.mark.parametrize("name", ["statistics", "write"])
def test_a_token_whose_draw_does_not_fit_ends_its_row_alone(random_model, monkeypatch, name):
    (alone,), _, _ = run(random_model, row(random_model, "hello", CAUSAL.replace(draw="exact")))
    rows = [row(random_model, "hello", CAUSAL.replace(draw=draw)) for draw in ("exact", "greedy")]
    sampled = []

    def when(*given):  # the rows take turns at each step, in the order of their draws' names
        sampled.append(given)
        return len(sampled) == 6

    failing(monkeypatch, lines, name, when)
    frames, _ = check(random_model, rows, 1)
    assert frames[0] == alone and len(frames[1]) == 2


def test_a_moment_that_does_not_fit_is_not_kept_and_ends_nothing_and_one_that_is_too_large_is_not_copied(
    random_model, monkeypatch
):
    wanted, _, _ = run(random_model, row(random_model, "hello"), row(random_model, "you"))
    failing(monkeypatch, Moment, "apart", lambda moment: True)
    for most, copied in ((1000, False), (math.inf, True)):
        rows = [row(random_model, "hello"), row(random_model, "you")]
        frames, failed, batch = run(random_model, *rows, keeps=True, moment_bytes=most)
        assert frames == wanted and not failed and bool(held) == copied and not batch.moments


def test_an_idle_batch_holds_no_cache_and_no_logits(random_model):
    batch = Batch(random_model, keeps=True)
    for settings in (SETTINGS, CAUSAL):
        batch.join(row(random_model, "hello", settings))
        while len(batch):
            batch.step()
    batch.release()
    for seats in batch._seats:
        left = [value for value in vars(seats).values() if isinstance(value, torch.Tensor)]
        assert not seats.rows and all(tensor.numel() < 100 for tensor in left)
    assert not batch.moments


@pytest.mark.parametrize("pictured", [[], range(4), range(3, 9), range(6, 13), range(18, 20)])
def test_a_prompt_is_read_in_pieces_that_cut_no_picture(pictured):
    kinds = [place in pictured for place in range(20)]
    begin, pieces = 0, []
    while begin < len(kinds):
        end = diffusion_gemma._piece_end(kinds, begin, 5)
        pieces.append(range(begin, end))
        begin = end
    assert [place for piece in pieces for place in piece] == [*range(20)]
    assert all(len(piece) <= max(5, len(pictured)) for piece in pieces)
    assert all(set(pictured) <= set(piece) or not set(pictured) & set(piece) for piece in pieces)


def test_a_prompt_that_is_read_in_pieces_gives_what_it_gives_at_once(random_model, monkeypatch):
    text = "Once upon a time there was a small cat"
    whole, cut = (Row.of(random_model, text, SETTINGS, seed=1) for _ in "ab")
    (at_once,), _, _ = run(random_model, whole)
    monkeypatch.setattr("playground.engine.families.diffusion_gemma.PIECE", 7)
    (in_pieces,), _, _ = run(random_model, cut)
    assert in_pieces[0] == at_once[0]
