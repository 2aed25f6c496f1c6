"""The seam between the engine and a family of models: it costs nothing, and a family of another kind fits it."""

import ast
import inspect
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from transformers import DynamicCache, Qwen3Config, Qwen3ForCausalLM

import playground as pg
from playground.engine import full_size
from playground.engine.denoise import denoise_rows
from playground.engine.families import FAMILIES, Conditioning, described
from playground.engine.models import Model
from playground.engine.passes import Eager
from playground.engine.row import Row
from playground.engine.rowwise import use_rowwise
from playground.rules.ways import WAYS

ENGINE = Path(pg.__file__).parent / "engine"
WORDS = ("diffusiongemma", "qwen")


class Operations(TorchDispatchMode):
    """Records every operation with the shapes that go in and come out."""

    def __init__(self):
        super().__init__()
        self.all = []

    def __torch_dispatch__(self, op, types, args=(), kwargs=None):
        out = op(*args, **(kwargs or {}))
        leaves = torch.utils._pytree.tree_leaves((args, kwargs, out))
        self.all.append((str(op), [tuple(leaf.shape) for leaf in leaves if isinstance(leaf, torch.Tensor)]))
        return out


def operations(call):
    with torch.inference_mode(), Operations() as recorded:
        call()
    return recorded.all


def test_passes_through_the_seam_make_the_operations_of_the_class_itself_and_no_more(random_model):
    model, module, ids = random_model, random_model.module, torch.tensor([[4, 5, 6, 7, 8]])
    denoiser = model.denoiser
    denoiser.prepare()
    canvas, positions = torch.zeros(1, 16, dtype=torch.int64), 5 + torch.arange(16)[None]
    logits, signal = torch.zeros(1, 16, model.vocab_size), torch.zeros(1, 16, denoiser.hidden_size)
    with torch.inference_mode():
        denoiser.read(cache := denoiser.cache(), ids, {})
        prefixes = Eager().prefixes([cache], model)

    def module_itself():
        module(
            decoder_input_ids=canvas,
            self_conditioning_logits=logits,
            decoder_attention_mask=prefixes.masks,
            past_key_values=prefixes,
            decoder_position_ids=positions,
        )

    def through(**conditioning):
        return operations(lambda: denoiser.denoise(canvas, Conditioning(**conditioning), prefixes, positions))

    expected, plain = Counter(map(str, operations(module_itself))), through()
    soft = operations(lambda: denoiser.soft_embeddings(logits.softmax(-1)))
    assert expected.total() > 100 and 4 < len(soft) < 10
    extra = Counter(map(str, plain + soft)) - expected
    assert not expected - Counter(map(str, plain + soft)) and [*extra] == [
        "('aten.zeros_like.default', [(1, 16, 32), (1, 16, 32)])"
    ]
    assert through(signal=signal) == plain, "what the class makes of no logits gives way to it"
    assert len(through(signal=signal, strength=torch.ones(1, 1, 1))) == len(plain) + 1, "one product more"


def test_a_row_is_read_by_the_encoders_operations_and_no_more(random_model):
    ids, denoiser = torch.tensor([[4, 5, 6, 7, 8]]), random_model.denoiser
    denoiser.prepare()
    encoder, cache = random_model.module.model.encoder, denoiser.cache()
    expected = operations(lambda: encoder(input_ids=ids, past_key_values=cache, position_ids=torch.arange(5)[None]))
    found = operations(lambda: denoiser.read(denoiser.cache(), ids, {}))
    names, others = (Counter(name for name, _ in recorded) for recorded in (found, expected))
    assert (others - names).keys() <= {"aten.arange.default"}
    placing = {
        "aten.alias.default",
        "aten.lift_fresh.default",
        "aten.detach_.default",
        "aten.arange.start",
        "aten.empty.memory_format",
    }
    assert (names - others).keys() <= placing, "where the tokens stand; nothing is computed or copied"


def test_only_its_own_file_knows_a_family_and_that_of_its_published_size():
    own = {inspect.getsourcefile(family) for family in FAMILIES.values()} | {full_size.__file__}
    for source in ENGINE.rglob("*.py"):
        if str(source) in own:
            continue
        for node in ast.walk(ast.parse(source.read_text())):
            names = [getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "module", "") or ""]
            names += [alias.name for alias in getattr(node, "names", []) if isinstance(alias, ast.alias)]
            layers = {"encoder", "decoder", "lm_head", "text_config", "generation_config"} & {*names}
            assert not layers, (source.name, node.lineno, layers)
            if source.name != "__init__.py":
                assert not any(word in name.lower().replace("_", "") for name in names for word in WORDS), source.name


class Before:
    """The prefixes, as a cache of transformers: what a canvas attends to before itself."""

    is_compileable = False

    def __init__(self, prefixes):
        self.layers = prefixes.layers

    def update(self, keys, values, layer, *_):
        before = self.layers[layer]
        return torch.cat([before.keys, keys], dim=2), torch.cat([before.values, values], dim=2)


class MaskedQwen:
    """A masked diffusion model of another architecture. Its last 8 ids have no token; one of them is its mask."""

    kind = "qwen3"
    architecture = Qwen3ForCausalLM
    way = WAYS["masked"]
    ways = ("masked",)
    attention = "block by block"
    shifted = False
    self_conditioning = False
    source = "paper"
    canvas_length, vocab_size, longest = 8, 120, 128
    eos_ids, pad_id, image_id = [], 0, None
    mask_id = 119
    never = (range(112, 120),)
    settings = {"sampler": "left-to-right", "max_denoising_steps": 4}  # noqa: RUF012

    def __init__(self, module, tokenizer):
        self.module, self.layer_types = module, module.config.layer_types

    def prepare(self):
        use_rowwise(self.module)

    def cache(self):
        return DynamicCache(config=self.module.config)

    def read(self, cache, ids, media):
        self.module(input_ids=ids, past_key_values=cache)

    def denoise(self, canvas, conditioning, prefixes, positions, compiled=None):
        assert conditioning.signal is None
        return self.module(
            input_ids=canvas,
            attention_mask=prefixes.masks,
            past_key_values=Before(prefixes),
            position_ids=positions,
            is_causal=False,
        ).logits.float()


@pytest.fixture
def masked_model(random_model, monkeypatch):
    monkeypatch.setitem(FAMILIES, "qwen3", MaskedQwen)
    torch.manual_seed(0)
    config = Qwen3Config(
        vocab_size=120, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=2,
        num_key_value_heads=1, head_dim=16, max_position_embeddings=128, initializer_range=0.3,
    )  # fmt: skip
    module = Qwen3ForCausalLM(config).eval()
    return Model(module, random_model.tokenizer, random_model.chat, "a masked model", "")


@torch.no_grad()
def logits_of(model, read, canvas):
    """(L, V): one pass over everything, causal before the canvas, which sees all."""
    model.module.set_attn_implementation("sdpa")
    total = len(read) + len(canvas)
    seen = torch.ones(total, total).tril().bool()
    seen[len(read) :] = True
    return model.module(input_ids=torch.tensor([[*read, *canvas]]), attention_mask=seen[None, None]).logits[
        0, len(read) :
    ]


def test_a_masked_family_of_another_architecture_runs_in_the_same_loop(masked_model):
    settings = masked_model.settings
    assert (settings.way, settings.sampler, settings.max_denoising_steps) == ("masked", "left-to-right", 4)
    rows = [
        Row.of(masked_model, prompt, settings.replace(max_new_tokens=length, self_conditioning="on"), seed)
        for seed, (prompt, length) in enumerate([("hello", 16), ("a", 8)])
    ]
    frames = {0: [], 1: []}
    for step in denoise_rows(masked_model, rows):
        for number, frame in step.items():
            frames[number].append(frame)
    assert [len(frames[0]), len(frames[1])] == [8, 4], "two blocks and one, in four steps each"
    for number, row in enumerate(rows):
        read = list(row.prompt_ids)
        for frame in frames[number]:
            ids, masked = frame.input_ids.tolist(), frame.input_ids == 119
            assert masked.sum() == 8 - 2 * (frame.step - 1)
            logits = logits_of(masked_model, read, ids)
            logits[:, 112:] = -torch.inf
            chances = torch.distributions.Categorical(logits=logits)
            assert np.array_equal(frame.argmax_ids[masked], logits.argmax(-1).numpy()[masked])
            entropy = -(chances.probs * chances.logits.clamp(min=-1e9)).sum(-1).numpy()
            assert np.abs(frame.entropy - entropy)[masked].max() < 1e-4
            if frame.stop_reason:
                read += frame.sampled_ids.tolist()


@pytest.mark.parametrize("way", ["uniform", "autoregressive"])
def test_what_a_family_never_draws_is_never_drawn(random_model, monkeypatch, way):
    settings = pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=16, draw="exact", t_max=2.0).replace(way=way)
    settings = settings.replace(draw="exact")
    assert (pg.record(random_model, "hi", settings).columns["sampled_ids"] >= 20).any()
    monkeypatch.setattr(FAMILIES["diffusion_gemma"], "never", (range(20, 60), range(60, 111)))
    columns = pg.record(random_model, "hi", settings).columns
    assert (columns["sampled_ids"] < 20).all() and (columns["argmax_ids"] < 20).all()


def test_a_family_is_described_by_what_it_declares(random_model, masked_model):
    assert described(random_model.denoiser) == (
        "Its family is diffusion_gemma: canvases of 16 positions, published with uniform diffusion, attention to what "
        "stands before, block by block, with self-conditioning, texts of up to 256 tokens, settings from its "
        "generation config."
    )
    assert "published with masked diffusion" in described(masked_model.denoiser)
    assert "without self-conditioning" in described(masked_model.denoiser)
    masked_model.denoiser.shifted, masked_model.denoiser.attention = True, "everything"
    assert "attention to everything" in described(masked_model.denoiser)
    assert "logits shifted by one" in described(masked_model.denoiser)
