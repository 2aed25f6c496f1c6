"""What the graphs of passes compute is what the engine computes with the checkpoint itself."""

import pytest
import torch

from playground.engine.families import Conditioning
from playground.engine.rowwise import Prefixes, Watch, watching

CLOSE = {"rtol": 1e-4, "atol": 1e-4}


@pytest.fixture(params=["shipped", pytest.param("written", marks=pytest.mark.thorough)])
def graphs(request):
    return request.getfixturevalue(request.param)


def tokens(graphs, count, seed=0):
    return torch.randint(graphs.model.vocab_size, (count,), generator=torch.Generator().manual_seed(seed)).tolist()


def read(graphs, ids, *shares):
    """Reads tokens in pieces, here and there: the engine's cache, and the prefix of the graphs, which is the same.

    Of a sliding layer the cache has only what is still seen.
    """
    cache, prefix, begin = graphs.model.denoiser.cache(), graphs.empty(), 0
    for share in shares:
        part = ids[begin : begin + max(1, round(share * len(ids)))]
        begin += len(part)
        graphs.model.denoiser.read(cache, torch.tensor([part]), {})
        prefix, _ = graphs.read(prefix, part)
        for layer, kept in enumerate(cache.layers):
            for kind in ("keys", "values"):
                expected = getattr(kept, kind)
                torch.testing.assert_close(prefix[f"{kind}{layer}"][:, :, -expected.shape[2] :], expected, **CLOSE)
    assert begin == len(ids)
    return cache, prefix


def check_attention(outputs, watch):
    for layer, expected in watch.seen.items():
        seen = outputs[f"attention{layer}"]
        assert not seen[:, : seen.shape[1] - expected.shape[1]].any()
        torch.testing.assert_close(seen[:, -expected.shape[1] :], expected, **CLOSE)


@pytest.mark.parametrize("empty", [True, False])
@torch.inference_mode()
def test_the_next_token_comes_from_a_growing_prefix(graphs, empty):
    """From nothing at all, and from 4 tokens before the window is left behind."""
    denoiser = graphs.model.denoiser
    ids, first = tokens(graphs, denoiser.window + 12, seed=1), 0 if empty else denoiser.window - 4
    cache, prefix = read(graphs, ids[:first], *([] if empty else [1]))
    for place in range(first, first + 8):
        with watching(watch := Watch(0)):
            logits = denoiser.write(torch.tensor([[ids[place]]]), [cache])
        prefix, outputs = graphs.read(prefix, [ids[place]])
        torch.testing.assert_close(outputs["logits"], logits, **CLOSE)
        check_attention(outputs, watch)
        assert prefix["keys0"].shape[2] == place + 1


@pytest.mark.parametrize(("count", "strength"), [(1, None), (9, 1.0), (None, 2.5)])
@torch.inference_mode()
def test_a_canvas_is_denoised_as_the_decoder_does_it(graphs, count, strength):
    """After one token, some, and more than the window has, read in pieces."""
    model, denoiser, length = graphs.model, graphs.model.denoiser, graphs.model.canvas_length
    count, shares = (count, (1,)) if count else (denoiser.window + 12, (0.1, 0.85, 0.05))
    canvas = torch.tensor([tokens(graphs, length, seed=2)])
    cache, prefix = read(graphs, tokens(graphs, count), *shares)
    positions = torch.arange(count, count + length)[None]
    processed = torch.randn(1, length, model.vocab_size, generator=torch.Generator().manual_seed(3))
    signal = denoiser.soft_embeddings(processed.softmax(-1))
    torch.testing.assert_close(graphs.run("embed", processed=processed)["signal"], signal, **CLOSE)
    conditioning = Conditioning()
    if strength is not None:
        conditioning = Conditioning(signal=signal, strength=torch.tensor([[[strength]]]))
    with watching(watch := Watch(5)):
        expected = denoiser.denoise(canvas, conditioning, Prefixes([cache], denoiser.layer_types), positions)
    outputs = graphs.run(
        "denoise",
        canvas=canvas,
        positions=positions,
        position=torch.tensor([5]),
        signal=torch.zeros_like(signal) if strength is None else signal,
        strength=torch.ones(1, 1, 1) * (strength or 1),
        **prefix,
    )
    torch.testing.assert_close(outputs["logits"], expected, **CLOSE)
    check_attention(outputs, watch)
