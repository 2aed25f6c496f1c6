"""The seam between the engine and a family of models: the engine knows no family but by what it declares."""

import ast
import inspect
from pathlib import Path

import pytest

import playground as pg
from playground.engine import full_size
from playground.engine.families import FAMILIES, described

ENGINE = Path(pg.__file__).parent / "engine"
WORDS = ("diffusiongemma", "qwen")


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


@pytest.mark.parametrize("way", ["uniform", "autoregressive"])
def test_what_a_family_never_draws_is_never_drawn(random_model, monkeypatch, way):
    settings = pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=16, draw="exact", t_max=2.0).replace(way=way)
    settings = settings.replace(draw="exact")
    assert (pg.record(random_model, "hi", settings).columns["sampled_ids"] >= 20).any()
    monkeypatch.setattr(FAMILIES["diffusion_gemma"], "never", (range(20, 60), range(60, 111)))
    columns = pg.record(random_model, "hi", settings).columns
    assert (columns["sampled_ids"] < 20).all() and (columns["argmax_ids"] < 20).all()


def test_a_family_is_described_by_what_it_declares(random_model):
    assert described(random_model.denoiser) == (
        "Its family is diffusion_gemma: canvases of 16 positions, published with uniform diffusion, attention to what "
        "stands before, block by block, with self-conditioning, texts of up to 256 tokens, settings from its "
        "generation config."
    )
