"""The command `portable`: what it writes and what it refuses. What comes with the playground is what it would write."""

import hashlib
import json
import re
import shutil
import sys

import onnx
import pytest
from click.testing import CliRunner
from onnx.external_data_helper import uses_external_data

from playground.assets import ASSETS
from playground.cli import main
from playground.engine.families import FAMILIES
from playground.engine.loading.source import EMBEDDED
from playground.engine.models import load_model
from playground.plugins.live.portable import portable
from playground.plugins.live.portable.manifest import manifest_of, source_digest
from playground.plugins.live.portable.onnx_file import LARGE, Weights, onnx_bytes
from playground.plugins.live.portable.passes import pass_graphs
from playground.plugins.live.portable.steps import step_graphs

SHIPPED = ASSETS / "portable"


def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def check_hashes(folder):
    """Whether the manifest says what its files are; its graphs."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    entries = [*manifest["graphs"].values(), *manifest["weights"], *manifest["files"].values()]
    for entry in entries:
        file = folder / entry["file"]
        assert (entry["bytes"], entry["sha256"]) == (file.stat().st_size, sha256(file)), file
    assert {entry["file"] for entry in manifest["graphs"].values()} == {file.name for file in folder.glob("*.onnx")}
    return manifest


def test_the_shipped_graphs_are_of_this_code_and_these_weights(embedded_model):
    """If this fails, make them again: `python -m workshop.makers.portable`."""
    manifest = check_hashes(SHIPPED)
    assert manifest["made_of"] == source_digest()
    files = {"tokenizer": EMBEDDED / "tokenizer.json"}
    anew = manifest_of(embedded_model, [EMBEDDED / "model.safetensors"], files, SHIPPED)
    assert json.loads(json.dumps(anew)).items() <= manifest.items()


def test_some_graphs_come_out_the_same_when_made_again():
    model, weights = load_model(None, device="cpu", dtype="float32"), Weights([EMBEDDED / "model.safetensors"])
    model.denoiser.prepare()
    graphs = {f"{graph.name}.onnx": graph for graph in (*pass_graphs(model), *step_graphs(model))}
    assert graphs.keys() == {file.name for file in SHIPPED.glob("*.onnx")}
    for name in ("temperature-cosine.onnx", "decide-uniform-entropy-bound.onnx", "conclude.onnx"):
        assert onnx_bytes(graphs[name], weights) == (SHIPPED / name).read_bytes()


def kept_inside(file):
    """The sizes of the large tensors that a graph holds itself, and how many it has from other files."""
    tensors = onnx.load(file, load_external_data=False).graph.initializer
    sizes = [len(tensor.raw_data) for tensor in tensors if not uses_external_data(tensor)]
    return [size for size in sizes if size >= 4 * LARGE], sum(map(uses_external_data, tensors))


def test_the_shipped_graphs_hold_no_weights():
    for name, least in (("read", 20), ("denoise", 20), ("embed", 1)):
        inside, outside = kept_inside(SHIPPED / f"{name}.onnx")
        assert not inside and outside >= least


@pytest.mark.thorough
def test_a_checkpoint_is_written_whole_and_its_weights_once(written):
    manifest = check_hashes(written.folder)
    assert len(manifest["weights"]) > 3 and manifest["name"] == "checkpoint" and manifest["knows"] == ""
    kinds = [layer["kind"] for layer in manifest["layers"]]
    assert kinds == ["sliding_attention", "sliding_attention", "full_attention"]
    assert len({(layer["heads"], layer["head_size"]) for layer in manifest["layers"]}) == 2
    inside, outside = kept_inside(written.folder / "denoise.onnx")
    assert not inside and outside > 20
    for entry in manifest["weights"]:
        assert (written.folder / entry["name"]).read_bytes() == (written.checkpoint / entry["name"]).read_bytes()
    files = [entry["file"] for entry in (*manifest["graphs"].values(), *manifest["weights"])]
    assert {file.name for file in written.folder.iterdir()} == {"manifest.json", *files, "tokenizer.json"}
    said = re.findall(r"^(\S+)  [\d,]+ bytes$", written.said, re.M)
    assert said == [str(file) for file in sorted(written.folder.iterdir())]


@pytest.fixture
def no_graphs(monkeypatch):
    """Everything but the graphs, which take a minute."""
    monkeypatch.setattr(portable, "pass_graphs", lambda _: [])
    monkeypatch.setattr(portable, "step_graphs", lambda model: step_graphs(model)[:1])


def written_by(out, *options):
    return CliRunner().invoke(main, ["portable", str(out), *map(str, options)])


def test_the_embedded_checkpoint_brings_the_tables_of_its_world_and_others_do_not(no_graphs, random_folder, tmp_path):
    out = tmp_path / "out"
    assert written_by(out, "--model", random_folder).exit_code == 0
    assert not (out / "world.json").exists()
    assert check_hashes(out)["graphs"].keys() == {"temperature-linear"}
    assert written_by(out).exit_code == 0, "the second takes the place of the first"
    for name in ("world.json", "puzzles.json"):
        assert (out / name).read_bytes() == (SHIPPED / name).read_bytes()
    assert sha256(out / "model.safetensors") == sha256(EMBEDDED / "model.safetensors")


def refusal(out, *options):
    result = written_by(out, *options)
    assert result.exit_code == 1 and not list(out.parent.glob(".export*"))
    return result.output


def test_what_cannot_be_written_is_refused_in_a_sentence(no_graphs, random_folder, tmp_path, monkeypatch):
    out = tmp_path / "out"
    assert "google/big is a hub id; a portable checkpoint is made of a local folder." in refusal(
        out, "--model", "google/big"
    )
    assert "There is no model '/nowhere'" in refusal(out, "--model", "/nowhere")
    size = sum(file.stat().st_size for file in random_folder.glob("*.safetensors"))
    monkeypatch.setattr(portable, "MOST_BYTES", size - 1)
    assert "a browser must hold them" in refusal(out, "--model", random_folder)
    monkeypatch.setattr(portable, "MOST_BYTES", size)
    assert written_by(out, "--model", random_folder).exit_code == 0
    monkeypatch.setattr(FAMILIES["diffusion_gemma"], "portable", False)
    assert "is of the family diffusion_gemma, which has no graphs" in refusal(out, "--model", random_folder)
    assert check_hashes(out)  # what was there is still there


def test_a_template_that_changes_prompts_is_refused(no_graphs, random_folder, tmp_path):
    changed = shutil.copytree(random_folder, tmp_path / "changed")
    for change, refused in (("| trim", False), ("| upper", True)):
        template = "{% for m in messages %}[{{ m['content'] CHANGE }}]{% endfor %}".replace("CHANGE", change)
        (changed / "chat_template.jinja").write_text(template)
        result = written_by(tmp_path / "out", "--model", changed)
        assert ("changes prompts, which only Python can do." in result.output) == refused, result.output
        assert (result.exit_code == 1) == refused
    template = json.loads((tmp_path / "out" / "manifest.json").read_text())["template"]
    assert (template["before"], template["after"], template["reading"]) == ("[", "]", "trimmed")


def test_a_folder_that_holds_something_else_is_left_alone(no_graphs, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("years of work")
    assert "holds something else than a portable checkpoint; name a new folder." in refusal(tmp_path / "out")
    (tmp_path / "file").write_text("years of work")
    assert "holds something else" in refusal(tmp_path / "file")
    assert "cannot be written" in refusal(tmp_path / "no" / "such" / "place")
    assert (tmp_path / "out" / "thesis.txt").read_text() == (tmp_path / "file").read_text() == "years of work"


def test_without_onnx_a_sentence_says_what_to_install(no_graphs, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxscript", None)
    assert "Writing graphs needs onnx and onnxscript" in refusal(tmp_path / "out")
    assert not (tmp_path / "out").exists()
