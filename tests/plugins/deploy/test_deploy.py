"""What the hub is asked for, by calls that its real client takes, and that a second time changes nothing."""

import subprocess
from types import SimpleNamespace
from unittest.mock import create_autospec

import httpx
import pytest
import yaml
from click.testing import CliRunner
from huggingface_hub import HfApi, RepoFile
from huggingface_hub.errors import HfHubHTTPError, LocalTokenNotFoundError

from playground.cli import added_commands, main

SPACE = "someone/demo"
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


@pytest.fixture
def checkout(tmp_path):
    """A small app under git; not all of it is tracked."""
    folder = tmp_path / "app"
    (folder / "tests").mkdir(parents=True)
    for name, content in {
        "Spacefile": LINES, "README.md": "---\ntitle: old\n---\n# A demo\n", "app.py": "print()\n",
        "requirements.txt": "gradio==6.31.0\ntorch==2.13.0\n", "tests/test_app.py": "", "secret.txt": "mine",
        "weights.bin": "large",
    }.items():  # fmt: skip
        (folder / name).write_text(content)
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", ".", ":!secret.txt"], ["commit", "-qm", "A demo"]):
        subprocess.run([*git, *command], check=True)
    return folder


@pytest.fixture
def hub(monkeypatch):
    """The client of a hub that has an empty Space."""
    hub = create_autospec(HfApi, instance=True)
    hub.create_repo.return_value = f"https://huggingface.co/spaces/{SPACE}"
    hub.get_space_variables.return_value = {}
    hub.get_space_runtime.return_value = SimpleNamespace(requested_hardware=None, hardware=None)
    hub.list_repo_tree.return_value = [RepoFile(path=name, size=1, oid="0") for name in (".gitattributes", "old.py")]
    monkeypatch.setattr("playground.plugins.deploy.space.HfApi", lambda: hub)
    return hub


def committed(hub):
    """The content of each file that is uploaded, or its path here, by its name; None for those that are deleted."""
    _, operations = hub.create_commit.call_args.args
    return {each.path_in_repo: getattr(each, "path_or_fileobj", None) for each in operations}


def deploy(folder, *arguments, space=SPACE):
    done = CliRunner().invoke(main, ["deploy", "--space", space, "--from", str(folder), *arguments])
    assert "Traceback" not in done.output
    return done


def spacefile(folder, old, new):
    (folder / "Spacefile").write_text(LINES.replace(old, new))


def test_a_deployment_creates_the_space_and_uploads_what_git_tracks(checkout, hub):
    done = deploy(checkout)
    assert done.exit_code == 0, done.output
    hub.create_repo.assert_called_once_with(SPACE, repo_type="space", space_sdk="gradio", private=None, exist_ok=True)
    variables = {"PLAYGROUND_MODEL": "embedded", "ONE": "1"}
    assert {name: value for (_, name, value), _ in hub.add_space_variable.call_args_list} == variables
    hub.request_space_hardware.assert_not_called()
    files = committed(hub)
    assert files.keys() == {"old.py", "Spacefile", "README.md", "app.py", "requirements.txt", "weights.bin"}
    assert files["old.py"] is None and files["weights.bin"] == str(checkout / "weights.bin")
    _, header, body = files["README.md"].decode().split("---\n", 2)
    assert yaml.safe_load(header)["title"] == "A demo" and body == "# A demo\n"
    assert "set its value at" in done.output
    hub.add_space_variable.reset_mock()
    hub.get_space_variables.return_value = {name: SimpleNamespace(value=value) for name, value in variables.items()}
    assert deploy(checkout, "--private").exit_code == 0
    hub.add_space_variable.assert_not_called()
    assert hub.create_repo.call_args.kwargs["private"] is True


def test_zero_gpu_gets_the_versions_that_it_has(checkout, hub):
    spacefile(checkout, "hardware: cpu-basic", "hardware: zero-a10g")
    assert deploy(checkout).exit_code == 0
    hub.request_space_hardware.assert_called_once_with(SPACE, "zero-a10g")
    files = committed(hub)
    assert files["requirements.txt"] == b"gradio==6.31.0\ntorch==2.11.0\n"
    assert yaml.safe_load(files["README.md"].decode().split("---\n")[1])["python_version"] == "3.12.12"
    assert (checkout / "requirements.txt").read_text() == "gradio==6.31.0\ntorch==2.13.0\n"
    (checkout / "requirements.txt").write_text("gradio\n")
    assert "requirements.txt must name torch with its version" in " ".join(deploy(checkout).output.split())


def test_a_dry_run_lists_everything_and_asks_no_one(checkout, hub):
    (checkout / "app.py").write_text("print(1)\n")
    done = deploy(checkout, "--dry-run")
    assert done.exit_code == 0 and not hub.mock_calls
    for said in ("on cpu-basic", "PLAYGROUND_MODEL=embedded", "weights.bin", "not committed yet: app.py"):
        assert said in done.output, said
    assert "secret.txt" not in done.output and "test_app.py" not in done.output


def test_a_model_that_needs_a_gpu_is_doubted_where_there_is_none(checkout):
    for model, hardware, doubted in (
        ("google/diffusiongemma-26B-A4B-it", "cpu-basic", True),
        ("google/diffusiongemma-26B-A4B-it", "a100-large", False),
        ("embedded", "cpu-basic", False),
    ):
        lines = LINES.replace("model: embedded", f"model: {model}").replace("cpu-basic", hardware)
        (checkout / "Spacefile").write_text(lines)
        said = deploy(checkout, "--dry-run").output
        assert (f"has no GPU, so {model} will be slow if it fits at all" in said) is doubted


def answered(status):
    response = httpx.Response(status, request=httpx.Request("POST", "https://huggingface.co"))
    return HfHubHTTPError("no", response=response)


def test_what_the_hub_refuses_is_said_in_one_sentence(checkout, hub):
    for error, sentence in (
        (LocalTokenNotFoundError(), "Nobody is logged in to the hub here"),
        (answered(401), "the token is not valid"),
        (answered(402), "the account has to pay for this hardware"),
        (answered(403), "may not write there"),
        (answered(500), "the hub answered 500"),
        (OSError("no network\nat all"), "someone/demo could not be deployed: no network."),
    ):
        hub.create_repo.side_effect = error
        assert sentence in " ".join(deploy(checkout).output.split())
    assert "OWNER/NAME" in deploy(checkout, space="demo").output


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("hardware: cpu-basic", "hardware: cpu-basik", "line 11: hardware cannot be 'cpu-basik'; allowed is one of"),
        ('python_version: "3.11"', "python_version: 3.11", "line 7: python_version cannot be '3.11'; allowed is a"),
        ("license: apache-2.0\n", "", "license is missing"),
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


def test_a_static_space_gets_the_site_and_nothing_else(checkout, hub, monkeypatch):
    site = pytest.importorskip("playground.plugins.live.site")
    monkeypatch.setattr(site, "may_have_docs", lambda: False)  # which take seconds
    done = deploy(checkout, "--static")
    assert done.exit_code == 0, done.output
    assert hub.create_repo.call_args.kwargs["space_sdk"] == "static"
    hub.add_space_variable.assert_not_called()
    files = committed(hub)
    assert {"index.html", "runs.html", "sw.js", "README.md"} < files.keys() and "app.py" not in files
    assert any(name.endswith("model.safetensors") for name in files)
    _, header, body = files["README.md"].decode().split("---\n", 2)
    fields = yaml.safe_load(header)
    assert (fields["title"], fields["sdk"], fields["app_file"]) == ("A demo", "static", "index.html")
    assert body == "# A demo\n"
    assert fields["custom_headers"] == {
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "cross-origin",
    }
    assert "Space someone/demo: static\n" in done.output and "secret HF_TOKEN" not in done.output
