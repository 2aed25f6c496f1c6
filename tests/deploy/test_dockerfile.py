"""The Dockerfile passes its linter and copies what is there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

import app

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "Dockerfile").read_text()


def test_the_linter_finds_nothing():
    done = subprocess.run(
        [Path(sys.executable).with_name("hadolint"), ROOT / "Dockerfile"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_it_copies_what_is_there_and_what_the_context_has():
    copied = {name for line in re.findall(r"^COPY (.+)$", TEXT, re.M) for name in shlex.split(line)[:-1]}
    assert copied == {"requirements.txt", "app.py", "playground", "assets"}
    kept = set(re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.M))
    assert kept == copied and all((ROOT / name).exists() for name in copied)


def test_its_command_is_one_that_the_app_knows():
    entry = re.search(r"^ENTRYPOINT \[(.+)\]$", TEXT, re.M)[1]
    python, script, *options = [part.strip().strip('"') for part in entry.split(",")]
    assert (python, script) == ("python", "app.py")
    help_text = CliRunner().invoke(app.serve, ["--help"]).output
    assert all(option in help_text for option in options if option.startswith("--"))
