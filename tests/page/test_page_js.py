import json
import re
import subprocess
from pathlib import Path

import pytest

from workshop.page.sources import node

pytestmark = pytest.mark.slow

SOURCES = Path(__file__).parents[2] / "assets" / "page"
TESTS = {*SOURCES.rglob("*.test.ts*")}
APART = {path for path in TESTS if ".apart." in path.name}
"""What they load changes the process."""


@pytest.mark.parametrize("files", [sorted(TESTS - APART)] + [sorted(APART)] * bool(APART), ids=("most", "apart"))
def test_the_scripts(files, tmp_path):
    # In one process: one for each file takes three times as long.
    all_in_one = tmp_path / "all.mjs"
    all_in_one.write_text("".join(f"import {json.dumps(file.as_uri())};\n" for file in files))
    command = [*node(), "--test-reporter=tap", all_in_one]
    done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True)
    wrong = re.findall(r"^not ok.*?^  \.\.\.", done.stdout, re.M | re.S)
    assert done.returncode == 0, "\n".join(wrong) + done.stderr[-2000:]
    assert int(re.search(r"^# pass (\d+)", done.stdout, re.M)[1]) > len(files)


def test_modules_hold_no_state_that_two_players_would_share():
    scripts = [path for path in SOURCES.rglob("*.ts*") if ".test." not in path.name]
    variables = [path.name for path in scripts if re.search(r"^(export )?(let|var) ", path.read_text(), re.M)]
    assert len(scripts) > 40 and variables == []
