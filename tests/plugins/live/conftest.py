import shutil

import pytest


@pytest.fixture(scope="session")
def shipped(embedded_model, tmp_path_factory):
    """The graphs that come with the playground, with the weights beside them."""
    from plugins.live.portable_graphs import PortableGraphs

    from playground.assets import ASSETS

    folder = shutil.copytree(ASSETS / "portable", tmp_path_factory.mktemp("shipped") / "portable")
    shutil.copy(ASSETS / "model" / "model.safetensors", folder)
    return PortableGraphs(folder, embedded_model)


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """What `playground portable` writes of a checkpoint in several files, with four experts, another window, and layers
    whose heads differ in number and size."""
    import random_checkpoint
    from click.testing import CliRunner
    from plugins.live.portable_graphs import PortableGraphs

    from playground.cli import main
    from playground.engine.models import load_model

    folder = tmp_path_factory.mktemp("written")
    checkpoint = random_checkpoint.save(
        folder / "checkpoint",
        experts=4,
        shard_size="100KB",
        sliding_window=20,
        global_head_dim=32,
        num_global_key_value_heads=2,
        moe_intermediate_size=64,
    )
    result = CliRunner().invoke(main, ["portable", str(folder / "out"), "--model", str(checkpoint)])
    assert result.exit_code == 0, result.output
    graphs = PortableGraphs(folder / "out", load_model(str(checkpoint), device="cpu", dtype="float32"))
    graphs.checkpoint, graphs.said = checkpoint, result.output
    return graphs
