"""What the plugin's page says of commands and of sizes is what they do and report."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from playground.cli import commands, main

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs" / "plugins" / "live.md").read_text()
COMMANDS = re.findall(r"^python -m playground ((?:export|site|deploy) [^#\n]*)", GUIDE, re.M)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a command where `run.trace` is, and returns what it says."""
    shutil.copy(ROOT / "assets" / "recorded" / "lily.trace", tmp_path / "run.trace")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("playground.plugins.live.site.may_have_docs", lambda: False)  # as in an installed package

    def run(line):
        arguments = [word for word in shlex.split(line) if word != "..."]
        if arguments[0] == "deploy":
            arguments += ["--from", str(ROOT), "--dry-run"]  # a test asks no one
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code == 0, done.output
        return done.output

    return run


def test_the_commands_run_and_report_the_sizes_that_the_guide_says(run):
    said = {line: run(line) for line in COMMANDS if line.split()[0] in commands()}
    (page,) = (text for line, text in said.items() if "--with-model" in line)
    megabytes = float(re.search(r"([\d,]+) bytes\s*$", page)[1].replace(",", "")) / 1e6
    assert float(re.search(r"One file of ([\d.]+) MB", GUIDE)[1]) == pytest.approx(megabytes, rel=0.02)
    site = next(text for line, text in said.items() if line.startswith("site"))
    megabytes = float(re.search(r"([\d.]+) MB\s*$", site)[1])
    assert float(re.search(r"as plain files, ([\d.]+) MB", GUIDE)[1]) == pytest.approx(megabytes, rel=0.02)
