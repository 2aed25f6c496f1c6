"""Looking inside a position: the whole distribution and the attention, against transformers' own."""

import numpy as np
import pytest
import torch
from batches import played
from other_passes import RoundedShapes

import playground as pg
from playground.engine.batch import Batch
from playground.engine.passes import Eager
from playground.engine.row import Row
from playground.engine.rowwise import use_rowwise
from playground.plugins.inside.look import look, without_conditioning
from playground.spec.prompt import Prompt

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def model(endless_folder):
    model = pg.load_model(str(endless_folder))
    model.tokenizer.add_special_tokens({"mask_token": "~"})
    return model


def spec_of(way="uniform", prompt="hello there", **changes):
    settings = pg.SamplerSettings().replace(way=way, max_denoising_steps=4, max_new_tokens=40, **changes)
    return pg.RunSpec(prompt=Prompt(text=prompt), settings=settings.replace(confidence_threshold=0.0), seed=2)


@pytest.mark.parametrize("way", ["uniform", "masked", "autoregressive"])
def test_the_distribution_is_the_one_that_the_step_drew_from(model, way):
    trace = pg.record(model, spec_of(way))
    for index in (1, len(trace) - 3):
        frame = trace.frame(index)
        position = frame.step - 1 if way == "autoregressive" else 7
        seen = look(model, spec_of(way), position, block=frame.block, step=frame.step)
        k = frame.top_ids.shape[1]
        assert np.array_equal(seen.ids[:k], frame.top_ids[position])
        assert np.allclose(seen.probs[:k], frame.top_probs[position], atol=1e-6)
        assert len(seen.ids) == model.vocab_size and sorted(seen.ids.tolist()) == [*range(model.vocab_size)]
        assert abs(seen.probs.sum() - 1) < 1e-4 and (np.diff(seen.probs) <= 0).all()
        entropy = -(seen.probs * np.log(np.maximum(seen.probs, 1e-30))).sum()
        assert abs(entropy - frame.entropy[position]) < 1e-3
        assert np.array_equal(seen.frame.sampled_ids, frame.sampled_ids)


@pytest.mark.parametrize("prompt", ["hello", "a long prompt that does not fit into the window of a sliding layer"])
def test_attention_is_what_transformers_computes_with_its_eager_kernel(model, prompt):
    """In the second block: the encoder has read the prompt and the first one."""
    spec, position = spec_of(prompt=prompt), 5
    seen = look(model, spec, position, block=2, step=2)
    assert np.allclose(seen.attention.sum(-1), 1, atol=1e-5) and np.allclose(seen.causal.sum(-1), 1, atol=1e-5)
    read, canvas = seen.keys[: seen.prefix], torch.from_numpy(seen.frame.input_ids).long()[None]
    assert canvas[0].tolist() == seen.keys[seen.prefix :]
    expected = reference(model, read, canvas, conditioning(model, spec))
    for name in ("attention", "causal"):
        found = getattr(seen, name)
        for layer, weights in enumerate(expected[name]):
            kept = weights[0, :, position].numpy()
            aligned = found[layer][:, found.shape[-1] - kept.shape[-1] :]
            assert np.allclose(aligned, kept, atol=1e-5), (name, layer)
            assert (found[layer][:, : found.shape[-1] - kept.shape[-1]] == 0).all()
    assert (seen.causal[..., seen.prefix + position + 1 :] == 0).all(), "the encoder sees nothing that comes after"
    assert (seen.attention[..., seen.prefix + position + 1 :] > 0).any(), "the denoiser does"


def conditioning(model, spec):
    """The logits of the step before, as far as its probabilities tell."""
    told, soft_embeddings = [], model.denoiser.soft_embeddings
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            type(model.denoiser), "soft_embeddings", lambda _, probs: told.append(probs.log()) or soft_embeddings(probs)
        )
        for frame in pg.denoise(model, spec):
            if (frame.block, frame.step) == (2, 1):
                return told[-1].clone()


def reference(model, read, canvas, processed):
    """Every layer's attention, (1, heads, positions, keys), in passes of the stock module."""
    module, seen = model.module, {"attention": [], "causal": []}
    module.set_attn_implementation("eager")
    hooks = [
        layer.self_attn.register_forward_hook(lambda _m, _i, out, name=name: seen[name].append(out[1].clone()))
        for name, tower in (("attention", module.model.decoder), ("causal", module.model.encoder.language_model))
        for layer in tower.layers
    ]
    try:
        with torch.no_grad():
            ids = torch.tensor([read])
            cache = module.model.encoder(input_ids=ids, use_cache=True).past_key_values
            module(decoder_input_ids=canvas, self_conditioning_logits=processed, past_key_values=cache)
            seen["causal"].clear()
            module.model.encoder(input_ids=torch.cat([ids, canvas], dim=1), use_cache=True)
            seen["causal"] = [weights[:, :, len(read) :] for weights in seen["causal"]]
    finally:
        for hook in hooks:
            hook.remove()
        use_rowwise(module)
    return seen


def test_a_pass_looks_back_only_token_after_token_and_from_beyond_a_short_prompt(model):
    seen = look(model, spec_of(prompt="hello"), 15, block=1, step=1)
    assert seen.prefix <= 15, "the encoder reads the prompt in the same step; its pass has no such position"
    assert np.allclose(seen.attention.sum(-1), 1, atol=1e-5)
    seen = look(model, spec_of("autoregressive"), 4, block=1, step=5)
    assert seen.causal is None and len(seen.keys) == seen.prefix + 4
    assert np.allclose(seen.attention.sum(-1), 1, atol=1e-5)


@pytest.mark.parametrize(("block", "step"), [(1, 1), (1, 3), (2, 1), (2, 2)])
def test_a_look_has_the_passes_that_the_run_had(model, block, step):
    """The second block is too long for them. Attention is watched in an eager pass of that step alone."""
    shapes, place = RoundedShapes(rows=1, context=20), dict(block=block, step=step)
    (frames,) = played(Batch(model, shapes), Row.of(model, spec_of()))
    (frame,) = [frame for frame in frames if (frame.block, frame.step) == (block, step)]
    passes, forward = [], Eager.forward
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Eager, "forward", staticmethod(lambda *given: passes.append(given) or forward(*given)))
        seen, eager = look(model, spec_of(), 7, shapes=shapes, **place), len(passes)
    assert frame.compiled == seen.frame.compiled == (block == 1)
    assert eager == (1 if block == 1 else step)
    assert np.array_equal(seen.frame.entropy, frame.entropy) and np.array_equal(seen.frame.input_ids, frame.input_ids)
    assert np.allclose(seen.probs[: frame.top_probs.shape[1]], frame.top_probs[7], atol=1e-6)
    plain = look(model, spec_of(), 7, **place)
    assert not np.array_equal(plain.frame.entropy, frame.entropy) or block == 2, "they round differently"
    assert np.allclose(seen.attention, plain.attention, atol=1e-3)
    same, without = without_conditioning(model, spec_of(), 7, shapes=shapes, **place)
    assert np.array_equal(same.entropy, frame.entropy) and same.compiled == without.compiled == frame.compiled
    assert np.array_equal(without.entropy, frame.entropy) == (step == 1), "the first step has nothing before it"
    assert np.array_equal(same.sampled_ids, frame.sampled_ids) and np.array_equal(without.input_ids, frame.input_ids)


def test_what_cannot_be_looked_into_is_said(model):
    for place, match in (
        (dict(position=16, block=1, step=1), "no position 16; positions of a block go from 0 to 15"),
        (dict(position=-1, block=1, step=1), "no position -1"),
        (dict(position=1, block=1, step=0), "no step 0"),
        (dict(position=1, block=1, step=5), "Computed here, this run has no step 5 in block 1"),
        (dict(position=1, block=1, step=9), "has no step 9|no step 8"),
        (dict(position=1, block=9, step=1), "no step 0 in block 9"),
    ):
        with pytest.raises(pg.SpecError, match=match):
            look(model, spec_of(), **place)
    with pytest.raises(pg.SpecError, match="Step 3 writes position 2"):
        look(model, spec_of("autoregressive"), 7, block=1, step=3)
