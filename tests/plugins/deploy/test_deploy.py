"""The real client against a stand-in for the hub: what it is asked for, and that a second time changes nothing."""

import subprocess

import huggingface_hub
import pytest
import yaml
from click.testing import CliRunner
from huggingface_hub import constants
from space_server import SPACE, TOKEN, SpaceHub

from playground.cli import added_commands, main

LINES = """\
title: A demo
emoji: 🌫️
colorFrom: indigo
colorTo: yellow
sdk: gradio
sdk_version: 6.31.0
python_version: "3.11"
app_file: app.py
short_description: A short one
license: apache-2.0
hardware: cpu-basic
model: embedded
models: [someone/model]
variables:
  ONE: "1"
secrets: [HF_TOKEN]
exclude: [tests]
"""
WEIGHTS = bytes(range(256)) * 800


@pytest.fixture
def checkout(tmp_path):
    """A small app under git; not all of it is tracked."""
    folder = tmp_path / "app"
    (folder / "tests").mkdir(parents=True)
    for name, content in {
        "Spacefile": LINES, "README.md": "---\ntitle: old\n---\n# A demo\n", "app.py": "print()\n",
        "requirements.txt": "gradio==6.31.0\ntorch==2.13.0\n", "tests/test_app.py": "", "secret.txt": "mine",
    }.items():  # fmt: skip
        (folder / name).write_text(content)
    (folder / "weights.bin").write_bytes(WEIGHTS)
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run(
        [*git, "add", "Spacefile", "README.md", "app.py", "requirements.txt", "tests", "weights.bin"], check=True
    )
    subprocess.run([*git, "commit", "-qm", "A demo"], check=True)
    return folder


@pytest.fixture
def hub(monkeypatch):
    hub = SpaceHub()
    monkeypatch.setattr(constants, "ENDPOINT", hub.address)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)  # then large files go over HTTP
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    yield hub
    hub.close()
    huggingface_hub.close_session()


def deploy(folder, *arguments, space=SPACE):
    done = CliRunner().invoke(main, ["deploy", "--space", space, "--from", str(folder), *arguments])
    assert "Traceback" not in done.output
    return done


def spacefile(folder, old, new):
    (folder / "Spacefile").write_text(LINES.replace(old, new))


def test_a_deployment_creates_the_space_and_uploads_what_git_tracks(checkout, hub):
    hub.files["old.py"] = b"no longer tracked"
    done = deploy(checkout)
    assert done.exit_code == 0, done.output
    assert hub.created == {"name": "demo", "organization": "someone", "type": "space", "sdk": "gradio"}
    assert hub.variables == {"PLAYGROUND_MODEL": "embedded", "ONE": "1"}
    names = {".gitattributes", "Spacefile", "README.md", "app.py", "requirements.txt", "weights.bin"}
    assert set(hub.files) == names
    assert hub.files["weights.bin"] == WEIGHTS and [*hub.large.values()] == [WEIGHTS]
    _, header, body = hub.files["README.md"].decode().split("---\n", 2)
    assert yaml.safe_load(header)["title"] == "A demo" and body == "# A demo\n"
    assert "set its value at" in done.output and TOKEN not in done.output
    hub.asked.clear()
    assert deploy(checkout).exit_code == 0
    assert hub.asked[:1] == ["/api/repos/create"] and not [path for path in hub.asked[1:] if "/commit/" not in path]


def test_zero_gpu_gets_the_versions_that_it_has(checkout, hub):
    spacefile(checkout, "hardware: cpu-basic", "hardware: zero-a10g")
    assert deploy(checkout).exit_code == 0
    assert hub.hardware == "zero-a10g"
    assert hub.files["requirements.txt"] == b"gradio==6.31.0\ntorch==2.11.0\n"
    header = yaml.safe_load(hub.files["README.md"].decode().split("---\n")[1])
    assert header["python_version"] == "3.12.12"
    assert (checkout / "requirements.txt").read_text() == "gradio==6.31.0\ntorch==2.13.0\n"


def test_a_dry_run_lists_everything_and_asks_no_one(checkout, hub):
    (checkout / "app.py").write_text("print(1)\n")
    done = deploy(checkout, "--dry-run")
    assert done.exit_code == 0 and hub.created is None and not hub.asked
    for said in ("on cpu-basic", "PLAYGROUND_MODEL=embedded", "weights.bin", "not committed yet: app.py"):
        assert said in done.output, said
    assert "secret.txt" not in done.output and "test_app.py" not in done.output


@pytest.mark.parametrize(
    "model, hardware, doubted",
    [
        ("google/diffusiongemma-26B-A4B-it", "cpu-basic", True),
        ("google/diffusiongemma-26B-A4B-it", "a100-large", False),
        ("embedded", "cpu-basic", False),
    ],
)
def test_a_model_that_needs_a_gpu_is_doubted_where_there_is_none(checkout, model, hardware, doubted):
    lines = LINES.replace("model: embedded", f"model: {model}").replace("hardware: cpu-basic", f"hardware: {hardware}")
    spacefile(checkout, LINES, lines)
    done = deploy(checkout, "--dry-run")
    assert done.exit_code == 0 and (f"has no GPU, so {model} will be slow if it fits at all" in done.output) is doubted


def test_what_the_hub_refuses_is_said_in_one_sentence(checkout, hub, monkeypatch):
    assert "may not write there" in deploy(checkout, space="others/demo").output
    monkeypatch.setenv("HF_TOKEN", "hf_another")
    assert "the token is not valid" in deploy(checkout).output
    assert "OWNER/NAME" in deploy(checkout, space="demo").output
    hub.close()
    assert "could not be deployed" in deploy(checkout).output


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("hardware: cpu-basic", "hardware: cpu-basik", "line 11: hardware cannot be 'cpu-basik'; allowed is one of"),
        ('python_version: "3.11"', "python_version: 3.11", "line 7: python_version cannot be '3.11'; allowed is a"),
        ("license: apache-2.0\n", "", "license is missing"),
        ("sdk: gradio", "sdk: docker", "line 5: sdk cannot be 'docker'; allowed is one of gradio"),
        ("sdk: gradio", "sdk: gradio\ntitle: two", "line 6: title stands in line 1 already"),
        ("model: embedded", "modell: embedded", "line 12: 'modell' is no field; allowed are title"),
        ('ONE: "1"', "ONE: 1", "line 14: variables cannot be"),
        ("[HF_TOKEN]", "{HF_TOKEN: hf_abc}", "line 16: secrets cannot be what stands there; allowed is a list"),
        ("[tests]", "[../other]", "line 17: exclude cannot be"),
        ("[tests]", "[tests", "line 18: this is not YAML"),
        ("app_file: app.py", "app_file: other.py", "other.py must be uploaded"),
        ("[tests]", "[README.md]", "README.md must be uploaded"),
        (LINES, "just words", "line 1: there must be a field in each line"),
    ],
)  # fmt: skip
def test_a_wrong_spacefile_is_named_with_its_line(checkout, old, new, said):
    spacefile(checkout, old, new)
    done = deploy(checkout, "--dry-run")
    assert done.exit_code != 0 and said in done.output, done.output


def test_only_a_checkout_can_be_deployed(checkout, tmp_path):
    assert "Spacefile cannot be read" in deploy(tmp_path).output
    (tmp_path / "Spacefile").write_text("{" * 1_000)
    assert "Spacefile cannot be read: it nests too deeply." in " ".join(deploy(tmp_path).output.split())
    (tmp_path / "Spacefile").write_text(LINES)
    assert "is no git checkout" in deploy(tmp_path).output
    (checkout / "app.py").unlink()
    assert "git tracks app.py, which is no ordinary file here" in deploy(checkout).output


def test_without_a_plugin_that_writes_a_site_a_sentence_says_so(checkout, monkeypatch):
    there = {name: command for name, command in added_commands().items() if name != "site"}
    monkeypatch.setattr("playground.cli.added_commands", lambda: there)
    said = " ".join(deploy(checkout, "--static").output.split())
    assert "--static uploads what the command `site` writes, which no plugin here brings" in said


def test_a_static_space_gets_the_site_and_nothing_else(checkout, hub):
    pytest.importorskip("playground.plugins.live")
    hub.files["app.py"] = b"of an earlier Space"
    done = deploy(checkout, "--static")
    assert done.exit_code == 0, done.output
    assert hub.created["sdk"] == "static" and hub.variables == {}
    assert {"index.html", "runs.html", "sw.js", "README.md"} < set(hub.files) and "app.py" not in hub.files
    _, header, body = hub.files["README.md"].decode().split("---\n", 2)
    fields = yaml.safe_load(header)
    assert (fields["title"], fields["sdk"], fields["app_file"]) == ("A demo", "static", "index.html")
    assert body == "# A demo\n"
    assert fields["custom_headers"] == {
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "cross-origin",
    }
    assert any(name.endswith("model.safetensors") for name in hub.files)
    hub.asked.clear()
    dry = deploy(checkout, "--static", "--dry-run")
    assert "Space someone/demo: static\n" in dry.output and "index.html" in dry.output and not hub.asked
    assert "secret HF_TOKEN" not in dry.output
