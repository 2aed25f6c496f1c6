import json
import re
import subprocess
from pathlib import Path

import pytest

from workshop.page.sources import node

pytestmark = pytest.mark.slow

SOURCES = Path(__file__).parents[2] / "assets" / "page"
APART = sorted(SOURCES.rglob("*.apart.test.ts"))
"""What they load changes the process, so each has one of its own."""


def in_node(file):
    command = [*node(), "--test-reporter=tap", file]
    return subprocess.run(command, cwd=SOURCES, capture_output=True, text=True)


@pytest.mark.parametrize("file", APART, ids=lambda file: file.stem)
def test_a_script_that_needs_a_process_of_its_own(file):
    done = in_node(file)
    assert done.returncode == 0 and "\n# fail 0\n" in done.stdout, done.stdout[-4000:] + done.stderr[-2000:]


def test_the_scripts(tmp_path):
    files = sorted({*SOURCES.rglob("*.test.ts*")} - {*APART})
    # In one process: one for each file takes three times as long.
    all_in_one = tmp_path / "all.mjs"
    all_in_one.write_text("".join(f"import {json.dumps(file.as_uri())};\n" for file in files))
    done = in_node(all_in_one)
    wrong = re.findall(r"^not ok.*?^  \.\.\.", done.stdout, re.M | re.S)
    assert done.returncode == 0, "\n".join(wrong) + done.stderr[-2000:]
    assert int(re.search(r"^# pass (\d+)", done.stdout, re.M)[1]) > len(files)


def test_modules_hold_no_state_that_two_players_would_share():
    scripts = [path for path in SOURCES.rglob("*.ts*") if ".test." not in path.name]
    variables = [path.name for path in scripts if re.search(r"^(export )?(let|var) ", path.read_text(), re.M)]
    assert len(scripts) > 40 and variables == []
