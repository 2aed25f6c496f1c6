"""What the guide says of the sizes of files is what the commands report."""

import re

import pytest
from click.testing import CliRunner

from playground.assets import ASSETS
from playground.cli import main

pytestmark = pytest.mark.slow

GUIDE = (ASSETS.parent / "docs" / "sharing.md").read_text()
LILY = str(ASSETS / "recorded" / "lily.trace")


@pytest.mark.parametrize(
    ("sentence", "command"),
    [
        (r"A story\s+takes about ([\d.]+) MB", ["export", LILY, "run.html"]),
        (r"One file of ([\d.]+) MB", ["export", LILY, "run.html", "--with-model"]),
        (r"as plain files, ([\d.]+) MB", ["site", "OUT"]),
    ],
)
def test_the_guide_says_what_the_commands_report(sentence, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, command)
    reported = re.search(r"([\d.,]+) (MB|bytes)\s*$", done.output)
    assert done.exit_code == 0 and reported, done.output
    megabytes = float(reported[1].replace(",", "")) / (1 if reported[2] == "MB" else 1e6)
    assert float(re.search(sentence, GUIDE)[1]) == pytest.approx(megabytes, rel=0.02)
