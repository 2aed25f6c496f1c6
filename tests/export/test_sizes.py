"""What the guide says of a file's size is what the command reports."""

import re

import pytest
from click.testing import CliRunner

from playground.assets import ASSETS
from playground.cli import main

GUIDE = (ASSETS.parent / "docs" / "sharing.md").read_text()


def test_the_guide_says_what_the_command_reports(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["export", str(ASSETS / "recorded" / "lily.trace"), "run.html"])
    megabytes = float(re.search(r"([\d,]+) bytes\s*$", done.output)[1].replace(",", "")) / 1e6
    assert float(re.search(r"A story\s+takes about ([\d.]+) MB", GUIDE)[1]) == pytest.approx(megabytes, rel=0.02)
