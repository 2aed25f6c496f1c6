"""The Dockerfile passes its linter and copies what is there."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner
from serving import served

import app
from playground.service import EngineSlot, Service

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "Dockerfile").read_text()


def test_the_linter_finds_nothing():
    linter = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([linter, ROOT / "Dockerfile"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_it_copies_what_the_context_has_and_its_command_is_one_that_the_app_knows():
    copied = {name for line in re.findall(r"^COPY (.+)$", TEXT, re.M) for name in shlex.split(line)[:-1]}
    assert copied == {"requirements.lock", "app.py", "playground", "assets"}
    assert copied == set(re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.M))
    entry = re.search(r"^ENTRYPOINT \[(.+)\]$", TEXT, re.M)[1]
    python, script, *options = [part.strip().strip('"') for part in entry.split(",")]
    assert (python, script) == ("python", "app.py")
    help_text = CliRunner().invoke(app.serve, ["--help"]).output
    assert all(option in help_text for option in options if option.startswith("--"))


def test_it_installs_the_lock_whose_torch_its_base_fits_and_keeps_caches_in_the_volume():
    installed = re.search(r"^RUN pip install (.+)$", TEXT, re.M)[1]
    assert shlex.split(installed) == ["--no-cache-dir", "--require-hashes", "-r", "requirements.lock"]
    lock = (ROOT / "requirements.lock").read_text()
    torch, toolkit = (re.search(rf"^{name}==(\S+)", lock, re.M)[1] for name in ("torch", "cuda-toolkit"))
    cuda = re.search(r"^FROM nvidia/cuda:(\d+\.\d+)", TEXT, re.M)[1]
    assert f"PyPI's torch {torch} is built for CUDA {cuda}" in TEXT and toolkit.startswith(f"{cuda}.")
    volume = re.search(r"-v \w+:(\S+)", TEXT)[1]
    caches = re.findall(r"(\w+_CACHE_DIR)=(\S+)", TEXT)
    assert [name for name, _ in caches] == ["TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR"]
    assert all(place.startswith(f"{volume}/") for _, place in caches)


def test_its_health_is_whether_the_served_port_takes_runs(random_folder):
    """The check itself, on the page's port: the model is not there, is there, and can compute nothing any more."""
    command = json.loads(re.search(r"^HEALTHCHECK .*CMD (\[.+\])$", TEXT, re.M)[1])
    port = re.search(r'^ENTRYPOINT .*"--port", "(\d+)"', TEXT, re.M)[1]
    assert command[:2] == ["python", "-c"] and command[2].count(f":{port}/readyz") == 1
    assert f"EXPOSE {port}\n" in TEXT
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
        slot._end()
        assert "HTTP Error 503" in health().stderr
