"""What is deployed: the Spacefile, README's Space header and the pinned requirements say the same, and the Dockerfile
copies and checks what is there."""

import dataclasses
import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from click.testing import CliRunner
from serving import served

import app
from playground.engine.loading import source
from playground.server.guard import Policy
from playground.server.guard.visitors import HUB
from playground.service import EngineSlot, Service
from playground.service.limits import Limits, on_space
from workshop.bench.page import free_port

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
HEADER_KEYS = {
    "title", "emoji", "colorFrom", "colorTo", "sdk", "sdk_version", "python_version", "app_file", "short_description",
    "license", "models",
}  # fmt: skip
OWN_KEYS = {"hardware", "model", "variables", "secrets", "exclude"}


@pytest.fixture(scope="module")
def spacefile():
    return yaml.safe_load((ROOT / "Spacefile").read_text())


def test_it_says_all_that_a_deployment_needs_and_nothing_else_as_readme_and_the_requirements_do(spacefile):
    assert set(spacefile) == HEADER_KEYS | OWN_KEYS
    assert all(isinstance(value, str) for value in spacefile["variables"].values())
    assert all(re.fullmatch(r"[A-Z][A-Z0-9_]*", name) for name in spacefile["secrets"]), "names only, never a value"
    header = yaml.safe_load((ROOT / "README.md").read_text().split("---\n")[1])
    assert header.pop("suggested_hardware") == spacefile["hardware"]
    assert header == {key: spacefile[key] for key in HEADER_KEYS}
    assert len(header["short_description"]) <= 60, "the hub refuses longer ones"
    pins = dict(re.findall(r"^(\w+)==(.+)", (ROOT / "requirements.txt").read_text(), re.M))
    assert spacefile["sdk"] == "gradio" and pins["gradio"] == spacefile["sdk_version"]
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert needed == f">={spacefile['python_version']}"
    assert (ROOT / spacefile["app_file"]).is_file()
    assert spacefile["model"] == "embedded" or "/" in spacefile["model"]
    left_out = set(spacefile["exclude"])
    assert all((ROOT / path).exists() for path in left_out)
    assert not left_out & {"app.py", "playground", "assets", "requirements.txt", "README.md", "Spacefile"}


def test_the_variable_that_a_space_sets_reaches_the_app(spacefile, monkeypatch):
    asked, built = {}, {}
    command = "playground.commands.serve"
    slot = SimpleNamespace(rows=1, close=lambda: None)
    made = lambda model, **options: asked.update(options, model=model) or slot  # noqa: E731
    monkeypatch.setattr("playground.commands.holding.EngineSlot", made)
    page = SimpleNamespace(launch=lambda host, port, auth: None)
    monkeypatch.setattr(f"{command}.build", lambda service, **options: built.update(options, service=service) or page)
    environment = {"PLAYGROUND_MODEL": spacefile["model"], "PLAYGROUND_MAX_ROWS": "2", **spacefile["variables"]}
    done = CliRunner().invoke(app.serve, ["--port", str(free_port())], env=environment)
    assert done.exit_code == 0, done.output
    assert (asked["model"], asked["max_rows"], asked["offline"]) == (spacefile["model"], 2, False)
    assert source.resolve(asked["model"]) == source.EMBEDDED
    assert built["service"].limits == dataclasses.replace(Limits.public(), runs=1), "what the slot can do"
    assert built["policy"] == Policy(embed_hosts=(HUB,))


def test_a_space_that_sets_nothing_gets_the_same(spacefile, monkeypatch):
    monkeypatch.setenv("SPACE_ID", "someone/demo")
    assert spacefile["variables"]["PLAYGROUND_PUBLIC"] == "true" and on_space()
    assert spacefile["variables"]["PLAYGROUND_EMBED_HOSTS"].split() == list(Policy().here().embed_hosts)


# The image.


def test_the_linter_finds_nothing():
    linter = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([linter, ROOT / "Dockerfile"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_it_copies_what_the_context_has_and_its_command_is_one_that_the_app_knows():
    copied = {name for line in re.findall(r"^COPY (.+)$", DOCKERFILE, re.M) for name in shlex.split(line)[:-1]}
    assert copied == {"requirements.lock", "app.py", "playground", "assets"}
    assert copied == set(re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.M))
    entry = re.search(r"^ENTRYPOINT \[(.+)\]$", DOCKERFILE, re.M)[1]
    python, script, *options = [part.strip().strip('"') for part in entry.split(",")]
    assert (python, script) == ("python", "app.py")
    help_text = CliRunner().invoke(app.serve, ["--help"]).output
    assert all(option in help_text for option in options if option.startswith("--"))


def test_it_installs_the_lock_whose_torch_its_base_fits_and_keeps_caches_in_the_volume():
    installed = re.search(r"^RUN pip install (.+)$", DOCKERFILE, re.M)[1]
    assert shlex.split(installed) == ["--no-cache-dir", "--require-hashes", "-r", "requirements.lock"]
    lock = (ROOT / "requirements.lock").read_text()
    torch, toolkit = (re.search(rf"^{name}==(\S+)", lock, re.M)[1] for name in ("torch", "cuda-toolkit"))
    cuda = re.search(r"^FROM nvidia/cuda:(\d+\.\d+)", DOCKERFILE, re.M)[1]
    assert f"PyPI's torch {torch} is built for CUDA {cuda}" in DOCKERFILE and toolkit.startswith(f"{cuda}.")
    volume = re.search(r"-v \w+:(\S+)", DOCKERFILE)[1]
    caches = re.findall(r"(\w+_CACHE_DIR)=(\S+)", DOCKERFILE)
    assert [name for name, _ in caches] == ["TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR"]
    assert all(place.startswith(f"{volume}/") for _, place in caches)


def test_its_health_is_whether_the_served_port_takes_runs(random_folder):
    """The check itself, on the page's port: the model is not there, and is there."""
    command = json.loads(re.search(r"^HEALTHCHECK .*CMD (\[.+\])$", DOCKERFILE, re.M)[1])
    port = re.search(r'^ENTRYPOINT .*"--port", "(\d+)"', DOCKERFILE, re.M)[1]
    assert command[:2] == ["python", "-c"] and command[2].count(f":{port}/readyz") == 1
    assert f"EXPOSE {port}\n" in DOCKERFILE
    slot = EngineSlot(str(random_folder))
    with served(Service(slot)) as (_, address):

        def health():
            script = command[2].replace(f"http://127.0.0.1:{port}/", address)
            return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

        refused = health()
        assert refused.returncode == 1 and "HTTP Error 503" in refused.stderr
        slot.load()
        done = health()
        assert done.returncode == 0, done.stderr
