"""The commands and the code of docs/sharing.md, and those of docs/commands.md, run as they stand there."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from page_helpers import GOLDEN

from playground.cli import main

ROOT = Path(__file__).parents[2]
SHARING = (ROOT / "docs" / "sharing.md").read_text()
LISTED = (ROOT / "docs/commands.md").read_text()
COMMANDS = re.findall(r"python -m playground (export [^#\n`]*)", SHARING + LISTED)
OUTPUTS = ("run.", "runs.", "comparison.")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where `run.trace` and `other.trace` are."""
    shutil.copy(GOLDEN / "story.trace", tmp_path / "run.trace")
    shutil.copy(GOLDEN / "stopped.trace", tmp_path / "other.trace")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(line, folder):
    arguments = [word for word in shlex.split(line) if word != "..."]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    out = next(word for word in reversed(arguments) if word.startswith(OUTPUTS))
    assert (folder / out).stat().st_size > 1000


def test_the_commands_run(folder):
    assert len(COMMANDS) > 2
    for line in COMMANDS:
        run(line, folder)
